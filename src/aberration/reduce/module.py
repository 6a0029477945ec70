"""The reduction of a SPIR-V module: edits kind by kind, and less to run.

It is to modules what `program` is to shaders in text. What makes a module interesting is the
caller's business; what is not valid is not asked about.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from aberration.core.program import Program
from aberration.languages.shading.shrink.inputs import smaller
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.shrink.apply import apply
from aberration.languages.spirv.shrink.edits import KINDS, Edit, EditKind
from aberration.languages.spirv.shrink.inputs import used_inputs
from aberration.languages.spirv.validate import environment_of, validate
from aberration.reduce.program import Limits, Questions, ShrunkProgram, Status
from aberration.reduce.search import Keep, Search

_Search = Search[Program]


def shrink_module(
    start: Program, tests: Questions, limits: Limits, keep: Keep[Program]
) -> ShrunkProgram:
    """Reduce a module that is interesting.

    A round makes all kinds of edits, and asks the cheapest questions that none has misled yet.
    """
    begun = time.monotonic()
    search = Search(
        start,
        tests.interesting,
        keep,
        lambda one: one.digest.encode(),
        cheaper=(tests.plausible, tests.fresh),
        legal=_is_valid,
        seconds=limits.seconds,
        most=limits.tries,
    )
    strictness, progress = 0, True
    while progress and not search.is_over:
        before = search.best
        strictness = search.run(_round, strictness)
        progress = search.best is not before
    status: Status = "limit" if search.is_over else "complete"
    seconds = round(time.monotonic() - begun, 2)
    return ShrunkProgram(search.best, status, search.tests, seconds)


def _is_valid(program: Program) -> bool:
    return validate(program.source, environment_of(program.source)) is None


def _round(search: _Search) -> None:
    _less_to_run(search)
    # No edit at all leaves out what nothing uses.
    candidate = _candidate_of(search.best, ())
    if candidate is not None:
        search.accepts(candidate)
    for kind in KINDS:
        _make_edits(search, kind)


def _less_to_run(search: _Search) -> None:
    stage = search.best.stage
    assert stage != "program"
    search.accepts(replace(search.best, inputs=used_inputs(search.best)))
    for inputs in smaller(search.best.inputs, stage):
        if search.accepts(replace(search.best, inputs=inputs)):
            return


def _make_edits(search: _Search, kind: EditKind) -> None:
    if search.is_over:
        return
    base = search.best
    search.drop(kind.propose(Module.parse(base.source)), partial(_candidate_of, base))


def _candidate_of(base: Program, edits: Sequence[Edit]) -> Program | None:
    source = apply(base.source, edits)
    return None if source is None else replace(base, source=source)
