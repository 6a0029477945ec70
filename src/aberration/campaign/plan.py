"""Which test is which: a pure function of (setting, index).

Runs go round the methods by their weights, each method's runs spread evenly over the round. A run
of a method makes up to `variants` tests from one seed, whose indices follow each other. So the
tests of a campaign are the same whoever runs them, in whatever order. Where there are many targets,
a stretch of runs keeps to a few of them: a driver that comes up for one test alone costs more than
the test. For the same reason a stretch has at most one of those that take seconds to come up, and
the first of each method has none: the first findings come from what is there at once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from aberration.core.rng import Rng

Families = tuple[tuple[str, ...], ...]

MEMBERS = 1_000_000
"""Numbers of the members that a drawn target has."""
STRETCH = 48
"""Runs of a method that keep to the same few targets."""
RARE_STRETCH = 12
"""The same, of a method that has few runs in a round: all targets are to have their turn."""
FEW = 8
"""So many targets, or as many as a test has: more drivers would come up than do any work."""


class MethodSlot(msgspec.Struct, frozen=True):
    """A method in the round, for one of its languages: settings, size of its seed pool, targets of
    that language.

    `families` groups those targets by the code under test that they share; a draw takes one of each
    first. Of those that are `drawn` each draw takes a member. With `spread` each test draws its
    own. `seeded` is the percentage of runs that take a seed of the pool. A stretch of as many runs
    keeps to `few` targets; 0: they may take any. Those that are `slow` take seconds to open.
    """

    name: str
    weight: int
    variants: int
    targets_per_test: int
    donors_per_run: int
    needs_seed: bool
    seeds: int
    donors: int
    families: tuple[tuple[str, ...], ...]
    spread: bool = False
    seeded: int = 100
    language: str = ""
    drawn: tuple[str, ...] = ()
    few: int = 0
    stretch: int = STRETCH
    slow: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Return what tells the slots of a round apart."""
        return f"{self.name}/{self.language}" if self.language else self.name


class Setting(msgspec.Struct, frozen=True):
    """All that a plan depends on."""

    rng_seed: int
    methods: tuple[MethodSlot, ...]


class RunPlan(msgspec.Struct, frozen=True):
    """One run of a method: `seed_index` and `donors` are positions in its pools,
    `first` the index of its first test.

    Its tests share their targets, so that the outcomes of the reference are asked for once; where
    they do not, `targets` is empty, and `targets_of` tells those of a test.
    """

    run: int
    method: str
    first: int
    variants: int
    run_seed: int
    seed_index: int | None
    donors: tuple[int, ...]
    targets: tuple[str, ...]
    language: str = ""


class TestPlan(msgspec.Struct, frozen=True):
    """One test: variant number `variant` of a run."""

    index: int
    run: RunPlan
    variant: int


def keep_to_few(slots: Sequence[MethodSlot]) -> tuple[MethodSlot, ...]:
    """Return the methods of a round with the number of targets that a stretch of their runs keeps
    to: a rare run would open more drivers than it can use, and C compilers are nothing to open.
    """
    total = sum(slot.weight for slot in slots)
    kept: list[MethodSlot] = []
    for slot in slots:
        few, stretch = FEW, STRETCH
        if slot.weight * FEW < total:
            few, stretch = slot.targets_per_test, RARE_STRETCH
        if slot.language == "c":
            few = 0
        kept.append(msgspec.structs.replace(slot, few=few, stretch=stretch))
    return tuple(kept)


def plan_run(setting: Setting, run: int) -> RunPlan:
    """Return what run number `run` makes."""
    round_ = _round_of(setting)
    turn, place = divmod(run, len(round_))
    slot = round_[place]
    # Indices count the variants that were asked for: whether a run made fewer is not known before
    # it is made, and must not move the tests after it.
    tests_a_round = sum(member.variants for member in round_)
    first = turn * tests_a_round + sum(member.variants for member in round_[:place])
    nth = _nth_of(setting, run)
    rng = Rng.of(setting.rng_seed, "run", run)
    return RunPlan(
        run=run,
        method=slot.name,
        first=first,
        variants=slot.variants,
        run_seed=rng.bits(),
        seed_index=_seed_index(setting.rng_seed, slot, nth),
        donors=tuple(sorted(rng.shuffled(range(slot.donors))[: slot.donors_per_run])),
        targets=() if slot.spread else _targets_of_run(setting, slot, run, nth),
        language=slot.language,
    )


def targets_of(setting: Setting, run: RunPlan, variant: int) -> tuple[str, ...]:
    """Return the targets of a test."""
    slot = next(
        slot for slot in setting.methods if (slot.name, slot.language) == (run.method, run.language)
    )
    if not slot.spread:
        return run.targets
    few = _few_of_run(setting, slot, _nth_of(setting, run.run))
    return draw_targets(slot, Rng.of(setting.rng_seed, "targets", run.run, variant), few)


