"""Compute shaders with storage images, and what they leave in these."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.core.setters import CODES
from aberration.core.storage_images import ImageShape, StorageImage, TexelFormat
from aberration.languages.native.compiler import available
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.targets.front_end import compile_glsl

PICTURES: Final[tuple[ImageShape, ...]] = ("2D", "3D", "2DArray")
"""The shapes that are no texel buffers."""
_MOST: Final = 1000


def image_of(
    texels: TexelFormat,
    size: tuple[int, int, int],
    shape: ImageShape = "2D",
    binding: int = 0,
    numbers: Sequence[float] | None = None,
) -> Buffer:
    """Return an image with these numbers, or with those from 0 on."""
    image = StorageImage(texels, size, shape)
    given = list(range(image.words)) if numbers is None else list(numbers)
    data = struct.pack(f"<{image.words}{CODES[image.scalar]}", *given)
    return Buffer(binding, data, ((image.scalar, image.words),), image=image)


def filled_image(rng: Rng, image: StorageImage, binding: int, group: int = 0) -> Buffer:
    """Return an image of random numbers from 0 on, below 1000; floats are multiples of 1/8."""
    share = 8 if image.scalar == "float" else 1
    numbers = [
        rng.below(_MOST) / share if share > 1 else rng.below(_MOST) for _ in range(image.words)
    ]
    data = struct.pack(f"<{image.words}{CODES[image.scalar]}", *numbers)
    return Buffer(binding, data, ((image.scalar, image.words),), group, image=image)


def numbers_in(buffer: Buffer, data: bytes) -> tuple[float, ...]:
    """Return the numbers of an image after a run."""
    assert isinstance(buffer.image, StorageImage)
    return struct.unpack(f"<{len(data) // 4}{CODES[buffer.image.scalar]}", data)


def stored_shader(
    declared: str,
    body: str,
    images: Sequence[Buffer],
    *,
    local: tuple[int, int] = (4, 4),
    groups: tuple[int, int, int] = (1, 1, 1),
    before: str = "",
) -> Program:
    """Return a shader of GLSL; the body sees `at`, the place of the invocation."""
    text = (
        f"#version 450\nlayout(local_size_x = {local[0]}, local_size_y = {local[1]}) in;\n"
        f"{declared}\n{before}\n"
        f"void main() {{ ivec2 at = ivec2(gl_GlobalInvocationID.xy); {body} }}\n"
    )
    inputs = Inputs(buffers=tuple(images), groups=groups)
    return Program("glsl", "compute", text.encode(), inputs)


def module_of(shader: Program) -> Program:
    """Return the module of a shader, with the shader's inputs."""
    return replace(compile_glsl(shader), inputs=shader.inputs)


def stored(shader: Program) -> Sequence[tuple[float, ...]] | Trap:
    """Return what the images of a shader's module hold, by the Python path; C agrees where it is
    here, as does the proof.
    """
    module = module_of(shader)
    found = Interpreter(module.source, module.inputs, Options(path="python")).dispatch()
    if available():
        native = Interpreter(module.source, module.inputs, Options(path="native")).dispatch()
        assert native == found
    if isinstance(found, Trap):
        return found
    return [
        numbers_in(buffer, data)
        for buffer, data in zip(module.inputs.buffers, found.data, strict=True)
    ]


def left_by(shader: Program) -> Sequence[tuple[float, ...]]:
    """Return what the images of a shader hold that does nothing undefined."""
    found = stored(shader)
    assert not isinstance(found, Trap)
    return found


def proved(shader: Program) -> Proof:
    """Return what is known of a shader's module."""
    return prove(module_of(shader))


def words_of(found: object) -> tuple[bytes, ...]:
    """Return the bytes of an outcome that has to be buffers."""
    assert isinstance(found, Buffers)
    return found.data
