"""How GLSL and ESSL say the colour that outputs are folded into."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..tree import Member, Requalify, Variable
from .colour import ColourSpelling, OutputLeaf
from .names import BOUNDED, COUNTED, SUM

_KEPT: Final = ("precise",)
"""The qualifiers that plain variables have, too."""
_ZEROS: Final = {"float": "0.0", "int": "0", "uint": "0u", "bool": "false"}


def spelling(highp: str) -> ColourSpelling:
    """Return the spelling; `highp` stands in front of types of floats, or is empty."""
    return ColourSpelling("vec4", "ivec4", f"{highp}vec4 {SUM}", _whole)


def fold_functions(leaves: Sequence[OutputLeaf], highp: str) -> Iterator[str]:
    """Give the lines of the functions that make parts of the colour of these leaves."""
    if any(one.scalar.is_float for one in leaves):
        yield f"{highp}vec4 {BOUNDED}({highp}vec4 v) {{"
        yield "return 0.5 + 0.5 * v / (1.0 + abs(v)); }"
    if not all(one.scalar.is_float for one in leaves):
        yield f"{highp}vec4 {COUNTED}({highp}ivec4 v) {{"
        yield "v ^= v >> 16; v ^= v >> 8; return vec4(v & 255) / 255.0; }"


def zero_of(leaf: OutputLeaf) -> str:
    """Return the zero of a leaf's type."""
    zero = _ZEROS[leaf.scalar.kind]
    return zero if leaf.type is leaf.scalar else f"{leaf.type.glsl}({zero})"


def plain_qualifiers(node: Variable | Member | Requalify) -> tuple[str, ...]:
    """Return the qualifiers that stay with what is a plain variable now."""
    return tuple(word for word in node.qualifiers if word in _KEPT)


def _whole(text: str, leaf: OutputLeaf, count: int) -> str:
    """Return integers as they are: constructors take them of any kind."""
    return text
