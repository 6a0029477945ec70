"""The targets by name: those of this machine, and of those that are gone what former nights wrote
of them.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from aberration.campaign.nights.records import KnownBug, Night, TargetHere
from aberration.core.errors import UnknownName
from aberration.core.target import Target
from aberration.targets.registry import resolve


class Machine:
    """`known` are the targets that this machine lists, by id; `nights` were here before."""

    def __init__(self, known: Mapping[str, Target], nights: Iterable[Night] = ()) -> None:
        self.known = known
        self._before: dict[str, TargetHere] = {
            target.id: target for night in nights for target in night.targets
        }

    def find(self, name: str) -> Target | None:
        """Return a target, None where nobody here knows the name: a collection of bugs names
        compilers that a machine need not have.
        """
        with suppress(UnknownName):
            return self.known.get(name) or resolve(name)
        return None

    def find_for(self, bug: KnownBug) -> Target | None:
        """Return the target of a known bug; where it is gone, one of its series that is here."""
        target = self.find(bug.target)
        if (target is not None and target.available) or not bug.series:
            return target
        versions = (one for one in self.known.values() if one.series == bug.series)
        return next((one for one in versions if one.available), target)

    def family_of(self, name: str) -> str:
        """Return the family of a target, its name where nobody knows better."""
        target = self.find(name)
        if target is not None:
            return target.family or name
        return self._before[name].family if name in self._before else name

    def series_of(self, name: str) -> str:
        """Return what the versions of a target have in common, its name where nobody knows."""
        target = self.find(name)
        if target is not None:
            return target.series or name
        return self._before[name].series if name in self._before else name
