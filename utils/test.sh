#!/usr/bin/env bash
# `make test`: builds and runs everything, and closes with `N passed, N failed`,
# the sum over all presets.
#
#   utils/test.sh              preset dev
#   utils/test.sh PRESET...    these presets
#
# A preset whose build breaks counts as one failure; the others still run.
. "$(dirname "$0")/setup/stages.sh"

[ $# -gt 0 ] || set -- dev

packages build test
if ! stage venv "virtual environment with JAX" utils/setup/make-venv.sh; then
  echo "no virtual environment: the interop tests will be skipped"
fi

passed=0 failed=0
for preset in "$@"; do
  rm -f "build/$preset/test/summary.txt"
  if build "$preset" weft-test-depends; then
    begun=$SECONDS
    echo "tests ($preset)"
    ninja -C "build/$preset" check-weft </dev/null || true
    echo "tests ($preset): $((SECONDS - begun))s"
  fi
  summary=build/$preset/test/summary.txt
  if [ -f "$summary" ]; then
    read -r ok bad <"$summary"
    passed=$((passed + ok)) failed=$((failed + bad))
  else
    failed=$((failed + 1))
  fi
done

echo "all of it took $(elapsed)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
