"""What a machine offers to a campaign: its targets with their versions, and those of our code."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

import aberration
from aberration.campaign.campaign import choose_targets
from aberration.campaign.distributed.messages import Offer
from aberration.campaign.versions import versions_of
from aberration.core.errors import BadInput
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select
from aberration.targets.told_versions import with_versions

_FRESH: Final = 60.0
"""Seconds for which an offer holds."""


@cache
def package_digest() -> str:
    """Return 16 hex digits over all of our own code: what judges and confirms counts as well as
    what makes the tests.
    """
    root = Path(aberration.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted(root.rglob("*.py")):
        digest.update(f"{file.relative_to(root)}\n".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


class OfferBook:
    """What the workers of one process offer: asked once for all of them, and again after a while,
    for drivers are updated.
    """

    def __init__(self) -> None:
        self._asking = threading.Lock()
        self._known: dict[tuple[str, ...], tuple[float, Offer]] = {}

    def offer(self, worker: str, patterns: Sequence[str]) -> Offer:
        """Return what `offer_of` does, or did within the last seconds."""
        key = tuple(patterns)
        with self._asking:
            asked, found = self._known.get(key, (-_FRESH, None))
            if found is None or time.monotonic() - asked >= _FRESH:
                found = offer_of(worker, patterns)
                self._known[key] = (time.monotonic(), found)
        return msgspec.structs.replace(found, worker=worker)


def offer_of(worker: str, patterns: Sequence[str]) -> Offer:
    """Return what this machine has of what is asked for; a pattern that names nothing is
    told, and no error: another machine may have it.
    """
    known = discover()
    chosen, unknown = _chosen(known, patterns)
    with TargetPool() as pool:
        told = with_versions(chosen, pool)
    usable = tuple(target for target in told if target.available)
    order = {target.id: place for place, target in enumerate(known)}
    places = {target.id: order.get(target.id, len(order)) for target in usable}
    return Offer(worker, package_digest(), versions_of(("c", "spirv")), usable, places, unknown)


def _chosen(
    known: Sequence[Target], patterns: Sequence[str]
) -> tuple[list[Target], dict[str, str]]:
    if not patterns:
        return choose_targets(known, ()), {}
    chosen: dict[str, Target] = {}
    unknown: dict[str, str] = {}
    for pattern in patterns:
        try:
            chosen |= {target.id: target for target in select(known, [pattern])}
        except BadInput as error:
            unknown[pattern] = error.message
    return list(chosen.values()), unknown


def with_own_targets(
    targets: Sequence[Target], tags: dict[str, str], offered: Sequence[Target]
) -> tuple[Target, ...]:
    """Return, in the order of a campaign, this machine's own records of its targets, for files lie
    elsewhere on each; raise `BadInput` for a version that is not the campaign's.

    Targets that are not here are left as the campaign knows them: no run with them comes here.
    """
    own = {target.id: target for target in offered}
    for name, version in tags.items():
        mine = own.get(name)
        if mine is None or mine.version != version:
            has = "nothing" if mine is None else mine.version or "no version"
            raise BadInput(f"expected {name} {version}, but {has} is here")
    return tuple(
        msgspec.structs.replace(own[target.id], languages=target.languages)
        if target.id in own
        else target
        for target in targets
    )
