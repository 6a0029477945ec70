"""Compute shaders of WGSL with storage textures, made of a seed: textures of any format and shape,
that are read at places which are computed, and written by one invocation for each texel. All that
they compute is exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from helpers.storage_images import PICTURES, filled_image

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.storage_images import (
    FORMATS,
    WGSL_FORMATS,
    ImageShape,
    StorageImage,
    TexelFormat,
)

_TYPES: Final[Mapping[ImageShape, str]] = {"2D": "2d", "3D": "3d", "2DArray": "2d_array"}
_SCALARS: Final = {"int": "i32", "uint": "u32", "float": "f32"}
_WORDS: Final = {of: word for word, of in WGSL_FORMATS.items()}
_ONE_CHANNEL: Final[tuple[TexelFormat, ...]] = ("r32i", "r32ui", "r32f")
_MOST: Final = 1000


class _Case(msgspec.Struct, frozen=True):
    """The textures of a shader: one is read, if there is one, and one written, or read and written
    (`both`).
    """

    rng: Rng
    source: StorageImage | None
    target: StorageImage
    both: bool
    waits: bool


def made_wgsl_case(seed: int) -> Program:
    """Return the shader of a seed, with its inputs."""
    rng = Rng.of(seed, "storage textures")
    both = rng.chance(0.5)
    target = _image(rng, 6, _ONE_CHANNEL if both else FORMATS)
    waits = both and rng.chance(0.6)
    source = _image(rng, 9, FORMATS) if rng.chance(0.75) else None
    case = _Case(rng, source, target, both, waits)
    width, height, _ = target.size
    # A workgroup is the whole target where all wait for each other.
    local = (width, height) if waits else (rng.between(1, 4), rng.between(1, 4))
    groups = (-(-width // local[0]), -(-height // local[1]), 1)
    group = rng.between(0, 3)
    buffers = tuple(
        filled_image(rng, one, at, group)
        for at, one in enumerate((source, target))
        if one is not None
    )
    text = _text(case, local, group)
    return Program("wgsl", "compute", text.encode(), Inputs(buffers=buffers, groups=groups))


def _image(rng: Rng, largest: int, formats: tuple[TexelFormat, ...]) -> StorageImage:
    shape: ImageShape = rng.choose(PICTURES)
    depth = 1 if shape == "2D" else rng.between(1, 3)
    size = (rng.between(1, largest), rng.between(1, largest), depth)
    return StorageImage(rng.choose(formats), size, shape)


# ---- text


def _text(case: _Case, local: tuple[int, int], group: int) -> str:
    layers = case.target.size[2]
    access = "read_write" if case.both else "write"
    return "\n".join(
        (
            "" if case.source is None else _declared(case.source, group, 0, "source", "read"),
            _declared(case.target, group, 1, "goal", access),
            f"@compute @workgroup_size({local[0]}, {local[1]})",
            "fn main(@builtin(global_invocation_id) id: vec3u) {",
            "  let at = vec2i(id.xy);",
            "  let side = vec2i(textureDimensions(goal).xy);",
            *([] if case.waits else ["  if (any(at >= side)) { return; }"]),
            f"  for (var layer = 0; layer < {layers}; layer++) {{",
            *_body(case),
            "  }",
            *(_waiting(case) if case.waits else ()),
            "}",
            "",
        )
    )


def _declared(image: StorageImage, group: int, binding: int, name: str, access: str) -> str:
    kind = f"texture_storage_{_TYPES[image.shape]}<{_WORDS[image.format]}, {access}>"
    return f"@group({group}) @binding({binding}) var {name}: {kind};"


def _vector(image: StorageImage) -> str:
    return f"vec4<{_SCALARS[image.scalar]}>"


def _place(rng: Rng, image: StorageImage, flat: str, layer: str) -> str:
    """Return the arguments that are a place, signed or unsigned."""
    unsigned = rng.chance(0.5)
    if image.shape == "2DArray":
        kinds = ("vec2u", "u32") if unsigned else ("vec2i", "i32")
        return f"{kinds[0]}({flat}), {kinds[1] if rng.chance(0.8) else 'u32'}({layer})"
    if image.shape == "3D":
        return f"vec3{'u' if unsigned else 'i'}(vec3i({flat}, {layer}))"
    return f"vec2{'u' if unsigned else 'i'}({flat})"


def _somewhere(case: _Case, image: StorageImage, name: str) -> str:
    """Return a place in a texture that hangs on the invocation."""
    rng = case.rng
    x, y, z = (rng.between(1, 5) for _ in range(3))
    flat = f"(at * {x} + vec2i({y}, {z})) % vec2i(textureDimensions({name}).xy)"
    count = str(image.size[2])
    if image.shape == "2DArray" and rng.chance(0.5):
        count = f"i32(textureNumLayers({name}))"
    return _place(rng, image, flat, f"(layer + at.x) % {count}")


def _read(case: _Case) -> str:
    """Return four numbers of the target's type, exactly: those of the source, or of the place."""
    source, vector = case.source, _vector(case.target)
    if source is None:
        return f"{vector}(vec4i(at, layer, {case.rng.below(_MOST)}))"
    value = f"textureLoad(source, {_somewhere(case, source, 'source')})"
    if source.scalar != "float" and case.target.scalar == "float":
        value = f"({value} & {_vector(source)}(1023))"
    return f"{vector}({value})"


def _body(case: _Case) -> list[str]:
    rng, vector = case.rng, _vector(case.target)
    own = _place(rng, case.target, "at", "layer")
    read = _read(case)
    lines = [f"    var value = {read} * {vector}({rng.between(1, 4)});"]
    if case.both and rng.chance(0.7):
        lines.append(f"    value += textureLoad(goal, {own}){rng.choose(('', '.wzyx', '.xxyy'))};")
    lines.append(f"    textureStore(goal, {own}, value);")
    if rng.chance(0.5):
        again = f"value * {vector}({rng.between(2, 5)})"
        if case.both:
            again = f"textureLoad(goal, {own}) + {again}"
        lines.append(f"    if ((at.x + at.y) % {rng.between(2, 3)} == 0) {{")
        lines.append(f"      textureStore(goal, {own}, {again});")
        lines.append("    }")
    return lines


def _waiting(case: _Case) -> list[str]:
    """Return an exchange with another invocation of the one workgroup."""
    vector = _vector(case.target)
    other = _place(case.rng, case.target, "(side - 1 - at)", "0")
    own = _place(case.rng, case.target, "at", "0")
    return [
        "  textureBarrier();",
        f"  let beside = textureLoad(goal, {other});",
        "  textureBarrier();",
        f"  textureStore(goal, {own}, beside + {vector}(1));",
    ]
