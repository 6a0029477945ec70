"""Is a bug that a night found one of a collection of known bugs? It is where deduplication takes
both for one, and the known bug's own case goes wrong on the same target now.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from aberration.campaign.nights.findings import Methods, bugs_in
from aberration.campaign.nights.known_bugs import IndexRow, readable_case
from aberration.campaign.nights.records import Kept
from aberration.campaign.verification import Subject, Verifier
from aberration.core.finding import Finding
from aberration.core.oracle import Verdict
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.dedup.bugs import is_wrong_code


class KnownCases:
    """Cases of known bugs by the family of targets that show them; each is run at most once on a
    target.
    """

    def __init__(
        self,
        rows: Mapping[str, Sequence[tuple[Path, IndexRow]]],
        verifier: Verifier,
        methods: Methods,
    ) -> None:
        self._rows = rows
        self._verifier = verifier
        self._methods = methods
        self._seen: dict[tuple[Path, str], Verdict] = {}

    def explain(self, kept: Kept, target: Target) -> str:
        """Return the name of the known bug that a finding is, empty where it is none of them."""
        kind = "wrong" if is_wrong_code(kept.finding.verdict) else kept.finding.verdict.kind
        for place, row in self._rows.get(kept.family, ()):
            case = readable_case(place) if kind in row.verdict.split(" or ") else None
            if case is None or not _speaks(target, case):
                continue
            # A wrong result has nothing to say by itself: whoever is another bug by its steps need
            # not be run. What a crash says is known only when it was seen.
            if kind == "wrong" and not self._are_one(kept, _finding(place, kept, case)):
                continue
            seen = self._look(place, case, target)
            if seen.is_finding and self._are_one(kept, _finding(place, kept, case, seen)):
                return place.name
        return ""

    def _are_one(self, kept: Kept, other: Finding) -> bool:
        return len(bugs_in([kept, Kept(other, 0, kept.family)], self._methods)) == 1

    def _look(self, place: Path, case: TestCase, target: Target) -> Verdict:
        """Return what a target does with a case in a new process."""
        key = place, target.id
        if key not in self._seen:
            self._seen[key] = self._verifier.look(Subject(place.name, case, target))
        return self._seen[key]


def _finding(place: Path, kept: Kept, case: TestCase, seen: Verdict | None = None) -> Finding:
    """Return a known case as a finding of the same target."""
    like = kept.finding
    return Finding(
        id=place.name,
        test=0,
        target=like.target,
        target_version=like.target_version,
        verdict=seen or like.verdict,
        case=case,
        reliability="once",
        observed=1,
        tries=1,
        state="reduced",
        reduced=case,
    )


def _speaks(target: Target, case: TestCase) -> bool:
    return all(program.language in target.languages for program in case.programs.values())
