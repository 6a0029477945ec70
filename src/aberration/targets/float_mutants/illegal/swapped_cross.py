"""cross(x, y) is done as cross(y, x): it points the other way."""

from __future__ import annotations

from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call


def rewrite(module: Module) -> None:
    """Exchange the operands."""
    at_each_call(module, GlslStd450.CROSS, _swap)


def _swap(site: Site) -> None:
    _, _, left, right = site.anchor.ops
    site.become_call(GlslStd450.CROSS, right, left)


MUTANT = Mutant("float-swapped-cross", "an operation that is taken for commutative", (), rewrite)
