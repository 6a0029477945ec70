"""The reduction of a shading program: edits of its tree, kind by kind, and less to run.

What makes a program interesting is the caller's business. Edits of one kind and depth are tried
together, then in halves, down to each by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.shrink.edit import Edit, apply
from aberration.languages.shading.shrink.inputs import smaller, used_inputs
from aberration.languages.shading.shrink.kinds import KINDS, Kind
from aberration.languages.shading.shrink.subject import Subject
from aberration.languages.shading.tree import Declare, Interface, Module, StructDecl, StructSyntax
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write
from aberration.languages.spirv.binary import instruction_count
from aberration.reduce.search import Keep, Search, Test

Status = Literal["complete", "limit"]
Interesting = Test[Program]
TRIES: Final = 3000
SECONDS: Final = 60.0


class Limits(msgspec.Struct, frozen=True):
    """How many programs are run, and for how long."""

    tries: int = TRIES
    seconds: float = SECONDS


MINUTE: Final = Limits()


class ShrunkProgram(msgspec.Struct, frozen=True):
    """The smallest program found, after running so many; `complete` when no single edit makes
    it smaller. `complaint` is what another reducer said when it failed.
    """

    program: Program
    status: Status
    tries: int
    seconds: float
    complaint: str = ""


def lines_of(program: Program) -> int:
    """Return the number of lines that are not empty; of a SPIR-V module, of instructions."""
    if program.language == "spirv":
        return instruction_count(program.source)
    return sum(bool(line.strip()) for line in program.source.splitlines())


class Questions(msgspec.Struct, frozen=True):
    """`interesting` is believed; `fresh` and `plausible` are cheaper forms that may take a
    program that is not.
    """

    interesting: Interesting
    fresh: Interesting
    plausible: Interesting


Shrink = Callable[[Program, Questions, Limits, Keep[Program]], ShrunkProgram]
"""Reduces a program that is interesting."""


class _Candidate:
    """A program, with what the checker knows of it once somebody wants to know."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def subject(self) -> Subject:
        return Subject(self.program)

    @property
    def is_legal(self) -> bool:
        try:
            return self.subject is not None
        except BadInput:
            return False


_Search = Search[_Candidate]


def shrink(start: Program, tests: Questions, limits: Limits, keep: Keep[Program]) -> ShrunkProgram:
    """Reduce a program that is interesting; raise `BadInput` for one that cannot be read.

    A round makes all kinds of edits, and asks the cheapest questions that none has misled yet.
    """
    begun = time.monotonic()
    best = _Candidate(start)
    assert best.subject is not None
    search = Search(
        best,
        lambda one: tests.interesting(one.program),
        lambda one: keep(one.program),
        lambda one: one.program.digest.encode(),
        cheaper=(lambda one: tests.plausible(one.program), lambda one: tests.fresh(one.program)),
        legal=lambda one: one.is_legal,
        seconds=limits.seconds,
        most=limits.tries,
    )
    strictness, progress = 0, True
    while progress and not search.is_over:
        before = search.best
        strictness = search.run(_round, strictness)
        progress = search.best is not before
    seconds = round(time.monotonic() - begun, 2)
    status: Status = "limit" if search.is_over else "complete"
    return ShrunkProgram(search.best.program, status, search.tests, seconds)


def _round(search: _Search) -> None:
    start = search.best
    _less_to_run(search)
    for kind in KINDS:
        if kind.late and search.best is not start:
            continue
        for variant in range(kind.variants):
            before = None
            while search.best is not before:
                before = search.best
                _make_edits(search, kind, variant)
                if not kind.again:
                    break


def _less_to_run(search: _Search) -> None:
    best, stage = search.best, search.best.program.stage
    assert stage != "program"
    besides = [Subject(best.program.companion_program())] if best.program.is_pair else []
    needed = used_inputs(best.subject, best.program.inputs, stage, *besides)
    search.accepts(_Candidate(replace(best.program, inputs=needed)))
    for inputs in smaller(search.best.program.inputs, stage):
        if search.accepts(_Candidate(replace(search.best.program, inputs=inputs))):
            return


def _make_edits(search: _Search, kind: Kind, variant: int) -> None:
    """Make the edits of one kind, those that begin least deep in the tree first."""
    depth = -1
    while not search.is_over:
        edits = kind.propose(search.best.subject, variant)
        deeper = [edit.depth for edit in edits if edit.depth > depth]
        if not deeper:
            return
        depth = min(deeper)
        here = [edit for edit in edits if edit.depth == depth]
        search.drop(here, partial(_candidate_of, search.best))


def _candidate_of(base: _Candidate, edits: Sequence[Edit]) -> _Candidate | None:
    changed = apply(base.subject.module, edits)
    if not _is_whole(changed) or first_refusal(changed, base.subject.shader.rules) is not None:
        return None
    return _Candidate(replace(base.program, source=write(changed).encode()))


def _is_whole(module: Module) -> bool:
    """Whether everything that has to declare something does."""
    return all(
        bool(node.variables if isinstance(node, Declare) else node.members)
        for node in walk(module)
        if isinstance(node, Declare | StructDecl | StructSyntax | Interface)
    )
