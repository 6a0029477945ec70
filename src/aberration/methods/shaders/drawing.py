"""Inputs drawn for a shader: small and extreme integers, floats of many magnitudes, odd sizes,
a few workgroups.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

import msgspec

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import DRAWN, Stage
from aberration.core.rng import Rng
from aberration.core.well_known import SIZES
from aberration.languages.shading.interpret.interface import Resource
from aberration.languages.shading.interpret.supply import Supply
from aberration.languages.shading.leaves import Leaf, leaves

from .steps import InputStep, SetBuffer, SetGroups, SetSize, SetUniform

_LEAST_SIDE: Final = 7
_LARGEST_SIDE: Final = 96
_MOST_PIXELS: Final = 2304
_MOST_GROUPS: Final = 4
_OTHER_SIZE: Final = 16
"""One in so many times, a uniform that asks for the size of the image is told something else."""
_CODES: Final = {"int": "<i", "uint": "<I", "float": "<f", "half": "<e", "bool": "<I"}
_INTEGERS: Final = (
    0,
    1,
    2,
    3,
    5,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    100,
    127,
    128,
    255,
    256,
    1000,
    65535,
    65536,
)
_EXTREME_BITS: Final = (
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
    0xFFFFFFFE,
    0x80000001,
    0x55555555,
    0xAAAAAAAA,
    0xFFFF0000,
)
_FLOATS: Final = (
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    0.25,
    2.0,
    3.0,
    -3.0,
    10.0,
    255.0,
    1.0 / 3.0,
    0.1,
    1e-3,
    1e3,
    1e6,
    -1e6,
)
_EXTREME_FLOATS: Final = (
    1e-30,
    -1e-30,
    1e20,
    -1e20,
    3e38,
    -3e38,
    16777216.0,
    16777217.0,
    2147483648.0,
)


class Boldness:
    """How far from the seed's own inputs to go: chances in a hundred, by the number of draws
    that were no test.
    """

    def __init__(self, attempt: int) -> None:
        self.change: Final = max(70 - 9 * attempt, 10)
        """Of each uniform and buffer to be set at all."""
        self.word: Final = max(60 - 7 * attempt, 10)
        """Of each of its numbers to be another."""
        self.wild: Final = max(35 - 8 * attempt, 0)
        """Of such a number to be extreme or random, instead of small or near to what it was."""


class Scalars(Protocol):
    """Tells which scalars the bytes of inputs are, as a program reads them."""

    def of_uniform(self, uniform: Uniform) -> list[Leaf]:
        """Return those of a uniform."""

    def of_buffer(self, buffer: Buffer) -> list[Leaf]:
        """Return those of a storage buffer."""


class ShaderScalars(msgspec.Struct, frozen=True):
    """The scalars of a shader's inputs."""

    supply: Supply

    def of_uniform(self, uniform: Uniform) -> list[Leaf]:
        """Return those of a uniform."""
        for resource in self._resources():
            at = self.supply.place_in(resource, uniform)
            if at is None:
                continue
            end = at + len(uniform.data)
            found = leaves(resource.type, resource.standard, end)
            return [(place - at, kind) for place, kind in found if at <= place < end]
        return []

    def of_buffer(self, buffer: Buffer) -> list[Leaf]:
        """Return those of a storage buffer."""
        for resource in self._resources():
            place = resource.group, resource.binding or 0
            if resource.buffer and place == (buffer.descriptor_set, buffer.binding):
                return list(leaves(resource.type, resource.standard, len(buffer.data)))
        return []

    def _resources(self) -> Iterator[Resource]:
        """Give the resources, of an array of blocks its elements."""
        for resource in self.supply.shader.resources:
            yield from resource.elements()


