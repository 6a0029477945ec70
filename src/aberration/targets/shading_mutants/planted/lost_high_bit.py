"""A literal from 2^31 on loses its highest bit."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Literal, Node
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.mutant import ALL, ShadingMutant


def _change(checked: Checked, old: Node, new: Node) -> Node:
    if not isinstance(old, Literal) or old.kind not in _KINDS:
        return new
    value = int(old.value)
    return Literal(old.kind, value - 2**31) if 2**31 <= value < 2**32 else new


_KINDS: Final = ("int", "uint", "abstract_int")


MUTANT: Final = ShadingMutant(
    "lost-high-bit",
    "literals kept in 31 bits",
    "a literal from 2^31 on",
    ALL,
    _change,
)
