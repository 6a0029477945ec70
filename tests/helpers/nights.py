"""Nights made by hand, for tests of what is told."""

import msgspec

from aberration.campaign.nights.records import (
    Arm,
    FoundAgain,
    NewBug,
    News,
    Replayed,
    Silent,
    SliceDone,
    TargetTold,
)
from aberration.campaign.verification import VersionResult

BEGUN, ENDED = "2026-11-27T01:00:00+00:00", "2026-11-27T05:00:00+00:00"
ROWS = (
    VersionResult("driver@1", "1", "right"),
    VersionResult("driver@2", "2", "wrong", shows=True),
)


NEW = NewBug(
    id="wrong-1234",
    target="driver@2",
    family="driver",
    kind="wrong",
    signature="wrong image",
    method="transform",
    findings=2,
    finding="0001-01/000007-driver-2",
    case="0001/bugs/wrong-1234/case",
    versions=ROWS,
    first_bad="2",
    last_good="1",
)
"""A new bug that version 2 brought."""
SLICE = SliceDone(1, Arm("transform", "spirv"), minutes=15.0, tests=100, new=0)
"""A slice of a quarter of an hour."""


def slice_done(number: int = 1, arm: Arm = SLICE.arm, new: int = 0) -> SliceDone:
    """Return a slice of a quarter of an hour."""
    return msgspec.structs.replace(SLICE, number=number, arm=arm, new=new)


def news(
    new: tuple[NewBug, ...] = (),
    replayed: tuple[Replayed, ...] = (),
    silent: tuple[Silent, ...] = (),
    troubles: tuple[str, ...] = (),
    night: int = 3,
    known: tuple[FoundAgain, ...] = (),
) -> News:
    """Return the news of a night on two drivers."""
    told = (TargetTold("driver@2", "Driver 2.0", 100), TargetTold("other", "Other 1.0", 50))
    return News(
        night=night,
        rng_seed=7,
        begun=BEGUN,
        ended=ENDED,
        seconds=900.0,
        new=new,
        replayed=replayed,
        silent=silent,
        troubles=troubles,
        slices=(SLICE,),
        targets=told,
        known=known,
    )