def draw_steps(
    scalars: Scalars, inputs: Inputs, stage: Stage, rng: Rng, attempt: int
) -> list[InputStep]:
    """Return steps that set some of the inputs of a shader."""
    bold = Boldness(attempt)
    image = _size(rng) if stage in DRAWN else None
    steps: list[InputStep] = [image] if image is not None else _groups(rng, bold)
    for uniform in inputs.uniforms:
        if image is not None and uniform.name in SIZES and rng.below(_OTHER_SIZE):
            data = _in_step(uniform.data, scalars.of_uniform(uniform), image)
            steps += [SetUniform(uniform.name, data.hex())] if data != uniform.data else []
        elif rng.below(100) < bold.change:
            data = _other_words(uniform.data, scalars.of_uniform(uniform), rng, bold)
            steps += [SetUniform(uniform.name, data.hex())] if data != uniform.data else []
    for buffer in inputs.buffers:
        if rng.below(100) < bold.change:
            data = _other_words(buffer.data, scalars.of_buffer(buffer), rng, bold)
            steps += (
                [SetBuffer(buffer.descriptor_set, buffer.binding, data.hex())]
                if data != buffer.data
                else []
            )
    return steps


def _in_step(data: bytes, scalars: Sequence[Leaf], image: SetSize) -> bytes:
    """Return the bytes of a uniform that asks for the size of the image, for another image."""
    changed = bytearray(data)
    for (at, kind), side in zip(scalars, (image.width, image.height), strict=False):
        if kind in ("float", "int", "uint"):
            struct.pack_into(_CODES[kind], changed, at, side)
    return bytes(changed)


def _size(rng: Rng) -> SetSize:
    width = rng.between(_LEAST_SIDE, _LARGEST_SIDE)
    return SetSize(
        width, rng.between(_LEAST_SIDE, max(min(_LARGEST_SIDE, _MOST_PIXELS // width), _LEAST_SIDE))
    )


def _groups(rng: Rng, bold: Boldness) -> list[InputStep]:
    if rng.below(100) >= bold.change:
        return []
    return [
        SetGroups(rng.between(1, _MOST_GROUPS), rng.choose((1, 1, 2)), rng.choose((1, 1, 1, 2)))
    ]


def _other_words(data: bytes, places: Sequence[Leaf], rng: Rng, bold: Boldness) -> bytes:
    changed = bytearray(data)
    for at, kind in places:
        code = _CODES.get(kind)
        if code is None or rng.below(100) >= bold.word or at + struct.calcsize(code) > len(data):
            continue
        (old,) = struct.unpack_from(code, data, at)
        struct.pack_into(code, changed, at, _draw_value(kind, old, rng, bold))
    return bytes(changed)


def _draw_value(kind: str, old: float, rng: Rng, bold: Boldness) -> float:
    wild = rng.below(100) < bold.wild
    if kind == "bool":
        return rng.below(2)
    if kind == "half":
        return rng.choose(_FLOATS[:-3])
    if kind == "float":
        return _float(old, rng, wild)
    bits = _bits(int(old), rng, wild) & 0xFFFFFFFF
    return bits - 2**32 if kind == "int" and bits >= 2**31 else bits


def _bits(old: int, rng: Rng, wild: bool) -> int:
    if wild:
        return rng.choose(_EXTREME_BITS) if rng.below(2) else rng.bits()
    near = rng.below(2) == 0
    return old + rng.between(-4, 4) if near else rng.choose(_INTEGERS) * rng.choose((1, 1, 1, -1))


def _float(old: float, rng: Rng, wild: bool) -> float:
    if wild:
        return rng.choose(_EXTREME_FLOATS)
    kind = rng.below(4)
    if kind == 0:
        return rng.choose(_FLOATS)
    if kind == 1:
        return rng.between(-64, 64) / rng.choose((1, 2, 4, 16))
    if kind == 2:
        return rng.uniform(-1.0, 1.0) * 10.0 ** rng.between(-3, 4)
    return min(max(old * rng.uniform(0.5, 2.0), -3e38), 3e38)
