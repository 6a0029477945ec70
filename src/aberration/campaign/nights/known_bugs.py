"""The bugs that are known, replayed on everything that is installed now: fixed, back again, or
still there.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from aberration.campaign.cutting import Stop
from aberration.campaign.nights.folder import REPLAY, NightsFolder, read_json, write_json
from aberration.campaign.nights.records import (
    Change,
    KnownBug,
    Night,
    Replay,
    Replayed,
)
from aberration.campaign.seeds import bundled_corpus
from aberration.campaign.verification import (
    Subject,
    Verification,
    Verifier,
    add_checks,
    keep_checks,
    subject_of,
)
from aberration.campaign.whole_store import FindingStore
from aberration.core.errors import AberrationError, BadInput
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.core.testcase import load_case

INDEX = "index.json"
AGAIN = 2
"""So often a violation that is told must be seen once more: a machine that is busy at night is no
regression.
"""
Find = Callable[[str], Target | None]
FindFor = Callable[[KnownBug], Target | None]


class IndexRow(msgspec.Struct, frozen=True):
    """A row of the index of a folder of cases: a case, and a target that it was seen on."""

    case: str
    target: str
    verdict: str
    version: str = ""


def cases_of(folder: Path, find: Find) -> list[KnownBug]:
    """Return the bugs of a folder of cases, one for each case and family of targets here."""
    found: dict[str, KnownBug] = {}
    for row in rows_of(folder):
        target = find(row.target)
        if target is None or not target.available:
            continue
        name = f"{row.case}:{target.family or target.id}"
        place = str(folder / row.case)
        found.setdefault(name, KnownBug(name, row.target, row.verdict, 0, case=place))
    return list(found.values())


def rows_of(folder: Path) -> list[IndexRow]:
    """Return the index of a folder of cases; raise `BadInput` where it cannot be read."""
    try:
        return msgspec.json.decode((folder / INDEX).read_bytes(), type=list[IndexRow])
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(folder / INDEX)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"expected rows of cases, but {error}", where=str(folder / INDEX)) from None


def readable_case(place: Path) -> TestCase | None:
    """Return the case of a folder, None where it is damaged or gone: nothing can be said of it."""
    try:
        return load_case(place)
    except AberrationError:
        return None


def bundled_bugs() -> list[Path]:
    """Return the collection of known bugs that comes with us; nothing where it is not here."""
    folder = bundled_corpus() / "bugs"
    return [folder] if (folder / INDEX).is_file() else []


class KnownBugs:
    """Replays what is known in one night, what was run longest ago first, and stores what it saw;
    `find` gives the target of a bug, or another version of it.
    """

    def __init__(
        self,
        folder: NightsFolder,
        store: FindingStore,
        night: Night,
        verifier: Verifier,
        find: FindFor,
    ) -> None:
        self._folder = folder
        self._store = store
        self._night = night
        self._verifier = verifier
        self._find = find

    def replay(self, known: Sequence[KnownBug], seconds: float, stop: Stop) -> Replay:
        """Go on with the replay until the time for it is over; each bug is written when it is
        done.
        """
        path = self._folder.night(self._night.number) / REPLAY
        replay = read_json(path, Replay) or Replay()
        while not (replay.done or stop()):
            begun = time.monotonic()
            seen = {one.bug for one in replay.bugs}
            left = [one for one in in_order(known) if one.id not in seen]
            if not left or replay.seconds >= seconds:
                replay = msgspec.structs.replace(replay, left=len(left), done=True)
            else:
                bugs = (*replay.bugs, self._replay(left[0]))
                spent = replay.seconds + time.monotonic() - begun
                replay = Replay(bugs, spent)
            write_json(path, replay)
        return replay

    def _replay(self, bug: KnownBug) -> Replayed:
        subject = self._subject(bug)
        if subject is None:
            return Replayed(bug.id, bug.target, bug.kind, "not here")
        found = self._verifier.verify(subject)
        change = change_of(bug, found)
        for _ in range(AGAIN if change in ("back again", "another violation") else 0):
            again = self._verifier.verify(subject)
            if change_of(bug, again) != change:
                found, change = again, "no verdict"
        if bug.case:
            add_checks(self._store, found)
        else:
            keep_checks(self._store, found)
        return Replayed(
            bug.id,
            bug.target,
            bug.kind,
            change,
            found.rows,
            found.first_bad,
            found.last_good,
            found.fixed_in,
        )

    def _subject(self, bug: KnownBug) -> Subject | None:
        target = self._find(bug)
        if target is None:
            return None
        if bug.case:
            case = readable_case(Path(bug.case))
            return None if case is None else Subject(bug.id, case, target)
        try:
            return subject_of(bug.id, self._store.finding(bug.finding), target)
        except AberrationError:
            return None


def in_order(known: Sequence[KnownBug]) -> list[KnownBug]:
    """Return the known bugs, those first that were run longest ago."""
    return sorted(known, key=lambda bug: (bug.checked, bug.id))


def change_of(bug: KnownBug, found: Verification) -> Change:
    """Return what became of a bug since it was replayed last."""
    match found.state:
        case "open":
            return "back again" if bug.right else "still there"
        case "other":
            return "another violation" if bug.right else "still there"
        case "closed":
            # What nobody has judged yet has not changed.
            return "fixed" if bug.right is False else "still right"
        case "passes":
            return "passes" if bug.right is False else "still right"
        case "unknown":
            return "no verdict" if found.rows else "not here"
