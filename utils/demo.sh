#!/usr/bin/env bash
# `make demo`: from a bare machine to the shipped example, read, verified and
# printed with the shard shapes of every parameter.
. "$(dirname "$0")/setup/stages.sh"

example=examples/transformer.mlir

packages build
build release weft weft-opt
bin=build/release/bin
stage verify "read and verify $example" "$bin/weft-opt" "$example" -o build/logs/demo.mlir
echo
echo "\$ weft specs $example"
"$bin/weft" specs "$example"
echo
echo "done in $(elapsed); the verified program is in build/logs/demo.mlir"
