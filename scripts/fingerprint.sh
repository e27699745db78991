#!/bin/sh
# The node count of `boardwright bench` is a fingerprint of what move generation
# and playouts do; it may change only with a commit that says why.
set -eu
cargo run --profile "${BOARDWRIGHT_PROFILE:-checkout}" --quiet -p boardwright-cli -- bench --check cli/bench.fingerprint
