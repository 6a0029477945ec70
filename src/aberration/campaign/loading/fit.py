"""The inputs of a program, held to what it asks for: each lands in its place, and what nobody
gives is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.loading.asked import WantedInputs, asked_of, invocations, list_titles
from aberration.campaign.loading.attachments import check_attachments
from aberration.campaign.loading.buffers import Buffers
from aberration.campaign.loading.colours import with_colour
from aberration.campaign.loading.conversions import with_conversions
from aberration.campaign.loading.defaults import add_defaults
from aberration.campaign.loading.pairs import with_pair
from aberration.campaign.loading.pictures import with_pictures
from aberration.campaign.loading.stand_ins import Completed, with_stand_ins
from aberration.campaign.loading.storage_images import with_given_images
from aberration.campaign.loading.uniforms import Uniforms
from aberration.campaign.loading.vertices import with_points
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Inputs, Uniform, inputs_of
from aberration.core.inputs_file import Entry, InputsFile
from aberration.core.program import POINTED, Program
from aberration.core.texture_arrays import element_of

_COLOUR: Final = 4


class Fitted(msgspec.Struct, frozen=True):
    """A program with inputs that fit it, and what is worth a line: what nobody gives, what is
    not asked for.
    """

    program: Program
    notes: tuple[str, ...] = ()


def with_inputs(program: Program, given: InputsFile | None, where: str) -> Fitted:
    """Return a program with the inputs of a file; None: there is no file, and names that are well
    known have values.

    Textures get pictures, or functions of the pixel stand for them where that cannot be, as for
    what a vertex stage would pass on. Outputs that are not one colour are made one, unless the
    file names attachments for them. A vertex shader becomes a program whose vertices are
    pixels; those of a pair, and the points that a geometry shader takes, are pixels already.
    Raise `BadInput` for an input that fits nothing or has another shape, and for a program that
    asks for more than uniforms and buffers otherwise.
    """
    plain = msgspec.structs.replace(program, inputs=Inputs() if given is None else inputs_of(given))
    if plain.inputs.attachments:
        check_attachments(plain, given, where)
        return _with_asked(Completed(plain, asked_of(plain, where)), given, where)
    if plain.is_pair:
        return _with_asked(with_pair(plain, given, where), given, where)
    if plain.stage in POINTED:
        return _with_asked(with_points(plain, given, where), given, where)
    _refuse_attributes(given)
    try:
        read = Completed(plain, asked_of(plain, where))
    except BadInput as error:
        converting = with_conversions(plain, where)
        if converting is not None:
            return _with_asked(with_colour(converting, where), given, where)
        note = f"its inputs are not checked, for our front end does not read it: {error.message}"
        return Fitted(plain, (note,) if plain.inputs != Inputs() else ())
    return _with_asked(with_colour(read, where), given, where)


def _with_asked(read: Completed, given: InputsFile | None, where: str) -> Fitted:
    """Return a program with what it asks for, of the file and besides."""
    plain = read.program
    _check_textures(read.asked, given, where)
    wanted = with_given_images(plain, read.asked, where)
    completed = with_pictures(plain, wanted, where)
    program, asked = completed.program, completed.asked
    _refuse(asked, where, attached=bool(plain.inputs.attachments))
    uniforms = Uniforms(asked, given or InputsFile())
    uniforms.fill()
    defaults = add_defaults(
        uniforms, None if given is not None else (plain.inputs.width, plain.inputs.height)
    )
    buffers = Buffers(asked, given or InputsFile(), invocations(plain, asked))
    inputs = msgspec.structs.replace(
        program.inputs, uniforms=uniforms.all_uniforms(), buffers=buffers.all_buffers()
    )
    made = msgspec.structs.replace(program, inputs=inputs)
    before = (*read.notes, *completed.notes)
    return _with_notes(made, before, uniforms, [*defaults, *buffers.notes])


def with_defaults(program: Program, where: str) -> Fitted:
    """Return a program whose own file says its inputs, with defaults for what that file leaves
    open.
    """
    try:
        asked = asked_of(program, where)
    except BadInput:
        return Fitted(program)
    completed = with_stand_ins(program, asked, where)
    program, asked = completed.program, completed.asked
    _refuse(asked, where)
    entries = tuple(_as_entry(uniform) for uniform in program.inputs.uniforms)
    uniforms = Uniforms(asked, InputsFile(entries, where=where), lenient=True)
    uniforms.fill()
    before = uniforms.all_uniforms()
    defaults = add_defaults(uniforms, None)
    added = [uniform for uniform in uniforms.all_uniforms() if uniform not in before]
    buffers = Buffers(asked, InputsFile(), invocations(program, asked))
    bound = {(buffer.descriptor_set, buffer.binding) for buffer in program.inputs.buffers}
    zeros = buffers.missing(bound)
    inputs = msgspec.structs.replace(
        program.inputs,
        uniforms=(*program.inputs.uniforms, *added),
        buffers=(*program.inputs.buffers, *zeros),
    )
    made = msgspec.structs.replace(program, inputs=inputs)
    return _with_notes(made, completed.notes, uniforms, [*defaults, *buffers.notes])


def _with_notes(
    program: Program, before: Sequence[str], uniforms: Uniforms, defaults: list[str]
) -> Fitted:
    notes = (f"nothing gives {list_titles(tuple(defaults), '; ')}",) if defaults else ()
    return Fitted(program, (*before, *uniforms.notes, *notes))


def _as_entry(uniform: Uniform) -> Entry:
    binding = None if uniform.binding == UNBOUND or uniform.push_constant else uniform.binding
    return Entry(
        uniform.name,
        None,
        uniform.data,
        binding,
        uniform.descriptor_set,
        uniform.push_constant,
        uniform.offset,
    )


def _refuse_attributes(given: InputsFile | None) -> None:
    """Raise `BadInput` for attributes of vertices of a program that has none."""
    for one in () if given is None else given.attributes:
        message = f"{one.name!r} is an attribute of vertices, and this is no vertex shader"
        raise BadInput(message, where=given.place(one.name) if given is not None else "")


def _check_textures(asked: WantedInputs, given: InputsFile | None, where: str) -> None:
    """Raise `BadInput` for a texture of the file that the program does not declare."""
    for name in () if given is None else given.textures:
        array, _ = element_of(name) or (name, 0)
        if asked.strict and not {name, array} & set(asked.declared.opaque):
            raise BadInput(
                f"{name!r} is a texture of the file, and the {asked.what} declares none of this "
                f"name",
                where=given.place(name) if given is not None else where,
            )


def _refuse(asked: WantedInputs, where: str, *, attached: bool = False) -> None:
    """Raise `BadInput` for what no runner supplies (textures, what a vertex shader would pass on),
    and for a colour of less than four components: what the image has of the others is anything
    (OpenGL 4.6, 15.2.3 "Shader Outputs").
    """
    declared = asked.declared
    opaque, inputs = map(asked.names_in_use, (declared.opaque, declared.inputs))
    if opaque:
        raise BadInput(
            f"it needs a texture or image ({list_titles(opaque)}), and none is supplied",
            where=where,
        )
    if inputs:
        raise BadInput(
            f"it reads {list_titles(inputs)}, which no vertex shader here writes", where=where
        )
    if 0 < declared.colour < _COLOUR and not attached:
        message = (
            f"its colour has {declared.colour} of 4 components, and what the image has of "
            f"the others is undefined"
        )
        raise BadInput(message, where=where)
