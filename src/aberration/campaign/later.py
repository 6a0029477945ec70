"""Violations that a run shows again after its first finding of the kind: they may be another bug.

The variants of a run grow out of each other, so that most show the same bug again. They are kept
unconfirmed until the first one is reduced. Then each is made once more without any step of the
types that the first needs: what still goes wrong shows another set of types, and is a finding of
its own; what does not is explained by the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from aberration.campaign.confirm import BugSeen, bug_seen, evidence, finding_id, waiting
from aberration.campaign.observe import Observation
from aberration.campaign.records import FoundRecord
from aberration.core.finding import Finding
from aberration.core.oracle import judged_alone
from aberration.core.recipe import TestCase, step_types
from aberration.core.target import Target
from aberration.dedup.types import types_without


class Later:
    """What is kept of one run: of variants that continue each other the last, which holds all
    steps.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[BugSeen, FoundRecord]] = []

    @property
    def records(self) -> tuple[FoundRecord, ...]:
        """Return the violations that wait, in the order of tests."""
        return tuple(record for _, record in self._kept)

    def add(
        self,
        index: int,
        case: TestCase,
        targets: Sequence[Target],
        seen: Observation,
        earlier: Iterable[FoundRecord],
    ) -> None:
        """Keep what was seen on targets that have a finding of the same kind and signature in
        this run.
        """
        if not judged_alone(case.oracle):
            return
        firsts: dict[BugSeen, Finding] = {}
        for found in earlier:
            if found.finding.state == "new":
                firsts.setdefault(
                    bug_seen(found.finding.target, found.finding.verdict), found.finding
                )
        for target in targets:
            verdict = seen.verdicts.get(target.id)
            if verdict is None or not verdict.is_finding or not case.recipe.steps:
                continue
            key = bug_seen(target.id, verdict)
            if key in firsts and finding_id(index, target.id) != firsts[key].id:
                claimed = msgspec.structs.replace(
                    case, oracle=seen.claims.get(target.id, case.oracle)
                )
                self._keep(key, _waiting_record(index, claimed, target, seen, firsts[key]))

    def _keep(self, key: BugSeen, record: FoundRecord) -> None:
        steps = record.finding.case.recipe.steps
        self._kept = [
            (known, kept)
            for known, kept in self._kept
            if known != key or not _starts_with(steps, kept.finding.case.recipe.steps)
        ]
        self._kept.append((key, record))


def _starts_with(longer: Sequence[object], shorter: Sequence[object]) -> bool:
    return list(longer[: len(shorter)]) == list(shorter)


def _waiting_record(
    index: int, case: TestCase, target: Target, seen: Observation, first: Finding
) -> FoundRecord:
    identifier, verdict = finding_id(index, target.id), seen.verdicts[target.id]
    finding = waiting(identifier, index, case, target.id, first.target_version, verdict, first.id)
    return FoundRecord(finding, evidence(case, target, seen))


def types_to_leave_out(
    first: Finding, ignored: frozenset[str], ingredients: Mapping[str, frozenset[str]]
) -> frozenset[str] | None:
    """Return the types of steps that a reduced finding needs, with all that are made of the same.

    None where it needs no step at all: then it explains whatever came later in its run.
    """
    assert first.reduced is not None
    steps = step_types(first.reduced.recipe)
    if not steps:
        return None
    needed = types_without(steps, ignored) or frozenset(steps)
    parts = frozenset().union(*(ingredients.get(kind, frozenset((kind,))) for kind in needed))
    return needed | {kind for kind, made_of in ingredients.items() if made_of & parts}
