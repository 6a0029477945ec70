"""One night from its beginning to its end. Each step is written when it is done, and done again
where it was not: a night that was killed at any point goes on with the same tests.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import msgspec

from aberration.campaign.cutting import Stop, never
from aberration.campaign.nights.arms import arms_of, next_arm, plan_slice
from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.folder import (
    CAMPAIGN,
    NEWS,
    NIGHT,
    PLAN,
    NightsFolder,
    locked,
    read_json,
    write_json,
)
from aberration.campaign.nights.known_bugs import KnownBugs, after_replay, cases_of
from aberration.campaign.nights.leftovers import Leftovers
from aberration.campaign.nights.news import NewBugs, known_after, news_of
from aberration.campaign.nights.records import (
    KnownBug,
    News,
    Night,
    Replay,
    SliceDone,
    SlicePlan,
)
from aberration.campaign.nights.slices import Slices, Stopped
from aberration.campaign.nights.targets import targets_here
from aberration.campaign.session import OnEvent
from aberration.campaign.storage.campaign_rows import now
from aberration.campaign.verification import Verifier
from aberration.core.errors import NothingTested
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.methods.registry import choose_methods, method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, resolve

_SEEDS = 1 << 31
Preparing = Callable[[], AbstractContextManager[None]]


class Watch(msgspec.Struct, frozen=True):
    """Who listens to a night, and who may stop it."""

    on_event: OnEvent
    stop: Stop = never
    preparing: Preparing = nullcontext


class Lent(msgspec.Struct, frozen=True):
    """A folder of nights that nobody else writes to, and what there is to go on with."""

    folder: NightsFolder
    configuration: NightConfiguration

    def run(self, watch: Watch) -> News:
        """Go on with the night that is not over, or begin the next one; return its news, which
        nobody was told yet. Raise `Stopped` where it was told to end.
        """
        return _Run(self.folder, self.configuration, watch).run()


@contextmanager
def lent(configuration: NightConfiguration) -> Iterator[Lent]:
    """Take the folder of nights; raise `BadInput` where another night runs in it."""
    with locked(configuration.folder):
        yield Lent(NightsFolder(configuration.folder), configuration)


class _Run:
    def __init__(
        self, folder: NightsFolder, configuration: NightConfiguration, watch: Watch
    ) -> None:
        self._folder = folder
        self._configuration = configuration
        self._watch = watch
        self._known = {target.id: target for target in discover()}

    def run(self) -> News:
        nights = self._folder.nights()
        night = nights[-1] if nights and not self._folder.is_over(nights[-1]) else None
        if night is None:
            night = self._begin(nights)
        told = self._folder.news(night.number)
        if told is not None:
            return told
        with TargetPool() as pool:
            verifier = Verifier(pool)
            known = self._known_bugs(night)
            replay = self._replay(night, verifier, known)
        self._leftovers(night)
        slices = self._slices(night)
        with TargetPool() as pool:
            return self._news(night, Verifier(pool), known, replay, slices)

    def _begin(self, nights: list[Night]) -> Night:
        last = nights[-1] if nights else None
        number = 1 if last is None else last.number + 1
        asked = self._configuration.fuzz.targets
        here, missing = targets_here(list(self._known.values()), asked, last)
        if not here:
            raise NothingTested("no target of the night is here", hint="; ".join(missing.values()))
        drawn = 1 if self._configuration.keys.repeat else number
        seed = Rng.of(self._configuration.fuzz.rng_seed, "night", drawn).below(_SEEDS)
        night = Night(number, seed, now(), here, missing, asked)
        write_json(self._folder.night(number) / NIGHT, night)
        return night

    def _known_bugs(self, night: Night) -> list[KnownBug]:
        """Return what the nights before told, and the cases of the folders that are named, of the
        families that are tested.
        """
        known = {bug.id: bug for bug in self._folder.known()}
        families = {one.family for one in night.targets}
        for place in self._configuration.keys.known:
            for bug in cases_of(self._configuration.base / place, self._find):
                if self._family_of(bug.target) in families:
                    known.setdefault(bug.id, bug)
        return list(known.values())

    def _find(self, name: str) -> Target | None:
        return self._known.get(name) or resolve(name)

    def _find_for(self, bug: KnownBug) -> Target | None:
        """Return the target of a known bug; where it is gone, one of its series that is here."""
        target = self._find(bug.target)
        if (target is not None and target.available) or not bug.series:
            return target
        versions = (one for one in self._known.values() if one.series == bug.series)
        return next((one for one in versions if one.available), target)

    def _family_of(self, name: str) -> str:
        target = self._find(name)
        return name if target is None else target.family or name

    def _replay(self, night: Night, verifier: Verifier, known: list[KnownBug]) -> Replay:
        seconds, stop = self._configuration.replay_seconds, self._watch.stop
        replay = KnownBugs(self._folder, night, verifier, self._find_for).replay(
            known, seconds, stop
        )
        if stop():
            raise Stopped
        return replay

    def _leftovers(self, night: Night) -> None:
        watch = self._watch
        left = Leftovers(self._folder, night, self._family_of, watch.on_event, watch.stop)
        left.reduce(self._configuration.leftover_seconds)
        if watch.stop():
            raise Stopped

    def _slices(self, night: Night) -> list[SliceDone]:
        watch = self._watch
        slices = Slices(
            self._folder,
            night,
            method_named,
            self._family_of,
            watch.on_event,
            watch.stop,
            watch.preparing,
        )
        done = self._folder.slices(night.number)
        for number in range(len(done) + 1, self._configuration.slices + 1):
            done.append(slices.run(self._plan(night, number)))
        return done

    def _plan(self, night: Night, number: int) -> SlicePlan:
        """Return the plan of a slice: the one that was written, else what the history says now."""
        place = self._folder.slice(night.number, number)
        written = read_json(place / PLAN, SlicePlan)
        if written is not None:
            return written
        fuzz = self._configuration.fuzz
        arms = arms_of(choose_methods(fuzz.methods), night.targets, fuzz)
        if not arms:
            raise NothingTested("no method of the night fits its targets")
        arm = next_arm(arms, night, self._history(night), number)
        seconds = self._configuration.slice_seconds
        return plan_slice(arm, arms[arm], fuzz, night, number, seconds, place / CAMPAIGN)

    def _history(self, night: Night) -> list[tuple[int, SliceDone]]:
        """Return the slices that the bandit learns from, with the number of their night. Where the
        night repeats another one, it must choose the same: it only sees what was chosen tonight.
        """
        tonight = [(night.number, done) for done in self._folder.slices(night.number)]
        if self._configuration.keys.repeat:
            return [
                (number, msgspec.structs.replace(done, new=0, minutes=0.0))
                for number, done in tonight
            ]
        earlier = [one.number for one in self._folder.nights() if one.number != night.number]
        return [(one, done) for one in earlier for done in self._folder.slices(one)] + tonight

    def _news(
        self,
        night: Night,
        verifier: Verifier,
        known: list[KnownBug],
        replay: Replay,
        slices: list[SliceDone],
    ) -> News:
        looking = NewBugs(self._folder, night, method_named, verifier, self._find, self._watch.stop)
        new = looking.all(known)
        news = news_of(night, now(), new, replay, slices)
        after = known_after(after_replay(known, replay, night.number), new, night.number)
        self._folder.write_known(after)
        write_json(self._folder.night(night.number) / NEWS, news)
        return news
