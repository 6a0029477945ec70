"""The registry of host mutants: one file each in this folder."""

from __future__ import annotations

from typing import Final

from . import cached_binding, default_constants, dynamic_offset, indirect_groups, lost_tile
from .mutant import HostMutant

HOST_MUTANTS: Final[tuple[HostMutant, ...]] = (
    cached_binding.MUTANT,
    default_constants.MUTANT,
    dynamic_offset.MUTANT,
    indirect_groups.MUTANT,
    lost_tile.MUTANT,
)
