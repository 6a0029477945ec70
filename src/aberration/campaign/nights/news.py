"""What a night tells: new bugs with the version that brought them, known ones that changed, and
targets that tested nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from aberration.campaign.cutting import Stop
from aberration.campaign.nights.findings import Methods, bugs_in, new_in
from aberration.campaign.nights.folder import BUGS, CASE, NightsFolder, read_json, write_json
from aberration.campaign.nights.records import (
    Kept,
    KnownBug,
    NewBug,
    News,
    Night,
    Replay,
    Silent,
    SliceDone,
    TargetTold,
)
from aberration.campaign.nights.slices import Stopped
from aberration.campaign.verification import RIGHT, Verification, Verifier, subject_of
from aberration.core.target import Target
from aberration.core.testcase import save_case
from aberration.dedup.bugs import Bug, smallest_case

BUG = "bug.json"


class NewBugs:
    """Looks at the bugs that are new in one night, on all versions that are installed."""

    def __init__(
        self,
        folder: NightsFolder,
        night: Night,
        methods: Methods,
        verifier: Verifier,
        find: Callable[[str], Target | None],
        stop: Stop,
    ) -> None:
        self._folder = folder
        self._night = night
        self._methods = methods
        self._verifier = verifier
        self._find = find
        self._stop = stop

    def all(self, known: Sequence[KnownBug]) -> list[NewBug]:
        """Return the new bugs of the night; each is written when it was looked at."""
        kept = self._folder.findings()
        by_id = {one.finding.id: one for one in kept}
        bugs = bugs_in(kept, self._methods)
        told_as = _names(bugs, known)
        found = []
        for bug in new_in(bugs, kept, self._night.number):
            if self._stop():
                raise Stopped
            found.append(self._new(bug, by_id[bug.findings[0]], told_as.get(bug.perhaps, "")))
        return found

    def _new(self, bug: Bug, kept: Kept, perhaps: str) -> NewBug:
        place = self._folder.night(self._night.number) / BUGS / bug.id
        told = read_json(place / BUG, NewBug)
        if told is not None:
            return told
        finding = kept.finding
        save_case(smallest_case(finding), place / CASE)
        target = self._find(finding.target)
        seen = Verification(bug.id, finding.target, ())
        if target is not None:
            seen = self._verifier.verify(subject_of(bug.id, finding, target))
        told = NewBug(
            id=bug.id,
            target=finding.target,
            family=bug.family,
            kind=bug.kind,
            signature=bug.signature,
            method=kept.method,
            findings=len(bug.findings),
            finding=finding.id,
            case=str((place / CASE).relative_to(self._folder.root)),
            perhaps=perhaps or bug.perhaps,
            detail=finding.verdict.detail,
            culprit=bug.culprit,
            versions=seen.rows,
            first_bad=seen.first_bad,
            last_good=seen.last_good,
            series="" if target is None else target.series,
        )
        write_json(place / BUG, told)
        return told


def _names(bugs: Iterable[Bug], known: Sequence[KnownBug]) -> dict[str, str]:
    """Return by what id a bug was told, by the id that it has now: findings that came later may
    give it another.
    """
    told = {bug.finding: bug.id for bug in known if bug.finding}
    return {bug.id: told[name] for bug in bugs for name in bug.findings if name in told}


def known_after(known: Sequence[KnownBug], new: Iterable[NewBug], night: int) -> list[KnownBug]:
    """Return what is known after a night that found these bugs; told twice they are known once."""
    merged = {bug.id: bug for bug in known}
    for bug in new:
        right = bug.versions[-1].word == RIGHT if bug.versions else False
        merged[bug.id] = KnownBug(
            bug.id,
            bug.target,
            bug.kind,
            night,
            finding=bug.finding,
            signature=bug.signature,
            checked=night,
            right=right,
            series=bug.series,
        )
    return list(merged.values())


def silent_targets(night: Night, slices: Sequence[SliceDone]) -> list[Silent]:
    """Return the targets of a night that gave no answer in any slice, and those that are
    missing.
    """
    counts = _counted(slices)
    found = [Silent(name, reason) for name, reason in sorted(night.missing.items())]
    for target in night.targets:
        outcomes, answers = counts.get(target.id, (0, 0))
        if not answers:
            why = f"all {outcomes} programs were refused" if outcomes else "no test was run on it"
            found.append(Silent(target.id, why))
    return found


def _counted(slices: Iterable[SliceDone]) -> dict[str, tuple[int, int]]:
    counts: dict[str, tuple[int, int]] = {}
    for done in slices:
        for line in done.targets:
            outcomes, answers = counts.get(line.id, (0, 0))
            counts[line.id] = outcomes + line.outcomes, answers + line.answers
    return counts


def news_of(
    night: Night,
    ended: str,
    new: Sequence[NewBug],
    replay: Replay,
    slices: Sequence[SliceDone],
) -> News:
    """Return all that a night tells."""
    versions = {line.id: line.version for done in slices for line in done.targets if line.version}
    counts = _counted(slices)
    return News(
        night=night.number,
        seed=night.seed,
        begun=night.begun,
        ended=ended,
        seconds=round(replay.seconds + 60.0 * sum(done.minutes for done in slices), 1),
        new=tuple(new),
        replayed=replay.bugs,
        silent=tuple(silent_targets(night, slices)),
        troubles=tuple(done.trouble for done in slices if done.trouble),
        slices=tuple(slices),
        targets=_told(night, versions, counts),
        unreduced=sum(done.unreduced for done in slices),
        left=replay.left,
    )


def _told(
    night: Night, versions: Mapping[str, str], counts: Mapping[str, tuple[int, int]]
) -> tuple[TargetTold, ...]:
    return tuple(
        TargetTold(one.id, versions.get(one.id, ""), counts.get(one.id, (0, 0))[0])
        for one in night.targets
    )
