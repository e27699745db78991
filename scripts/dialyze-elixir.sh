#!/bin/sh
# Dialyzer over the library for Elixir, as it is built by `make elixir`. The table of what Erlang and
# Elixir have is made once, in some minutes.
set -eu
build=$1
command -v dialyzer >/dev/null || {
    echo 'Dialyzer is missing (on Debian: apt-get install erlang-dialyzer)' >&2
    exit 1
}
elixir=$(elixir -e 'IO.write(:code.lib_dir(:elixir))')
# Dialyzer reads the beams of Elixir by the compiler of Elixir.
export ERL_LIBS="${elixir%/*}"
plt="$build/elixir-$(elixir -e 'IO.write(System.otp_release() <> "-" <> System.version())').plt"
if [ ! -e "$plt" ]; then
    mkdir -p "$build"
    dialyzer --quiet --build_plt --output_plt "$plt.new" --apps erts kernel stdlib crypto ssl public_key inets \
        -r "$elixir/ebin" "$ERL_LIBS/logger/ebin"
    mv "$plt.new" "$plt"
fi
cd bindings-elixir
mix compile
beams=$(mix run --no-start --no-compile -e 'IO.write(Application.app_dir(:boardwright, "ebin"))')
# A module that runs when the library is compiled has Mix around it.
find "$beams" -name '*.beam' ! -name 'Elixir.Boardwright.Native.Loading.beam' -print |
    xargs dialyzer --plt "$plt"
