"""exp(x) is computed as exp2(x * log2(e))."""

from __future__ import annotations

import math
from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call

_LOG2_E: Final = math.log2(math.e)


def rewrite(module: Module) -> None:
    """Take the power of two."""
    at_each_free_call(module, GlslStd450.EXP, _by_power_of_two)


def _by_power_of_two(site: Site) -> None:
    scaled = site.write(opcodes.OpFMul, site.anchor.ops[2], site.constant(_LOG2_E))
    site.become_call(GlslStd450.EXP2, scaled)


MUTANT = Mutant(
    "legal-exp-by-exp2", "the exponential of a machine that has only powers of two", (), rewrite
)
