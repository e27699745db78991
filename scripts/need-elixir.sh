#!/bin/sh
# Sees to it that `mix` is there: from apt where that may be done.
set -eu
command -v mix >/dev/null && exit 0
say() {
    echo 'Elixir is missing: install Elixir 1.14 or later with Erlang/OTP 25 or later' \
        '(on Debian: apt-get install elixir erlang-dev)' >&2
    exit 1
}
command -v apt-get >/dev/null || say
if [ "$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo='sudo -n'; else say; fi
echo 'installing Elixir from apt'
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq >/dev/null || true
$sudo apt-get install -y -qq elixir erlang-dev >/dev/null || say
command -v mix >/dev/null || say
