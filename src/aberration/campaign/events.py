"""What a campaign tells while it runs."""

import msgspec

from aberration.campaign.records import Defect, FlakySeed, HealthLine
from aberration.core.finding import Finding


class Note(msgspec.Struct, frozen=True):
    """A line for people."""

    text: str


class Started(msgspec.Struct, frozen=True):
    """The executors begin: `done` tests are there from before, of `tests` if there is a limit;
    `seconds` are left.

    `languages`: how many of the targets get programs in each.
    """

    executors: int
    done: int
    tests: int | None
    seconds: float | None
    targets: tuple[str, ...]
    languages: tuple[tuple[str, int], ...] = ()


class RunDone(msgspec.Struct, frozen=True):
    """A run is stored: its tests, the time since the executors began, and the time inside
    targets.
    """

    tests: int
    seconds: float
    busy: float
    health: tuple[HealthLine, ...] = ()


class Found(msgspec.Struct, frozen=True):
    """A finding is stored."""

    finding: Finding


class Reduced(msgspec.Struct, frozen=True):
    """A finding was reduced, or set aside by then."""

    finding: Finding


class SetAside(msgspec.Struct, frozen=True):
    """A seed is not used on a target, or on none."""

    unsteady: FlakySeed


class DefectFound(msgspec.Struct, frozen=True):
    """An own defect is stored."""

    defect: Defect


Event = Note | Started | RunDone | Found | Reduced | SetAside | DefectFound
