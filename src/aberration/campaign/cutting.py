"""How work is ended when someone asks: between two pieces, or in the midst by an exception that
nobody handles.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

Stop = Callable[[], bool]
"""True from the moment on when someone asked for the end."""


def never() -> bool:
    """Nobody asks for the end."""
    return False


class CutShort(BaseException):
    """Someone asked for the end; no error, and nothing may be concluded from what did not
    happen.
    """


class Cutter:
    """Takes the request, as a signal's handler; raises it where that is allowed, else it is
    `asked` and no more.
    """

    def __init__(self) -> None:
        self.asked = False
        self._inside = False

    def take(self, _number: int, _frame: FrameType | None) -> None:
        """Note the request, and raise `CutShort` inside `allowed`."""
        self.asked = True
        if self._inside:
            self._inside = False
            raise CutShort

    @contextmanager
    def allow_cut(self) -> Iterator[None]:
        """Let what is inside be cut short; raise at once where it was asked before."""
        if self.asked:
            raise CutShort
        self._inside = True
        try:
            yield
        finally:
            self._inside = False
