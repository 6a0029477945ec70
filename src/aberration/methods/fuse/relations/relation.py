"""What a relation is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from aberration.core.program import Stage

Levels: TypeAlias = NDArray[np.float32]
"""Colours in levels of 8 bits, whole numbers from 0 to 255, of shape (height, width, 4)."""

Words: TypeAlias = NDArray[np.uint32]
Function: TypeAlias = Callable[[Levels, Levels, float], Levels]


class Relation(msgspec.Struct, frozen=True):
    """How the results of two parts become one.

    Of fragment shaders, `text` is code that gives a colour to `result`, of the colours `first` and
    `second`, all three in levels of 8 bits: whole numbers from 0 to 255, which every language
    computes exactly. It is legal in all three languages. `levels` is the same function on arrays.
    With `weighted` both may use `weight`, a whole number from 0 to 256: a uniform in the program.
    With a `condition` on `second` each pixel is that of one part, `second` where it holds.

    The buffers of both compute shaders stand side by side. Where there is a text, it sets `cells`,
    a buffer of their own, for each number `k` of the unsigned cells `first` and `second`; `words`
    is the same function on arrays, and `width` how many cells it makes of each pair. With
    `in_order` each turn reads what the last one stored.
    """

    name: str
    text: str = ""
    levels: Function | None = None
    weighted: bool = False
    stage: Stage = "fragment"
    condition: str = ""
    words: Callable[[Words, Words], Words] | None = None
    width: int = 1
    in_order: bool = False


def choice(
    name: str, condition: str, levels: Callable[[Levels, Levels, float], Levels]
) -> Relation:
    """Return a relation whose pixels are those of `second` where a condition in text holds, else
    those of `first`.
    """
    text = f"if ({condition}) {{ result = second; }} else {{ result = first; }}"
    return Relation(name, text, levels, condition=condition)
