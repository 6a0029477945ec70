"""What both families of languages share: which argument says where a texture is sampled, what the
functions give that stand for it, and what an input is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.stand_ins import SIZE as PIXELS
from aberration.core.stand_ins import shift_of

from ..builtins.signature import Overload
from ..read import Shader
from ..types import Opaque, Scalar, Type, Vector

PREFIX: Final = "stand_in"
"""What new names begin with."""
SIZE: Final = 256
"""Width, height and depth of a texture, as a shader is told."""
_ASKS: Final = ("textureSize", "textureDimensions", "textureNum", "textureQuery", "textureSamples")
"""Functions that ask about a texture, and do not sample it."""

Maker = Callable[[str, Type, Type], str]
"""Gives the text of a function of this name, for coordinates and results of these types."""


class Functions:
    """The functions that stand for sampling, one for each pair of types."""

    def __init__(self, maker: Maker, spell: Callable[[Type], str]) -> None:
        self._maker: Final = maker
        self._spell: Final = spell
        self.texts: Final[dict[str, str]] = {}

    def name_for(self, coordinates: Type, result: Type) -> str:
        """Return the name of the function for these types, made with the first question."""
        name = f"{PREFIX}_{self._spell(coordinates)}_{self._spell(result)}"
        if name not in self.texts:
            self.texts[name] = self._maker(name, coordinates, result)
        return name


def place_argument(callee: Overload) -> int | None:
    """Return which argument has the coordinates: the first behind texture and sampler. None for
    a question about the texture.
    """
    if callee.name.startswith(_ASKS):
        return None
    last = max(at for at, type in enumerate(callee.types) if isinstance(type, Opaque))
    return last + 1


def refuse_names(shader: Shader) -> None:
    """Raise `BadInput` for a shader with names that could be those of new functions."""
    if PREFIX in shader.source.text:
        raise BadInput(f"expected a shader without names that begin with {PREFIX}")


def element(type: Type) -> Scalar:
    """Return the component type of a scalar or vector."""
    assert isinstance(type, Scalar | Vector)
    return type if isinstance(type, Scalar) else type.component


def size_of(type: Type) -> int:
    """Return how many components a scalar or vector has."""
    return type.size if isinstance(type, Vector) else 1


def sampled_value(coordinates: Type, result: Type, number: str, cast: str) -> str:
    """Return what the function gives that stands for sampling at `at`: the place as a colour, which
    is opaque; `number` where it gives integers. `cast` is how an integer becomes a float.
    """
    if not element(result).is_float:
        return number
    channels = (*_parts_of_place(coordinates, cast)[:3], "0.5", "0.5", "0.5")[:3]
    return ", ".join((*channels, "1.0")[: size_of(result)])


def _parts_of_place(type: Type, cast: str) -> list[str]:
    """Return numbers from 0 to 1 for each coordinate; of a fetch, for each of a texel."""
    count = size_of(type)
    each = [f"at.{letter}" for letter in "xyzw"[:count]] if count > 1 else ["at"]
    if element(type).is_float:
        return [f"clamp({one}, 0.0, 1.0)" for one in each]
    return [f"{cast}({one} & {SIZE - 1}) / {SIZE}.0" for one in each]


def input_value(type: Type, number: int, pixel: str) -> str:
    """Return the components of the input of this number, a scalar or vector; `pixel` is the
    variable that has the place of the pixel.
    """
    if not element(type).is_float:
        return f"{number + 1}"
    place = [f"({pixel}.{axis} + {shift_of(number)}.0) / {PIXELS}.0" for axis in "xy"]
    return ", ".join((*place, "0.5", "1.0")[: size_of(type)])
