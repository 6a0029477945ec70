"""Compute shaders of GLSL and ESSL with texel buffers, made of a seed: one is sampled, one written
by one invocation for each texel, and one counted in by atomic operations. All that they compute
is exact.
"""

from __future__ import annotations

from typing import Final

import msgspec
from helpers.storage_images import filled_image

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.storage_images import FORMATS, StorageImage, TexelFormat
from aberration.languages.shading.tree import LanguageName

_LETTERS: Final = {"int": "i", "uint": "u", "float": ""}
_COMMUTING: Final = ("Add", "And", "Or", "Xor", "Min", "Max")
_ONE_CHANNEL: Final[tuple[TexelFormat, ...]] = ("r32i", "r32ui", "r32f")
_MOST: Final = 1000


class _Case(msgspec.Struct, frozen=True):
    """The buffers of a shader: one is sampled, one written, one counted in. `high` says how exact
    they are in ESSL.
    """

    rng: Rng
    source: StorageImage
    target: StorageImage
    counts: StorageImage
    waits: bool
    high: str


def made_buffer_case(seed: int, language: LanguageName = "glsl") -> Program:
    """Return the shader of a seed, with its inputs."""
    rng = Rng.of(seed, "texel buffers")
    waits = rng.chance(0.3)
    target = _buffer(rng, 40)
    counts = StorageImage(rng.choose(("r32ui", "r32i")), (rng.between(1, 9), 1, 1), "Buffer")
    if rng.chance(0.4):
        counts = StorageImage(counts.format, target.size, "Buffer")
    high = "highp " if language == "essl" else ""
    # In ESSL only these formats may be both read and written.
    if high:
        target = StorageImage(rng.choose(_ONE_CHANNEL), target.size, "Buffer")
    case = _Case(rng, _buffer(rng, 300), target, counts, waits, high)
    length = target.size[0]
    # A workgroup is the whole target where all wait for each other.
    local = length if waits else rng.between(1, 8)
    buffers = tuple(
        filled_image(rng, one, at) for at, one in enumerate((case.source, target, counts))
    )
    inputs = Inputs(buffers=buffers, groups=(-(-length // local), 1, 1))
    return Program(language, "compute", _text(case, local).encode(), inputs)


def _buffer(rng: Rng, largest: int) -> StorageImage:
    return StorageImage(rng.choose(FORMATS), (rng.between(1, largest), 1, 1), "Buffer")


# ---- text


def _text(case: _Case, local: int) -> str:
    waits = "coherent " if case.waits else ""
    source = f"{_LETTERS[case.source.scalar]}samplerBuffer source"
    version = "#version 320 es\nprecision highp float;\nprecision highp int;"
    return "\n".join(
        (
            version if case.high else "#version 450",
            f"layout(local_size_x = {local}) in;",
            f"layout(binding = 0) uniform {case.high}{source};",
            _declared(case, case.target, 1, waits, "target"),
            _declared(case, case.counts, 2, "", "counts"),
            "void main() {",
            "  int at = int(gl_GlobalInvocationID.x);",
            "  int side = imageSize(target);",
            "  if (at >= side) return;",
            *_body(case),
            *(_waiting(case) if case.waits else ()),
            "}",
            "",
        )
    )


def _declared(case: _Case, image: StorageImage, binding: int, words: str, name: str) -> str:
    kind = f"{case.high}{_LETTERS[image.scalar]}imageBuffer"
    return f"layout(binding = {binding}, {image.format}) {words}uniform {kind} {name};"


def _vector(image: StorageImage) -> str:
    return f"{_LETTERS[image.scalar]}vec4"


def _as_target(case: _Case, value: str) -> str:
    """Return four numbers of the source as such of the target; floats are none below zero, and
    integers small where they become floats.
    """
    source, target = case.source.scalar, case.target.scalar
    if source != "float" and target == "float":
        value = f"({value} & {1023}{'u' if source == 'uint' else ''})"
    return f"{_vector(case.target)}({value})"


def _body(case: _Case) -> list[str]:
    rng, vector = case.rng, _vector(case.target)
    place = f"(at * {rng.between(1, 9)} + {rng.between(0, 9)}) % textureSize(source)"
    lines = [f"  {vector} value = {_as_target(case, f'texelFetch(source, {place})')};"]
    if rng.chance(0.7):
        lines.append(f"  value += imageLoad(target, at){rng.choose(('', '.wzyx', '.xxyy'))};")
    lines.append("  imageStore(target, at, value);")
    if rng.chance(0.5):
        lines.append(f"  if (at % {rng.between(2, 3)} == 0)")
        lines.append(
            f"    imageStore(target, at, imageLoad(target, at) * {vector}({rng.between(2, 5)}));"
        )
    return [*lines, *_counting(case)]


def _counting(case: _Case) -> list[str]:
    """Return atomic operations: any where each invocation has a texel, else of one kind."""
    rng, kind = case.rng, case.counts.scalar
    number = f"{kind}(at * {rng.between(1, 9)} + 1)"
    if case.counts.size != case.target.size:
        place = f"(at * {rng.between(1, 3)}) % imageSize(counts)"
        return [f"  imageAtomic{rng.choose(_COMMUTING)}(counts, {place}, {number});"]
    name = rng.choose((*_COMMUTING, "Exchange", "CompSwap"))
    compared = f"{kind}({rng.below(_MOST)}), " if name == "CompSwap" else ""
    old = f"imageAtomic{name}(counts, at, {compared}{number})"
    vector = _vector(case.target)
    return [
        f"  {vector} old = {vector}({old} & {kind}(255));",
        "  imageStore(target, at, imageLoad(target, at) + old);",
    ]


def _waiting(case: _Case) -> list[str]:
    """Return an exchange with another invocation of the one workgroup."""
    vector, wait = _vector(case.target), "  memoryBarrierImage(); barrier();"
    return [
        wait,
        f"  {vector} beside = imageLoad(target, side - 1 - at);",
        wait,
        f"  imageStore(target, at, beside + {vector}(1));",
    ]
