#!/bin/sh
# Gets the packages of the arena's web part, or says in a line why they cannot be had and fails.
set -eu
cd "$(dirname "$0")/../examples/phoenix-arena/web"
without() {
    echo "phoenix: skipped, $1"
    exit 1
}
elixir -e 'System.halt(if Version.match?(System.version(), "~> 1.15"), do: 0, else: 1)' ||
    without 'the web part of the arena needs Elixir 1.15 or later'
[ -d deps/phoenix ] && [ -d deps/bandit ] && [ -d deps/jason ] && exit 0
command -v timeout >/dev/null || timeout() { shift && "$@"; }
for task in 'local.hex --force --if-missing' 'local.rebar --force --if-missing' deps.get; do
    # shellcheck disable=SC2086
    timeout 120 mix $task >/dev/null 2>&1 </dev/null || without 'its packages cannot be had from hex.pm'
done
