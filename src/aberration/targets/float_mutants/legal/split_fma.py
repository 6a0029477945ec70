"""fma(a, b, c) rounds its product, too."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Decoration, GlslStd450
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free_call


def rewrite(module: Module) -> None:
    """Split into a product and a sum that nobody fuses again."""
    at_each_free_call(module, GlslStd450.FMA, _split)


def _split(site: Site) -> None:
    _, _, left, right, added = site.anchor.ops
    product = site.write(opcodes.OpFMul, left, right)
    site.become(opcodes.OpFAdd, product, added)
    for result in (product, site.anchor.result_id):
        decorate(site.module, result, Decoration.NO_CONTRACTION)


MUTANT = Mutant("legal-split-fma", "a machine without a fused operation", (), rewrite)
