#!/bin/sh
# Plays the demonstration in the three languages and compares what they wrote:
# run.sh PYTHON, from the top of the repository, with the bindings built.
set -eu
python=$1
out=.build/demo
mkdir -p "$out"
rm -f "$out"/*.txt
here=$(pwd)

heading() { printf '\n======== %s ========\n' "$1"; }

heading Python
"$python" examples/demo/demo.py "$out/python.txt" | tee "$out/python.log"
heading Node
mkdir -p examples/demo/node_modules
ln -sfn ../../../bindings-node examples/demo/node_modules/boardwright
node examples/demo/demo.mjs "$out/node.txt" | tee "$out/node.log"
heading Elixir
(cd bindings-elixir && mix run ../examples/demo/demo.exs "$here/$out/elixir.txt") |
    tee "$out/elixir.log"

heading 'Compared'
for language in node elixir; do
    if ! cmp "$out/python.txt" "$out/$language.txt"; then
        echo "the transcripts of python and $language differ" >&2
        exit 1
    fi
done
echo "three transcripts of $(wc -l < "$out/python.txt") lines each are identical"
echo "final crazyhouse position and key: $(grep ' \[\|\] ' "$out/python.txt" | head -n 1)"
echo "final bughouse boards and keys:"
tail -n 2 "$out/python.txt"
grep -h '^speed ' "$out"/*.log
