"""Pairs of a vertex and a fragment shader: two files of one name, of which each is a program with
the other one as its companion.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from aberration.campaign.loading.asked import WantedInputs, asked_of, list_titles
from aberration.campaign.loading.stand_ins import LANGUAGES, Completed
from aberration.campaign.loading.vertices import SIDE, Points, refuse_ways, with_given
from aberration.core.errors import BadInput
from aberration.core.inputs_file import InputsFile
from aberration.core.program import Program
from aberration.languages.shading.checker import check
from aberration.languages.shading.points.attributes import asked_attributes, with_locations
from aberration.languages.shading.read import read
from aberration.languages.shading.resources import Declared

_OTHER: Final = {".vert": ".frag", ".frag": ".vert"}


def other_file(path: Path, given: InputsFile | None) -> Path | None:
    """Return the file of the other stage: it lies beside a file whose name is the same but for the
    suffix, where the inputs of both say where a vertex lies. None where there is no such pair.
    """
    places = () if given is None else (one for one in given.attributes if one.place)
    suffix = _OTHER.get(path.suffix)
    if suffix is None or not any(places):
        return None
    other = path.with_suffix(suffix)
    return other if other.is_file() else None


def with_pair(program: Program, given: InputsFile | None, where: str) -> Completed:
    """Return a pair in GLSL or ESSL with what both stages ask for besides attributes; raise
    `BadInput` where that cannot be, and for attributes of the file that do not fit.
    """
    file = given or InputsFile()
    refuse_ways(file)
    if program.language not in ("glsl", "essl"):
        raise BadInput(
            f"expected a pair of shaders in GLSL or ESSL, but {program.language} came", where=where
        )
    vertex = program if program.stage == "vertex" else program.companion_program()
    shader = read(vertex.source, LANGUAGES[vertex.language], where)
    asked = asked_attributes(check(shader.module, "vertex", shader.source))
    attributes = with_given(Points(program, with_locations(asked)), file, where)
    inputs = replace(program.inputs, attributes=attributes)
    if not file.sized:
        inputs = replace(inputs, width=SIDE, height=SIDE)
    made = replace(program, inputs=inputs)
    return Completed(made, _asked_of_both(made, where), ("each vertex is a pixel",))


def _asked_of_both(program: Program, where: str) -> WantedInputs:
    """Return what the two stages ask for together."""
    other = program.companion_program()
    first, second = (asked_of(one, where) for one in (program, other))
    one, two = first.declared, second.declared
    for own, theirs in ((one, two), (two, one)):
        opaque = tuple(name for name in own.opaque if name in own.named)
        if opaque:
            raise BadInput(
                f"it needs a texture or image ({list_titles(opaque)}), and a pair gets none",
                where=where,
            )
        _refuse_another(own, theirs, where)
    fragment = two if program.stage == "vertex" else one
    loose = {each.name: each for each in (*one.loose, *two.loose)}
    blocks = {(each.kind, each.name): each for each in (*one.blocks, *two.blocks)}
    declared = Declared(
        loose=tuple(loose.values()),
        blocks=tuple(blocks.values()),
        opaque=(),
        outputs=fragment.outputs,
        inputs=(),
        initial=tuple(dict((*one.initial, *two.initial)).items()),
        named=one.named | two.named,
        colour=fragment.colour,
    )
    return WantedInputs(declared)


def _refuse_another(one: Declared, other: Declared, where: str) -> None:
    """Refuse what the two stages declare otherwise: to a linker it is one."""
    mine, theirs = _shapes(one), _shapes(other)
    for name, shape in mine.items():
        if theirs.get(name, shape) != shape:
            raise BadInput(f"{name}, which the two stages declare otherwise", where=where)


def _shapes(declared: Declared) -> dict[str, object]:
    """Return what is said of each uniform and block."""
    found: dict[str, object] = {one.name: (one.type.glsl, one.count) for one in declared.loose}
    for block in declared.blocks:
        members = tuple((one.name, one.type.glsl, one.count, one.offset) for one in block.pieces)
        found[block.name] = (block.kind, block.group, block.binding, members)
    return found
