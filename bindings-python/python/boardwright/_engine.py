"""Engines that speak a protocol, in this process: a line in, lines out.

What an engine says comes to a callback on one thread of the package, in order and a line
at a time; a callback should be brief, for the ends of other work come on that thread too.
The library's own threads never touch the interpreter, and no line that is sent waits for
a search.
"""

from collections.abc import Callable
from types import TracebackType
from typing import Self

from boardwright import _jobs, _native


class Engine:
    """A partner for one host in one protocol, such as ``uci``, ``ubi`` or ``bei``.

    ``protocols()`` lists their names. ``on_line`` is called with each line that it says.
    What the callback raises is raised by the next ``send``, and what is no ``Exception``,
    such as ``SystemExit``, goes to ``sys.unraisablehook``. An engine that is no longer
    used is closed.
    """

    __slots__ = ("__weakref__", "_failure", "_native", "_on_line")

    def __init__(self, protocol: str, on_line: Callable[[str], object]) -> None:
        if not callable(on_line):
            raise TypeError("on_line: takes a function of one line")
        self._on_line = on_line
        self._failure: Exception | None = None
        self._native = _jobs.listen(protocol, self._hear)

    @property
    def protocol(self) -> str:
        """The name of its protocol."""
        return self._native.protocol

    @property
    def closed(self) -> bool:
        """True if it was closed, by ``close`` or by its protocol's word for the end."""
        return self._native.closed

    def send(self, text: str) -> None:
        """Tells it a line, or several; what is wrong with one it says in its protocol.

        Does not wait for what comes of it.
        """
        # Taken first: what this very line brings forth is the next call's.
        failure, self._failure = self._failure, None
        self._native.send(text)
        if failure is not None:
            raise failure

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it searches nothing, up to some seconds; says whether it is so.

        The last lines may be on their way to the callback then.
        """
        return self._native.wait(timeout)

    def close(self) -> None:
        """Cancels what it searches, without another word."""
        self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine({self.protocol!r})"

    def _hear(self) -> None:
        for line in self._native._take():  # noqa: SLF001
            try:
                self._on_line(line)
            except Exception as failure:  # noqa: BLE001
                # On this thread nobody would hear of it.
                self._failure = self._failure or failure
            except BaseException as failure:  # noqa: BLE001
                # What ends a program ends nothing here; the lines that follow are heard.
                _native.report(failure, self._on_line)
