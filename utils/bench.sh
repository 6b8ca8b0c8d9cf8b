#!/usr/bin/env bash
# `make bench`: the comparisons of docs/Benchmarks.md, printed as ratios.
. "$(dirname "$0")/setup/stages.sh"

packages build test
stage venv "virtual environment with JAX" utils/setup/make-venv.sh
build release weft weft-parse-bench weft-all-reduce-bench weft-checkpoint-bench weft-propagate-bench
echo
.venv/bin/python bench/parse.py --bench build/release/bin/weft-parse-bench "$@"
.venv/bin/python bench/all_reduce.py --bench build/release/bin/weft-all-reduce-bench
.venv/bin/python bench/propagate.py --bench build/release/bin/weft-propagate-bench
.venv/bin/python bench/bytes.py --weft build/release/bin/weft
.venv/bin/python bench/checkpoint.py --bench build/release/bin/weft-checkpoint-bench
.venv/bin/python bench/init.py --weft build/release/bin/weft
