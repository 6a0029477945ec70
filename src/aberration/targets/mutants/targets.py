"""Targets `mutant-<name>`, a driver behind a compiler that is broken on purpose, and
`legal-<name>`, one that is not.

And `identity`, behind none; likewise those of the shading languages.
"""

from __future__ import annotations

from typing import Final

from aberration.core.target import Target
from aberration.targets.float_mutants.targets import float_targets
from aberration.targets.host_mutants.targets import host_targets
from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.mutants.chain import chain_of
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.shading_mutants.targets import shading_targets
from aberration.targets.spirv_tools import driver_stage

IDENTITY: Final = "identity"
TEXTURES_GROUP: Final = "texture-mutants"
"""Those that only modules with textures show."""
SUBGROUPS_GROUP: Final = "subgroup-mutants"
"""Those that only modules with subgroups show."""
PAIRS_GROUP: Final = "pair-mutants"
"""Those that only stages of pairs show."""


def providers() -> list[Target]:
    """Return one target for each mutant, those of floats, of host sides and of the shading
    languages included, the legal compilers, and the identities.
    """
    driver = driver_stage()
    mutants = [
        chain_of(f"mutant-{mutant.name}", mutant.name, _groups(mutant), driver)
        for mutant in MUTANTS
    ]
    identity = chain_of(IDENTITY, IDENTITY, (), driver)
    others = [*float_targets(driver), *host_targets(driver), *shading_targets()]
    return [*mutants, identity, *others]


def _groups(mutant: Mutant) -> tuple[str, ...]:
    shown_by = (
        (mutant.textures, TEXTURES_GROUP),
        (mutant.subgroups, SUBGROUPS_GROUP),
        (mutant.pairs, PAIRS_GROUP),
    )
    return ("mutants", *(group for is_so, group in shown_by if is_so))
