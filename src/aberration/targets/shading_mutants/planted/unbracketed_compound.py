"""x -= a - b becomes x = x - a - b, and x *= a + b becomes x = x * a + b."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Assign, Binary, Node
from aberration.languages.shading.types import Scalar, Vector
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Assign) or not isinstance(new, Assign) or old.op not in ("-=", "*="):
        return new
    value, sum = old.value, new.value
    if not isinstance(value, Binary) or not isinstance(sum, Binary) or sum.op not in ("+", "-"):
        return new
    type = checked.type_of(old.target)
    parts = (checked.type_of(value.left), checked.type_of(value.right))
    if not isinstance(type, Scalar | Vector) or any(one is not type for one in parts):
        return new
    if new.target is None or checked.is_constant(value) or not checked.is_pure(new.target):
        return new
    return Assign("=", new.target, replace(sum, left=Binary(old.op[0], new.target, sum.left)))


MUTANT: Final = ShadingMutant(
    "unbracketed-compound",
    "compound assignment written out without brackets",
    "-= or *= with a sum or difference",
    ALL,
    _change,
)
