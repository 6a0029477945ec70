"""What the slices of a night can be spent on, and the campaign that one is."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.nights.bandit import choose, rates
from aberration.campaign.nights.records import (
    SEEDS,
    Arm,
    Night,
    SliceDone,
    SlicePlan,
    TargetHere,
)
from aberration.core.method import LanguageSupport, Method
from aberration.core.rng import Rng


def arms_of(
    methods: Sequence[Method], targets: Sequence[TargetHere], configuration: FuzzConfiguration
) -> dict[Arm, tuple[str, ...]]:
    """Return the arms that can work here, each with the targets that it reaches."""
    found: dict[Arm, tuple[str, ...]] = {}
    for method in methods:
        wanted = configuration.settings(method.name).languages
        for support in method.languages:
            reached = tuple(one.id for one in targets if support.language in one.languages)
            if _can_work(method, support, wanted) and len(reached) >= max(1, method.least_targets):
                found[Arm(method.name, support.language)] = reached
    return found


def _can_work(method: Method, support: LanguageSupport, wanted: Sequence[str]) -> bool:
    if wanted and support.language not in wanted:
        return False
    return not method.unavailable(support.language)


def next_arm(
    arms: Mapping[Arm, Sequence[str]],
    night: Night,
    history: Sequence[tuple[int, SliceDone]],
    number: int,
) -> Arm:
    """Return the arm of a slice of this night. As long as a target was not reached in this night,
    the choice is among the arms that reach such a one.
    """
    tonight = [done.arm for earlier, done in history if earlier == night.number]
    reached = {name for arm in tonight for name in arms.get(arm, ())}
    reachable = {name for names in arms.values() for name in names}
    tried = set(tonight)
    left = {
        arm for arm, names in arms.items() if arm not in tried and {*names} & (reachable - reached)
    }
    open_arms = [arm for arm in arms if arm in left] or list(arms)
    rng = Rng.of(night.rng_seed, "slice", number)
    return choose(rates(open_arms, history, night.number), rng)


def plan_slice(
    arm: Arm,
    targets: Sequence[str],
    configuration: FuzzConfiguration,
    night: Night,
    number: int,
    seconds: float,
    output: Path,
) -> SlicePlan:
    """Return the campaign of a slice, with a seed of its own."""
    settings = msgspec.structs.replace(
        configuration.settings(arm.method), languages=(arm.language,)
    )
    campaign = msgspec.structs.replace(
        configuration,
        methods=(arm.method,),
        targets=tuple(targets),
        time=None if configuration.tests is not None else seconds,
        rng_seed=Rng.of(night.rng_seed, "campaign", number).below(SEEDS),
        output=str(output),
        store="",
        artifacts="",
        method={arm.method: settings},
    )
    return SlicePlan(number, arm, campaign)
