"""Reduce what the strategies found in a compiler that is in use, so that its bugs can be told apart.

    python -m experiments.emi_strategies.bugs [--target pcc:-O] [--most 12]

Takes the findings of `runs.jsonl`, makes each again from its run, reduces its sequence of mutations and every mutation
by itself, and writes them to `NAME-cases.json` with what the last mutation changes, one after the other; a run
that was broken off goes on. `--most` findings of each strategy are taken, spread over its seeds.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.oracle import Verdict, judge
from aberration.core.recipe import TestCase, step_types
from aberration.core.target import Target
from aberration.methods.emi.method import EmiMethod
from aberration.reduce.reducer import reduce_case
from aberration.targets.pool import TargetPool

from .compare import HERE, SHARE, Log, known_targets
from .strategies import STRATEGIES, Run, variants_of

_LIMIT: Final = 200
"""Programs compiled for one reduction."""


class Case(msgspec.Struct, frozen=True):
    """A finding: where it comes from, the kinds of mutations that are left, and what they do to the seed."""

    strategy: str
    seed: int
    run: int
    variant: int
    verdict: str
    kinds: tuple[str, ...]
    delta: str


def findings_of(log: Log, target: str, most: int) -> Iterator[tuple[str, Run, int]]:
    """Yield (strategy, run, position) of findings: one of each run first, then the second of each."""
    for strategy in STRATEGIES:
        rows = [row for row in log.rows if row.strategy == strategy and row.shown.get(target)]
        found = [
            (strategy, Run(row.seed, row.run), row.shown[target][turn])
            for turn in range(SHARE)
            for row in rows
            if turn < len(row.shown[target])
        ]
        yield from found[:most]


class Reduction:
    """The method and the compiler."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._method = EmiMethod()
        self._pool = TargetPool(limit=1)

    def reduce(self, strategy: str, run: Run, at: int) -> Case:
        """Make a finding again, and make it small."""
        case = variants_of(self._method, run, strategy, SHARE)[at]
        verdict = self._observe(case)
        reduced = reduce_case(case, self._method, verdict, self._observe, limit=_LIMIT).case
        delta = self._method.delta(_seed_beside(reduced), reduced)
        what = f"{verdict.kind}: {verdict.signature}"
        return Case(strategy, run.seed, run.number, at, what, step_types(reduced.recipe), delta)

    def close(self) -> None:
        """End the worker."""
        self._pool.close()

    def _observe(self, case: TestCase) -> Verdict:
        outcome = self._pool.run(self._target, case.programs["variant"]).outcome
        return judge(case.oracle, {self._target.id: {"variant": outcome}})[self._target.id]


def _seed_beside(case: TestCase) -> TestCase:
    return msgspec.structs.replace(case, programs={"variant": case.programs["reference"]})


def reduce_all(target: Target, wanted: Sequence[tuple[str, Run, int]], path: Path) -> list[Case]:
    """Reduce all that are not in the file yet."""
    cases = msgspec.json.decode(path.read_bytes(), type=list[Case]) if path.exists() else []
    known = {(case.strategy, Run(case.seed, case.run), case.variant) for case in cases}
    reduction = Reduction(target)
    try:
        for finding in (each for each in wanted if each not in known):
            cases.append(reduction.reduce(*finding))
            path.write_bytes(msgspec.json.format(msgspec.json.encode(cases), indent=1) + b"\n")
            print(f"{finding}: {cases[-1].kinds}\n{cases[-1].delta}\n", flush=True)
    finally:
        reduction.close()
    return cases


def main() -> None:
    """Reduce the findings of one target."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="pcc:-O")
    parser.add_argument("--most", type=int, default=12)
    parser.add_argument("--output", type=Path, default=HERE)
    options = parser.parse_args()
    target = known_targets().get(options.target)
    if target is None:
        parser.error(f"expected a target that is here, but {options.target!r} came")
    wanted = list(findings_of(Log(options.output / "runs.jsonl"), target.id, options.most))
    reduce_all(target, wanted, options.output / f"{target.id.partition(':')[0]}-cases.json")


if __name__ == "__main__":
    main()
