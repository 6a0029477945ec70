"""Reductions of what the hunt found, a few for each target, as a campaign makes them.

    python -m experiments.transform_questions.reductions [--each 5] [--seconds 3600]

Findings of `tests.jsonl` are made again, confirmed, reduced and looked into. Goes to `reductions.jsonl` at once, a line
for each; those of targets with the fewest lines come first, so that a run that was broken off is even, and goes on.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from aberration.campaign.aftermath import FindingReducer
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.observe import Observer
from aberration.campaign.references import References
from aberration.core.finding import Finding
from aberration.core.recipe import TestCase
from aberration.core.target import Target

from .hunt import Maker, targets
from .panel import DEADLINE
from .planted import PlantedPool, planted_in
from .records import REDUCTIONS, TESTS, ReductionLine, RunLine, append, read

EACH: Final = 5
SOURCES: Final = ("full", "no recommendations")
"""Configurations whose findings are reduced; those of the first one come first."""


class Chosen(msgspec.Struct, frozen=True):
    """A finding of the hunt."""

    target: str
    configuration: str
    run: int
    variant: int


def chosen(lines: Sequence[RunLine], each: int) -> list[Chosen]:
    """Return up to `each` findings of each target, each of another run, round after round of all targets."""
    found: dict[str, list[Chosen]] = {}
    for configuration in SOURCES:
        for line in lines:
            if line.configuration == configuration:
                for finding in _of_run(line):
                    found.setdefault(finding.target, []).append(finding)
    ranked = [(place, one) for ones in found.values() for place, one in enumerate(_of_other_runs(ones)[:each])]
    return [one for _, one in sorted(ranked, key=lambda pair: (pair[0], pair[1].target))]


def _of_run(line: RunLine) -> Iterator[Chosen]:
    for variant, test in enumerate(line.tests):
        for target in test.shown:
            yield Chosen(target, line.configuration, line.run, variant)


def _of_other_runs(findings: Sequence[Chosen]) -> list[Chosen]:
    by_run: dict[int, Chosen] = {}
    for finding in findings:
        by_run.setdefault(finding.run, finding)
    return list(by_run.values())


def instructions(source: bytes) -> int:
    """Return the number of instructions of a module, those of the header's sections counted too."""
    words = memoryview(source).cast("I")
    count, place = 0, 5
    while place < len(words):
        count, place = count + 1, place + (words[place] >> 16)
    return count


def delta_of(case: TestCase) -> int:
    """Return how many instructions the variant has more than its reference."""
    return instructions(case.programs["variant"].source) - instructions(case.programs["reference"].source)


class Bench:
    """What all reductions share."""

    def __init__(self, known: Mapping[str, Target]) -> None:
        self._known = known
        self._maker = Maker()
        self._pool = PlantedPool(6)
        self._settings = FuzzConfiguration(deadline=DEADLINE, confirmations=1)

    def close(self) -> None:
        """End the workers."""
        self._pool.close()

    def reduce(self, found: Chosen) -> ReductionLine:
        """Make a finding again, confirm it, reduce it."""
        self._maker.learn(found.run)
        case = self._maker.cases(found.configuration, found.run)[found.variant]
        start, own, runs = time.monotonic(), time.process_time(), self._pool.runs
        line = ReductionLine(found.target, found.configuration, found.run, found.variant)
        finding = self._confirmed(found, case)
        if finding is None or finding.state == "set-aside":
            return msgspec.structs.replace(line, reason="not seen again" if finding is None else finding.reason)
        judged = FindingReducer(self._pool, self._known[found.target], self._maker.method, self._settings)
        smaller = judged.reduce(finding).finding
        if smaller.reduced is None:
            return msgspec.structs.replace(line, reason="the smallest case does not show it")
        return msgspec.structs.replace(
            line,
            kind=smaller.verdict.kind,
            signature=smaller.verdict.signature,
            seed=case.programs["reference"].name,
            steps_before=len(case.recipe.steps),
            delta_before=delta_of(case),
            delta=delta_of(smaller.reduced),
            tries=smaller.reduction_tries,
            runs=self._pool.runs - runs,
            seconds=round(time.monotonic() - start, 2),
            own=round(time.process_time() - own, 2),
            steps=smaller.reduced.recipe.steps,
            shown_by=tuple(self._shown_by(smaller.reduced)),
        )

    def _confirmed(self, found: Chosen, case: TestCase) -> Finding | None:
        target = self._known[found.target]
        seen = self._observer().observe(case, [target])
        records = Confirmer(self._pool, self._settings, self._maker.method).findings(0, case, [target], seen)
        return records[0].finding if records else None

    def _observer(self) -> Observer:
        references = References(self._pool, (), self._settings.tolerance, DEADLINE)
        return Observer(self._pool, references, DEADLINE)

    def _shown_by(self, case: TestCase) -> Iterator[str]:
        for target in self._known.values():
            planted = planted_in(target)
            if planted is None:
                continue
            seen = self._observer().observe(case, [target])
            if target.id in seen.verdicts and seen.verdicts[target.id].is_finding:
                yield target.id


def reduce_all(known: Mapping[str, Target], each: int, until: float) -> None:
    """Reduce what is chosen and not reduced yet."""
    have = {(line.target, line.run) for line in read(REDUCTIONS, ReductionLine)}
    work = [one for one in chosen(read(TESTS, RunLine), each) if (one.target, one.run) not in have]
    counts = Counter(target for target, _ in have)
    bench = Bench(known)
    try:
        for found in sorted(work, key=lambda one: counts[one.target]):
            if time.monotonic() > until:
                return
            line = bench.reduce(found)
            append(REDUCTIONS, line)
            kinds = ", ".join(str(step["type"]) for step in line.steps)
            print(f"{line.target} run {line.run}: {line.reason or kinds}; {line.runs} runs", flush=True)
    finally:
        bench.close()


def main() -> None:
    """Reduce until all is reduced, or the time is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=EACH)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    options = parser.parse_args()
    reduce_all(targets(), options.each, time.monotonic() + options.seconds)


if __name__ == "__main__":
    main()
