"""What slices had no time to reduce. A part of the night goes on with what former nights have left,
so that no bug is left untold for ever; and what time is left at its end goes to its own slices.
"""

import time
from pathlib import Path

import msgspec

from aberration.campaign.cutting import Stop
from aberration.campaign.following import work_on
from aberration.campaign.nights.folder import LEFTOVERS, NightsFolder, read_json, write_json
from aberration.campaign.nights.history import campaign_of
from aberration.campaign.nights.records import Night, Taken
from aberration.campaign.nights.storage import NightStore
from aberration.campaign.session import OnEvent
from aberration.core.errors import AberrationError
from aberration.core.finding import State

OPEN: tuple[State, ...] = ("new", "waiting")
"""Findings that are not reduced yet."""


class Leftovers:
    """Reduces what slices have left, the oldest first."""

    def __init__(
        self, folder: NightsFolder, store: NightStore, night: Night, on_event: OnEvent, stop: Stop
    ) -> None:
        self._path = folder.night(night.number) / LEFTOVERS
        self._store = store
        self._night = night
        self._on_event = on_event
        self._stop = stop

    def reduce(self, seconds: float) -> None:
        """Go on with what former nights have left until the time for it is over. What comes of it
        counts as found in this night: nobody was told of it before.
        """
        for name, findings in self._open_findings(range(1, self._night.number)).items():
            taken = read_json(self._path, Taken) or Taken()
            if self._stop() or taken.seconds >= seconds:
                return
            if name in taken.done:
                continue
            # Written first: what is reduced before a kill counts as found in this night, too.
            known = tuple(dict.fromkeys((*taken.findings, *findings)))
            taken = msgspec.structs.replace(taken, findings=known)
            write_json(self._path, taken)
            begun = time.monotonic()
            self._go_on(name, begun + seconds - taken.seconds)
            spent = taken.seconds + time.monotonic() - begun
            write_json(self._path, Taken(spent, known, (*taken.done, name)))

    def finish(self, seconds: float) -> None:
        """Go on with what the slices of this night have left, for so long at most."""
        until = time.monotonic() + seconds
        for name in self._open_findings(range(self._night.number, self._night.number + 1)):
            if self._stop() or time.monotonic() >= until:
                return
            self._go_on(name, until)

    def _open_findings(self, nights: range) -> dict[str, list[str]]:
        """Return the findings that these nights have left, by campaign."""
        found: dict[str, list[str]] = {}
        for one in self._store.whole.list_findings():
            name = campaign_of(one.id)
            if one.state in OPEN and self._store.night_of(name) in nights:
                found.setdefault(name, []).append(one.id)
        return found

    def _go_on(self, name: str, until: float) -> None:
        try:
            with self._store.hold(name) as store:
                output = Path(store.header().configuration.output)
                output.mkdir(parents=True, exist_ok=True)
                work_on(store, output, until, self._on_event, self._stop)
        except AberrationError:
            # A target that is gone, or another process at work on it: what is left stays so.
            return
