"""Which bugs are new: the findings of all nights together are gathered into bugs, and a bug is new
only if all findings in it are of this night. What another campaign of the same database found is
known, too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from aberration.campaign.nights.records import Kept
from aberration.campaign.triage.pipeline import Apparent, apparent_bug
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.dedup.bugs import Bug, find_bugs, smallest_case

Methods = Callable[[str], Method]


def kept_of(finding: Finding, night: int, family: str) -> Kept:
    """Return what is looked at of a reduced finding: its smallest case, without the others."""
    small = smallest_case(finding)
    slim = msgspec.structs.replace(
        finding,
        case=small,
        reduced=None if finding.reduced is None else small,
        neighbour=None,
        partial=None,
    )
    return Kept(slim, night, family)


def bugs_in(kept: Sequence[Kept], methods: Methods) -> list[Bug]:
    """Return the bugs of all these findings together."""
    families = {one.finding.target: one.family for one in kept}
    return find_bugs(
        [one.finding for one in kept],
        families,
        lambda name: methods(name).ignored_types,
        lambda name: methods(name).ingredients,
    )


def new_in(bugs: Iterable[Bug], kept: Sequence[Kept], night: int) -> list[Bug]:
    """Return the bugs all of whose findings are of this night."""
    nights = {one.finding.id: one.night for one in kept}
    return [bug for bug in bugs if all(nights[name] == night for name in bug.findings)]


def unlike_known(
    found: Iterable[Finding], kept: Sequence[Kept], families: Mapping[str, str]
) -> list[Apparent]:
    """Return what the findings that are not reduced yet look like, as far as no finding that is
    known looks so: only of these can it be said that they are new.
    """
    known = {apparent_bug(one.finding, {one.finding.target: one.family}) for one in kept}
    seen = dict.fromkeys(apparent_bug(one, families) for one in found if one.state == "new")
    return [one for one in seen if one not in known]
