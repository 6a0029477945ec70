"""The level of detail of a sample: named, of slopes that a shader gives, or of derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

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


def lods_text(
    gen: Generator,
    node: Call,
    callee: Overload,
    request: TextureRequest,
    texture: Texture,
    values: Mapping[int, Value],
) -> str:
    """Return the text of three numbers: the ideal level of detail, the least and the largest."""
    if texture.level_count == 1:
        return str(LEVEL_0)
    if request.lod is not None:
        return f"({', '.join([values[request.lod].text] * 3)})"
    if id(node) in gen.facts.derived:
        assert request.place is not None
        coordinates = values[request.place].texts[: _DIRECTIONS[texture.shape]]
        rows = _slopes_of_neighbours(gen, node, coordinates)
        return _of_slopes(gen, node, callee, request, texture, values, rows)
    if request.slopes is not None and not request.projected:
        rows = [values[request.slopes + k].texts for k in range(2)]
        return _of_slopes(gen, node, callee, request, texture, values, [*rows, *rows])
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
    gen: Generator,
    node: Call,
    callee: Overload,
    request: TextureRequest,
    texture: Texture,
    values: Mapping[int, Value],
    rows: Sequence[Sequence[str]],
) -> str:
    """Write the level of detail of slopes, with a bias; return its name."""
    function = lookup_of_lods(callee.name)
    made = whole_function(function, gen.semantics, gen.options)
    lods_of = gen.add_object("f", made, Origin(function, True))
    bias = _FLAT if request.bias is None else values[request.bias].text
    texts = [[*row, *[_FLAT] * (AXES - len(row)), _FLAT] for row in rows]
    texts[0][AXES] = bias
    given = [f"({', '.join(row)})" for row in [*texts, list(map(str, size_of(texture)))]]
    names = [gen.writer.temporary() for _ in range(3)]
    text = gen.writer.mark(node, f"{lods_of}({', '.join(given)})")
    gen.writer.line(f"({', '.join(names)}) = {text}")
    return f"({', '.join(names)})"
