"""A slice of a night: an ordinary campaign, what is kept of it, and what it is told by."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from aberration.campaign.campaign import resume, run_campaign
from aberration.campaign.cutting import Stop
from aberration.campaign.nights.findings import Methods, bugs_in, new_in, unlike_known
from aberration.campaign.nights.folder import CAMPAIGN, DONE, PLAN, NightsFolder, write_json
from aberration.campaign.nights.history import History, campaign_of
from aberration.campaign.nights.leftovers import OPEN
from aberration.campaign.nights.records import Night, SliceDone, SlicePlan, TargetCount
from aberration.campaign.nights.storage import NightStore
from aberration.campaign.session import Call, OnEvent
from aberration.campaign.summary import Summary, TargetLine, summarise
from aberration.core.errors import AberrationError
from aberration.core.outcome import Rejected, kind_of

_REFUSED = kind_of(Rejected(""))


class Stopped(Exception):
    """Somebody asked the night to end; it goes on the next time."""


class Slices:
    """Makes the slices of one night; `history` tells what is known of its findings."""

    def __init__(
        self,
        folder: NightsFolder,
        store: NightStore,
        history: History,
        night: Night,
        methods: Methods,
        on_event: OnEvent,
        stop: Stop,
        preparing: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._folder = folder
        self._store = store
        self._history = history
        self._night = night
        self._methods = methods
        self._on_event = on_event
        self._stop = stop
        self._preparing = preparing

    def run(self, plan: SlicePlan) -> SliceDone:
        """Run a slice, or go on with it; raise `Stopped` where it was told to end."""
        place = self._folder.slice(self._night.number, plan.number)
        write_json(place / PLAN, plan)
        name = self._store.name(self._night.number, plan.number)
        trouble, begun = "", time.monotonic()
        try:
            self._campaign(plan, place / CAMPAIGN, name)
        except AberrationError as error:
            trouble = f"{plan.arm.name}: {error}".replace("\n", " ")
        if self._stop():
            raise Stopped
        done = self._finish(plan, name, trouble, time.monotonic() - begun)
        write_json(place / DONE, done)
        return done

    def _campaign(self, plan: SlicePlan, output: Path, name: str) -> None:
        call = Call(time.monotonic(), True, self._stop, self._preparing)
        if self._store.is_begun(name):
            output.mkdir(parents=True, exist_ok=True)
            resume(self._store.address(name), self._on_event, None, call)
        else:
            run_campaign(self._store.with_place(plan.configuration, name), self._on_event, call)

    def _finish(self, plan: SlicePlan, name: str, trouble: str, seconds: float) -> SliceDone:
        """Return what a slice came to."""
        done = SliceDone(plan.number, plan.arm, seconds / 60.0, 0, 0, trouble=trouble)
        if not self._store.is_begun(name):
            return done
        store, kept = self._store.campaign(name), self._history.all_kept()
        summary = summarise(store, Path(plan.configuration.output))
        found = store.findings()
        own = {one.finding.id for one in kept if campaign_of(one.finding.id) == name}
        fresh = new_in(bugs_in(kept, self._methods), kept, self._night.number)
        families = {one.target: self._history.family_of(one.target) for one in found}
        return msgspec.structs.replace(
            done,
            minutes=store.seconds_spent() / 60.0,
            tests=summary.tests,
            new=sum(own.issuperset(bug.findings) for bug in fresh),
            unreduced=len(unlike_known(found, kept, families)),
            left=sum(one.state in OPEN for one in found),
            targets=tuple(_counts(summary)),
        )


def _counts(summary: Summary) -> list[TargetCount]:
    return [
        TargetCount(name, line.version, sum(line.outcomes.values()), _answers(line))
        for name, line in sorted(summary.targets.items())
    ]


def _answers(line: TargetLine) -> int:
    return sum(count for kind, count in line.outcomes.items() if kind != _REFUSED)
