"""Whether a C text still shows a bug: the interestingness test of text reduction, with its guards.

There is no expected output once a text is changed. It is wrong when the target's program does
something else than what all trusted builds do; a compiler that dies must die in the same way on
what others accept.
"""

from __future__ import annotations

import queue
from typing import Final

import msgspec

from aberration.campaign.text_guards import DEADLINE, Guards, is_wrong_run
from aberration.core.oracle import Expected, Verdict, judge
from aberration.core.outcome import Compiled, Outcome, Rejected, Text
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

_TRIAL_SECONDS: Final = 3.0


class TextJudge:
    """Judges texts that take the place of `program`, one at a time, in warm workers of its own."""

    def __init__(self, target: Target, wanted: Verdict, program: Program, guards: Guards) -> None:
        self._target = _with_short_limits(target)
        self._with_full_limits = target
        self._wanted = wanted
        self._program = program
        self._guards = guards
        self._pool = TargetPool()

    def __call__(self, source: bytes) -> bool:
        """Return whether a text shows the bug."""
        return not self.refusal(source)

    def plausible(self, source: bytes) -> bool:
        """Return whether a text seems to show the bug; sanitizers are not asked."""
        return not self.refusal(source, sanitized=False)

    def refusal(self, source: bytes, *, fresh: bool = False, sanitized: bool = True) -> str:
        """Return why a text does not show the bug, or nothing; `fresh` asks new workers and
        gives the full time.
        """
        program = msgspec.structs.replace(self._program, source=source)
        right = self._ask(self._guards.first, program, fresh)
        if isinstance(right, Rejected):
            return right.message
        if not isinstance(right, Text if is_wrong_run(self._wanted) else Compiled):
            return "the first trusted build came to no end"
        target = self._with_full_limits if fresh else self._target
        answer = self._other_behaviour(self._ask(target, program, fresh), right)
        answer = answer or self._refusal_by(self._guards.middle, program, right, fresh)
        if answer or not sanitized:
            return answer
        if self._guards.aliasing is not None and self._other_behaviour(
            self._ask(self._guards.aliasing, program, fresh), right
        ):
            return "it may break the aliasing rules of C: with -fno-strict-aliasing it works"
        return self._refusal_by(self._guards.rest, program, right, fresh)

    def close(self) -> None:
        """End all workers."""
        self._pool.close()

    def _ask(self, target: Target, program: Program, fresh: bool) -> Outcome:
        return (self._pool.run_fresh if fresh else self._pool.run)(
            target, program, DEADLINE
        ).outcome

    def _other_behaviour(self, seen: Outcome, right: Outcome) -> str:
        """Return what the target did other than to show the bug, or nothing."""
        expected = right if isinstance(right, Text) else Text(b"")
        verdict = judge(Expected(expected), {"": {"program": seen}})[""]
        return (
            ""
            if _is_bug(self._wanted, verdict)
            else f"the target: {verdict.kind} {verdict.detail}".strip()
        )

    def _refusal_by(
        self, guard: Target | None, program: Program, right: Outcome, fresh: bool
    ) -> str:
        if guard is None:
            return ""
        answer = self._ask(guard, program, fresh)
        if isinstance(answer, Rejected):
            return answer.message
        return "" if answer == right else "the trusted builds do not agree"


class Judges:
    """Several judges, for several threads: each question takes the next free one."""

    def __init__(self, judges: list[TextJudge]) -> None:
        self._judges = judges
        self._free: queue.Queue[TextJudge] = queue.Queue()
        for each in judges:
            self._free.put(each)

    def __call__(self, source: bytes) -> bool:
        """Return whether a text shows the bug."""
        free = self._free.get()
        try:
            return free(source)
        finally:
            self._free.put(free)

    def close(self) -> None:
        """End all workers."""
        for each in self._judges:
            each.close()


def _is_bug(wanted: Verdict, seen: Verdict) -> bool:
    """True for the same bug; a program that came to a wrong result may also hang."""
    if not is_wrong_run(wanted):
        return seen.kind == wanted.kind and seen.signature == wanted.signature
    if seen.kind == "crash":
        return wanted.kind == "crash" and seen.signature == wanted.signature
    return seen.kind == "wrong" or seen.signature == "timeout run"


def _with_short_limits(target: Target) -> Target:
    """Return the target with less time for the programs: right ones end at once, and wrong ones
    often never.
    """
    stage = target.stages[-1]
    if stage.worker.runner != "c":
        return target
    options = tuple(option for option in stage.worker.options if option[0] != "run_limit")
    worker = msgspec.structs.replace(
        stage.worker, options=(*options, ("run_limit", f"{_TRIAL_SECONDS:g}"))
    )
    stages = (*target.stages[:-1], msgspec.structs.replace(stage, worker=worker))
    return msgspec.structs.replace(target, stages=stages)
