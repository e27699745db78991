"""The command `boardwright`, the same program as the Rust one."""

import contextlib
import signal
import sys

from boardwright import _native


def main() -> int:
    """Runs the command line of this process and return its exit code."""
    # Python's own handler only makes a note, which nobody would read before the end.
    # Off the main thread this cannot be done, and need not.
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run_command_line(["boardwright", *sys.argv[1:]])
