"""The steps of a test on a shader: each sets one of its inputs, or how much of it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.recipe import Step

_SMALLEST: Final = 8
_WORD: Final = 4
_WORDS_TRIED: Final = 64
replace = msgspec.structs.replace


class SetUniform(msgspec.Struct, frozen=True, tag_field="type", tag="SetUniform"):
    """Gives a uniform of the inputs other bytes (hexadecimal)."""

    name: str
    data: str

    def apply(self, inputs: Inputs) -> Inputs | None:
        """Return the inputs after the step, None where there is no such uniform of this size."""
        data = bytes.fromhex(self.data)
        old = next((uniform for uniform in inputs.uniforms if uniform.name == self.name), None)
        if old is None or len(old.data) != len(data):
            return None
        changed = [replace(one, data=data) if one is old else one for one in inputs.uniforms]
        return replace(inputs, uniforms=tuple(changed))

    def smaller(self, before: Inputs) -> Iterator[InputStep]:
        """Give steps that change fewer words."""
        old = next((uniform.data for uniform in before.uniforms if uniform.name == self.name), b"")
        for data in _nearer(old, bytes.fromhex(self.data)):
            yield SetUniform(self.name, data.hex())


class SetBuffer(msgspec.Struct, frozen=True, tag_field="type", tag="SetBuffer"):
    """Gives a storage buffer of the inputs other bytes (hexadecimal) at first."""

    group: int
    binding: int
    data: str

    def apply(self, inputs: Inputs) -> Inputs | None:
        """Return the inputs after the step, None where there is no such buffer of this size."""
        data = bytes.fromhex(self.data)
        place = (self.group, self.binding)
        old = next(
            (one for one in inputs.buffers if (one.descriptor_set, one.binding) == place), None
        )
        if old is None or len(old.data) != len(data):
            return None
        changed = [replace(one, data=data) if one is old else one for one in inputs.buffers]
        return replace(inputs, buffers=tuple(changed))

    def smaller(self, before: Inputs) -> Iterator[InputStep]:
        """Give steps that change fewer words."""
        place = (self.group, self.binding)
        old = next(
            (one.data for one in before.buffers if (one.descriptor_set, one.binding) == place), b""
        )
        for data in _nearer(old, bytes.fromhex(self.data)):
            yield SetBuffer(self.group, self.binding, data.hex())


class SetSize(msgspec.Struct, frozen=True, tag_field="type", tag="SetSize"):
    """Renders so many pixels."""

    width: int
    height: int

    def apply(self, inputs: Inputs) -> Inputs | None:
        """Return the inputs after the step."""
        return (
            replace(inputs, width=self.width, height=self.height)
            if self.width > 0 < self.height
            else None
        )

    def smaller(self, before: Inputs) -> Iterator[InputStep]:
        """Give smaller images."""
        halves = (max(self.width // 2, 1), max(self.height // 2, 1))
        for width, height in (halves, (halves[0], self.height), (self.width, halves[1])):
            if (width, height) != (self.width, self.height) and max(width, height) >= _SMALLEST:
                yield SetSize(width, height)


class SetGroups(msgspec.Struct, frozen=True, tag_field="type", tag="SetGroups"):
    """Dispatches so many workgroups."""

    x: int
    y: int
    z: int

    def apply(self, inputs: Inputs) -> Inputs | None:
        """Return the inputs after the step."""
        return (
            replace(inputs, groups=(self.x, self.y, self.z))
            if min(self.x, self.y, self.z) > 0
            else None
        )

    def smaller(self, before: Inputs) -> Iterator[InputStep]:
        """Give fewer groups."""
        for k, count in enumerate((self.x, self.y, self.z)):
            if count > 1:
                groups = [self.x, self.y, self.z]
                groups[k] = count // 2
                yield SetGroups(*groups)


STEP_TYPES: Final = frozenset(("SetUniform", "SetBuffer", "SetSize", "SetGroups"))
"""None of them says which bug a test hits: the program does."""
InputStep = SetUniform | SetBuffer | SetSize | SetGroups


def to_step(step: InputStep) -> Step:
    """Return a step as recipes hold it."""
    made: Step = msgspec.to_builtins(step)
    return made


def from_step(step: Step) -> InputStep:
    """Read a step of a recipe; raise `BadInput` for one that is none."""
    try:
        read: InputStep = msgspec.convert(step, InputStep)
        bytes.fromhex(getattr(read, "data", ""))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadInput(f"expected a step that sets an input, but {error}") from None
    return read


def inputs_after(inputs: Inputs, steps: Sequence[InputStep]) -> Inputs | None:
    """Return the inputs after all steps; None where one of them does not fit."""
    for step in steps:
        changed = step.apply(inputs)
        if changed is None:
            return None
        inputs = changed
    return inputs


def _nearer(old: bytes, new: bytes) -> Iterator[bytes]:
    """Give data nearer to the old: half of the words that differ as they were, then one of them
    each time.
    """
    places = [
        at
        for at in range(0, min(len(old), len(new)), _WORD)
        if old[at : at + _WORD] != new[at : at + _WORD]
    ]
    if len(places) < 2:
        return
    halves = [places[: len(places) // 2], places[len(places) // 2 :]]
    for restored in (*halves, *([at] for at in places[:_WORDS_TRIED])):
        data = bytearray(new)
        for at in restored:
            data[at : at + _WORD] = old[at : at + _WORD]
        yield bytes(data)
