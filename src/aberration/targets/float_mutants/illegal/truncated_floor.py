"""floor is done by truncation, which rounds numbers below zero up."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import at_each_call


def rewrite(module: Module) -> None:
    """Truncate."""
    at_each_call(
        module,
        GlslStd450.FLOOR,
        lambda site: site.become_call(GlslStd450.TRUNC, site.anchor.ops[2]),
    )


MUTANT = Mutant(
    "float-truncated-floor", "a conversion to an integer and back in place of floor", (), rewrite
)
