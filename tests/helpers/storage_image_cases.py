"""Compute shaders of GLSL with storage images, made of a seed: images of any format and shape, that
are read at places which are computed, written by one invocation for each texel, and counted in by
atomic operations. All that they compute is exact.
"""

from __future__ import annotations

from typing import Final

import msgspec
from helpers.storage_images import PICTURES, filled_image

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.storage_images import FORMATS, ImageShape, StorageImage

_LETTERS: Final = {"int": "i", "uint": "u", "float": ""}
_COMMUTING: Final = ("Add", "And", "Or", "Xor", "Min", "Max")
_MOST: Final = 1000


class _Case(msgspec.Struct, frozen=True):
    """The images of a shader: one is read, one written, one counted in."""

    rng: Rng
    source: StorageImage
    target: StorageImage
    counts: StorageImage
    waits: bool


def made_case(seed: int) -> Program:
    """Return the shader of a seed, with its inputs."""
    rng = Rng.of(seed, "storage images")
    waits = rng.chance(0.3)
    target = _image(rng, largest=6)
    counts = StorageImage(
        rng.choose(("r32ui", "r32i")), (rng.between(1, 4), rng.between(1, 4), 1), "2D"
    )
    if rng.chance(0.3):
        counts = StorageImage(counts.format, (*target.size[:2], 1), "2D")
    case = _Case(rng, _image(rng, largest=9), target, counts, waits)
    width, height, _ = target.size
    # A workgroup is the whole target where all wait for each other.
    local = (width, height) if waits else (rng.between(1, 4), rng.between(1, 4))
    groups = (-(-width // local[0]), -(-height // local[1]), 1)
    buffers = tuple(
        filled_image(rng, one, at) for at, one in enumerate((case.source, target, counts))
    )
    text = _text(case, local)
    return Program("glsl", "compute", text.encode(), Inputs(buffers=buffers, groups=groups))


def _image(rng: Rng, largest: int) -> StorageImage:
    shape: ImageShape = rng.choose(PICTURES)
    depth = 1 if shape == "2D" else rng.between(1, 3)
    size = (rng.between(1, largest), rng.between(1, largest), depth)
    return StorageImage(rng.choose(FORMATS), size, shape)


# ---- text


def _text(case: _Case, local: tuple[int, int]) -> str:
    waits = "coherent " if case.waits else ""
    layers = case.target.size[2]
    return "\n".join(
        (
            "#version 450",
            f"layout(local_size_x = {local[0]}, local_size_y = {local[1]}) in;",
            _declared(case.source, 0, "readonly ", "source"),
            _declared(case.target, 1, waits, "target"),
            _declared(case.counts, 2, "", "counts"),
            "void main() {",
            "  ivec2 at = ivec2(gl_GlobalInvocationID.xy);",
            "  ivec2 side = imageSize(target).xy;",
            "  if (at.x >= side.x || at.y >= side.y) return;",
            f"  for (int layer = 0; layer < {layers}; layer++) {{",
            *_body(case),
            "  }",
            *(_waiting(case) if case.waits else ()),
            "}",
            "",
        )
    )


def _declared(image: StorageImage, binding: int, words: str, name: str) -> str:
    letter = _LETTERS[image.scalar]
    kind = f"{letter}image{image.shape}"
    return f"layout(binding = {binding}, {image.format}) {words}uniform {kind} {name};"


def _vector(image: StorageImage) -> str:
    return f"{_LETTERS[image.scalar]}vec4"


def _place(image: StorageImage, flat: str, layer: str) -> str:
    return flat if image.shape == "2D" else f"ivec3({flat}, {layer})"


def _somewhere(case: _Case, image: StorageImage, name: str) -> str:
    """Return a place in an image that hangs on the invocation."""
    rng = case.rng
    x, y, z = (rng.between(1, 5) for _ in range(3))
    flat = f"(at * {x} + ivec2({y}, {z})) % imageSize({name}).xy"
    return _place(image, flat, f"(layer + at.x) % {image.size[2]}")


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
    own = _place(case.target, "at", "layer")
    read = _as_target(case, f"imageLoad(source, {_somewhere(case, case.source, 'source')})")
    lines = [f"    {vector} value = {read};"]
    if rng.chance(0.7):
        lines.append(f"    value += imageLoad(target, {own}){rng.choose(('', '.wzyx', '.xxyy'))};")
    lines.append(f"    imageStore(target, {own}, value);")
    if rng.chance(0.5):
        factor = rng.between(2, 5)
        lines.append(f"    if ((at.x + at.y) % {rng.between(2, 3)} == 0)")
        lines.append(
            f"      imageStore(target, {own}, imageLoad(target, {own}) * {vector}({factor}));"
        )
    return [*lines, *_counting(case, own)]


def _counting(case: _Case, own: str) -> list[str]:
    """Return atomic operations: any where each invocation has a texel, else of one kind."""
    rng, kind = case.rng, case.counts.scalar
    number = f"{kind}(at.x * {rng.between(1, 9)} + at.y + layer)"
    if case.counts.size[:2] != case.target.size[:2]:
        place = f"(at * {rng.between(1, 3)} + layer) % imageSize(counts)"
        return [f"    imageAtomic{rng.choose(_COMMUTING)}(counts, {place}, {number});"]
    name = rng.choose((*_COMMUTING, "Exchange", "CompSwap"))
    compared = f"{kind}({rng.below(_MOST)}), " if name == "CompSwap" else ""
    old = f"imageAtomic{name}(counts, at, {compared}{number})"
    small = f"({old} & {kind}(255))"
    return [
        f"    {_vector(case.target)} old = {_vector(case.target)}({small});",
        f"    imageStore(target, {own}, imageLoad(target, {own}) + old);",
    ]


def _waiting(case: _Case) -> list[str]:
    """Return an exchange with another invocation of the one workgroup."""
    vector = _vector(case.target)
    other = _place(case.target, "(side - 1 - at)", "0")
    own = _place(case.target, "at", "0")
    wait = "  memoryBarrierImage(); barrier();"
    return [
        wait,
        f"  {vector} beside = imageLoad(target, {other});",
        wait,
        f"  imageStore(target, {own}, beside + {vector}(1));",
    ]
