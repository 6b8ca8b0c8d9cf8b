#!/usr/bin/env bash
# `make demo`: from a bare machine to the shipped examples: the shards of every
# parameter of a model, and a program that is partitioned and run.
. "$(dirname "$0")/setup/stages.sh"

model=examples/transformer.mlir
program=examples/perceptron.mlir

packages build
build release weft weft-opt
bin=build/release/bin
stage verify "read and verify $model" "$bin/weft-opt" "$model" -o build/logs/demo.mlir

# show <command>...: the command as a user would type it, and what it says.
show() {
  echo
  echo "\$ $*"
  local tool=$1
  shift
  "$bin/$tool" "$@"
}
show weft specs "$model"
show weft-opt "$program" --weft-pipeline
show weft plan "$program"
show weft check "$program"
show weft check "$program" --mesh data=3,model=5
echo
echo "done in $(elapsed); the verified model is in build/logs/demo.mlir"
