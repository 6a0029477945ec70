"""Runner of the front ends glslang and shaderc: GLSL and ESSL to SPIR-V, one process for each
program.

Vulkan knows uniforms and textures by set and binding only: bindings that the text leaves away are
given by the front end, uniforms outside of blocks are gathered in one (glslang only), and the
inputs are moved to where they lie then.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import TargetUnavailable
from aberration.core.outcome import Invalid, Outcome, Rejected, Translated
from aberration.core.process import execute, own_folder, plain_environment, write_new
from aberration.core.program import POINTED, Program, without_comments
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.front_end import SHADING_LANGUAGES
from aberration.targets.places import SETUP
from aberration.targets.runner import Clock
from aberration.targets.runners.block_places import stated_bindings, with_moved_uniforms
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.pair_modules import halves_of, join_halves
from aberration.targets.runners.spirv.blocks import read_blocks, shares_a_place, storage_places
from aberration.targets.runners.spirv.translating import TIME_LIMIT, failed_translation
from aberration.targets.runners.texture_places import texture_named, with_placed_textures
from aberration.targets.runners.textures import ALL_SHAPES
from aberration.targets.runners.vertex_stage import with_moved_attributes

_RELAXED: Final = "-R"
ARGUMENTS: Final = {
    "glslang": (
        "-V",
        "--target-env",
        "vulkan1.1",
        _RELAXED,
        "--auto-map-locations",
        "--auto-map-bindings",
    ),
    "shaderc": ("-g", "--target-env=vulkan1.1", "-fauto-map-locations", "-fauto-bind-uniforms"),
}
"""`-R` lets glslang take uniforms outside of blocks, and `-g` makes shaderc's optimiser keep
the names of blocks.
"""

_DROPPED: Final = b"Ignoring initializer for uniform"
"""Glslang's warning where it changes what the program means."""

_NUMBERED: Final = re.compile(rb"\bgl_(?:Vertex|Instance)ID\b")
_STAGES: Final = {"vertex": "vert", "geometry": "geom", "fragment": "frag", "compute": "comp"}


class FrontEnd:
    """Options: `tool` (`glslang` or `shaderc`), `path`, `flags` (such as `-O`), `libraries` (a
    folder).
    """

    texture_shapes: Final = ALL_SHAPES
    storage_images: Final = True
    attachments: Final = True
    depths: Final = True
    vertices: Final = True
    geometry: Final = True
    constants: Final = frozenset(SHADING_LANGUAGES)
    pairs: Final = True

    def __init__(self) -> None:
        self._command: tuple[str, ...] = ()
        self._folder = Path()
        self._environment: dict[str, str] = {}

    def open(self, options: Mapping[str, str]) -> str:
        path, flags = options["path"], options.get("flags", "")
        if not Path(path).is_file():
            raise TargetUnavailable(
                f"expected {options['tool']} at {path}, but there is none", hint=SETUP
            )
        self._command = (path, *ARGUMENTS[options["tool"]], *flags.split())
        self._folder = own_folder()
        libraries = options.get("libraries", "")
        self._environment = plain_environment(
            self._folder, {"LD_LIBRARY_PATH": libraries} if libraries else None
        )
        done = execute([path, "--version"], self._folder, TIME_LIMIT, self._environment)
        return done.stdout.decode("utf-8", "replace").partition("\n")[0].strip()

    def run(self, program: Program, clock: Clock) -> Outcome:
        if program.language not in SHADING_LANGUAGES:
            return Rejected(
                f"expected GLSL or ESSL, but a {program.language} program came", unasked=True
            )
        if program.is_pair:
            vertex, fragment = halves_of(program)
            return join_halves(self.run(vertex, clock), self.run(fragment, clock), program)
        if _RELAXED not in self._command and _NUMBERED.search(without_comments(program.source)):
            return Rejected(
                "gl_VertexID or gl_InstanceID, which GLSL for Vulkan does not have", unasked=True
            )
        source, result = self._folder / f"in.{_STAGES[program.stage]}", self._folder / "out.spv"
        write_new(source, program.source)
        result.unlink(missing_ok=True)
        with clock:
            finished = execute(
                [*self._command, "-o", result.name, source.name],
                self._folder,
                TIME_LIMIT,
                self._environment,
            )
        broken = failed_translation(finished, result)
        if broken is not None:
            return broken
        if _DROPPED in finished.stdout:
            return Rejected(
                "a uniform with an initial value, which SPIR-V for Vulkan cannot have", unasked=True
            )
        return translated_shader(program, result.read_bytes())

    def close(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def translated_shader(program: Program, module: bytes) -> Outcome:
    """Return what a front end made of a shader, with the inputs where the module has its blocks."""
    made = msgspec.structs.replace(program, language="spirv", source=module)
    error = validate(module, environment_of(module))
    if error is not None:
        return Invalid(error, made)
    blocks, storage, stated = read_blocks(module), storage_places(module), stated_bindings(program)
    shared = sorted({block.place for block in blocks} & {*chain(*storage)})
    if shared:
        message = (
            f"binding {shared[0][1]} is that of a uniform block and of a storage block, "
            f"which are one in Vulkan"
        )
        return Rejected(message, unasked=True)
    if shares_a_place(blocks):
        return Rejected(
            "the uniforms outside of blocks are bound where another block is", unasked=True
        )
    if len(storage) > stated.storage:
        return Rejected(
            "a storage block without a binding: OpenGL means 0, a front end takes any", unasked=True
        )
    inputs = with_moved_uniforms(blocks, program.inputs, stated.uniform)
    images = read_interface(module).images
    inputs = with_placed_textures(images, inputs, texture_named)
    if program.stage in POINTED:
        moved = with_moved_attributes(module, inputs)
        if isinstance(moved, str):
            return Rejected(moved, unasked=True)
        inputs = moved
    return Translated(msgspec.structs.replace(made, inputs=inputs))
