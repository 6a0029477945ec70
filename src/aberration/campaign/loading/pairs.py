"""Pairs of a vertex and a fragment shader: two files of one name, of which each is a program with
the other one as its companion; or one module in WGSL that has both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec.structs import replace

from aberration.campaign.loading.asked import WantedInputs, asked_of, list_titles
from aberration.campaign.loading.module_asked import attributes_of_module
from aberration.campaign.loading.stand_ins import LANGUAGES, Completed
from aberration.campaign.loading.vertices import SIDE, Points, refuse_ways, with_given
from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.core.inputs_file import InputsFile
from aberration.core.program import Program, ShaderStage
from aberration.core.wgsl import entry_points
from aberration.languages.shading.checker import check
from aberration.languages.shading.points.attributes import asked_attributes, with_locations
from aberration.languages.shading.read import read
from aberration.languages.shading.resources import Declared
from aberration.languages.spirv.module import Module

_OTHER: Final = {".vert": ".frag", ".frag": ".vert"}
_STAGES: Final[dict[str, ShaderStage]] = {".vert": "vertex", ".frag": "fragment"}
_IN_FRONT: Final = (".spv", ".spvasm", ".asm", ".wgsl")
"""Suffixes behind that of the stage, of what is no text in GLSL or ESSL."""


def other_file(path: Path, given: InputsFile | None) -> Path | None:
    """Return the file of the other stage: it lies beside a file whose name is the same but for the
    stage, where the inputs of both say where a vertex lies. None where there is no such pair.
    """
    behind = path.suffix if path.suffix in _IN_FRONT else ""
    first = path.with_name(path.name.removesuffix(behind))
    word = _OTHER.get(first.suffix)
    if word is None or not _has_place(given):
        return None
    other = first.with_suffix(f"{word}{behind}")
    return other if other.is_file() else None


def with_own_companion(program: Program, given: InputsFile | None) -> Program:
    """Return a module in WGSL with a vertex and a fragment shader, whose inputs say where a vertex
    lies, as a pair of both: its fragment shader is the one under test. Others stay as they are.
    """
    if program.language != "wgsl" or program.stage != "fragment" or not _has_place(given):
        return program
    stages = {stage for stage, _ in entry_points(program.source.decode("utf-8", "replace"))}
    return replace(program, companion=program.source) if "vertex" in stages else program


def _has_place(given: InputsFile | None) -> bool:
    return given is not None and any(one.place for one in given.attributes)


def check_stage(program: Program, path: Path) -> None:
    """Refuse a module of another stage than the name of its file says."""
    word = _STAGES.get(path.suffixes[-2] if path.suffix in _IN_FRONT else path.suffix)
    if word is not None and program.stage != word:
        raise BadInput(f"expected a {word} shader, but a {program.stage} one came", where=str(path))


def with_pair(program: Program, given: InputsFile | None, where: str) -> Completed:
    """Return a pair with what both stages ask for besides attributes; raise `BadInput` where that
    cannot be, and for attributes of the file that do not fit.
    """
    file = given or InputsFile()
    refuse_ways(file)
    vertex = program if program.stage == "vertex" else program.companion_program()
    attributes = with_given(Points(program, _attributes(vertex, where)), file, where)
    inputs = replace(program.inputs, attributes=attributes)
    if not file.sized:
        inputs = replace(inputs, width=SIDE, height=SIDE)
    made = replace(program, inputs=inputs)
    return Completed(made, _asked_of_both(made, where), ("each vertex is a pixel",))


def _attributes(vertex: Program, where: str) -> tuple[Attribute, ...]:
    """Return the attributes that a vertex shader asks for."""
    if vertex.language == "spirv":
        return attributes_of_module(Module.parse(vertex.source))
    shader = read(vertex.source, LANGUAGES[vertex.language], where)
    return with_locations(asked_attributes(check(shader.module, "vertex", shader.source)))


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
    return WantedInputs(declared, strict=program.language != "spirv")


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
