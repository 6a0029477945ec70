"""Reduce the text of a C program that shows a bug on a target: judged by the target and by
builds that are trusted.
"""

from __future__ import annotations

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
    """How a text is reduced: for how long, with which reducer after our own stages, and how
    many tests at a time.
    """

    seconds: float = SECONDS
    external: External | None = None
    jobs: int = 1


class TextResult(msgspec.Struct, frozen=True):
    """The reduced text, and what it has passed."""

    reduced: ReducedText
    checks: tuple[str, ...]


class TextReduction:
    """One reduction; raises `NothingTested` where no text could be trusted, with the reason."""

    def __init__(
        self, target: Target, wanted: Verdict, program: Program, options: TextOptions
    ) -> None:
        if program.language != "c":
            raise BadInput(f"expected a C program to reduce its text, but {program.language} came")
        self._target = target
        self._wanted = wanted
        self._program = program
        self._options = options
        self._compilers = find_compilers(search_path())
        self.reducer: TextReducer | None = None

    def run(self, keep: Keep, tell: Tell, earlier: bytes | None = None) -> TextResult:
        """Reduce; `keep` is told of each better text. `earlier` is where an interrupted
        reduction came to.
        """
        with TargetPool() as pool:
            guards = GuardMaker(pool, self._target, self._program, self._compilers).make(
                self._wanted
            )
            judges = [
                TextJudge(self._target, self._wanted, self._program, guards)
                for _ in range(self._options.jobs)
            ]
            judge, together = judges[0], Judges(judges)
            try:
                start = self._start(judge, earlier)
                means = self._means(judge, start, pool)
                self.reducer = TextReducer(start, together, means, keep, tell)
                reduced = self.reducer.reduce()
                told = judge.refusal(reduced.text, fresh=True)
                if told:
                    raise NothingTested(
                        f"in new processes the reduced program does not show the bug: {told}"
                    )
                return TextResult(reduced, guards.checks)
            finally:
                together.close()

    def _means(self, judge: TextJudge, start: bytes, pool: TargetPool) -> Means:
        return Means(
            plausible=judge.plausible,
            written_out=self._written_out(start),
            run=self._run_with(pool),
            external=self._options.external,
            seconds=self._options.seconds,
            jobs=self._options.jobs,
        )

    def _start(self, judge: TextJudge, earlier: bytes | None) -> bytes:
        if earlier is not None and judge(earlier):
            return earlier
        told = judge.refusal(self._program.source)
        if told:
            raise NothingTested(f"the program does not show the bug by itself: {told}")
        return self._program.source

    def _written_out(self, source: bytes) -> bytes | None:
        include = csmith_include()
        return (
            written_out(source, self._trusted.path, [include] if include else [])
            if b"#include" in source
            else None
        )

    def _run_with(self, pool: TargetPool) -> Run:
        include = csmith_include() if b"csmith.h" in self._program.source else ""
        target = trusted_target(
            "counters", [strict_build(self._trusted, "-O0", (), include)], memory=True
        )

        def run(source: bytes) -> bytes | None:
            outcome = pool.run(
                target, msgspec.structs.replace(self._program, source=source), DEADLINE
            ).outcome
            return outcome.stdout if isinstance(outcome, Text) else None

        return run

    @property
    def _trusted(self) -> Compiler:
        """Return the newest compiler that is not under test, a clang if there is one."""
        own = self._target.stages[0].worker.option("path")
        others: Sequence[Compiler] = [
            each for each in self._compilers if each.path != own and each.family in STRICT
        ]
        return others[-1]
