#!/bin/sh
# Builds the wheel and installs it: build-python.sh VENV FEATURES. The profile of cargo is
# $BOARDWRIGHT_PROFILE; that of what is packaged where it is not set.
set -eu
wheels=$(dirname "$1")/wheels
rm -rf "$wheels"
"$1/bin/maturin" build --quiet --profile "${BOARDWRIGHT_PROFILE:-release}" --manifest-path bindings-python/Cargo.toml \
    --features "$2" --interpreter "$1/bin/python" --out "$wheels"
"$1/bin/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "$wheels"/*.whl
