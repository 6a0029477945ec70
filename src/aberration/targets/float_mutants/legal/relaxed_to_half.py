"""Arithmetic that is decorated RelaxedPrecision is rounded to 16 bits."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import has_decoration
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_free

_ARITHMETIC: Final = (opcodes.OpFAdd, opcodes.OpFSub, opcodes.OpFMul, opcodes.OpFNegate)


def rewrite(module: Module) -> None:
    """Round each result."""
    at_each_free(module, _ARITHMETIC, _round)


def _round(site: Site) -> None:
    if not has_decoration(site.module, site.anchor.result_id, Decoration.RELAXED_PRECISION):
        return
    wide = site.write(site.anchor.op, *site.anchor.ops)
    site.become(opcodes.OpQuantizeToF16, wide)


MUTANT = Mutant(
    "legal-relaxed-to-half", "arithmetic of 16 bits where it may be relaxed", (), rewrite
)
