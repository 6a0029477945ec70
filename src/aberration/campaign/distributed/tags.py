"""What a machine can run, as tags: the id of a target with its version, as the compiler itself
says it.

One version of each target counts in a campaign, so that results of others are never mixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from aberration.campaign.distributed.messages import Offer
from aberration.campaign.machines import VERSION_PREFIX
from aberration.campaign.plan import MethodSlot, RunPlan, Setting, plan_run, targets_of
from aberration.campaign.references import seed_judges
from aberration.core.errors import BadInput
from aberration.core.target import Target


class Chosen(msgspec.Struct, frozen=True):
    """The targets of a cluster, in their order, each in the one version that counts."""

    targets: tuple[Target, ...]
    tags: dict[str, str]
    notes: tuple[str, ...] = ()


def stored_tags(versions: Mapping[str, str]) -> dict[str, str]:
    """Return the tags that a campaign's versions hold; none where it was begun on one machine."""
    return {
        name.removeprefix(VERSION_PREFIX): version
        for name, version in versions.items()
        if name.startswith(VERSION_PREFIX)
    }


def choose_versions(offers: Sequence[Offer], frozen: Mapping[str, str]) -> Chosen:
    """Return the targets that workers have, in the order of their machines, then by id.

    Of several versions the one that most workers have counts, the greatest text of as many; those
    that are `frozen` stay. Which others there are is noted.
    """
    votes: dict[str, Counter[str]] = {}
    for offer in offers:
        for target in offer.targets:
            votes.setdefault(target.id, Counter())[target.version] += 1
    tags = {
        name: frozen.get(name) or max(count, key=lambda version: (count[version], version))
        for name, count in votes.items()
    }
    found: dict[str, tuple[int, Target]] = {}
    for offer in offers:
        for target in offer.targets:
            if target.version == tags[target.id]:
                place = min(offer.places[target.id], found.get(target.id, (1 << 30, target))[0])
                found.setdefault(target.id, (place, target))
                found[target.id] = (place, found[target.id][1])
    order = sorted(found, key=lambda name: (found[name][0], name))
    notes = tuple(
        f"{name}: {tags[name] or 'the one without a version'} counts; "
        f"{sum(votes[name].values()) - votes[name][tags[name]]} workers have another version"
        for name in order
        if len(votes[name]) > 1
    )
    return Chosen(
        tuple(found[name][1] for name in order), {name: tags[name] for name in order}, notes
    )


class Needs:
    """What the runs of a campaign need: their targets, and the drivers that must agree about a
    seed first.
    """

    def __init__(self, setting: Setting, targets: Sequence[Target]) -> None:
        self._setting = setting
        self._judges = seed_judges(targets)
        self._drawn = {target.id for target in targets if target.drawn}
        self._known: dict[int, frozenset[str]] = {}

    def of_run(self, run: int) -> frozenset[str]:
        """Return the ids of the targets that a worker must have for a run."""
        if run not in self._known:
            plan = plan_run(self._setting, run)
            names = {
                self._name_counted(name)
                for variant in range(plan.variants)
                for name in self._targets_of(plan, variant)
            }
            self._known[run] = frozenset(names) | self._judges_in(plan.language)
        return self._known[run]

    def forget(self, run: int) -> None:
        """Let a run be that is stored."""
        self._known.pop(run, None)

    def of_slot(self, slot: MethodSlot) -> frozenset[str]:
        """Return the ids of the targets that some run of a method may need."""
        names = {name for family in slot.families for name in family}
        return frozenset(names) | self._judges_in(slot.language)

    def are_apart(self, offers: Iterable[frozenset[str]]) -> bool:
        """Return whether some runs need targets that no worker has together; `offers` are the ids
        that each has.

        Raise `BadInput` where a target is on none, or drawn ones are apart: their members are made
        where the run is.
        """
        having = list(offers)
        apart = False
        for slot in self._setting.methods:
            wanted = self.of_slot(slot)
            if any(wanted <= has for has in having):
                continue
            missing = sorted(name for name in wanted if not any(name in has for has in having))
            drawn = wanted & self._drawn
            if missing or not any(drawn <= has for has in having):
                raise _impossible(slot, missing, drawn)
            apart = True
        return apart

    def fit(self, run: int, has: frozenset[str], reaches: frozenset[str] = frozenset()) -> bool:
        """Return whether a worker that has some targets and reaches others can make a run: one of
        them is its own, and so are the drawn ones.
        """
        wanted = self.of_run(run)
        if wanted <= has:
            return True
        own = not wanted.isdisjoint(has) and wanted & self._drawn <= has
        return own and wanted <= has | reaches

    def _targets_of(self, plan: RunPlan, variant: int) -> tuple[str, ...]:
        return plan.targets or targets_of(self._setting, plan, variant)

    def _name_counted(self, name: str) -> str:
        family = name.rpartition("-")[0]
        return family if family in self._drawn else name

    def _judges_in(self, language: str) -> frozenset[str]:
        return frozenset(judge.id for judge in self._judges if language in judge.languages)


def _impossible(slot: MethodSlot, missing: Sequence[str], drawn: Iterable[str]) -> BadInput:
    if missing:
        return BadInput(
            f"no worker has {', '.join(missing)}, for {slot.label}",
            hint="Name targets that workers have with -t.",
        )
    return BadInput(
        f"{_some(sorted(drawn))} are drawn for {slot.label}, and on no worker together",
        hint="Name targets that one machine has with -t, and run a campaign for each machine.",
    )


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
