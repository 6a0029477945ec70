"""The colour that all scalars which a vertex shader gives are folded into.

An error in any of them is to show in an image of 8 bits, and rounding is not:

- A float v becomes b(v) = 0.5 + 0.5 v / (1 + |v|), which lies between 0 and 1 and whose slope is
  at most one half. A change of 0.05 near 0 is 0.024, six steps of 255. An integer becomes its four
  bytes, combined by exclusive or, by 255; a change of one is a step.
- Scalar i goes to channel i mod 4; floats come first, then integers. Four scalars are a term, and
  a channel is the sum of its terms with weights 1, 1 1/8, 1 1/4 and so forth: scalars that change
  places show, and each moves the sum as far as if it were alone, or further. (An average of more
  than six would hide a change of 0.05.)
- The sum is folded into 0 to 1 as a triangle wave, |s - 2 floor(s / 2 + 1/2)|. That has slope 1 or
  -1 everywhere and no jumps, as `fract` would have: a rounding error of s is the same one, or less,
  of the colour. Two errors that cancel each other are missed, as is one that ends on the other
  side of a crest just as high.

Of more than 256 scalars, 256 that lie evenly apart are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from aberration.core.errors import BadInput

from ..types import Array, Matrix, Scalar, Struct, Type, Vector, size_of
from .names import BOUNDED, COUNTED, SUM

_MOST: Final = 256
_CHANNELS: Final = 4
_STEP: Final = 1 / 8
_KINDS: Final = ("float", "int", "uint", "bool")
FOLDED: Final = f"abs({SUM} - 2.0 * floor(0.5 * {SUM} + 0.5))"
"""The colour, once the sum is there."""


class OutputLeaf(msgspec.Struct, frozen=True, eq=False):
    """A scalar or vector of an output, with the text that stands for it."""

    text: str
    type: Scalar | Vector

    @property
    def scalar(self) -> Scalar:
        """Return what it is made of."""
        return self.type.component if isinstance(self.type, Vector) else self.type


class ColourSpelling(msgspec.Struct, frozen=True):
    """How a language says it: vectors of four floats and integers, a declaration in front of a
    name, and integers made of a part of a leaf (its text, and how many they are).
    """

    floats: str
    integers: str
    declared: str
    whole: Callable[[str, OutputLeaf, int], str]


_Scalar = tuple[int, OutputLeaf, int]
"""The number of a leaf, the leaf, and the number of one of its components."""


def leaves_of(text: str, type: Type) -> Iterator[OutputLeaf]:
    """Give the scalars and vectors of an output; raise `BadInput` for scalars of other kinds, and
    for an array without a size.
    """
    if isinstance(type, Array):
        if type.size is None:
            raise BadInput(f"the output {text} has no size, and only a linker would know it")
        for k in range(type.size):
            yield from leaves_of(f"{text}[{k}]", type.element)
    elif isinstance(type, Matrix):
        for k in range(type.columns):
            yield from leaves_of(f"{text}[{k}]", type.column)
    elif isinstance(type, Struct):
        for member in type.members:
            yield from leaves_of(f"{text}.{member.name}", member.type)
    elif isinstance(type, Scalar | Vector):
        leaf = OutputLeaf(text, type)
        if leaf.scalar.kind not in _KINDS:
            raise BadInput(f"the output {text} is of type {type.glsl}, which no colour is made of")
        yield leaf


def sum_lines(leaves: Sequence[OutputLeaf], spelling: ColourSpelling) -> list[str]:
    """Return the statements that declare the sum of all terms; there has to be a scalar."""
    terms = [
        *_terms(_scalars(leaves, floats=True), spelling, BOUNDED),
        *_terms(_scalars(leaves, floats=False), spelling, COUNTED),
    ]
    later = [f"{SUM} += {1 + _STEP * k} * {term};" for k, term in enumerate(terms) if k]
    return [f"{spelling.declared} = {terms[0]};", *later]


def _scalars(leaves: Sequence[OutputLeaf], *, floats: bool) -> list[_Scalar]:
    """Return the floats, or all others, that the colour is made of."""
    every = [(n, leaf, k) for n, leaf in enumerate(leaves) for k in range(size_of(leaf.type))]
    count = len(every)
    taken = [every[k * count // _MOST] for k in range(_MOST)] if count > _MOST else every
    return [one for one in taken if one[1].scalar.is_float == floats]


def _terms(scalars: list[_Scalar], spelling: ColourSpelling, function: str) -> Iterator[str]:
    for at in range(0, len(scalars), _CHANNELS):
        yield f"{function}({_vector_of(scalars[at : at + _CHANNELS], spelling)})"


def _vector_of(four: list[_Scalar], spelling: ColourSpelling) -> str:
    floats = four[0][1].scalar.is_float
    parts = [_part(list(group), spelling) for _, group in groupby(four, lambda one: one[0])]
    missing = ["0.0" if floats else "0"] * (_CHANNELS - len(four))
    if floats and len(parts) == 1 and not missing:
        return parts[0]
    name = spelling.floats if floats else spelling.integers
    return f"{name}({', '.join([*parts, *missing])})"


def _part(group: list[_Scalar], spelling: ColourSpelling) -> str:
    """Return neighbouring components of one leaf."""
    leaf, text = group[0][1], group[0][1].text
    if len(group) < size_of(leaf.type):
        text = f"{text}.{''.join('xyzw'[k] for _, _, k in group)}"
    return text if leaf.scalar.is_float else spelling.whole(text, leaf, len(group))
