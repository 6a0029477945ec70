"""What both families of languages share: which argument says where a texture is sampled, and the
functions that give a colour instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..builtins.signature import Overload
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


def kind_of(type: Type) -> str:
    """Return the kind of the components: float, int, uint."""
    return element(type).kind


def element(type: Type) -> Scalar:
    """Return the component type of a scalar or vector."""
    assert isinstance(type, Scalar | Vector)
    return type if isinstance(type, Scalar) else type.component


def size_of(type: Type) -> int:
    """Return how many components a scalar or vector has."""
    return type.size if isinstance(type, Vector) else 1


def ramp(given: Sequence[str], count: int) -> tuple[str, ...]:
    """Return the components of a colour: those of the place, then one half, and it is opaque."""
    channels = (*given[:3], "0.5", "0.5", "0.5")[:3]
    return (*channels, "1.0")[:count]