@lru_cache(maxsize=16)
def _round_of(setting: Setting) -> tuple[MethodSlot, ...]:
    """Return the methods of a round: the k-th of w runs stands where k + 1/2 of w is.

    Where n methods have the same w, the j-th one's stand where k + (j + 1/2) / n is: they would all
    come at once.
    """
    by_weight: dict[int, list[int]] = {}
    for at, slot in enumerate(setting.methods):
        by_weight.setdefault(slot.weight, []).append(at)
    order: list[tuple[Fraction, int]] = []
    for weight, members in by_weight.items():
        for j, at in enumerate(members):
            shift = Fraction(2 * j + 1, 2 * len(members))
            # Fractions, so that equal places are equal; the method's number then decides.
            order += [((k + shift) / weight, at) for k in range(weight)]
    return tuple(setting.methods[at] for _, at in sorted(order))


@lru_cache(maxsize=16)
def _places_of(setting: Setting) -> dict[str, list[int]]:
    """Return where in the round the runs of each method stand, by its label."""
    places: dict[str, list[int]] = {slot.label: [] for slot in setting.methods}
    for place, slot in enumerate(_round_of(setting)):
        places[slot.label].append(place)
    return places


def _nth_of(setting: Setting, run: int) -> int:
    """Return how many runs of the same method there are before a run."""
    turn, place = divmod(run, len(_round_of(setting)))
    slot = _round_of(setting)[place]
    return turn * slot.weight + _places_of(setting)[slot.label].index(place)


def _targets_of_run(setting: Setting, slot: MethodSlot, run: int, nth: int) -> tuple[str, ...]:
    few = _few_of_run(setting, slot, nth)
    return draw_targets(slot, Rng.of(setting.rng_seed, "targets", run), few)


def _few_of_run(setting: Setting, slot: MethodSlot, nth: int) -> Families:
    return few_targets(slot, setting.rng_seed, nth // slot.stretch)


def _seed_index(rng_seed: int, slot: MethodSlot, turn: int) -> int | None:
    """Return the seed of a method's run number `turn`: all seeds once, in random order, before
    any again.
    """
    if slot.seeds == 0 or (
        slot.seeded < 100 and Rng.of(rng_seed, "seeded", slot.label, turn).below(100) >= slot.seeded
    ):
        return None
    lap, place = divmod(turn, slot.seeds)
    return _lap_order(rng_seed, slot.label, slot.seeds, lap)[place]


@lru_cache(maxsize=256)
def _lap_order(rng_seed: int, label: str, seeds: int, lap: int) -> tuple[int, ...]:
    """Return the order in which a lap takes the seeds."""
    return tuple(Rng.of(rng_seed, "seeds", label, lap).shuffled(range(seeds)))


def shown_before(setting: Setting, run: RunPlan, target: str) -> bool:
    """Say whether an earlier run of the same method showed the same seed to a target.

    Seeds come in laps, so that each lap has one run with this seed.
    """
    round_ = _round_of(setting)
    slot = round_[run.run % len(round_)]
    if run.seed_index is None or not slot.seeds:
        return False
    for lap in range(_nth_of(setting, run.run) // slot.seeds):
        nth = lap * slot.seeds + _lap_order(setting.rng_seed, slot.label, slot.seeds, lap).index(
            run.seed_index
        )
        turn, k = divmod(nth, slot.weight)
        earlier = turn * len(round_) + _places_of(setting)[slot.label][k]
        if target in _targets_of_run(setting, slot, earlier, nth):
            return True
    return False


@lru_cache(maxsize=256)
def few_targets(slot: MethodSlot, rng_seed: int, stretch: int) -> Families:
    """Return the targets of one stretch of runs, by family. At most one of them opens slowly, and
    none in the first stretch, but where there would be too few otherwise.
    """
    if not slot.few or not slot.targets_per_test:
        return slot.families
    rng = Rng.of(rng_seed, "stretch", slot.label, stretch)
    count = max(slot.few, slot.targets_per_test)
    left_out = set(rng.shuffled(slot.slow)[min(stretch, 1) :])
    quick = _families_where(slot.families, lambda target: target not in left_out)
    enough = sum(len(family) for family in quick) >= count
    chosen = set(_choose_targets(quick if enough else slot.families, count, rng))
    return _families_where(slot.families, chosen.__contains__)


def _families_where(families: Families, wanted: Callable[[str], bool]) -> Families:
    kept = (tuple(target for target in family if wanted(target)) for family in families)
    return tuple(family for family in kept if family)


def draw_targets(slot: MethodSlot, rng: Rng, families: Families) -> tuple[str, ...]:
    """Return the targets of one run out of these, of each that is drawn a member."""
    chosen = _choose_targets(families, slot.targets_per_test, rng)
    return tuple(
        f"{target}-{rng.below(MEMBERS)}" if target in slot.drawn else target for target in chosen
    )


def _choose_targets(families: Families, count: int, rng: Rng) -> tuple[str, ...]:
    """Return all targets if there are few, or no count, else some from as many families as
    possible.
    """
    everyone = [target for family in families for target in family]
    if not count or len(everyone) <= count:
        return tuple(everyone)
    drawn: list[str] = []
    # One of each family in turn: ten levels of one compiler find fewer bugs than ten compilers.
    rows = [rng.shuffled(family) for family in rng.shuffled(families)]
    while len(drawn) < count:
        drawn += [row.pop() for row in rows if row]
    chosen = set(drawn[:count])
    return tuple(target for target in everyone if target in chosen)
