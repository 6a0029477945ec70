"""Outcomes of reference programs, run twice before anything is compared with them.

A seed proves nothing on a target that rejects it, dies on it, or answers differently when asked
again; and nothing anywhere when two drivers with nothing in common disagree about it. Where its
result is known, it is run once: who gives another one is wrong about the seed itself, and is
compared no more where it is.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import msgspec

from aberration.campaign.configuration import TIMEOUT_FACTOR
from aberration.campaign.records import FlakySeed, lasting_digest
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import AberrationError
from aberration.core.limits import without
from aberration.core.oracle import Expected, Verdict, judge, judge_broken
from aberration.core.outcome import Buffers, Image, Outcome, Text, Timeout, kind_of, outcome_digest
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool

_LEAST_RIGHT = 0.5
"""Share of the known result that a target must give for the seed, or its variants are not run
there.
"""


class ReferenceOutcome(msgspec.Struct, frozen=True):
    """The deterministic outcome of a reference on a target, or the reason why there is none."""

    outcome: Outcome | None
    reason: str = ""


class Seeded(msgspec.Struct, frozen=True):
    """What a target does with a seed whose result is known: the verdict on it, and the claim that
    is left for variants.

    Without a claim there is the reason why variants prove nothing there.
    """

    outcome: Outcome
    verdict: Verdict
    claim: Expected | None
    reason: str = ""


class References:
    """An executor's cache of reference outcomes; `judges` are the drivers that must agree about
    a seed.
    """

    def __init__(
        self, pool: TargetPool, judges: Sequence[Target], tolerance: Tolerance, deadline: float
    ) -> None:
        self._pool = pool
        self._judges = judges
        self._tolerance = tolerance
        self._deadline = deadline * TIMEOUT_FACTOR
        self._known: dict[tuple[str, str], ReferenceOutcome] = {}
        self._seeded: dict[tuple[str, str], Seeded] = {}
        self._right: dict[tuple[str, str], Verdict] = {}
        self._shared: dict[str, Outcome] = {}
        self._disputes: dict[str, str] = {}
        self._news: list[FlakySeed] = []

    def outcome(self, target: Target, program: Program) -> ReferenceOutcome:
        """Return what is known of a reference on a target, running it now if nothing is."""
        if program.digest not in self._disputes:
            reason = self._disputes[program.digest] = self._ask_judges(program)
            if reason:
                self._news.append(FlakySeed(program.name, program.digest, "", reason))
        dispute = self._disputes[program.digest]
        if dispute:
            return ReferenceOutcome(None, dispute)
        return self._alone(target, program)

    def outcome_on_seed(self, target: Target, program: Program, claim: Expected) -> Seeded:
        """Return what a target does with a seed of a known result, running it now if nobody
        knows that.
        """
        key = (target.id, program.digest)
        learned = self._known.get(key)
        if (
            learned is not None
            and learned.outcome is None
            and key not in self._seeded
            and key not in self._right
        ):
            return Seeded(
                Timeout(self._deadline),
                Verdict("none", detail=learned.reason),
                None,
                learned.reason,
            )
        return self.seed_itself(target, program, claim)

    def seed_itself(self, target: Target, program: Program, claim: Expected) -> Seeded:
        """Return the same, whatever others have seen: what is reported of it is seen here.

        Of a target that is right about it no more than that is kept: there may be thousands of
        seeds.
        """
        key = (target.id, program.digest)
        if key in self._right:
            return Seeded(claim.outcome, self._right[key], claim)
        if key in self._seeded:
            return self._seeded[key]
        found = self._judge_seed(target, program, claim)
        if found.claim is claim:
            self._right[key] = found.verdict
            return found
        self._seeded[key] = found
        if found.claim is None:
            self._news.append(FlakySeed(program.name, program.digest, target.id, found.reason))
        return found

    def _judge_seed(self, target: Target, program: Program, claim: Expected) -> Seeded:
        """A target that does not end within the deadline of a test gets no second one: it is
        too slow for the seed.
        """
        outcome = self._pool.run(target, program, self._deadline / TIMEOUT_FACTOR).outcome
        verdict = judge(claim, {target.id: {claim.program: outcome}})[target.id]
        if verdict.kind == "pass" or claim.limits is None:
            return Seeded(outcome, verdict, claim)
        if verdict.kind != "wrong" or not isinstance(outcome, Image | Buffers):
            text = f"{verdict.kind}: {verdict.signature}" if verdict.is_finding else verdict.detail
            return Seeded(outcome, verdict, None, f"the seed itself: {text}")
        left = without(claim.limits, outcome)
        # A target that is wrong nearly everywhere would be wrong about each variant in the same
        # way: one bug found a thousand times.
        if left.places_compared() < _LEAST_RIGHT * claim.limits.places_compared():
            return Seeded(
                outcome, verdict, None, f"it is wrong about the seed itself: {verdict.detail}"
            )
        return Seeded(outcome, verdict, msgspec.structs.replace(claim, limits=left))

    def learn(self, unsteady: Iterable[FlakySeed]) -> None:
        """Take over that targets have no stable outcome of seeds: each was asked once already,
        for a long time.
        """
        for one in unsteady:
            if one.target:
                self._known.setdefault((one.target, one.digest), ReferenceOutcome(None, one.reason))

    def news(self) -> tuple[FlakySeed, ...]:
        """Return the seeds set aside since the last call."""
        news, self._news = tuple(self._news), []
        return news

    def _alone(self, target: Target, program: Program) -> ReferenceOutcome:
        key = (target.id, program.digest)
        if key not in self._known:
            known = self._known[key] = self._outcome_of_two_runs(target, program)
            if known.outcome is None:
                self._news.append(FlakySeed(program.name, program.digest, target.id, known.reason))
        return self._known[key]

    def _outcome_of_two_runs(self, target: Target, program: Program) -> ReferenceOutcome:
        try:
            first = self._pool.run(target, program, self._deadline).outcome
            broken = judge_broken(first)
            if broken is not None:
                text = f"{broken.kind}: {broken.signature}" if broken.is_finding else broken.detail
                return ReferenceOutcome(None, f"the seed itself: {text}")
            second = self._pool.run(target, program, self._deadline).outcome
        except AberrationError as error:
            return ReferenceOutcome(None, f"it cannot be run: {error.message}")
        if lasting_digest(first) != lasting_digest(second):
            return ReferenceOutcome(
                None,
                f"not the same when run again: {kind_of(first)}, then another {kind_of(second)}",
            )
        # Images of one seed are mostly the same on all targets: kept once.
        return ReferenceOutcome(self._shared.setdefault(outcome_digest(first), first))

    def _ask_judges(self, program: Program) -> str:
        judges = [judge for judge in self._judges if program.language in judge.languages]
        answers = (
            [(judge.id, self._alone(judge, program).outcome) for judge in judges]
            if len(judges) > 1
            else []
        )
        results = [
            (name, given) for name, given in answers if isinstance(given, Image | Buffers | Text)
        ]
        for (name, given), (other, wanted) in combinations(results, 2):
            apart = self._apart(given, wanted)
            if apart:
                return f"{name} and {other} differ: {apart}"
        return ""

    def _apart(self, one: Image | Buffers | Text, other: Image | Buffers | Text) -> str:
        """Return how two results differ beyond the tolerance; images of different formats are
        not compared.
        """
        if isinstance(one, Image) and isinstance(other, Image) and one.format != other.format:
            return ""
        difference = compare(one, other, self._tolerance)
        if within(difference, self._tolerance):
            return ""
        return difference.note or f"{difference.beyond} of {difference.total} beyond the tolerance"


def seed_judges(targets: Sequence[Target]) -> tuple[Target, ...]:
    """Return one driver of each family among the targets that execute a seed with nothing
    before them.
    """
    judges: dict[str, Target] = {}
    for target in targets:
        if target.kind == "executes" and len(target.stages) == 1 and "mutants" not in target.groups:
            judges.setdefault(target.family or target.id, target)
    return tuple(judges.values())
