"""Versions of one compiler or driver as targets: `lavapipe` of this machine, `lavapipe@26.2.6` of a
root.

The newest version of each is what groups and campaigns take; the others are there for whoever asks
for them, by id or by the group of their version, and for bisection.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from aberration.core.target import BY_REQUEST, OLDER, Target
from aberration.targets.roots import numbers


class Versioned(msgspec.Struct, frozen=True):
    """A target with the number of its version, empty where it is not known."""

    target: Target
    number: str


def with_version(identifier: str, number: str) -> str:
    """Return an id with a version in it: `lavapipe@26.2.6:rgba32f` of `lavapipe:rgba32f`."""
    name, colon, variant = identifier.partition(":")
    return f"{name}@{number}{colon}{variant}"


def marked_by_age(found: Sequence[Versioned]) -> list[Target]:
    """Return the targets, each id once; of those of one series all but the newest that can run here
    are older ones.

    An older one keeps the groups that name a version, and is taken by nobody who does not ask for
    it.
    """
    once = {each.target.id: each for each in reversed(found)}
    newest: dict[str, Versioned] = {}
    for each in found:
        best = newest.setdefault(each.target.series, each)
        if _rank(each) > _rank(best):
            newest[each.target.series] = each
    chosen = {each.target.id for each in newest.values()}
    ordered = dict.fromkeys(each.target.id for each in found)
    return [_as_older(once[name].target, newest=name in chosen) for name in ordered]


def _rank(each: Versioned) -> tuple[bool, tuple[int, ...]]:
    return each.target.available, numbers(each.number)


def _as_older(target: Target, *, newest: bool) -> Target:
    if newest:
        return target
    named = tuple(group for group in target.groups if "@" in group)
    return msgspec.structs.replace(target, groups=(*named, OLDER, BY_REQUEST))
