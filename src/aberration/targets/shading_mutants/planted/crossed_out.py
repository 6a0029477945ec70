"""Two out parameters of one type are copied back the wrong way round."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import Call, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import FAMILY, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Call) or not isinstance(new, Call):
        return new
    places = [k for k, one in enumerate(checked.directions(old)) if one == "out"]
    types = [checked.type_of(old.args[k]) for k in places]
    if len(places) < 2 or types[0] is not types[1]:
        return new
    first, second = places[:2]
    args = list(new.args)
    args[first], args[second] = args[second], args[first]
    return replace(new, args=tuple(args))


MUTANT: Final = ShadingMutant(
    "crossed-out",
    "results copied back in the order of another list",
    "a call with two out arguments of one type",
    FAMILY,
    _change,
)
