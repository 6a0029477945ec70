"""sqrt(x * x) is taken for x, which is wrong for each x below zero."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.module import Module
from aberration.targets.mutants.mutant import Mutant

from ..site import Site, at_each_call, is_floats, length
from ..values import definition_of, is_same, number_of_all


def rewrite(module: Module) -> None:
    """Fold the root, and the length of a single float, which is a root of a square as well."""
    at_each_call(module, GlslStd450.SQRT, _fold_root)
    at_each_call(module, GlslStd450.LENGTH, _fold_length)


def _fold_root(site: Site) -> None:
    root = _square_root(site.module, site.anchor.ops[2])
    if root:
        site.become_value(root)


def _square_root(module: Module, value: int) -> int:
    """Return x if the value is x * x or pow(x, 2), else 0."""
    square = definition_of(module, value)
    if square is None:
        return 0
    if square.op == opcodes.OpFMul and is_same(module, *square.ops):
        return square.ops[0]
    is_power = square.op == opcodes.OpExtInst and square.ops[1] == GlslStd450.POW
    return square.ops[2] if is_power and number_of_all(module, square.ops[3]) == 2.0 else 0


def _fold_length(site: Site) -> None:
    value = site.anchor.ops[2]
    type_id = site.module.type_of(value)
    if is_floats(site.module, type_id) and length(site.module, type_id) == 1:
        site.become_value(value)


MUTANT = Mutant(
    "float-root-of-square", "a fold of a root that forgets the absolute value", (), rewrite
)
