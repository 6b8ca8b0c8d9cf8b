#!/usr/bin/env bash
# `make docs`: the dialect and pass reference, generated from TableGen.
. "$(dirname "$0")/setup/stages.sh"

packages build
build dev weft-doc
echo "the pages are in build/dev/docs"
