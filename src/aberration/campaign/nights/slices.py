"""A slice of a night: an ordinary campaign, what is kept of it, and what it is told by."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from aberration.campaign.campaign import resume, run_campaign
from aberration.campaign.cutting import Stop
from aberration.campaign.nights.findings import Methods, bugs_in, kept_of, new_in, unlike_known
from aberration.campaign.nights.folder import CAMPAIGN, DONE, PLAN, NightsFolder, write_json
from aberration.campaign.nights.leftovers import left_of
from aberration.campaign.nights.records import Night, SliceDone, SlicePlan, TargetCount
from aberration.campaign.session import Call, OnEvent
from aberration.campaign.store import DATABASE, Store
from aberration.campaign.summary import Summary, TargetLine, summarise
from aberration.core.errors import AberrationError
from aberration.core.outcome import Rejected, kind_of

_REFUSED = kind_of(Rejected(""))


class Stopped(Exception):
    """Somebody asked the night to end; it goes on the next time."""


class Slices:
    """Makes the slices of one night; `family_of` gives the family of a target by its id."""

    def __init__(
        self,
        folder: NightsFolder,
        night: Night,
        methods: Methods,
        family_of: Callable[[str], str],
        on_event: OnEvent,
        stop: Stop,
        preparing: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._folder = folder
        self._night = night
        self._methods = methods
        self._family_of = family_of
        self._on_event = on_event
        self._stop = stop
        self._preparing = preparing

    def run(self, plan: SlicePlan) -> SliceDone:
        """Run a slice, or go on with it; raise `Stopped` where it was told to end."""
        place = self._folder.slice(self._night.number, plan.number)
        write_json(place / PLAN, plan)
        trouble, begun = "", time.monotonic()
        try:
            self._campaign(plan, place / CAMPAIGN)
        except AberrationError as error:
            trouble = f"{plan.arm.name}: {error}".replace("\n", " ")
        if self._stop():
            raise Stopped
        done = self._done(plan, place / CAMPAIGN, trouble, time.monotonic() - begun)
        write_json(place / DONE, done)
        return done

    def _campaign(self, plan: SlicePlan, output: Path) -> None:
        call = Call(time.monotonic(), True, self._stop, self._preparing)
        if _is_begun(output):
            resume(output, self._on_event, None, call)
        else:
            run_campaign(plan.configuration, self._on_event, call)

    def _done(self, plan: SlicePlan, output: Path, trouble: str, seconds: float) -> SliceDone:
        """Keep the findings of a slice, and return what it came to."""
        done = SliceDone(plan.number, plan.arm, seconds / 60.0, 0, 0, trouble=trouble)
        if not _is_begun(output):
            return done
        store = Store.in_folder(output)
        try:
            summary, number = summarise(store, output), self._night.number
            place = str(output.relative_to(self._folder.root))
            before = self._folder.findings()
            found = store.findings()
            families = {one.target: self._family_of(one.target) for one in found}
            kept = kept_of(found, number, plan.number, families, place)
            left = unlike_known(found, [*before, *kept], families)
            minutes = store.seconds_spent() / 60.0
        finally:
            store.close()
        for one in kept:
            self._folder.keep(one)
        own = {one.finding.id for one in kept}
        every = [*(one for one in before if one.finding.id not in own), *kept]
        fresh = new_in(bugs_in(every, self._methods), every, number)
        new = [bug for bug in fresh if own.issuperset(bug.findings)]
        return msgspec.structs.replace(
            done,
            minutes=minutes,
            tests=summary.tests,
            new=len(new),
            unreduced=len(left),
            left=left_of(found),
            targets=tuple(_counts(summary)),
        )


def _is_begun(output: Path) -> bool:
    if not (output / DATABASE).is_file():
        return False
    store = Store.in_folder(output)
    try:
        return store.exists()
    finally:
        store.close()


def _counts(summary: Summary) -> list[TargetCount]:
    return [
        TargetCount(name, line.version, sum(line.outcomes.values()), _answers(line))
        for name, line in sorted(summary.targets.items())
    ]


def _answers(line: TargetLine) -> int:
    return sum(count for kind, count in line.outcomes.items() if kind != _REFUSED)
