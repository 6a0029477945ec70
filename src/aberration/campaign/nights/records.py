"""What a night keeps in its folder, and what it tells."""

from typing import Literal

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.verification import VersionResult
from aberration.core.finding import Finding

Change = Literal[
    "still there",
    "still right",
    "back again",
    "fixed",
    "passes",
    "another violation",
    "no verdict",
    "not here",
]
"""What became of a known bug since it was replayed last. `fixed`: the newest version is right, and
an older one shows it in this run. `passes`: right, and no version here shows it. `back again`: it
was right last time. `another violation`: it was right, and now it is wrong in another way.
"""
SEEDS = 1 << 31
"""Seeds of nights and of their campaigns are drawn below it."""
LOUD: tuple[Change, ...] = ("back again", "another violation")


class Arm(msgspec.Struct, frozen=True):
    """What a slice of a night may be spent on: a method, or a pipeline of stages such as
    `smith+transform`, in one language.
    """

    method: str
    language: str

    @property
    def name(self) -> str:
        """Return it in words."""
        return f"{self.method} in {self.language}"


class TargetHere(msgspec.Struct, frozen=True):
    """A target of a night. `series` is what versions of it have in common."""

    id: str
    series: str
    family: str
    languages: tuple[str, ...]


class Night(msgspec.Struct, frozen=True):
    """A night that was begun: its seed decides all that is drawn in it. `begun` in ISO 8601, UTC.

    `missing` are targets that were asked for, or there last night, and are not here now, with the
    reason. `asked` are the patterns of the configuration. `checks` is the number of the last look
    at a bug that the store had when it began: what came later is no history of this night.
    """

    number: int
    rng_seed: int = msgspec.field(name="seed")
    begun: str
    targets: tuple[TargetHere, ...]
    missing: dict[str, str] = {}
    asked: tuple[str, ...] = ()
    checks: int = 0


class SlicePlan(msgspec.Struct, frozen=True):
    """A slice of a night: the campaign that it is, without the database that it goes into."""

    number: int
    arm: Arm
    configuration: FuzzConfiguration


class TargetCount(msgspec.Struct, frozen=True):
    """What a target did in a slice: outcomes in all, and those that were no refusal."""

    id: str
    version: str
    outcomes: int
    answers: int


class SliceDone(msgspec.Struct, frozen=True):
    """What a slice came to. `new` bugs were in no night before, nor in an earlier slice. `left` are
    findings that are not reduced yet, which look like `unreduced` bugs that nobody knows. `trouble`
    says why there was nothing to test, or what went wrong.
    """

    number: int
    arm: Arm
    minutes: float
    tests: int
    new: int
    unreduced: int = 0
    left: int = 0
    targets: tuple[TargetCount, ...] = ()
    trouble: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A reduced finding of any campaign of the store, without its larger cases; its id is
    `CAMPAIGN/ID`. Night 0 is that of what no night found.
    """

    finding: Finding
    night: int
    family: str


class Taken(msgspec.Struct, frozen=True):
    """What a night took up of former ones: the `findings` that it went on with, the seconds that it
    gave to them so far, and the campaigns that it is done with.
    """

    seconds: float = 0.0
    findings: tuple[str, ...] = ()
    done: tuple[str, ...] = ()


class KnownBug(msgspec.Struct, frozen=True):
    """A bug of the store, or a case of a folder. `finding` is the one to look at, or `case` the
    folder of the case. `checked` is when it was run last (ISO 8601, UTC; empty: never), `right`
    whether its newest version was right then; None: never judged. `series` is what the versions of
    its target have in common: another one is asked where the target is gone.
    """

    id: str
    target: str
    kind: str
    night: int
    finding: str = ""
    case: str = ""
    signature: str = ""
    checked: str = ""
    right: bool | None = None
    series: str = ""


class Replayed(msgspec.Struct, frozen=True):
    """A known bug on everything that is installed now."""

    bug: str
    target: str
    kind: str
    change: Change
    versions: tuple[VersionResult, ...] = ()
    first_bad: str = ""
    last_good: str = ""
    fixed_in: str = ""


class Replay(msgspec.Struct, frozen=True):
    """The known bugs that a night has replayed so far, the seconds that it took, and how many were
    left for the next night.
    """

    bugs: tuple[Replayed, ...] = ()
    seconds: float = 0.0
    left: int = 0
    done: bool = False


class NewBug(msgspec.Struct, frozen=True):
    """A bug that no former night has a finding of. `case` is the folder of its smallest case,
    `perhaps` it is the known bug of this id.
    """

    id: str
    target: str
    family: str
    kind: str
    signature: str
    method: str
    findings: int
    finding: str
    case: str = ""
    perhaps: str = ""
    detail: str = ""
    culprit: str = ""
    versions: tuple[VersionResult, ...] = ()
    first_bad: str = ""
    last_good: str = ""
    series: str = ""


class FoundAgain(msgspec.Struct, frozen=True):
    """A bug that this night met with so many findings, and that is `known`: by the name by which it
    was told, or as the case of a collection of known bugs.
    """

    id: str
    target: str
    kind: str
    signature: str
    findings: int
    known: str


class Silent(msgspec.Struct, frozen=True):
    """A target that tested nothing, and why as far as it is known."""

    target: str
    reason: str


class TargetTold(msgspec.Struct, frozen=True):
    """What a night did with a target."""

    id: str
    version: str
    outcomes: int


class News(msgspec.Struct, frozen=True):
    """All that a night tells. `unreduced` counts findings that wait for their reduction and look
    like nothing that is known; `left` are known bugs that there was no time to replay.
    """

    night: int
    rng_seed: int = msgspec.field(name="seed")
    begun: str
    ended: str
    seconds: float
    new: tuple[NewBug, ...]
    replayed: tuple[Replayed, ...]
    silent: tuple[Silent, ...]
    troubles: tuple[str, ...]
    slices: tuple[SliceDone, ...]
    targets: tuple[TargetTold, ...]
    unreduced: int = 0
    left: int = 0
    known: tuple[FoundAgain, ...] = ()

    @property
    def back(self) -> tuple[Replayed, ...]:
        """Return the known bugs that are worse than they were."""
        return tuple(one for one in self.replayed if one.change in LOUD)

    @property
    def fixed(self) -> tuple[Replayed, ...]:
        """Return the known bugs that are fixed since they were replayed last."""
        return tuple(one for one in self.replayed if one.change == "fixed")

    @property
    def has_bugs(self) -> bool:
        """Return whether there are new bugs or regressions."""
        return bool(self.new or self.back)

    @property
    def is_loud(self) -> bool:
        """Return whether something did not test what it was meant to."""
        return bool(self.silent or self.troubles)

    @property
    def quiet(self) -> bool:
        """Return whether there is nothing to tell."""
        return not (self.has_bugs or self.fixed or self.is_loud)

    @property
    def exit_code(self) -> int:
        """Return 0 for nothing new, 1 for new bugs or regressions, 4 where a target tested nothing,
        5 for both.
        """
        return int(self.has_bugs) + 4 * int(self.is_loud)
