#!/usr/bin/env bash
# Makes .venv with the packages of test/requirements.txt, for the interop tests.
# Leaves an up-to-date one alone. Fails, and leaves none behind, when the
# packages cannot be had; the interop tests are then reported as skipped.
set -euo pipefail
cd "$(dirname "$0")/../.."
stamp=.venv/requirements.txt

if [ -x .venv/bin/python ] && cmp -s test/requirements.txt "$stamp"; then
  echo "up to date"
  exit 0
fi
rm -rf .venv
trap 'rm -rf .venv' EXIT

# The first python3 of PATH may be one without the venv module; Debian's own
# has it from the package python3-venv.
python3 -m venv .venv || { rm -rf .venv; /usr/bin/python3 -m venv .venv; }
# Few retries: a machine without a network should learn so in seconds.
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input \
  --retries 2 --only-binary :all: --no-deps -r test/requirements.txt
.venv/bin/python -c 'import flax.nnx, jax, optax'
cp test/requirements.txt "$stamp"
trap - EXIT
