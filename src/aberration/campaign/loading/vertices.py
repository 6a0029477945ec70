"""Vertex shaders as programs whose vertices are pixels, with the attributes that the file beside
them gives, and attributes of ours.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.campaign.loading.asked import WantedInputs, asked_of, list_titles
from aberration.campaign.loading.module_asked import attributes_of_module
from aberration.campaign.loading.stand_ins import LANGUAGES, Completed
from aberration.core.attributes import Attribute
from aberration.core.errors import BadInput
from aberration.core.inputs_file import InputsFile
from aberration.core.program import Program
from aberration.languages.shading.points import family, wgsl
from aberration.languages.shading.points.form import attributes_of, is_point_shader
from aberration.languages.shading.read import read
from aberration.languages.spirv.module import Module

SIDE: Final = 16
"""Width and height of the image of a program for the vertex stage: 256 vertices are enough."""
_COLOUR: Final = 4


class Points(msgspec.Struct, frozen=True):
    """A program in its form, the attributes that it asks for, those that nothing in it uses."""

    program: Program
    attributes: tuple[Attribute, ...]
    left_out: tuple[str, ...] = ()
    is_new: bool = False

    @property
    def is_module(self) -> bool:
        """Whether it is SPIR-V, from which an optimiser may have removed attributes."""
        return self.program.language == "spirv"


def with_points(program: Program, given: InputsFile | None, where: str) -> Completed:
    """Return a vertex shader as a program whose vertices are pixels, with what it asks for besides
    attributes; one that is such a program stays as it is.

    Raise `BadInput` where that cannot be, and for attributes of the file that do not fit.
    """
    file = given or InputsFile()
    refuse_ways(file)
    try:
        points = _points(program, where)
    except BadInput as error:
        raise error if error.where else error.at(where) from None
    attributes = with_given(points, file, where)
    inputs = replace(points.program.inputs, attributes=attributes)
    if not file.sized:
        inputs = replace(inputs, width=SIDE, height=SIDE)
    made = replace(points.program, inputs=inputs)
    asked = asked_of(made, where)
    _check_result(asked, where)
    asked = replace(asked, declared=replace(asked.declared, inputs=()))
    return Completed(made, asked, _notes(points, attributes, file))


def _points(program: Program, where: str) -> Points:
    if program.language == "spirv":
        return Points(program, attributes_of_module(Module.parse(program.source)))
    language = LANGUAGES[program.language]
    shader = read(program.source, language, where)
    if program.stage == "geometry":
        return Points(program, attributes_of(shader, "geometry"))
    if is_point_shader(shader):
        return Points(program, attributes_of(shader))
    made = wgsl.as_points(shader) if language == "wgsl" else family.as_points(shader)
    new = replace(program, source=made.text.encode())
    return Points(new, made.attributes, made.left_out, is_new=True)


def refuse_ways(file: InputsFile) -> None:
    """Refuse what no program for the vertex stage, and no pair, is drawn with."""
    for key, found in (("$render", file.tiles), ("$drive", file.ways)):
        if found:
            what = "tiles" if key == "$render" else "ways to drive it"
            raise BadInput(
                f"expected no {what} for the vertex stage, but they came", where=file.place(key)
            )


def _check_result(asked: WantedInputs, where: str) -> None:
    """Refuse a module that gives no colour; of a text, its form says so."""
    colour = asked.declared.colour
    if not asked.strict and colour != _COLOUR:
        message = f"expected an output of four floats at location 0, but {colour} came"
        raise BadInput(message, where=where)


# ---- attributes


def with_given(points: Points, file: InputsFile, where: str) -> tuple[Attribute, ...]:
    """Return the attributes with the values that the file says; raise `BadInput` for one that is
    none of the program, and where none says where a vertex lies.
    """
    by_place = points.is_module
    entries = {_key(one, by_place=by_place): one for one in file.attributes}
    made = []
    for one in points.attributes:
        entry = entries.get(_key(one, by_place=by_place))
        made.append(one if entry is None else _with_values_of(one, entry, file))
    for entry in _unused_entries(points, file):
        if not by_place and entry.name not in points.left_out:
            raise _without_place(entry, points, file)
    if not any(one.place for one in made):
        hint = '{"func": "glVertexAttrib2f", "attribute": "PLACE"} in the file beside it says so.'
        message = "expected an attribute that says where a vertex lies, but there is none"
        raise BadInput(message, where=where, hint=hint)
    return tuple(made)


def _unused_entries(points: Points, file: InputsFile) -> list[Attribute]:
    """Return the attributes of the file that the program does not have."""
    by_place = points.is_module
    asked = {_key(one, by_place=by_place) for one in points.attributes}
    return [one for one in file.attributes if _key(one, by_place=by_place) not in asked]


def _key(one: Attribute, *, by_place: bool) -> str | int:
    """Return by what an attribute is found: in a module, which need not have names, by location."""
    return one.location if by_place else one.name


def _with_values_of(asked: Attribute, entry: Attribute, file: InputsFile) -> Attribute:
    if (entry.setter, entry.columns) != (asked.setter, asked.columns):
        message = f"expected {_title(asked)}, but {_title(entry)} came"
        raise BadInput(f"attribute {entry.name!r}: {message}", where=file.place(entry.name))
    return replace(entry, location=asked.location)


def _title(one: Attribute) -> str:
    return one.setter if one.columns == 1 else f"{one.columns} columns of {one.setter}"


def _without_place(entry: Attribute, points: Points, file: InputsFile) -> BadInput:
    titles = tuple(f"{one.name} ({_title(one)})" for one in points.attributes)
    message = (
        f"{entry.name!r} is an attribute of the file, and none of the shader: it has "
        f"{list_titles(titles) or 'none'}"
    )
    return BadInput(message, where=file.place(entry.name))


def _notes(points: Points, attributes: tuple[Attribute, ...], file: InputsFile) -> tuple[str, ...]:
    told = {one.name for one in file.attributes}
    ours = tuple(one.name for one in attributes if one.name not in told and not one.place)
    parts = [
        *(["each vertex is a pixel"] if points.is_new else []),
        *([f"attributes of ours are given for {list_titles(ours)}"] if ours else []),
    ]
    what = "module" if points.is_module else "shader"
    unused = (
        f"{one.name} of the file is an attribute that nothing in the {what} uses"
        for one in _unused_entries(points, file)
    )
    return (*(["; ".join(parts)] if parts else []), *unused)
