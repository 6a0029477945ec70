"""The claim of a test case, and the verdict on what the targets did.

Crashes, time-outs, invalid output and accept/reject disagreements are judged in the same manner for
every oracle, in buckets of their own; only what ran to its end is compared. A target that could not
run the reference gives no verdict: it proves nothing about the variant.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from aberration.core.comparison import Difference, Tolerance, compare, quantise, within
from aberration.core.documented_limits import limit_of, words_for
from aberration.core.limits import Limits, beyond
from aberration.core.outcome import (
    Buffers,
    Crash,
    Image,
    Invalid,
    Outcome,
    Rejected,
    Text,
    Timeout,
    outcome_digest,
)
from aberration.core.refusal import message_signature, significant_line
from aberration.core.signature import crash_signature

VerdictKind = Literal["pass", "wrong", "crash", "timeout", "invalid", "rejected", "none"]
FINDINGS: frozenset[str] = frozenset({"wrong", "crash", "timeout", "invalid", "rejected"})


class Verdict(msgspec.Struct, frozen=True):
    """The judgement on one target: `signature` groups like with like, `difference` has both
    figures.
    """

    kind: VerdictKind
    signature: str = ""
    detail: str = ""
    difference: Difference | None = None

    @property
    def is_finding(self) -> bool:
        """True when the target did what it must not do."""
        return self.kind in FINDINGS


class Same(msgspec.Struct, frozen=True, tag="same"):
    """On each target, `variant` must give what `reference` gives."""

    reference: str = "reference"
    variant: str = "variant"
    tolerance: Tolerance = Tolerance()


class Agree(msgspec.Struct, frozen=True, tag="agree"):
    """All targets must give the same for `program`; the minority of families is blamed, a tie
    blames nobody by name.
    """

    program: str = "program"
    tolerance: Tolerance = Tolerance()


class Expected(msgspec.Struct, frozen=True, tag="expected"):
    """`program` must give exactly this, on every target.

    With `limits` what is legal is known number by number, and no tolerance holds. With these or
    `may_refuse` a target proves nothing by refusing it for a limit that its front end documents:
    nobody promised that each takes every version of a language.
    """

    outcome: Image | Buffers | Text
    program: str = "program"
    tolerance: Tolerance = Tolerance()
    may_refuse: bool = False
    limits: Limits | None = None


class Relation(msgspec.Struct, frozen=True, tag="relation"):
    """The outcome of `whole` must be the named function of the outcomes of its `parts`."""

    name: str
    whole: str
    parts: tuple[str, ...]
    tolerance: Tolerance = Tolerance()


Oracle = Same | Agree | Expected | Relation
Observations = dict[str, dict[str, Outcome]]
"""Outcomes by target id, then by role."""
Voters = Mapping[str, tuple[str, int]]
"""The family of each target, and its rank in it: the lowest one speaks for the family, however
many levels it has.
"""
NO_MAJORITY = "no majority"


def roles_of(oracle: Oracle) -> tuple[str, ...]:
    """Return the roles whose programs must be run."""
    match oracle:
        case Same(reference=reference, variant=variant):
            return (reference, variant)
        case Relation(whole=whole, parts=parts):
            return (whole, *parts)
        case Agree(program=program) | Expected(program=program):
            return (program,)


def judged_alone(oracle: Oracle) -> bool:
    """True when one target's outcomes are enough for a verdict on it: nothing is compared
    between targets.
    """
    return isinstance(oracle, Same | Expected)


def judge(
    oracle: Oracle, seen: Observations, voters: Voters = MappingProxyType({})
) -> dict[str, Verdict]:
    """Return the verdict on each target; where they are compared, one that is no voter is a
    family of its own.
    """
    match oracle:
        case Same():
            return {target: _judge_same(oracle, roles) for target, roles in seen.items()}
        case Agree():
            return _judge_agree(
                oracle, {target: roles[oracle.program] for target, roles in seen.items()}, voters
            )
        case Expected():
            return {
                target: _judge_expected(oracle, roles[oracle.program])
                for target, roles in seen.items()
            }
        case Relation():
            detail = f"the relation {oracle.name!r} has no judge in this version"
            return {target: Verdict("none", detail=detail) for target in seen}


def _judge_same(oracle: Same, roles: dict[str, Outcome]) -> Verdict:
    reference, variant = roles[oracle.reference], roles[oracle.variant]
    # What the reference shows too is not the variant's.
    if isinstance(reference, Crash | Timeout | Rejected | Invalid):
        return Verdict("none", detail=f"the reference itself: {describe(reference)}")
    broken = _stated_limit(variant) or judge_broken(variant)
    if broken is not None:
        return broken
    return _judge_result(variant, reference, oracle.tolerance, "the reference")


def _judge_expected(oracle: Expected, outcome: Outcome) -> Verdict:
    limit = _stated_limit(outcome) if oracle.may_refuse or oracle.limits is not None else None
    if limit is not None:
        return limit
    if oracle.limits is not None and isinstance(outcome, Image | Buffers):
        difference = beyond(outcome, oracle.limits)
        if difference.beyond == 0 and not difference.note:
            return Verdict("pass", difference=difference)
        detail = f"{difference.beyond} of {difference.total} lie outside of what is legal"
        return Verdict("wrong", wrong_signature(outcome), difference.note or detail, difference)
    outcome = in_terms_of(outcome, oracle.outcome)
    return judge_broken(outcome) or _judge_result(
        outcome, oracle.outcome, oracle.tolerance, "the known result"
    )


def _stated_limit(outcome: Outcome) -> Verdict | None:
    """Return the verdict on a refusal for a limit that a front end documents; None for another
    outcome.
    """
    limit = limit_of(outcome.message) if isinstance(outcome, Rejected) else None
    if limit is None:
        return None
    return Verdict("none", detail=f"{words_for(limit)} {describe(outcome)}")


def wrong_signature(outcome: Outcome) -> str:
    """Return the signature of a wrong result, which says no more than of what kind it is."""
    return f"wrong {type(outcome).__name__.lower()}"


def _judge_result(outcome: Outcome, wanted: Outcome, tolerance: Tolerance, name: str) -> Verdict:
    if not isinstance(outcome, Image | Buffers | Text) or not isinstance(
        wanted, Image | Buffers | Text
    ):
        return Verdict("pass", detail="compiled")
    difference = compare(outcome, wanted, tolerance)
    if within(difference, tolerance):
        return Verdict("pass", difference=difference)
    detail = f"{difference.beyond} of {difference.total} differ from {name} beyond the tolerance"
    return Verdict("wrong", wrong_signature(outcome), difference.note or detail, difference)


def in_terms_of(outcome: Outcome, wanted: Outcome) -> Outcome:
    """Return an outcome in the terms of the wanted one: an image of floats in 8 bits a channel
    where that has them.
    """
    if isinstance(outcome, Image) and isinstance(wanted, Image):
        return quantise(outcome) if any(one.format == "rgba8" for one in wanted.parts) else outcome
    return outcome


def judge_broken(outcome: Outcome) -> Verdict | None:
    """Return the verdict on an outcome that is no result, or None for a result."""
    match outcome:
        case Crash():
            return Verdict("crash", crash_signature(outcome), describe(outcome))
        case Timeout():
            return Verdict("timeout", f"timeout {outcome.stage}".strip(), describe(outcome))
        case Invalid():
            return Verdict("invalid", message_signature(outcome.message), describe(outcome))
        case Rejected(unasked=True):
            return Verdict("none", detail=f"never asked: {describe(outcome)}")
        case Rejected():
            return Verdict("rejected", message_signature(outcome.message), describe(outcome))
        case _:
            return None


def _judge_agree(oracle: Agree, outcomes: dict[str, Outcome], voters: Voters) -> dict[str, Verdict]:
    results = {
        target: outcome
        for target, outcome in outcomes.items()
        if isinstance(outcome, Image | Buffers | Text)
    }
    majority = _majority(results, oracle.tolerance, voters)
    verdicts: dict[str, Verdict] = {}
    for target, outcome in outcomes.items():
        broken = judge_broken(outcome)
        if broken is not None:
            verdicts[target] = (
                # Where all fail it is the program: what nobody accepts is most likely wrong, or too
                # much.
                broken if results else Verdict("none", detail=f"nobody ran it: {broken.detail}")
            )
        elif len(results) < 2:
            verdicts[target] = Verdict("none", detail="nobody to compare with")
        elif majority is None:
            verdicts[target] = Verdict(
                "wrong", NO_MAJORITY, "the targets disagree and no majority exists"
            )
        else:
            name = f"the majority ({', '.join(majority)})"
            verdicts[target] = _judge_result(outcome, results[majority[0]], oracle.tolerance, name)
    return verdicts


def _majority(
    results: dict[str, Image | Buffers | Text], tolerance: Tolerance, voters: Voters
) -> tuple[str, ...] | None:
    """Return the voters of the one largest class of like results, or None when two classes are as
    large.

    Each family has one vote, that of its lowest rank.
    """
    classes: list[list[str]] = []
    for target in _speakers(results, voters):
        result = results[target]
        home = next(
            # With its first member: a tolerance is not transitive, and a chain of small steps must
            # not join two results that differ.
            (c for c in classes if within(compare(results[c[0]], result, tolerance), tolerance)),
            None,
        )
        if home is None:
            classes.append([target])
        else:
            home.append(target)
    classes.sort(key=len, reverse=True)
    # Two against two: either may be wrong.
    if not classes or (len(classes) > 1 and len(classes[0]) == len(classes[1])):
        return None
    return tuple(classes[0])


def _speakers(targets: Iterable[str], voters: Voters) -> list[str]:
    """Return the target that speaks for each family, in the order of the targets."""
    speakers: dict[str, str] = {}
    for target in targets:
        family, rank = voters.get(target, (target, 0))
        other = speakers.get(family)
        # Levels of one compiler share its mistakes: ten of them must not outvote two others.
        if other is None or rank < voters.get(other, (other, 0))[1]:
            speakers[family] = target
    return list(speakers.values())


def describe(outcome: Outcome) -> str:
    """Return one line for people."""
    match outcome:
        case Crash():
            what = outcome.assertion or outcome.signal or outcome.cause
            return f"crash ({what}){_in(outcome.stage)}"
        case Timeout():
            return f"no answer within {outcome.seconds:g} s{_in(outcome.stage)}"
        case Rejected():
            return f"rejected{_in(outcome.stage)}: {significant_line(outcome.message)[:200]}"
        case Invalid():
            return f"invalid output{_in(outcome.stage)}: {significant_line(outcome.message)[:200]}"
        case _:
            return f"{type(outcome).__name__.lower()} {outcome_digest(outcome)}"


def _in(stage: str) -> str:
    return f" in {stage}" if stage else ""
