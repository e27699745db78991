#!/bin/sh
# Makes the virtual environment of the tests: venv.sh FOLDER
set -eu
python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo 'boardwright needs Python 3.11 or later (make PYTHON=… takes another interpreter)' >&2
    exit 1
}
"$python" -m venv "$1" || {
    echo 'no virtual environment can be made: on Debian, apt-get install python3-venv' >&2
    exit 1
}
"$1/bin/pip" install --quiet --disable-pip-version-check -r requirements-dev.txt
# An oracle that has no wheel here is no reason not to test the rest; the tests
# that need it say so and are skipped.
while read -r line; do
    case $line in ''|\#*) continue ;; esac
    # A line may begin with options of pip.
    # shellcheck disable=SC2086
    "$1/bin/pip" install --quiet --disable-pip-version-check $line ||
        echo "oracle $line cannot be installed here; its tests will be skipped" >&2
done < requirements-oracles.txt
