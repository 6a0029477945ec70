"""Run the smallest case of a bug again on every version that is installed, and say whether it is
mended.

A bug is `closed` only where the newest version of the target's compiler is right *and an older one
still shows it in this run*: else nobody knows whether the case can show it at all any more. Each
look is in new workers. What does not show each time is looked for as often as its finding says
(`Finding.looks`), before a version is called right.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from aberration.campaign.configuration import TIMEOUT_FACTOR
from aberration.campaign.observe import FreshReferences, observe_fresh
from aberration.campaign.records import Check, Triage
from aberration.campaign.storage.campaign_rows import now
from aberration.campaign.triage.blame import in_versions
from aberration.campaign.triage.question import HERE, KnownTargets
from aberration.campaign.whole_store import FindingStore
from aberration.core.errors import AberrationError
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict, judged_alone
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.dedup.bugs import is_wrong_code, smallest_case
from aberration.reduce.interestingness import same_bug
from aberration.reduce.looks import look_until
from aberration.targets.pool import TargetPool

DEADLINE = 10.0 / TIMEOUT_FACTOR
"""Seconds of a run, of which new workers get some times as many: some bugs are half a minute of
compiling.
"""
State = Literal["closed", "passes", "open", "other", "unknown"]
"""`closed`: the newest version is right, and an older one shows the bug in this run. `passes`: the
newest is right, and no other version here shows it. `open`: the newest shows it. `other`: the
newest does something else that it must not do. `unknown`: the newest gave no verdict, or no version
is here.
"""
RIGHT, REFUSED, NOT_RUN = "right", "refused", "not run"
_OTHERS = 3
"""So many targets of other families are asked beside one, where a case compares targets."""
_LIMIT = "a documented limit"


class Subject(msgspec.Struct, frozen=True):
    """What is verified: a bug by its id, the case that shows it on a target, and what that looked
    like; with `wanted` None any violation counts. `looks`: as `Finding.looks`. Where the target
    that it was `seen_on` is not here any more, `target` is another version of it.
    """

    bug: str
    case: TestCase
    target: Target
    wanted: Verdict | None = None
    looks: int = 1
    finding: str = ""
    seen_on: str = ""

    @property
    def language(self) -> str:
        """Return the language of its programs."""
        return next(iter(self.case.programs.values())).language


class VersionResult(msgspec.Struct, frozen=True):
    """What one target did in this run: `right`, a kind of violation, `refused` or `not run`;
    `shows` where that is the bug that was looked for. `version` is its number, `says` all that it
    calls itself.
    """

    target: str
    version: str
    word: str
    shows: bool = False
    detail: str = ""
    looks: int = 1


class Verification(msgspec.Struct, frozen=True):
    """What came of a bug: the versions of its own compiler, used in the same way, oldest first, and
    the `others` of its family.
    """

    bug: str
    target: str
    rows: tuple[VersionResult, ...]
    others: tuple[VersionResult, ...] = ()
    finding: str = ""

    @property
    def newest(self) -> VersionResult | None:
        """Return the newest version that is here."""
        return self.rows[-1] if self.rows else None

    @property
    def state(self) -> State:
        """Return what this run says of the bug."""
        newest = self.newest
        if newest is None or newest.word in (REFUSED, NOT_RUN):
            return "unknown"
        if newest.word != RIGHT:
            return "open" if newest.shows else "other"
        return "closed" if any(row.shows for row in self.rows) else "passes"

    @property
    def fixed_in(self) -> str:
        """Return the oldest of the right versions that the newest is one of; empty where the bug is
        not closed.
        """
        found = ""
        for row in reversed(self.rows if self.state == "closed" else ()):
            if row.word != RIGHT:
                break
            found = row.version
        return found

    @property
    def first_bad(self) -> str:
        """Return the oldest version that shows it behind the last good one, or empty."""
        bad = [place for place, row in enumerate(self.rows) if row.shows]
        if not bad:
            return ""
        return self.rows[next(place for place in bad if place > self._last_good)].version

    @property
    def last_good(self) -> str:
        """Return the newest right version before the last run of bad ones; empty where none is
        older.
        """
        return self.rows[self._last_good].version if self._last_good >= 0 else ""

    @property
    def _last_good(self) -> int:
        last = max((place for place, row in enumerate(self.rows) if row.shows), default=-1)
        return max((place for place in range(last) if self.rows[place].word == RIGHT), default=-1)


def subject_of(bug: str, finding: Finding, target: Target) -> Subject:
    """Return what is to be verified of a bug, by its first finding."""
    return Subject(
        bug,
        smallest_case(finding),
        target,
        finding.verdict,
        finding.looks,
        finding.id,
        finding.target,
    )


class Verifier:
    """Verifies bugs in new workers of a pool; `deadline` as in a campaign."""

    def __init__(
        self, pool: TargetPool, deadline: float = DEADLINE, known: KnownTargets = HERE
    ) -> None:
        self._pool = pool
        self._deadline = deadline
        self._known = known

    def verify(self, subject: Subject, *, whole_family: bool = False) -> Verification:
        """Ask all versions of the target's compiler, or with `whole_family` its other targets that
        take the language as well.
        """
        own = in_versions(subject.target, self._known, self._pool)
        rows = self._rows(subject, own)
        others: list[VersionResult] = []
        if whole_family:
            done = {target.id for _, target in own}
            for target in self._of_family(subject):
                if target.id not in done:
                    line = in_versions(target, self._known, self._pool)
                    fresh = [(number, one) for number, one in line if one.id not in done]
                    done |= {target.id, *(one.id for _, one in fresh)}
                    others += self._rows(subject, fresh)
        name = subject.target.id
        return Verification(subject.bug, name, tuple(rows), tuple(others), subject.finding)

    def verify_on(self, subject: Subject, targets: Sequence[Target]) -> Verification:
        """Ask these targets alone, which count as versions in the order of their numbers."""
        chosen = {target.id for target in targets}
        line = in_versions(subject.target, self._known, self._pool)
        own = [(number, one) for number, one in line if one.id in chosen]
        there = {one.id for _, one in own}
        others = [(self._number(one), one) for one in targets if one.id not in there]
        rows, beside = self._rows(subject, own), self._rows(subject, others)
        return Verification(
            subject.bug, subject.target.id, tuple(rows), tuple(beside), subject.finding
        )

    def look(self, subject: Subject) -> Verdict:
        """Return what the target itself does with the case, at one look."""
        return self._verdict(subject.case, subject.target, self._beside(subject), {})

    def _number(self, target: Target) -> str:
        line = in_versions(target, self._known, self._pool)
        return next((number for number, one in line if one.id == target.id), "")

    def _of_family(self, subject: Subject) -> list[Target]:
        """Return the targets of the family that are here and take the programs as they are."""
        family = subject.target.family or subject.target.id
        return [
            one
            for one in self._known.every()
            if (one.family or one.id) == family
            and one.available
            and not one.drawn
            and subject.language in one.languages
        ]

    def _beside(self, subject: Subject) -> list[Target]:
        """Return targets of other families for a case that compares targets with each other."""
        if judged_alone(subject.case.oracle):
            return []
        found: dict[str, Target] = {subject.target.family: subject.target}
        for one in self._known.every():
            if one.available and one.kind == "executes" and subject.language in one.own_languages:
                found.setdefault(one.family, one)
        return [one for family, one in found.items() if family != subject.target.family][:_OTHERS]

    def _rows(self, subject: Subject, targets: Sequence[tuple[str, Target]]) -> list[VersionResult]:
        beside = self._beside(subject)
        return [self._row(subject, number, one, beside) for number, one in targets]

    def _row(
        self, subject: Subject, number: str, target: Target, beside: Sequence[Target]
    ) -> VersionResult:
        references: FreshReferences = {}
        looked = 0

        def look() -> Verdict:
            nonlocal looked
            looked += 1
            return self._verdict(subject.case, target, beside, references)

        def shows(seen: Verdict) -> bool:
            return _shows(subject, target, seen)

        seen = look_until(look, shows, max(1, subject.looks))
        return VersionResult(
            target.id,
            number,
            word_of(seen),
            shows(seen),
            seen.detail or seen.signature,
            looked,
        )

    def _verdict(
        self,
        case: TestCase,
        target: Target,
        beside: Sequence[Target],
        references: FreshReferences,
    ) -> Verdict:
        try:
            seen = observe_fresh(self._pool, case, [target, *beside], self._deadline, references)
        except AberrationError as error:
            return Verdict("none", detail=error.message)
        return seen.verdicts[target.id]


def keep_checks(store: FindingStore, found: Verification) -> None:
    """Store what each target did with the case of a bug, and where it was mended, if it is closed
    and nobody has said that it is a duplicate, invalid, or fixed.
    """
    at = add_checks(store, found)
    said = next((one for one in store.triage() if one.bug == found.bug), Triage(found.bug))
    if found.state == "closed" and said.status in ("open", "reported"):
        store.set_triage(
            msgspec.structs.replace(said, status="fixed", fixed_in=found.fixed_in, changed=at)
        )


def add_checks(store: FindingStore, found: Verification) -> str:
    """Store what each target did with the case of a bug, and return when that was (ISO 8601, UTC).
    A case that is of no finding is of no campaign.
    """
    at = now()
    campaign, finding = store.place_of(found.finding) if found.finding else (0, "")
    for row in (*found.rows, *found.others):
        store.add_check(Check(found.bug, campaign, finding, row.target, row.version, row.word, at))
    return at


def _shows(subject: Subject, target: Target, seen: Verdict) -> bool:
    """True where a verdict is the bug that is looked for. On another version the kind decides:
    messages and names of frames change with it.
    """
    wanted = subject.wanted
    if wanted is None or not seen.is_finding:
        return seen.is_finding
    if is_wrong_code(wanted) and is_wrong_code(seen):
        return True
    if target.id == (subject.seen_on or subject.target.id):
        return same_bug(wanted, seen)
    return wanted.kind == seen.kind


def word_of(verdict: Verdict) -> str:
    """Return what a target did in one word, or two: a kind of violation, `right`, `refused`, or
    `not run`.
    """
    if verdict.is_finding:
        return verdict.kind
    if verdict.kind == "pass":
        return RIGHT
    return REFUSED if _LIMIT in verdict.detail else NOT_RUN
