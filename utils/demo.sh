#!/usr/bin/env bash
# `make demo`: from a bare machine to the shipped examples: a program that is
# partitioned and run, and a small transformer that is initialised, trained,
# saved and restored on a mesh of 2 x 4 simulated devices.
. "$(dirname "$0")/setup/stages.sh"

model=examples/small_transformer.mlir
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
show weft-opt "$program" --weft-pipeline
show weft check "$program" --mesh data=3,model=5

# The state and its first values, then what a step sends, then the steps
# themselves.
run=build/demo
rm -rf "$run"
show weft specs "$model" --module Transformer
show weft init "$model" --module Transformer --seed 0
show weft plan "$model" --function Trainer.step
data="--generate sequence --classes 32"
show weft train "$model" --steps 30 $data --out "$run"
# On another mesh, from where it stopped.
show weft train "$model" --steps 40 $data --out "$run" --resume "$run" --mesh data=4,model=2
show weft checkpoint ls "$run"
show weft checkpoint verify "$run"
echo
echo "done in $(elapsed); checkpoints and the curve of the loss (history.svg) are in $run"
