#!/bin/sh
# Tables of all games that are saved at odd moments by one language and taken up by
# the next end as those that were played in one go, with the same events for each
# seat: run.sh PYTHON, from the top of the repository, with the bindings built.
set -eu
python=$1
games=60
[ "${BOARDWRIGHT_FULL:-}" = 1 ] && games=2000
rounds=9
here=$(pwd)
out=$here/.build/relay
mkdir -p "$out"
rm -f "$out"/*

"$python" tests/relay/relay.py start $games "$out/0"
round=0
while [ $round -lt $rounds ]; do
    from=$out/$round
    to=$out/$((round + 1))
    case $((round % 3)) in
    0) node tests/relay/relay.mjs go $round "$from" "$to" ;;
    1) (cd bindings-elixir && mix run ../tests/relay/relay.exs go $round "$from" "$to") ;;
    2) "$python" tests/relay/relay.py go $round "$from" "$to" ;;
    esac
    round=$((round + 1))
done
"$python" tests/relay/relay.py whole $games $rounds "$out/whole"
cmp "$out/$rounds" "$out/whole"
ended=$(grep -c '"ended":{' "$out/whole")
[ "$ended" -gt 0 ] || { echo 'no game of the relay has ended' >&2; exit 1; }
echo "relay: $games games passed through three languages $((rounds / 3)) times, $ended of them to the end"
