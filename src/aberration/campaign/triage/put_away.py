"""What of a test is put away, by reason: counted beside its outcomes, so that nothing goes
without a trace.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from aberration.campaign.confirm import BugSeen, bug_seen
from aberration.campaign.observe import Observation
from aberration.campaign.records import PutAway
from aberration.campaign.triage import reasons
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, Verdict
from aberration.core.recipe import TestCase


def put_away(
    case: TestCase,
    names: Sequence[str],
    spared: Collection[str],
    seen: Observation,
    known: frozenset[BugSeen],
) -> tuple[PutAway, ...]:
    """Return what of a test on the targets `names` comes to no finding and no pass.

    The targets that are `spared` were not asked; the violations that are `known` were shown by an
    earlier variant.
    """
    found = [PutAway(name, "hung-before") for name in names if name in spared]
    found += [
        PutAway(name, reasons.name_of(text, reasons.LOOKS)) for name, text in seen.skipped.items()
    ]
    found += [PutAway(name, "in-time-when-asked-again") for name in seen.in_time]
    for name, verdict in seen.verdicts.items():
        found += _of_verdict(name, verdict, known)
    return (*found, *_of_claims(case, seen))


def _of_verdict(name: str, verdict: Verdict, known: frozenset[BugSeen]) -> list[PutAway]:
    if verdict.kind == "none":
        return [PutAway(name, reasons.name_of(verdict.detail, reasons.LOOKS))]
    if verdict.is_finding:
        return [PutAway(name, "seen-in-run")] if bug_seen(name, verdict) in known else []
    forgiven = verdict.difference.differing if verdict.difference is not None else 0
    return [PutAway(name, "within-tolerance", forgiven)] if forgiven else []


def _of_claims(case: TestCase, seen: Observation) -> list[PutAway]:
    """Return how many numbers are not compared where targets are wrong about the seed itself."""
    if not isinstance(case.oracle, Expected) or case.oracle.limits is None:
        return []
    whole = case.oracle.limits.places_compared()
    left = {
        name: claim.limits.places_compared()
        for name, claim in seen.claims.items()
        if claim.limits is not None
    }
    return [
        PutAway(name, "not-compared-again", whole - rest)
        for name, rest in left.items()
        if rest < whole
    ]


def counts(
    tests: Mapping[str, int],
    findings: Iterable[Finding],
    seeds: Iterable[str],
    statuses: Mapping[str, int],
) -> dict[str, int]:
    """Return how often each reason was given in a campaign, in the order of the table of reasons.

    `tests` are the counts of what was put away in tests, `seeds` why seeds were set aside,
    `statuses` those of tests.
    """
    found = Counter(tests)
    found.update(
        reasons.name_of(one.reason, reasons.FINDINGS)
        for one in findings
        if one.state == "set-aside"
    )
    names = (reasons.name_of(text, reasons.SEEDS) for text in seeds)
    found.update("seed-unsuitable" if name == reasons.UNNAMED.name else name for name in names)
    found.update({one.name: statuses.get(one.name, 0) for one in reasons.TESTS})
    order = [one.name for one in (*reasons.REASONS, reasons.UNNAMED)]
    return {name: found[name] for name in order if found[name]}
