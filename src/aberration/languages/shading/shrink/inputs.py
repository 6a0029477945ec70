"""Inputs with less in them: what no resource of a shader takes, and how much of it runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import DRAWN, OTHER_STAGE, Stage

from ..given_constants import numbered_constants
from ..interpret.images.declared import place_of, variables_of
from ..interpret.images.lowering import is_image
from ..interpret.interface import InterfaceReader
from ..interpret.supply import Supply
from ..sampled.declared import declared_textures
from ..stage_inputs import inputs_of_entry
from .subject import Subject

_TWO: Final = 2
_SIDES: Final = (4, 8, 16, 32, 64)
"""Of an image: two quads each way are the fewest that show what neighbours do to each other."""


def smaller(inputs: Inputs, stage: Stage) -> Iterator[Inputs]:
    """Give inputs on which less of a program runs, or less of its result is looked at, the smallest
    first.
    """
    yield from _fewer_attachments(inputs)
    if stage in DRAWN:
        for side in _SIDES:
            width, height = min(side, inputs.width), min(side, inputs.height)
            if (width, height) != (inputs.width, inputs.height):
                yield replace(inputs, width=width, height=height)
    elif inputs.groups != (1, 1, 1):
        yield replace(inputs, groups=(1, 1, 1))
        x, y, z = inputs.groups
        halves = ((max(x // 2, 1), y, z), (x, max(y // 2, 1), z), (x, y, max(z // 2, 1)))
        yield from (replace(inputs, groups=groups) for groups in halves if groups != inputs.groups)


def _fewer_attachments(inputs: Inputs) -> Iterator[Inputs]:
    """Give the inputs with each attachment alone, and without each."""
    found = inputs.attachments
    if len(found) > 1:
        yield from inputs.each_attachment()
    if len(found) > _TWO:
        for k in range(len(found)):
            yield replace(inputs, attachments=(*found[:k], *found[k + 1 :]))


def used_inputs(subject: Subject, inputs: Inputs, stage: Stage, *besides: Subject) -> Inputs:
    """Return the inputs without uniforms, buffers, textures, samplers, attributes and
    constants that nothing in the shader declares, nor in the companion of a pair, which is
    `besides` it. The points that a geometry shader takes keep their place.
    """
    assert stage != "program"
    stages = ((subject, stage), *((one, OTHER_STAGE[stage]) for one in besides))
    shaders = [InterfaceReader(one.typing, of, paired=bool(besides)).read() for one, of in stages]
    resources = [each for one in shaders for each in one.resources]
    supply = Supply(shaders[0], inputs)
    uniforms = tuple(
        one
        for one in inputs.uniforms
        if any(supply.place_in(each, one) is not None for each in resources)
    )
    stored = [part for one in resources if one.buffer for part in one.elements()]
    bound = {(one.group, one.binding or 0) for one in stored}
    images = {
        place_of(one.typing, node)
        for one, _ in stages
        for node in variables_of(one.typing.module)
        if is_image(one.typing.declared[id(node)].type)
    }
    buffers = tuple(
        one
        for one in inputs.buffers
        if one.place in (images if one.place in inputs.storage_images else bound)
    )
    declared = {each.name for one, _ in stages for each in declared_textures(one.typing)}
    passed = {symbol.name for one in shaders for _, symbol in one.attributes}
    passed.update(name for one, of in stages for name in inputs_of_entry(one.typing, of))
    numbers = {number for one, _ in stages for number, _ in numbered_constants(one.typing)}
    return replace(
        inputs,
        constants=tuple(one for one in inputs.constants if one.id in numbers),
        uniforms=uniforms,
        buffers=buffers,
        textures=tuple(one for one in inputs.textures if one.name in declared),
        samplers=tuple(one for one in inputs.samplers if one.name in declared),
        attributes=tuple(
            one
            for one in inputs.attributes
            if one.name in passed or (one.place and stage == "geometry")
        ),
    )
