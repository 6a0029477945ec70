"""A structure is built with its first two neighbours of one type exchanged."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.languages.shading.types import Struct
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    type = checked.callee(old)
    if not isinstance(type, Struct) or not isinstance(new, Call) or checked.is_constant(old):
        return new
    types = [member.type for member in type.members]
    for k, (one, other) in enumerate(pairwise(types)):
        if one is other and len(new.args) == len(types):
            args = (*new.args[:k], new.args[k + 1], new.args[k], *new.args[k + 2 :])
            return replace(new, args=args)
    return new


MUTANT: Final = ShadingMutant(
    "crossed-members",
    "members sorted by type",
    "the constructor of a structure that has two members of one type side by side",
    ALL,
    _change,
)
