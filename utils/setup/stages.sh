# stages.sh - one line of progress per stage, sourced by the scripts in utils/.
#
# A stage's output goes to build/logs/<stage>.log. The terminal shows one line
# with the time it took; when it fails, the end of its log as well.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mkdir -p build/logs
started=$SECONDS

# stage <name> <title> <command>...
stage() {
  local name=$1 title=$2 begun=$SECONDS status=0
  shift 2
  local log=build/logs/$name.log
  if [ -t 1 ]; then
    "$@" >"$log" 2>&1 </dev/null &
    local job=$!
    trap 'kill '"$job"' 2>/dev/null; exit 130' INT TERM
    while kill -0 "$job" 2>/dev/null; do
      # ninja's "[12/345]" of the last line, when there is one.
      printf '\r%-46s %4ds  %-12s' "$title" "$((SECONDS - begun))" \
        "$(tail -c 400 "$log" | grep -ao '^\[[0-9]*/[0-9]*\]' | tail -n 1)"
      sleep 0.5
    done
    wait "$job" || status=$?
    trap - INT TERM
    printf '\r'
  else
    "$@" >"$log" 2>&1 </dev/null || status=$?
  fi
  if [ "$status" -eq 0 ]; then
    printf '%-46s %4ds  %-12s\n' "$title" "$((SECONDS - begun))" ''
    return 0
  fi
  printf '%-46s %4ds  failed; the end of %s:\n' "$title" "$((SECONDS - begun))" "$log"
  tail -n 60 "$log"
  return "$status"
}

# build <preset> <target>...: configures if needed, then builds. ninja itself
# configures again when a CMakeLists.txt changed.
build() {
  local preset=$1
  shift
  [ -f "build/$preset/build.ninja" ] ||
    stage "configure-$preset" "configure ($preset)" cmake --preset "$preset" ||
    return
  stage "build-$preset" "build ($preset)" ninja -C "build/$preset" "$@"
}

# packages <group>...: the Debian packages of these groups in packages.txt.
packages() {
  stage packages "Debian packages ($*)" utils/setup/install-packages.sh "$@"
}

# elapsed: the whole time since the script began, as 3m12s.
elapsed() {
  local seconds=$((SECONDS - started))
  printf '%dm%02ds' $((seconds / 60)) $((seconds % 60))
}
