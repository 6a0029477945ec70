"""x / 0 is 0, and not x."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Binary, Call, Literal, LiteralKind, Name, Node
from aberration.languages.shading.types import INT, UINT
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import WGSL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Binary) or not isinstance(new, Binary) or old.op != "/":
        return new
    type = checked.type_of(old)
    if type not in (INT, UINT) or checked.is_constant(old) or checked.is_constant(old.right):
        return new
    if checked.type_of(old.right) is not type or not checked.is_pure(old.right):
        return new
    kind: LiteralKind = "int" if type is INT else "uint"
    zero = Literal(kind=kind, value=0)
    return Call(Name("select"), (new, zero, Binary("==", new.right, zero)))


MUTANT: Final = ShadingMutant(
    "quotient-by-zero",
    "a division left to the processor",
    "an integer divided by one that is zero when the program runs",
    WGSL,
    _change,
)
