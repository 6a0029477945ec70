"""The reduction of a C text: stages of our own, which are fast on large texts, then a reducer that
is installed.

The best text so far is kept at every moment. What makes a text interesting is the caller's
business.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from aberration.languages.c.counters import Run
from aberration.languages.c.layout import laid_out
from aberration.reduce.external import External, reduce_with
from aberration.reduce.search import Keep, Test
from aberration.reduce.stages import (
    expressions,
    inner_statements,
    never_executed,
    pieces_by_depth,
    unused_declarations,
    without_unused,
)
from aberration.reduce.text_search import Stage, TextSearch, search_text, weight

Status = Literal["complete", "time-limit", "not-reproduced"]
Tell = Callable[[str], None]
# A round that makes a text less than 2 % smaller is left to the external reducer, which knows more.
_WORTH_A_ROUND: Final = 0.98
_SHARE: Final = 0.5


class StageRecord(msgspec.Struct, frozen=True):
    """What a stage came to: the size after it, and what it cost."""

    name: str
    size: int
    lines: int
    tests: int
    seconds: float


class Means(msgspec.Struct, frozen=True):
    """What a reduction may use: `plausible` is a cheaper test, asked before the other;
    `written_out` the text with its headers inside, if there is one; `run` runs an instrumented
    program; `external` with `jobs` tests at a time, `alone` without our stages; `seconds` for all.
    """

    plausible: Test[bytes] | None
    written_out: bytes | None
    run: Run
    external: External | None
    seconds: float
    jobs: int = 1
    alone: bool = False


class ReducedText(msgspec.Struct, frozen=True):
    """How a reduction of a text ended; `complaint` is what the external reducer said when it
    failed.
    """

    status: Status
    text: bytes
    tests: int
    seconds: float
    stages: tuple[StageRecord, ...]
    complaint: str = ""


class TextReducer:
    """Reduces one text, stage by stage."""

    def __init__(
        self, start: bytes, interesting: Test[bytes], means: Means, keep: Keep[bytes], tell: Tell
    ) -> None:
        self._search = search_text(start, interesting, keep, means.seconds, means.plausible)
        self._stages: list[StageRecord] = []
        self._interesting = interesting
        self._means = means
        self._tell = tell
        self._complaint = ""
        self._begun = time.monotonic()

    def reduce(self) -> ReducedText:
        """Return the smallest text found within the time."""
        if not self._interesting(self._search.best):
            return self._result("not-reproduced")
        external = self._means.external
        # What the text includes may be what the bug needs; only written out it can be made smaller.
        self._stage("headers written out", self._write_out)
        if not self._means.alone:
            self._stage("statements never executed", never_executed(self._means.run), hopeful=True)
            self._own_rounds(self._means.seconds * _SHARE if external is not None else 0.0)
        if external is not None:
            self._stage(external.name, self._external)
        self._stage("laid out", _lay_out)
        return self._result("complete" if self._search.seconds_left else "time-limit")

    def _own_rounds(self, left: float) -> None:
        """Go round until it is not worth it any more, or until no more than `left` seconds are
        left for others.
        """
        rounds: Sequence[tuple[str, Stage]] = (
            ("declarations not used", unused_declarations),
            ("statements", pieces_by_depth),
            ("statements inside", inner_statements),
            ("expressions", expressions),
        )
        worth = _WORTH_A_ROUND if self._means.external is not None else 1.0
        before = 0
        while before == 0 or weight(self._search.best)[0] < before * worth:
            before = weight(self._search.best)[0]
            for name, stage in rounds:
                if self._search.seconds_left <= left:
                    return
                with self._search.reserve(left):
                    self._stage(name, stage, hopeful=True)

    def _stage(self, name: str, stage: Stage, *, hopeful: bool = False) -> None:
        begun, tests = time.monotonic(), self._search.tests
        if hopeful:
            self._search.run(stage)
        else:
            stage(self._search)
        best = self._search.best
        seconds = round(time.monotonic() - begun, 2)
        record = StageRecord(
            name, len(best), best.count(b"\n"), self._search.tests - tests, seconds
        )
        self._stages.append(record)
        self._tell(
            f"{name}: {record.size} bytes, {record.lines} lines ({record.tests} tests, "
            f"{record.seconds:g} s)"
        )

    def _write_out(self, search: TextSearch) -> None:
        whole = self._means.written_out
        if whole is not None and not search.accepts(without_unused(whole)):
            search.accepts(whole)

    def _external(self, search: TextSearch) -> None:
        if self._means.external is not None and search.seconds_left:
            self._complaint = reduce_with(self._means.external, search, self._means.jobs)

    def _result(self, status: Status) -> ReducedText:
        seconds = round(time.monotonic() - self._begun, 2)
        return ReducedText(
            status,
            self._search.best,
            self._search.tests,
            seconds,
            tuple(self._stages),
            self._complaint,
        )


def _lay_out(search: TextSearch) -> None:
    """Prefer the text as people read it, also when it is longer and the time is over."""
    search.accepts(laid_out(search.best), late=True)
