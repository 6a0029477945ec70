"""The reduction of a shading program: edits of its tree, kind by kind, and less to run.

What makes a program interesting is the caller's business. The best program so far is kept after
each round. Edits of one kind and depth are tried together, then in halves, down to each by itself;
a text that was tried is not tried again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.shrink.edit import Edit, apply
from aberration.languages.shading.shrink.inputs import smaller, used_inputs
from aberration.languages.shading.shrink.kinds import KINDS, Kind
from aberration.languages.shading.shrink.subject import Subject
from aberration.languages.shading.tree import Declare, Interface, Module, StructDecl, StructSyntax
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write

Status = Literal["complete", "limit"]
Interesting = Callable[[Program], bool]
Keep = Callable[[Program], None]
TRIES: Final = 3000
SECONDS: Final = 60.0


class Limits(msgspec.Struct, frozen=True):
    """How many programs are run, and for how long."""

    tries: int = TRIES
    seconds: float = SECONDS


MINUTE: Final = Limits()
_STRICTEST: Final = 2


class ShrunkProgram(msgspec.Struct, frozen=True):
    """The smallest program found, after running so many; `complete` when no single edit makes
    it smaller.
    """

    program: Program
    status: Status
    tries: int
    seconds: float


def lines_of(program: Program) -> int:
    """Return the number of lines that are not empty."""
    return sum(bool(line.strip()) for line in program.source.splitlines())


class Questions(msgspec.Struct, frozen=True):
    """`interesting` is believed; `steady` and `plausible` are cheaper forms that may take a
    program that is not.
    """

    interesting: Interesting
    steady: Interesting
    plausible: Interesting


def shrink(start: Program, tests: Questions, limits: Limits, keep: Keep) -> ShrunkProgram:
    """Reduce a program that is interesting; raise `BadInput` for one that cannot be read."""
    return _Search(start, tests, limits, keep).run()


class _Search:
    """A round makes all kinds of edits on programs that are plausible; where its last one is not
    interesting, the last that is, is gone back to, and more is asked of each one from there on.
    """

    def __init__(self, start: Program, tests: Questions, limits: Limits, keep: Keep) -> None:
        self._tests = tests
        self._keep = keep
        self._limits = limits
        self._begun = time.monotonic()
        self._tries = 0
        self._strictness = 0
        self._tried: set[tuple[bytes, Inputs]] = {(start.source, start.inputs)}
        self._trail: list[Program] = [start]
        self._subject = Subject(start)

    @property
    def _best(self) -> Program:
        return self._trail[-1]

    @property
    def _is_over(self) -> bool:
        return (
            self._tries >= self._limits.tries
            or time.monotonic() - self._begun > self._limits.seconds
        )

    def run(self) -> ShrunkProgram:
        """Go round until nothing gets smaller."""
        progress = True
        while progress and not self._is_over:
            before, tried = len(self._trail), set(self._tried)
            self._less_to_run()
            for kind in KINDS:
                self._kind(kind)
            progress = len(self._trail) > before
            if not self._settle(before):
                self._tried, progress = tried, True
                self._strictness += 1
            self._keep(self._best)
        seconds = round(time.monotonic() - self._begun, 2)
        status: Status = "limit" if self._is_over else "complete"
        return ShrunkProgram(self._best, status, self._tries, seconds)

    def _settle(self, before: int) -> bool:
        """Go back to the last program since then that is interesting, by halving; true if it is
        the last one of all.
        """
        last = len(self._trail) - 1
        good, bad = before - 1, last + 1
        while self._strictness < _STRICTEST and good + 1 < bad:
            middle = last if bad > last else (good + bad) // 2
            self._tries += 1
            if self._tests.interesting(self._trail[middle]):
                good = middle
            else:
                bad = middle
        if self._strictness == _STRICTEST or good == last:
            return True
        del self._trail[good + 1 :]
        self._subject = Subject(self._best)
        return False

    def _less_to_run(self) -> None:
        stage = self._best.stage
        assert stage != "program"
        self._accepts(
            replace(self._best, inputs=used_inputs(self._subject, self._best.inputs, stage))
        )
        for inputs in smaller(self._best.inputs, stage):
            if self._accepts(replace(self._best, inputs=inputs)):
                return

    def _kind(self, kind: Kind) -> None:
        for variant in range(kind.variants):
            depth = -1
            while not self._is_over:
                edits = kind.propose(self._subject, variant)
                deeper = [edit.depth for edit in edits if edit.depth > depth]
                if not deeper:
                    break
                depth = min(deeper)
                self._make([edit for edit in edits if edit.depth == depth])

    def _make(self, edits: Sequence[Edit]) -> None:
        """Make as many of the edits of the best program as possible, from the last backwards."""
        base, done, left = self._subject.module, list[Edit](), list(edits)
        for size in _sizes(len(left)):
            for end in range(len(left), 0, -size):
                chunk = left[max(0, end - size) : end]
                if self._is_over:
                    return
                if self._takes(base, [*done, *chunk]):
                    done += chunk
                    del left[max(0, end - size) : end]

    def _takes(self, base: Module, edits: Sequence[Edit]) -> bool:
        changed = apply(base, edits)
        if not _is_whole(changed) or first_refusal(changed, self._subject.shader.rules) is not None:
            return False
        return self._accepts(replace(self._best, source=write(changed).encode()))

    def _accepts(self, program: Program) -> bool:
        """Take a program as the best one if it is new, legal and interesting."""
        key = (program.source, program.inputs)
        if key in self._tried or self._is_over:
            return False
        self._tried.add(key)
        try:
            subject = Subject(program)
        except BadInput:
            return False
        self._tries += 1
        tests = (self._tests.plausible, self._tests.steady, self._tests.interesting)
        if not all(test(program) for test in tests[: self._strictness + 1]):
            return False
        self._subject = subject
        self._trail.append(program)
        return True


def _sizes(count: int) -> Iterator[int]:
    """Yield the sizes of chunks: all, half of them, ..., one."""
    while count > 0:
        yield count
        count //= 2


def _is_whole(module: Module) -> bool:
    """Whether everything that has to declare something does."""
    return all(
        bool(node.variables if isinstance(node, Declare) else node.members)
        for node in walk(module)
        if isinstance(node, Declare | StructDecl | StructSyntax | Interface)
    )
