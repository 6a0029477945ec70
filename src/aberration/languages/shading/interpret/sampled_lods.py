"""The level of detail of a sample: named, of slopes that a shader gives, or of derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from aberration.core.levels import LEVEL_0, OPEN_LODS
from aberration.core.lods import AXES
from aberration.core.texels import size_of
from aberration.core.textures import Texture

from ..builtins.signature import Overload
from ..sampled.implicit import SLOPES
from ..sampled.requests import TextureRequest
from ..sampled.texels import lookup_of_lods
from ..tree import Call
from .builtin import Origin, whole_function
from .generator import Generator
from .value import Value

_DIRECTIONS: Final = MappingProxyType({"2D": 2, "3D": 3, "2DArray": 2})
"""How many coordinates have slopes: layers have none."""
_FLAT: Final = "0.0"


class TextureCall(NamedTuple):
    """A call of a texture function: what it asks for, and the values of its arguments by place, but
    for textures and samplers.
    """

    node: Call
    callee: Overload
    request: TextureRequest
    values: Mapping[int, Value]


def lods_text(gen: Generator, call: TextureCall, texture: Texture) -> str:
    """Return the text of three numbers: the ideal level of detail, the least and the largest."""
    if texture.level_count == 1:
        return str(LEVEL_0)
    request, values = call.request, call.values
    if request.lod is not None:
        return f"({', '.join([values[request.lod].text] * 3)})"
    if id(call.node) in gen.facts.derived:
        assert request.place is not None
        coordinates = values[request.place].texts[: _DIRECTIONS[texture.shape]]
        rows = _slopes_of_neighbours(gen, call.node, coordinates)
        return _of_slopes(gen, call, texture, rows)
    if request.slopes is not None and not request.projected:
        rows = [values[request.slopes + k].texts for k in range(2)]
        return _of_slopes(gen, call, texture, [*rows, *rows])
    return str(OPEN_LODS)


def _slopes_of_neighbours(
    gen: Generator, node: Call, coordinates: Sequence[str]
) -> list[Sequence[str]]:
    """Wait for the neighbours; return the slopes of the pixel's row and column, and the others."""
    name, count = gen.writer.temporary(), len(coordinates)
    gen.writer.at(node)
    given = f"({', '.join(coordinates)},)"
    gen.writer.effect(f"{name} = yield ({gen.writer.number(node)}, {SLOPES!r}, {given})")
    return [[f"{name}[{count * row + k}]" for k in range(count)] for row in range(4)]


def _of_slopes(
    gen: Generator, call: TextureCall, texture: Texture, rows: Sequence[Sequence[str]]
) -> str:
    """Write the level of detail of slopes, with a bias; return its name."""
    function = lookup_of_lods(call.callee.name)
    made = whole_function(function, gen.semantics, gen.options)
    lods_of = gen.add_object("f", made, Origin(function, True))
    bias = _FLAT if call.request.bias is None else call.values[call.request.bias].text
    texts = [[*row, *[_FLAT] * (AXES - len(row)), _FLAT] for row in rows]
    texts[0][AXES] = bias
    given = [f"({', '.join(row)})" for row in [*texts, list(map(str, size_of(texture)))]]
    names = [gen.writer.temporary() for _ in range(3)]
    text = gen.writer.mark(call.node, f"{lods_of}({', '.join(given)})")
    gen.writer.line(f"({', '.join(names)}) = {text}")
    return f"({', '.join(names)})"
