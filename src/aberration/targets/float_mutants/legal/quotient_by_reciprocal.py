"""x / y is computed as x * (1 / y), which is within 2.5 units in the last place."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free


def rewrite(module: Module) -> None:
    """Multiply by the reciprocal."""
    at_each_free(module, (opcodes.OpFDiv,), _multiply)


def _multiply(site: Site) -> None:
    dividend, divisor = site.anchor.ops
    inverse = site.write(opcodes.OpFDiv, site.constant(1.0), divisor)
    site.become(opcodes.OpFMul, dividend, inverse)


MUTANT = Mutant("legal-quotient-by-reciprocal", "division by the machine's reciprocal", (), rewrite)
