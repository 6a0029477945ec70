"""Reduce what the strategies found in a compiler that is in use, so that its bugs can be told
apart.

    python -m experiments.emi_strategies.bugs [--target pcc:-O] [--most 4]

Takes the findings of `runs.jsonl`, makes each again from its run, reduces its sequence of mutations
and every mutation by itself, and writes them to `NAME-cases.json` with what is left of it, one
after the other; a run that was broken off goes on. `--most` findings of each strategy that fail
alike are made small, spread over its seeds. `NAME-bugs.json` counts all findings by bug.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.oracle import Verdict, judge
from aberration.core.outcome import Rejected
from aberration.core.recipe import TestCase, step_types
from aberration.core.target import Target
from aberration.methods.emi.method import EmiMethod
from aberration.reduce.reducer import reduce_case
from aberration.targets.c_levels import PLAIN, at_level
from aberration.targets.pool import TargetPool

from .compare import HERE, SHARE, Log, known_targets
from .remarks import plain_text
from .strategies import STRATEGIES, Run, variants_of

_REASON: Final = re.compile(r"^.*?(?:\(\.text\S*\)|, line \d+|:\d+|error): ")
_TOLD_APART: Final = (
    ("rejected: relocation", "", "far constant index"),
    ("without optimisation too", r"\(-\d+\) >> \d+U", "shift folding"),
    ("without optimisation too", r"[/%] \(?-?\d+", "unsigned folding"),
    ("SIGSEGV when it optimises", "", "pointer lost"),
    ("when it optimises", r"< 0UL?\b|>= 0UL?\b", "value lost at join"),
)
"""Bugs of pcc 1.2.0 by a part of the verdict and of the reduced case; looking at these told
them apart.
"""
_LIMIT: Final = 200
"""Programs compiled for one reduction."""


class Case(msgspec.Struct, frozen=True):
    """A finding: where it comes from, the kinds of mutations that are left, and what they do to the
    seed.

    One that was not reduced has no kinds.
    """

    strategy: str
    seed: int
    run: int
    variant: int
    verdict: str
    kinds: tuple[str, ...] = ()
    delta: str = ""


def findings_of(log: Log, target: str) -> Iterator[tuple[str, Run, int]]:
    """Yield (strategy, run, position) of findings: one of each run first, then the second of
    each.
    """
    for strategy in STRATEGIES:
        rows = [row for row in log.rows if row.strategy == strategy and row.shown.get(target)]
        yield from (
            (strategy, Run(row.seed, row.run), row.shown[target][turn])
            for turn in range(SHARE)
            for row in rows
            if turn < len(row.shown[target])
        )


class Reduction:
    """The method and the compiler."""

    def __init__(self, target: Target, most: int, done: Sequence[Case]) -> None:
        self._target = target
        self._most = most
        self._like = Counter((case.strategy, case.verdict) for case in done)
        self._method = EmiMethod()
        self._pool = TargetPool(limit=2)

    def reduce(self, strategy: str, run: Run, at: int) -> Case:
        """Make a finding again, and make it small if there are not enough like it."""
        case = variants_of(self._method, run, strategy, SHARE)[at]
        verdict = self._observe(case)
        what = f"{verdict.kind}: {verdict.signature}{self._levels(case, verdict)}"
        self._like[strategy, what] += 1
        if self._like[strategy, what] > self._most:
            return Case(strategy, run.seed, run.number, at, what)
        reduced = reduce_case(case, self._method, verdict, self._observe, limit=_LIMIT).case
        delta = self._method.delta(_seed_beside(reduced), reduced)
        return Case(strategy, run.seed, run.number, at, what, step_types(reduced.recipe), delta)

    def _levels(self, case: TestCase, verdict: Verdict) -> str:
        """Tell a mistake of the optimiser from one that is made without it too."""
        plain = at_level(self._target, PLAIN)
        if plain is None or verdict.kind == "rejected":
            return ""
        seen = judge(
            case.oracle,
            {plain.id: {"variant": self._pool.run(plain, case.programs["variant"]).outcome}},
        )
        return " without optimisation too" if seen[plain.id].is_finding else " when it optimises"

    def close(self) -> None:
        """End the worker."""
        self._pool.close()

    def _observe(self, case: TestCase) -> Verdict:
        outcome = self._pool.run(self._target, case.programs["variant"]).outcome
        verdict = judge(case.oracle, {self._target.id: {"variant": outcome}})[self._target.id]
        if not isinstance(outcome, Rejected):
            return verdict
        return msgspec.structs.replace(verdict, signature=told(outcome.message))


def told(message: str) -> str:
    """Return why a program was not built, without names; warnings of the linker come first and
    say nothing.
    """
    lines = [
        line
        for line in message.splitlines()
        if "warning" not in line.lower() and _REASON.search(line)
    ]
    return plain_text(_REASON.sub("", lines[0]).replace("`", "'")) if lines else "no reason"


def _seed_beside(case: TestCase) -> TestCase:
    return msgspec.structs.replace(case, programs={"variant": case.programs["reference"]})


def reduce_all(
    target: Target, wanted: Sequence[tuple[str, Run, int]], most: int, path: Path
) -> list[Case]:
    """Reduce all that are not in the file yet."""
    cases = msgspec.json.decode(path.read_bytes(), type=list[Case]) if path.exists() else []
    known = {(case.strategy, Run(case.seed, case.run), case.variant) for case in cases}
    reduction = Reduction(target, most, cases)
    try:
        for finding in (each for each in wanted if each not in known):
            cases.append(reduction.reduce(*finding))
            path.write_bytes(msgspec.json.format(msgspec.json.encode(cases), indent=1) + b"\n")
            print(
                f"{finding}: {cases[-1].verdict} {cases[-1].kinds}\n{cases[-1].delta}\n", flush=True
            )
    finally:
        reduction.close()
    return cases


def bug_of(case: Case) -> str:
    """Return the name of the bug that a case shows."""
    rules = (
        name
        for part, text, name in _TOLD_APART
        if part in case.verdict and re.search(text, case.delta)
    )
    return next(rules, case.verdict)


def bugs_of(cases: Sequence[Case]) -> list[dict[str, object]]:
    """Return how many findings of each strategy each bug explains; what nobody looked at is a
    bug by its verdict.
    """
    found: dict[str, Counter[str]] = {}
    for case in cases:
        found.setdefault(bug_of(case), Counter())[case.strategy] += 1
    return [
        {"bug": name, "findings": dict(sorted(counts.items()))}
        for name, counts in sorted(found.items())
    ]


def main() -> None:
    """Reduce the findings of one target."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="pcc:-O")
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--output", type=Path, default=HERE)
    options = parser.parse_args()
    target = known_targets().get(options.target)
    if target is None:
        parser.error(f"expected a target that is here, but {options.target!r} came")
    wanted = list(findings_of(Log(options.output / "runs.jsonl"), target.id))
    name = target.id.partition(":")[0]
    cases = reduce_all(target, wanted, options.most, options.output / f"{name}-cases.json")
    text = json.dumps(bugs_of(cases), indent=1)
    (options.output / f"{name}-bugs.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
