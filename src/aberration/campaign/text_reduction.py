"""Reduce the text of a C program that shows a bug on a target: judged by the target and by
builds that are trusted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.text_guards import DEADLINE, GuardMaker
from aberration.campaign.text_judge import Judges, TextJudge
from aberration.campaign.triage.trusted import STRICT, strict_build, trusted_target
from aberration.core.errors import BadInput, NothingTested
from aberration.core.oracle import Verdict
from aberration.core.outcome import Text
from aberration.core.process import search_path
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.c.compilers import Compiler, csmith_include, find_compilers
from aberration.languages.c.counters import Run
from aberration.languages.c.preprocessing import written_out
from aberration.reduce.external import External
from aberration.reduce.search import Keep
from aberration.reduce.text import Means, ReducedText, Tell, TextReducer
from aberration.targets.pool import TargetPool

SECONDS: Final = 600.0


class TextOptions(msgspec.Struct, frozen=True):
    """How a text is reduced: for how long, with which reducer after our own stages, or `alone`,
    and how many tests at a time.
    """

    seconds: float = SECONDS
    external: External | None = None
    alone: bool = False
    jobs: int = 1


class TextResult(msgspec.Struct, frozen=True):
    """The reduced text, and what it has passed."""

    reduced: ReducedText
    checks: tuple[str, ...]


def reduce_c_text(
    target: Target,
    wanted: Verdict,
    program: Program,
    options: TextOptions,
    keep: Keep[bytes],
    tell: Tell,
    earlier: bytes | None = None,
) -> TextResult:
    """Reduce the text of a program that shows the bug `wanted` on a target; `keep` gets each
    better text. `earlier` is where an interrupted reduction came to.

    Raise `NothingTested` where no text could be trusted, with the reason.
    """
    if program.language != "c":
        raise BadInput(f"expected a C program to reduce its text, but {program.language} came")
    compilers = find_compilers(search_path())
    with TargetPool() as pool:
        guards = GuardMaker(pool, target, program, compilers).make(wanted)
        judges = [TextJudge(target, wanted, program, guards) for _ in range(options.jobs)]
        with contextlib.closing(Judges(judges)) as together:
            judge, trusted = judges[0], _trusted_compiler(target, compilers)
            start = _start(judge, program, earlier)
            means = Means(
                plausible=judge.plausible,
                written_out=_with_headers(start, trusted),
                run=_runner_with(trusted, program, pool),
                external=options.external,
                alone=options.alone,
                seconds=options.seconds,
                jobs=options.jobs,
            )
            reduced = TextReducer(start, together, means, keep, tell).reduce()
            message = judge.refusal(reduced.text, fresh=True)
            if message:
                raise NothingTested(
                    f"in new processes the reduced program does not show the bug: {message}"
                )
            return TextResult(reduced, guards.checks)


def _start(judge: TextJudge, program: Program, earlier: bytes | None) -> bytes:
    if earlier is not None and judge(earlier):
        return earlier
    message = judge.refusal(program.source)
    if message:
        raise NothingTested(f"the program does not show the bug by itself: {message}")
    return program.source


def _with_headers(source: bytes, trusted: Compiler) -> bytes | None:
    if b"#include" not in source:
        return None
    include = csmith_include()
    return written_out(source, trusted.path, [include] if include else [])


def _runner_with(trusted: Compiler, program: Program, pool: TargetPool) -> Run:
    include = csmith_include() if b"csmith.h" in program.source else ""
    build = strict_build(trusted, "-O0", (), include)
    target = trusted_target("counters", [build], memory=True)

    def run(source: bytes) -> bytes | None:
        marked = msgspec.structs.replace(program, source=source)
        outcome = pool.run(target, marked, DEADLINE).outcome
        return outcome.stdout if isinstance(outcome, Text) else None

    return run


def _trusted_compiler(target: Target, compilers: Sequence[Compiler]) -> Compiler:
    """Return the newest compiler that is not under test, a clang if there is one."""
    own = target.stages[0].worker.option("path")
    return [each for each in compilers if each.path != own and each.family in STRICT][-1]
