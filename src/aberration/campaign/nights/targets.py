"""The targets of a night, and those that are missing: one that was there last night and is not now
must be told, for nothing tests it.
"""

from collections.abc import Sequence

from aberration.campaign.campaign import choose_targets
from aberration.campaign.nights.records import Night, TargetHere
from aberration.core.errors import TargetUnavailable, UnknownName
from aberration.core.target import Target
from aberration.targets.registry import select

GONE = "it was there last night, and is not here now"


def targets_here(
    known: Sequence[Target], patterns: Sequence[str], last: Night | None
) -> tuple[tuple[TargetHere, ...], dict[str, str]]:
    """Return the targets that the patterns name (all that work here without any), and the reasons
    of those that are missing. Raise `UnknownName` for a name that no night knew.
    """
    found: dict[str, Target] = {}
    missing: dict[str, str] = {}
    for pattern in patterns:
        try:
            found |= {target.id: target for target in select(known, [pattern])}
        except TargetUnavailable as error:
            missing[pattern] = error.message
        except UnknownName:
            if last is None or pattern not in last.asked:
                raise
            missing[pattern] = GONE
    chosen = list(found.values()) if patterns else choose_targets(known, ())
    here = tuple(_record(target) for target in chosen)
    return here, missing | _gone(here, missing, last)


def _gone(
    here: Sequence[TargetHere], missing: dict[str, str], last: Night | None
) -> dict[str, str]:
    """Return the targets of last night of which no version is here."""
    if last is None:
        return {}
    names, series = {one.id for one in here}, {one.series for one in here}
    return {
        one.id: GONE
        for one in last.targets
        if one.id not in names and one.series not in series and one.id not in missing
    }


def _record(target: Target) -> TargetHere:
    return TargetHere(
        target.id, target.series or target.id, target.family or target.id, target.languages
    )
