"""The one tree of exceptions.

A message says what was expected, what came, where, and what to do next. Bad input is a `BadInput`:
the command line prints its message alone and exits with code 2. All else that escapes is a defect
of aberration: exit code 3, with a note how to report it.
"""

import traceback
from typing import TypeVar

T = TypeVar("T")


class AberrationError(Exception):
    """Base of all errors that aberration raises on purpose.

    `where` names a file, a line and column, or a word offset; `hint` what to do next.
    """

    exit_code = 2

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        located = f"{self.where}: {self.message}" if self.where else self.message
        return f"{located}\n  {self.hint}" if self.hint else located

    def at(self, where: str) -> "AberrationError":
        """Return the same error located inside `where`, for a caller that knows the file."""
        joined = f"{where}: {self.where}" if self.where else where
        return type(self)(self.message, where=joined, hint=self.hint)


class BadInput(AberrationError):
    """Something given to us is not what it should be."""


class MalformedModule(BadInput):
    """A SPIR-V binary that cannot be read; `where` is the word offset."""


class MalformedAssembly(BadInput):
    """SPIR-V assembly text that cannot be read; `where` is line and column."""


class MalformedShader(BadInput):
    """GLSL, ESSL or WGSL text that cannot be read; `where` is file, line and column, the hint
    shows the line.
    """


class Untranslatable(BadInput):
    """A shader that another language cannot express; `reason` is one of the named reasons of
    the translation.
    """

    def __init__(self, message: str, *, where: str = "", hint: str = "", reason: str = "") -> None:
        super().__init__(message, where=where, hint=hint)
        self.reason = reason

    def at(self, where: str) -> "Untranslatable":
        """Return the same error located inside `where`, with its reason."""
        joined = f"{where}: {self.where}" if self.where else where
        return Untranslatable(self.message, where=joined, hint=self.hint, reason=self.reason)


class UnknownName(BadInput):
    """A target, method, preset or test id that does not exist here."""


class NewerSchema(BadInput):
    """A file or store written by a newer version of aberration."""


class ReplayMismatch(BadInput):
    """A recipe that no longer gives the bytes that it gave; the message says which part changed."""


class TargetUnavailable(BadInput):
    """A target that cannot run on this machine; the hint says how to get it."""


class Starved(AberrationError):
    """A process that was not let finish: nothing can be said of its compiler, not even that it
    hangs.

    A busy machine gave it no time, or someone who stops everything ended it.
    """


class EndedFromOutside(Starved):
    """A process that somebody else ended, by a signal or with the process that made it: what it ran
    may be asked for again.
    """


class NothingTested(AberrationError):
    """A campaign that executed no test, or whose tests were all rejected: silence would be a
    lie.
    """


class MachineRefused(AberrationError):
    """The machine did not give what was asked of it: room on a disk, a file, one process more."""


class SelfTestFailed(AberrationError):
    """The harness did not catch its planted bug, or found fault with the identity target."""


class InternalError(AberrationError):
    """A promise of our own code that did not hold."""

    exit_code = 3


def must_exist(found: T | None) -> T:
    """Return what a lookup that cannot fail has found; `InternalError` if it failed after all."""
    if found is None:
        raise InternalError("expected to find what is known to exist, but there is no such")
    return found


class OutOfTime(Exception):
    """The time for a piece of work is over before a question was answered: nothing may be
    concluded.

    No `AberrationError`, so that nobody takes it for an answer: who gave the time is to take it.
    """


def with_place(error: Exception) -> str:
    """Return an error of our own code in one line, with the function and line that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
