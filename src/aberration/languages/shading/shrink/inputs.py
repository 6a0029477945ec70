"""Inputs with less in them: what no resource of a shader takes, and how much of it runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.program import DRAWN, Stage

from ..given_constants import numbered_constants
from ..interpret.interface import InterfaceReader
from ..interpret.supply import Supply
from ..sampled.declared import declared_textures
from ..stage_inputs import inputs_of_entry
from .subject import Subject

_SIDES: Final = (4, 8, 16, 32, 64)
"""Of an image: two quads each way are the fewest that show what neighbours do to each other."""


def smaller(inputs: Inputs, stage: Stage) -> Iterator[Inputs]:
    """Give inputs on which less of a program runs, the smallest first."""
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


def used_inputs(subject: Subject, inputs: Inputs, stage: Stage) -> Inputs:
    """Return the inputs without uniforms, buffers, textures, samplers, attributes and constants
    that nothing in the shader declares.
    """
    assert stage != "program"
    shader = InterfaceReader(subject.typing, stage).read()
    supply = Supply(shader, inputs)
    uniforms = tuple(
        one
        for one in inputs.uniforms
        if any(supply.place_in(each, one) is not None for each in shader.resources)
    )
    bound = {(one.group, one.binding or 0) for one in shader.resources if one.buffer}
    buffers = tuple(one for one in inputs.buffers if (one.descriptor_set, one.binding) in bound)
    declared = {one.name for one in declared_textures(subject.typing)}
    passed = {symbol.name for _, symbol in shader.attributes}
    passed.update(inputs_of_entry(subject.typing, stage))
    numbers = {number for number, _ in numbered_constants(subject.typing)}
    return replace(
        inputs,
        constants=tuple(one for one in inputs.constants if one.id in numbers),
        uniforms=uniforms,
        buffers=buffers,
        textures=tuple(one for one in inputs.textures if one.name in declared),
        samplers=tuple(one for one in inputs.samplers if one.name in declared),
        attributes=tuple(one for one in inputs.attributes if one.name in passed),
    )
