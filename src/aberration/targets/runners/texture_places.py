"""Where a front end or an optimiser has put the textures of a program.

Vulkan knows textures by set and binding only. The shading languages may leave the binding away:
there the name counts, as in the files of GraphicsFuzz.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import Program, without_comments
from aberration.core.textures import Texture
from aberration.targets.runners.declared_images import DeclaredImage
from aberration.targets.runners.textures import texture_for

_BOUND: Final = re.compile(
    rb"\blayout\s*\([^()]*\bbinding\s*=[^()]*\)\s*uniform\s+(?:(?:low|medium|high)p\s+)?"
    rb"[iu]?sampler\w+\s+(?P<name>\w+)"
)


def bound_samplers(program: Program) -> frozenset[str]:
    """Return the samplers of a shader in GLSL or ESSL whose bindings the text states, by name."""
    text = without_comments(program.source)
    return frozenset(match["name"].decode() for match in _BOUND.finditer(text))


def with_placed_textures(
    images: Sequence[DeclaredImage], inputs: Inputs, stated: frozenset[str] | None
) -> Inputs:
    """Return the inputs with every texture where a module has it; what it does not declare is left
    out.

    `stated` are the samplers whose text states a binding, None: all; another one's binding is the
    front end's choice, and its name counts.
    """
    found = []
    for image in images:
        texture = _texture_of(image, inputs.textures, stated)
        if texture is not None:
            group, binding = image.place
            found.append(msgspec.structs.replace(texture, binding=binding, descriptor_set=group))
    return msgspec.structs.replace(inputs, textures=tuple(dict.fromkeys(found)))


def with_named_textures(images: Sequence[DeclaredImage], inputs: Inputs) -> Inputs:
    """Return the inputs with every texture under its name in a module, which is all that OpenGL
    knows of it; what the module does not declare is left out.
    """
    found = [(image, texture_for(image, inputs.textures)) for image in images]
    textures = [
        msgspec.structs.replace(
            texture, name=image.name, descriptor_set=image.place[0], binding=image.place[1]
        )
        for image, texture in found
        if texture is not None
    ]
    return msgspec.structs.replace(inputs, textures=tuple(dict.fromkeys(textures)))


def _texture_of(
    image: DeclaredImage, textures: Sequence[Texture], stated: frozenset[str] | None
) -> Texture | None:
    if stated is None or image.name in stated:
        return texture_for(image, textures)
    named = [texture for texture in textures if texture.name == image.name]
    return named[0] if named else None
