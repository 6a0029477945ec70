"""What a night tells: new bugs with the version that brought them, known ones that changed, and
targets that tested nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from aberration.campaign.cutting import Stop
from aberration.campaign.nights.findings import Methods, bugs_in
from aberration.campaign.nights.folder import BUGS, CASE, NightsFolder, read_json, write_json
from aberration.campaign.nights.history import History
from aberration.campaign.nights.known_cases import KnownCases
from aberration.campaign.nights.records import (
    FoundAgain,
    Kept,
    NewBug,
    News,
    Night,
    Replay,
    Silent,
    SliceDone,
    TargetTold,
)
from aberration.campaign.nights.slices import Stopped
from aberration.campaign.verification import Verification, Verifier, keep_checks, subject_of
from aberration.campaign.whole_store import FindingStore
from aberration.core.finding import Finding
from aberration.core.target import Target
from aberration.core.testcase import save_case
from aberration.dedup.bugs import Bug, smallest_case

BUG = "bug.json"


class NewBugs:
    """Looks at the bugs that one night found, those that are new on all versions that are
    installed.
    """

    def __init__(
        self,
        folder: NightsFolder,
        store: FindingStore,
        history: History,
        night: Night,
        methods: Methods,
        verifier: Verifier,
        cases: KnownCases,
        find: Callable[[str], Target | None],
        stop: Stop,
    ) -> None:
        self._folder = folder
        self._store = store
        self._history = history
        self._night = night
        self._methods = methods
        self._verifier = verifier
        self._cases = cases
        self._find = find
        self._stop = stop

    def all(self) -> tuple[list[NewBug], list[FoundAgain]]:
        """Return the bugs of the night, the new ones and those that are known; each new one is
        written when it was looked at.
        """
        kept = self._history.all_kept()
        by_id = {one.finding.id: one for one in kept}
        bugs, number = bugs_in(kept, self._methods), self._night.number
        names, settled = self._history.names_of(bugs, kept), self._history.settled_bugs()
        new: list[NewBug] = []
        again: list[FoundAgain] = []
        for bug in bugs:
            own = [name for name in bug.findings if by_id[name].night == number]
            if not own:
                continue
            if self._stop():
                raise Stopped
            known = names[bug.id][0] if len(own) < len(bug.findings) else ""
            known = known or next((name for name in names[bug.id] if name in settled), "")
            known = known or self._known_case(by_id[bug.findings[0]])
            if known:
                again.append(_again(bug, by_id[own[0]].finding, len(own), known))
            else:
                perhaps = names[bug.perhaps][0] if bug.perhaps in names else bug.perhaps
                new.append(self._new(bug, by_id[bug.findings[0]], perhaps))
        return new, again

    def _known_case(self, kept: Kept) -> str:
        target = self._find(kept.finding.target)
        return "" if target is None else self._cases.explain(kept, target)

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
            keep_checks(self._store, seen)
        told = NewBug(
            id=bug.id,
            target=finding.target,
            family=bug.family,
            kind=bug.kind,
            signature=bug.signature,
            method=finding.case.recipe.method,
            findings=len(bug.findings),
            finding=finding.id,
            case=str((place / CASE).relative_to(self._folder.root)),
            perhaps=perhaps,
            detail=finding.verdict.detail,
            culprit=bug.culprit,
            versions=seen.rows,
            first_bad=seen.first_bad,
            last_good=seen.last_good,
            series="" if target is None else target.series,
        )
        write_json(place / BUG, told)
        return told


def _again(bug: Bug, finding: Finding, findings: int, known: str) -> FoundAgain:
    return FoundAgain(bug.id, finding.target, bug.kind, bug.signature, findings, known)


def silent_targets(night: Night, slices: Sequence[SliceDone]) -> list[Silent]:
    """Return the targets of a night that gave no answer in any slice, and those that are
    missing.
    """
    counts = _counts(slices)
    found = [Silent(name, reason) for name, reason in sorted(night.missing.items())]
    for target in night.targets:
        outcomes, answers = counts.get(target.id, (0, 0))
        if not answers:
            why = f"all {outcomes} programs were refused" if outcomes else "no test was run on it"
            found.append(Silent(target.id, why))
    return found


def _counts(slices: Iterable[SliceDone]) -> dict[str, tuple[int, int]]:
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
    known: Sequence[FoundAgain],
    replay: Replay,
    slices: Sequence[SliceDone],
    unreduced: int,
) -> News:
    """Return all that a night tells."""
    versions = {line.id: line.version for done in slices for line in done.targets if line.version}
    counts = _counts(slices)
    return News(
        night=night.number,
        rng_seed=night.rng_seed,
        begun=night.begun,
        ended=ended,
        seconds=round(replay.seconds + 60.0 * sum(done.minutes for done in slices), 1),
        new=tuple(new),
        replayed=replay.bugs,
        silent=tuple(silent_targets(night, slices)),
        troubles=tuple(done.trouble for done in slices if done.trouble),
        slices=tuple(slices),
        targets=_tell_targets(night, versions, counts),
        unreduced=unreduced,
        left=replay.left,
        known=tuple(known),
    )


def _tell_targets(
    night: Night, versions: Mapping[str, str], counts: Mapping[str, tuple[int, int]]
) -> tuple[TargetTold, ...]:
    return tuple(
        TargetTold(one.id, versions.get(one.id, ""), counts.get(one.id, (0, 0))[0])
        for one in night.targets
    )
