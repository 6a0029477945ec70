"""What is known when a night begins: the findings of all campaigns of the database, by what names
their bugs were told, what people said of them, and what they did when they were run again last.
"""

from collections.abc import Iterable, Sequence

import msgspec

from aberration.campaign.nights.findings import Methods, bugs_in, kept_of, unlike_known
from aberration.campaign.nights.folder import NightsFolder
from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.records import Kept, KnownBug, Night
from aberration.campaign.nights.storage import NightStore
from aberration.campaign.records import Check
from aberration.campaign.verification import NOT_RUN, REFUSED, RIGHT
from aberration.dedup.bugs import Bug

SETTLED = ("invalid", "duplicate")
"""What people say of a bug that is neither replayed nor told any more."""


class History:
    """Reads the store of the nights, and what they told."""

    def __init__(
        self, folder: NightsFolder, store: NightStore, machine: Machine, methods: Methods
    ) -> None:
        self._folder = folder
        self._store = store
        self._machine = machine
        self._methods = methods
        self.family_of = machine.family_of

    def all_kept(self) -> list[Kept]:
        """Return the reduced findings of all campaigns, each with the night in which it came to
        light: that of its campaign, or the later one that reduced it.
        """
        later = self._folder.later_nights()
        found = []
        for finding in self._store.whole.findings("reduced"):
            night = self._store.night_of(campaign_of(finding.id))
            family = self._machine.family_of(finding.target)
            found.append(kept_of(finding, max(night, later.get(finding.id, 0)), family))
        return found

    def count_unreduced(self, night: Night) -> int:
        """Return how many bugs the findings of a night look like that are not reduced yet, as far
        as nothing that is known looks so.
        """
        found = [
            one
            for one in self._store.whole.findings("new")
            if self._store.night_of(campaign_of(one.id)) == night.number
        ]
        families = {one.target: self.family_of(one.target) for one in found}
        return len(unlike_known(found, self.all_kept(), families))

    def names_of(self, bugs: Iterable[Bug], kept: Sequence[Kept]) -> dict[str, tuple[str, ...]]:
        """Return all names of bugs by their ids now: first those by which nights told them, then
        their ids, then those in single campaigns, as the dashboard shows them.
        """
        told = self._folder.told_names()
        single: dict[str, str] = {}
        by_campaign: dict[str, list[Kept]] = {}
        for one in kept:
            by_campaign.setdefault(campaign_of(one.finding.id), []).append(one)
        for part in by_campaign.values():
            single |= {
                name: bug.id for bug in bugs_in(part, self._methods) for name in bug.findings
            }
        return {
            bug.id: tuple(
                dict.fromkeys(
                    (
                        *(told[name] for name in bug.findings if name in told),
                        bug.id,
                        *(single[name] for name in bug.findings),
                    )
                )
            )
            for bug in bugs
        }

    def settled_bugs(self) -> frozenset[str]:
        """Return the names of the bugs of which somebody said that they are none, or another."""
        return frozenset(one.bug for one in self._store.whole.triage() if one.status in SETTLED)

    def known_bugs(self, night: Night) -> list[KnownBug]:
        """Return the bugs that were known when a night began, those left out that are settled."""
        kept = [one for one in self.all_kept() if one.night < night.number]
        bugs, settled = bugs_in(kept, self._methods), self.settled_bugs()
        names, looks = self.names_of(bugs, kept), self._looks(night)
        by_id = {one.finding.id: one for one in kept}
        found = []
        for bug in bugs:
            if settled.isdisjoint(names[bug.id]):
                first = by_id[bug.findings[0]]
                nights = [by_id[name].night for name in bug.findings]
                seen = _of_bug(looks, names[bug.id], bug.findings)
                found.append(self._bug_of(names[bug.id][0], bug, first, min(nights), seen))
        return found

    def judged_before(self, bugs: Iterable[KnownBug], night: Night) -> list[KnownBug]:
        """Return cases of folders with what each did when it was run last before a night."""
        looks = self._looks(night)
        return [self._with_looks(bug, _of_bug(looks, (bug.id,), ())) for bug in bugs]

    def _looks(self, night: Night) -> list[tuple[str, Check]]:
        """Return each look before a night with the finding that it was about."""
        names = self._store.names()
        return [
            (f"{names.get(check.campaign, '')}/{check.finding}", check)
            for check in self._store.whole.checks()
            if check.id <= night.checks
        ]

    def _bug_of(
        self, name: str, bug: Bug, first: Kept, night: int, seen: Sequence[Check]
    ) -> KnownBug:
        finding = first.finding
        known = KnownBug(
            name,
            finding.target,
            bug.kind,
            night,
            finding=finding.id,
            signature=bug.signature,
            series=self._machine.series_of(finding.target),
        )
        return self._with_looks(known, seen)

    def _with_looks(self, bug: KnownBug, seen: Sequence[Check]) -> KnownBug:
        """Return a bug with when it was run last, and whether the newest version was right then."""
        series = self._machine.series_of(bug.target)
        looks: dict[str, list[Check]] = {}
        for check in seen:
            looks.setdefault(check.at, []).append(check)
        right: bool | None = None
        for rows in looks.values():
            own = [one for one in rows if self._machine.series_of(one.target) == series] or rows
            newest = own[-1].verdict
            right = right if newest in (REFUSED, NOT_RUN) else newest == RIGHT
        checked = seen[-1].at if seen else ""
        return msgspec.structs.replace(bug, checked=checked, right=right)


def _of_bug(
    looks: Iterable[tuple[str, Check]], names: Sequence[str], findings: Sequence[str]
) -> list[Check]:
    """Return the looks at a bug: under any of its names, or at any of its findings."""
    return [check for place, check in looks if check.bug in names or place in findings]


def campaign_of(identifier: str) -> str:
    """Return the campaign of a finding by its id in the whole store."""
    return identifier.rpartition("/")[0]


def last_check(checks: Sequence[Check]) -> int:
    """Return the number of the last look of a store, 0 where nobody looked yet."""
    return max((check.id for check in checks), default=0)
