"""Targets `mutant-float-<name>` and `legal-<name>`: a driver behind a compiler that rewrites
floats, wrongly or not.

The drivers draw images of floats, so that nothing is lost to eight bits: neither what is wrong nor
what is merely rounded otherwise.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.target import BY_REQUEST, Stage, Target
from aberration.targets.mutants.chain import chain_of

from .catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS

ILLEGAL_GROUP: Final = "float-mutants"
LEGAL_GROUP: Final = "legal-compilers"


def float_targets(driver: Stage | None) -> list[Target]:
    """Return one target for each, in front of a driver's stage."""
    floats = None if driver is None else _with_floats(driver)
    illegal = [
        chain_of(f"mutant-{one.name}", one.name, (ILLEGAL_GROUP, "mutants"), floats)
        for one in FLOAT_MUTANTS
    ]
    legal = [
        chain_of(one.name, one.name, (LEGAL_GROUP, BY_REQUEST), floats) for one in LEGAL_COMPILERS
    ]
    return [*illegal, *legal]


def _with_floats(driver: Stage) -> Stage:
    """Return the stage with images of floats."""
    options = tuple(sorted((*driver.worker.options, ("format", "rgba32f"))))
    worker = msgspec.structs.replace(driver.worker, options=options)
    return Stage(f"{driver.name}:rgba32f", worker)
