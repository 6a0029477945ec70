"""One night from its beginning to its end. Each step is written when it is done, and done again
where it was not: a night that was killed at any point goes on with the same tests.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import msgspec

from aberration.campaign.cutting import Stop, never
from aberration.campaign.nights.arms import arms_of, next_arm, plan_slice
from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.nights.folder import (
    CAMPAIGN,
    LEFTOVERS,
    NEWS,
    NIGHT,
    PLAN,
    NightsFolder,
    hold_folder,
    read_json,
    write_json,
)
from aberration.campaign.nights.history import History, last_check
from aberration.campaign.nights.known_bugs import (
    IndexRow,
    KnownBugs,
    bundled_bugs,
    cases_of,
    readable_case,
    rows_of,
)
from aberration.campaign.nights.known_cases import KnownCases
from aberration.campaign.nights.leftovers import Leftovers
from aberration.campaign.nights.machine import Machine
from aberration.campaign.nights.news import NewBugs, news_of
from aberration.campaign.nights.records import (
    SEEDS,
    KnownBug,
    News,
    Night,
    Replay,
    SliceDone,
    SlicePlan,
    Taken,
)
from aberration.campaign.nights.slices import Slices, Stopped
from aberration.campaign.nights.storage import NightStore, open_nights
from aberration.campaign.nights.targets import targets_here
from aberration.campaign.session import OnEvent
from aberration.campaign.storage.campaign_rows import now
from aberration.campaign.verification import Verifier
from aberration.core.errors import BadInput, NothingTested
from aberration.core.finding import IMPORTED
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.methods.registry import choose_methods, method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

Preparing = Callable[[], AbstractContextManager[None]]


def trust_nobody(where: str, language: str) -> None:
    """Refuse to run a case from elsewhere."""
    raise BadInput(f"a program in {language} comes from elsewhere", where=where)


class Watch(msgspec.Struct, frozen=True):
    """Who listens to a night, and who may stop it. `trust` raises `BadInput` for a case from
    elsewhere that may not run here, by where it is and its language.
    """

    on_event: OnEvent
    stop: Stop = never
    preparing: Preparing = nullcontext
    trust: Callable[[str, str], None] = trust_nobody


class Lent(msgspec.Struct, frozen=True):
    """A folder of nights that nobody else writes to, and what there is to go on with."""

    folder: NightsFolder
    store: NightStore
    configuration: NightConfiguration

    def run(self, watch: Watch) -> News:
        """Go on with the night that is not over, or begin the next one; return its news, which
        nobody was told yet. Raise `Stopped` where it was told to end.
        """
        return _Run(self.folder, self.store, self.configuration, watch).run()


@contextmanager
def lent(configuration: NightConfiguration) -> Iterator[Lent]:
    """Take the folder of nights; raise `BadInput` where another night runs in it, or it is one of
    an older release.
    """
    with hold_folder(configuration.folder), open_nights(configuration) as store:
        yield Lent(NightsFolder(configuration.folder), store, configuration)


class _Run:
    def __init__(
        self,
        folder: NightsFolder,
        store: NightStore,
        configuration: NightConfiguration,
        watch: Watch,
    ) -> None:
        self._folder = folder
        self._store = store
        self._configuration = configuration
        self._watch = watch
        self._machine = Machine({target.id: target for target in discover()}, folder.nights())
        self._history = History(folder, store, self._machine, method_named)

    def run(self) -> News:
        nights = self._folder.nights()
        night = nights[-1] if nights and not self._folder.is_over(nights[-1]) else None
        if night is None:
            night = self._begin(nights)
        told = self._folder.news(night.number)
        if told is not None:
            return told
        known = self._known_bugs(night)
        self._require_trust(known)
        with TargetPool() as pool:
            replay = self._replay(night, Verifier(pool), known)
        self._leftovers(night)
        slices = self._slices(night)
        self._finish(night, replay, slices)
        with TargetPool() as pool:
            return self._news(night, Verifier(pool), replay, slices)

    def _begin(self, nights: list[Night]) -> Night:
        last = nights[-1] if nights else None
        number = 1 if last is None else last.number + 1
        self._store.must_be_free(number)
        asked = self._configuration.fuzz.targets
        here, missing = targets_here(list(self._machine.known.values()), asked, last)
        if not here:
            raise NothingTested("no target of the night is here", hint="; ".join(missing.values()))
        drawn = 1 if self._configuration.keys.repeat else number
        seed = Rng.of(self._configuration.fuzz.rng_seed, "night", drawn).below(SEEDS)
        checks = last_check(self._store.whole.checks())
        night = Night(number, seed, now(), here, missing, asked, checks)
        write_json(self._folder.night(number) / NIGHT, night)
        return night

    def _known_bugs(self, night: Night) -> list[KnownBug]:
        """Return what the store knew when the night began, and the cases of the folders that are
        named, of the families that are tested.
        """
        families = {one.family for one in night.targets}
        named = [
            bug
            for place in self._configuration.keys.known
            for bug in cases_of(self._configuration.base / place, self._machine.find)
            if self._machine.family_of(bug.target) in families
        ]
        known = {bug.id: bug for bug in self._history.known_bugs(night)}
        for bug in self._history.judged_before(named, night):
            known.setdefault(bug.id, bug)
        return list(known.values())

    def _require_trust(self, known: list[KnownBug]) -> None:
        """Ask whether what comes from elsewhere may run, before anything of it does."""
        for bug in known:
            case = readable_case(Path(bug.case)) if bug.case else None
            if case is not None:
                self._ask_trust(bug.case, case)
        for finding in self._store.whole.findings():
            if finding.test == IMPORTED and finding.state != "set-aside":
                self._ask_trust(f"{self._store.whole.where}: {finding.id}", finding.case)

    def _ask_trust(self, where: str, case: TestCase) -> None:
        for language in sorted({program.language for program in case.programs.values()}):
            self._watch.trust(where, language)

    def _replay(self, night: Night, verifier: Verifier, known: list[KnownBug]) -> Replay:
        seconds, stop = self._configuration.replay_seconds, self._watch.stop
        bugs = KnownBugs(self._folder, self._store.whole, night, verifier, self._machine.find_for)
        replay = bugs.replay(known, seconds, stop)
        if stop():
            raise Stopped
        return replay

    def _leftovers(self, night: Night) -> None:
        self._reducer(night).reduce(self._configuration.leftover_seconds)
        if self._watch.stop():
            raise Stopped

    def _finish(self, night: Night, replay: Replay, slices: list[SliceDone]) -> None:
        """Spend what is left of the time on the findings that the slices have left."""
        taken = read_json(self._folder.night(night.number) / LEFTOVERS, Taken) or Taken()
        spent = replay.seconds + taken.seconds + 60.0 * sum(done.minutes for done in slices)
        self._reducer(night).finish(max(0.0, self._configuration.seconds - spent))
        if self._watch.stop():
            raise Stopped

    def _reducer(self, night: Night) -> Leftovers:
        watch = self._watch
        return Leftovers(self._folder, self._store, night, watch.on_event, watch.stop)

    def _slices(self, night: Night) -> list[SliceDone]:
        watch = self._watch
        slices = Slices(
            self._folder,
            self._store,
            self._history,
            night,
            method_named,
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
        arm = next_arm(arms, night, self._slices_before(night), number)
        seconds = self._configuration.slice_seconds
        return plan_slice(arm, arms[arm], fuzz, night, number, seconds, place / CAMPAIGN)

    def _slices_before(self, night: Night) -> list[tuple[int, SliceDone]]:
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
        self, night: Night, verifier: Verifier, replay: Replay, slices: list[SliceDone]
    ) -> News:
        looking = NewBugs(
            self._folder,
            self._store.whole,
            self._history,
            night,
            method_named,
            verifier,
            self._known_cases(verifier),
            self._machine.find,
            self._watch.stop,
        )
        new, again = looking.all()
        unreduced = self._history.count_unreduced(night)
        news = news_of(night, now(), new, again, replay, slices, unreduced)
        write_json(self._folder.night(night.number) / NEWS, news)
        return news

    def _known_cases(self, verifier: Verifier) -> KnownCases:
        """Return the bundled collection of known bugs, and those of the folders that are named."""
        base = self._configuration.base
        folders = [*bundled_bugs(), *(base / place for place in self._configuration.keys.known)]
        rows: dict[str, list[tuple[Path, IndexRow]]] = {}
        for folder in dict.fromkeys(one.resolve() for one in folders):
            for row in rows_of(folder):
                family = self._machine.family_of(row.target)
                rows.setdefault(family, []).append((folder / row.case, row))
        return KnownCases(rows, verifier, method_named)
