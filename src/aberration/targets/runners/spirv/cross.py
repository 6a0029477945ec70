"""Runner of spirv-cross: SPIR-V to GLSL or ESSL, one process for each program.

OpenGL has neither descriptor sets nor push constants: the module is made flat first, its inputs
with it. Textures are bound by the names of their samplers there, which a module may lack.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Outcome, Rejected, Translated
from aberration.core.process import execute, first_line, own_folder, plain_environment, write_new
from aberration.core.program import Program, shading_language
from aberration.core.texture_arrays import element_of
from aberration.languages.spirv.declared_images import DeclaredImage
from aberration.targets.places import SETUP
from aberration.targets.runner import Clock
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.spirv.flat import flatten
from aberration.targets.runners.spirv.translating import TIME_LIMIT, failed_translation
from aberration.targets.runners.texture_places import with_named_textures
from aberration.targets.runners.textures import ALL_SHAPES

_NAME: Final = re.compile(r"[A-Za-z]\w*")
_WITH_IMAGES: Final = 430
"""The first version of GLSL with all functions of storage images."""
_UNITS: Final = 32
"""Textures of all stages that OpenGL ES 3.0 has at least."""


class SpirvCross:
    """Options: `path`, and `version`, that of the language to write: `330`, `450`, `310es`, ..."""

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True

    def __init__(self) -> None:
        self._command: tuple[str, ...] = ()
        self._has_images = False
        self._folder = Path()

    def open(self, options: Mapping[str, str]) -> str:
        path, version = options["path"], options["version"]
        if not Path(path).is_file():
            raise TargetUnavailable(
                f"expected spirv-cross at {path}, but there is none", hint=SETUP
            )
        number = version.removesuffix("es")
        self._command = (
            path,
            "in.spv",
            "--version",
            number,
            "--es" if version != number else "--no-es",
        )
        # ESSL lets most formats be either read or written, which modules need not.
        self._has_images = version == number and int(number) >= _WITH_IMAGES
        self._folder = own_folder()
        return f"spirv-cross {first_line([path, '--revision'])}".strip()

    def run(self, program: Program, clock: Clock) -> Outcome:
        if program.language != "spirv":
            return Rejected(f"expected SPIR-V, but a {program.language} program came", unasked=True)
        if program.stage == "vertex":
            return Rejected(
                "a vertex shader, whose attributes and point another language has otherwise",
                unasked=True,
            )
        if program.inputs.storage_images and not self._has_images:
            return Rejected("storage images in a version without them", unasked=True)
        images = read_interface(program.source).images
        inputs = with_named_textures(images, program.inputs)
        flat = flatten(msgspec.structs.replace(program, inputs=inputs))
        reason = image_refusal(read_interface(flat.source).images)
        if reason:
            return Rejected(reason, unasked=True)
        source, result = self._folder / "in.spv", self._folder / "out.glsl"
        write_new(source, flat.source)
        result.unlink(missing_ok=True)
        with clock:
            finished = execute(
                [*self._command, "--output", result.name],
                self._folder,
                TIME_LIMIT,
                plain_environment(self._folder),
            )
        broken = failed_translation(finished, result)
        if broken is not None:
            return broken
        text = result.read_bytes()
        return Translated(
            msgspec.structs.replace(flat, language=shading_language(text), source=text)
        )

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def image_refusal(images: Sequence[DeclaredImage]) -> str:
    """Return why OpenGL cannot have the images of a flat module, or nothing."""
    arrays = [element_of(image.name) for image in images]
    names = [image.name for image in images]
    words = [array[0] if array else name for array, name in zip(arrays, names, strict=True)]
    if any(image.type.kind != "texture" for image in images):
        return "an image and a sampler that stand alone, and OpenGL has them as one"
    if len({*names}) < len(names) or not all(map(_NAME.fullmatch, words)):
        return "samplers without names of their own, and OpenGL finds them by name"
    if any(image.place[1] >= _UNITS for image in images):
        return f"a sampler at a binding of {_UNITS} or more"
    return ""
