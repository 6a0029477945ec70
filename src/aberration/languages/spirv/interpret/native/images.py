"""Samples, gathers and fetches of textures, and questions about them, as C."""

from __future__ import annotations

from typing import Final

from aberration.core.blends import blending_picture
from aberration.core.comparisons import comparing_picture
from aberration.core.lods import AXES
from aberration.core.shapes import geometry_of
from aberration.core.texels import picture_of
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.images import (
    COMPARISONS,
    HANDLES,
    LOOKED_UP,
    Kind,
    TexelRequest,
)

from .unit import NativeUnit
from .writer import NativeWriter, Write

_CALLS: Final[dict[Kind, str]] = {
    "sample": "SAMPLED",
    "gather": "GATHERED",
    "fetch": "FETCHED",
    "compare": "COMPARED",
    "gather compare": "GATHERED_COMPARISONS",
    "size": "ASKED",
}
_AXES: Final = 3
_LEVEL: Final = 3
"""Where the level stands behind three numbers, as what divides behind three coordinates."""
_LOD: Final = 4
"""Where the level of a sample stands behind that."""
SLOPES_WAY: Final = 3
"""The way to ask neighbours, in the drivers' C, for differences in both directions."""


def looks_up_texels(unit: NativeUnit) -> bool:
    """Say whether a module asks anything of a texture."""
    return any(
        found.op in LOOKED_UP
        for function in unit.analysis.functions
        for block in unit.analysis.blocks[function.id]
        for found in block.instructions
    )


def _handle(w: NativeWriter, found: Instruction) -> None:
    w.place_for(found)


def _look_up(w: NativeWriter, found: Instruction) -> None:
    request = w.unit.images.request(found)
    if request.kind == "levels":
        w.values[found.result_id] = [w.unit.number("U", request.texture.level_count)]
        return
    for value_id in request.ignored:
        w.operand_cells(value_id)
    if request.is_implicit:
        _ask_neighbours(w, request)
    w.put("TEXELS_BEGIN")
    if request.kind in ("sample", "gather", *COMPARISONS):
        _give_place(w, found, request)
    else:
        _give_numbers(w, request)
    name = f"picture{found.result_id}"
    w.declare(name, "static const Picture", False, _picture(request))
    if request.chooses_level:
        _give_level(w, found, request, name)
    call, given = ("FILTERED",) * 2 if request.is_filtered else (_CALLS[request.kind], "TEXEL")
    if request.is_blended:
        call, given = "BLENDED", "FILTERED"
    w.put(f"{call}({name}, {w.site})")
    sides = geometry_of(request.texture.shape).sides
    for k, result in enumerate(w.results(found)):
        at = sides[k] if request.kind == "size" else k
        w.put(f"{given}_{result.kind}({result.text}, {at}, {w.site})")


def _give_place(w: NativeWriter, found: Instruction, request: TexelRequest) -> None:
    """Hand over three coordinates, and what divides them; of a comparison the reference, of an
    array of cubes the layer.
    """
    cells = w.operand_cells(request.place)
    freedom = w.freedom_of(found, "F")
    for k in range(_AXES):
        at = request.at(k)
        if at is not None:
            w.put(f"PLACE_F({k}, {cells[at].text}, {freedom}, {w.site})")
        else:
            w.put(f"PLACE_NUMBER({k}, 0.0)")
    layer = request.at(_LEVEL)
    if layer is not None:
        w.put(f"PLACE_F({_LEVEL}, {cells[layer].text}, {freedom}, {w.site})")
    elif request.reference:
        (cell,) = w.operand_cells(request.reference)
        w.put(f"PLACE_F({_LEVEL}, {cell.text}, {freedom}, {w.site})")
    elif request.divisor:
        w.put(f"PLACE_F({_LEVEL}, {cells[request.divisor].text}, {freedom}, {w.site})")
    else:
        w.put(f"PLACE_NUMBER({_LEVEL}, 1.0)")


def _ask_neighbours(w: NativeWriter, request: TexelRequest) -> None:
    """Wait for the neighbours' coordinates; nothing else may be handed over before that."""
    cells = w.operand_cells(request.place)[: request.directions]
    for k, cell in enumerate(cells):
        w.put(f"SEND({k}, {cell.text})")
    w.put(f"ASK({SLOPES_WAY}, {len(cells)}, {w.site})")


def _give_level(w: NativeWriter, found: Instruction, request: TexelRequest, picture: str) -> None:
    """Hand over the level of detail: one that is named, that of slopes, or that it is open."""
    freedom = w.freedom_of(found, "F")
    if request.lod:
        w.put(f"PLACE_F({_LOD}, {w.operand_cells(request.lod)[0].text}, {freedom}, {w.site})")
        w.put("LOD_NAMED")
        return
    if not request.is_implicit and not request.slopes:
        w.put("LOD_OPEN")
        return
    for way in range(2):
        _give_slopes(w, request, way, freedom)
    if request.bias:
        w.put(f"BIAS_F({w.operand_cells(request.bias)[0].text}, {freedom}, {w.site})")
    else:
        w.put("NO_BIAS")
    w.put(f"LOD_OF_SLOPES({picture})")


def _give_slopes(w: NativeWriter, request: TexelRequest, way: int, freedom: str) -> None:
    """Hand over three slopes to the right, or three down."""
    given = [] if request.is_implicit else w.operand_cells(request.slopes[way])
    for k in range(AXES):
        at = AXES * way + k
        if k >= request.directions:
            w.put(f"SLOPE_NUMBER({at}, 0.0)")
        elif request.is_implicit:
            w.put(f"SLOPE_GOT({at}, {w.site})")
        else:
            w.put(f"SLOPE_F({at}, {given[k].text}, {freedom}, {w.site})")


def _give_numbers(w: NativeWriter, request: TexelRequest) -> None:
    """Hand over three whole numbers, and the level."""
    for k in range(_AXES):
        at = request.at(k) if request.place else None
        if at is not None:
            _give_number(w, k, request.place, at)
        else:
            w.put(f"INDEX_NUMBER({k}, 0)")
    if request.level:
        _give_number(w, _LEVEL, request.level, 0)
    else:
        w.put(f"INDEX_NUMBER({_LEVEL}, 0)")


def _give_number(w: NativeWriter, at: int, value_id: int, component: int) -> None:
    cell = w.operand_cells(value_id)[component]
    signed = int(w.leaf_of(value_id).signed)
    w.put(f"INDEX_{cell.kind}({at}, {cell.text}, {signed}, {w.site})")


def _picture(request: TexelRequest) -> str:
    """Return a picture as C has it."""
    texture = request.texture
    picture = picture_of(texture, request.channel)
    if request.is_blended:
        picture = blending_picture(texture)
    if request.kind in COMPARISONS:
        picture = comparing_picture(texture, texture)
    numbers = ", ".join(map(str, picture))
    size, offset = (", ".join(map(str, row)) for row in (texture.size, request.offset))
    return f"{{ {numbers}, {{ {size} }}, {{ {offset} }}, {texture.level_count} }}"


IMAGES: Final[dict[int, Write]] = {
    **dict.fromkeys(LOOKED_UP, _look_up),
    **dict.fromkeys(HANDLES, _handle),
}
