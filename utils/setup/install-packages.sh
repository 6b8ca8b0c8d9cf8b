#!/usr/bin/env bash
# Installs the Debian packages of the named groups in packages.txt that are
# missing. Needs root (or sudo) only when something is missing.
set -euo pipefail
list=$(dirname "$0")/packages.txt

missing=()
for group in "$@"; do
  while read -r package; do
    # Neither apt nor dpkg must be asked for more than the state: this runs at
    # the start of every make command.
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
  done < <(awk -v group="$group" '
    /^# *(build|test)$/ { current = $2; next }
    /^[^#]/ && current == group { print $1 }' "$list")
done

if [ ${#missing[@]} -eq 0 ]; then
  echo "all packages are installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "these packages are missing and installing them needs root:"
    echo "  apt-get install --no-install-recommends ${missing[*]}"
    exit 1
  fi
  as_root=(sudo DEBIAN_FRONTEND=noninteractive)
fi
export DEBIAN_FRONTEND=noninteractive
echo "installing: ${missing[*]}"
"${as_root[@]}" apt-get update -q
"${as_root[@]}" apt-get install -qy --no-install-recommends "${missing[@]}"
