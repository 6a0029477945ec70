"""What former nights had no time to reduce: a part of the night goes on with it, so that no bug is
left untold for ever.
"""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from aberration.campaign.cutting import Stop
from aberration.campaign.following import work_on
from aberration.campaign.nights.findings import kept_of
from aberration.campaign.nights.folder import (
    CAMPAIGN,
    DONE,
    LEFTOVERS,
    NightsFolder,
    read_json,
    write_json,
)
from aberration.campaign.nights.records import Night, SliceDone
from aberration.campaign.session import OnEvent
from aberration.campaign.store import DATABASE, Store
from aberration.core.errors import AberrationError
from aberration.core.finding import Finding


class _Spent(msgspec.Struct, frozen=True):
    """The seconds that a night gave to what was left so far, and the slices that it took up."""

    seconds: float = 0.0
    slices: tuple[str, ...] = ()


class Leftovers:
    """Reduces what the slices of former nights have left, the oldest first."""

    def __init__(
        self,
        folder: NightsFolder,
        night: Night,
        family_of: Callable[[str], str],
        on_event: OnEvent,
        stop: Stop,
    ) -> None:
        self._folder = folder
        self._night = night
        self._family_of = family_of
        self._on_event = on_event
        self._stop = stop

    def reduce(self, seconds: float) -> None:
        """Go on with what is left until the time for it is over. What comes of it is kept as
        findings of this night: nobody was told of them before.
        """
        path = self._folder.night(self._night.number) / LEFTOVERS
        spent = read_json(path, _Spent) or _Spent()
        for night in self._folder.nights():
            for done in self._folder.slices(night.number) if night != self._night else ():
                place = self._folder.slice(night.number, done.number)
                name = str(place.relative_to(self._folder.root))
                if self._stop() or spent.seconds >= seconds:
                    return
                if not done.left or name in spent.slices or not _is_there(place / CAMPAIGN):
                    continue
                begun = time.monotonic()
                until = begun + seconds - spent.seconds
                left = self._go_on(place / CAMPAIGN, night.number, done, until)
                write_json(place / DONE, msgspec.structs.replace(done, left=left))
                took = spent.seconds + time.monotonic() - begun
                spent = _Spent(took, (*spent.slices, name))
                write_json(path, spent)

    def _go_on(self, output: Path, night: int, done: SliceDone, until: float) -> int:
        """Reduce what a slice has left; return how many findings it still has."""
        store = Store.in_folder(output)
        try:
            work_on(store, output, until, self._on_event, self._stop)
            found = store.findings()
        except AberrationError:
            # A store of another version, or a target that is gone: what is left stays so.
            return done.left
        finally:
            store.close()
        families = {one.target: self._family_of(one.target) for one in found}
        place = str(output.relative_to(self._folder.root))
        for kept in kept_of(found, night, done.number, families, place):
            if self._folder.finding(kept.finding.id) is None:
                self._folder.keep(msgspec.structs.replace(kept, night=self._night.number))
        return left_of(found)


def left_of(found: list[Finding]) -> int:
    """Return how many findings are not reduced yet."""
    return sum(one.state in ("new", "waiting") for one in found)


def _is_there(output: Path) -> bool:
    return (output / DATABASE).is_file()
