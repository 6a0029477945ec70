"""Reductions of what the hunt found, a few for each target, as a campaign makes them.

    python -m experiments.transform_questions.reductions [--each 5] [--seconds 3600]

Findings of `tests.jsonl` are made again, confirmed in new processes, and reduced; the smallest case
must show the bug in new processes as well, and nothing may explain it. Goes to `reductions.jsonl`
at once, a line for each; those of targets with the fewest lines come first, so that a run that was
broken off is even, and goes on.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.observe import Observer, observe_fresh
from aberration.campaign.references import References
from aberration.campaign.triage.false_positives import explanation
from aberration.campaign.triage.question import Means, Question, new_workers
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.reduce.interestingness import same_bug
from aberration.reduce.reducer import Reduced, reduce_case

from .hunt import DRIVERS, Maker, targets
from .panel import DEADLINE
from .planted import PlantedPool, planted_in
from .records import REDUCTIONS, TESTS, Chosen, ReductionLine, RunLine, append, read

EACH: Final = 5
SLOW: Final = f"timeout: timeout {DRIVERS[0]}"
"""What a mutant shows whose output keeps the driver going for ever: each try would cost the
whole deadline.
"""
SOURCES: Final = ("full", "no recommendations")
"""Configurations whose findings are reduced; those of the first one come first."""


def chosen(lines: Sequence[RunLine], each: int) -> list[Chosen]:
    """Return up to `each` findings of each target, each of another run, round after round of
    all targets.
    """
    found: dict[str, list[Chosen]] = {}
    for configuration in SOURCES:
        for line in lines:
            if line.configuration == configuration:
                for finding in _of_run(line):
                    found.setdefault(finding.target, []).append(finding)
    ranked = [
        (place, one)
        for ones in found.values()
        for place, one in enumerate(_of_other_runs(ones)[:each])
    ]
    return [one for _, one in sorted(ranked, key=lambda pair: (pair[0], pair[1].target))]


def _of_run(line: RunLine) -> Iterator[Chosen]:
    for variant, test in enumerate(line.tests):
        for target, signature in test.shown.items():
            if signature != SLOW:
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
    return instructions(case.programs["variant"].source) - instructions(
        case.programs["reference"].source
    )


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
            return msgspec.structs.replace(
                line, reason="not seen again" if finding is None else finding.reason
            )
        reduced = self._reduced(finding)
        reason = self._explained(finding, reduced)
        if reason:
            return msgspec.structs.replace(line, reason=reason)
        return msgspec.structs.replace(
            line,
            kind=finding.verdict.kind,
            signature=finding.verdict.signature,
            seed=case.programs["reference"].name,
            steps_before=len(case.recipe.steps),
            delta_before=delta_of(case),
            delta=delta_of(reduced.case),
            tries=reduced.tries,
            attempts=reduced.attempts,
            runs=self._pool.runs - runs,
            seconds=round(time.monotonic() - start, 2),
            own=round(time.process_time() - own, 2),
            steps=reduced.case.recipe.steps,
            shown_by=tuple(self._shown_by(reduced.case)),
        )

    def _confirmed(self, found: Chosen, case: TestCase) -> Finding | None:
        target = self._known[found.target]
        seen = self._observer().observe(case, [target])
        records = Confirmer(self._pool, self._settings, self._maker.method).findings(
            0, case, [target], seen
        )
        return records[0].finding if records else None

    def _reduced(self, finding: Finding) -> Reduced:
        """Return the smallest case. A program that a mutant leaves alone cannot show its bug,
        and is not run.
        """
        target, observer = self._known[finding.target], self._observer()

        def observe(case: TestCase) -> Verdict:
            if self._pool.leaves_alone(target, case.programs["variant"]):
                return Verdict("none", detail="the mutant leaves it alone")
            seen = observer.observe(case, [target])
            return seen.verdicts.get(
                target.id, Verdict("none", detail=seen.skipped.get(target.id, ""))
            )

        return reduce_case(finding.case, self._maker.method, finding.verdict, observe)

    def _explained(self, finding: Finding, reduced: Reduced) -> str:
        """Return why a reduction is worth nothing; nothing for one that shows the bug in new
        processes.
        """
        if not reduced.is_stable:
            return f"the reduction is {reduced.status}"
        target = self._known[finding.target]
        verdict = observe_fresh(self._pool, reduced.case, [target], DEADLINE).verdicts[target.id]
        if not same_bug(finding.verdict, verdict):
            return "the smallest case does not show it in new processes"
        run = new_workers(self._pool, DEADLINE)
        means = Means(self._maker.method, DEADLINE, self._observer().observe, run)
        return explanation(Question(means, reduced.case, target, verdict))

    def _observer(self) -> Observer:
        references = References(self._pool, (), self._settings.tolerance, DEADLINE)
        return Observer(self._pool, references, DEADLINE)

    def _shown_by(self, case: TestCase) -> Iterator[str]:
        for target in self._known.values():
            if planted_in(target) is None or self._pool.leaves_alone(
                target, case.programs["variant"]
            ):
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
            print(
                f"{line.target} run {line.run}: {line.reason or kinds}; {line.runs} runs",
                flush=True,
            )
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
