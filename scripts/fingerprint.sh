#!/bin/sh
# The node count of `boardwright bench` is a fingerprint of what move generation
# and playouts do; it may change only with a commit that says why.
set -eu
expected=$(cat cli/bench.fingerprint)
counted=$(cargo run --release --quiet -p boardwright-cli -- bench --json |
    sed -n 's/.*"nodes": *\([0-9]*\).*/\1/p' | tail -n 1)
if [ "$counted" != "$expected" ]; then
    echo "the fingerprint is $counted and should be $expected" >&2
    exit 1
fi
echo "fingerprint $counted"
