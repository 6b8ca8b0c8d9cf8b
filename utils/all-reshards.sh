#!/bin/bash
# Runs the plan of every reshard between two shardings of tensors of rank 3 or
# less on the mesh 2x3x4: 1.7 million plans, half an hour of one core. (Those on
# 2x2x2 are among the unit tests.)
#
#     utils/all-reshards.sh [JOBS [FIRST [PARTS]]]
#
# The pairs are dealt to PARTS (40) parts, of which JOBS (1) run at a time, from
# part FIRST (0) on. Builds the release preset's tests first; prints how many plans
# each part ran, and what failed.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-1} first=${2:-0} parts=${3:-40}
cmake --preset release > /dev/null
ninja -C build/release WeftShardingTests > /dev/null

run_part() {
  local log
  if ! log=$(WEFT_EXHAUSTIVE=$1/$2 build/release/test/Unit/WeftShardingTests \
             --gtest_filter='ReshardPairs.AllPairsOn2x3x4' 2>&1); then
    echo "$log"
    echo "part $1 of $2 failed"
    return 1
  fi
  echo "part $1 of $2: $(grep -oE '[0-9]+ plans' <<< "$log" | awk '{n += $1} END {print n}') plans"
}
export -f run_part
seq "$first" $((parts - 1)) | xargs -P "$jobs" -I{} bash -c 'run_part {} '"$parts"
