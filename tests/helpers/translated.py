"""Translations for tests: programs in a few words, and the proof that a translation means the
same.
"""

from __future__ import annotations

import struct
from collections.abc import Collection
from typing import Final

import pytest
from msgspec.structs import replace

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.errors import Untranslatable
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Language, Program
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.translate import translate
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

TARGETS: Final[tuple[tuple[LanguageName, int], ...]] = (
    ("glsl", 330), ("glsl", 430), ("glsl", 460), ("essl", 300), ("essl", 310), ("essl", 320),
    ("wgsl", 0),
)  # fmt: skip
HEADS: Final = {
    "glsl": "#version 460\n",
    "essl": "#version 320 es\nprecision highp float;\nprecision highp int;\n",
}
COLOUR: Final = {
    "glsl": "layout(location = 0) out vec4 colour;\n",
    "essl": "layout(location = 0) out vec4 colour;\n",
}
NUMBERS: Final = (5, -9, 0, 123456789, -(2**31), 77, 1, 2**31 - 1)


def uniform(
    name: str, kind: str, *values: float, binding: int = UNBOUND, group: int = 0
) -> Uniform:
    """Return a uniform of words: `kind` is struct's letter of each."""
    return Uniform(name, struct.pack(f"<{len(values)}{kind}", *values), binding, group)


def integers(binding: int, *values: int) -> Buffer:
    return Buffer(binding, struct.pack(f"<{len(values)}i", *values), (("int", len(values)),))


def fragment(language: Language, text: str, *uniforms: Uniform) -> Program:
    """Return a fragment shader of 4 x 4 pixels; GLSL and ESSL without `#version` get one, and
    the output `colour`.
    """
    head = "" if "#version" in text else HEADS.get(language, "") + COLOUR.get(language, "")
    inputs = Inputs(uniforms=uniforms, width=4, height=4)
    return Program(language, "fragment", (head + text).encode(), inputs, "shader")


def compute(
    language: Language, text: str, *buffers: Buffer, uniforms: tuple[Uniform, ...] = ()
) -> Program:
    """Return a compute shader; without buffers it has the numbers, `data`, at binding 0, in
    GLSL and ESSL declared.
    """
    head = HEADS.get(language, "")
    given = buffers or (integers(0, *NUMBERS),)
    if not buffers and language != "wgsl":
        head += (
            "layout(local_size_x = 1) in;\n"
            "layout(std430, binding = 0) buffer Data { int data[8]; };\n"
        )
    elif not buffers:
        head = "@group(0) @binding(0) var<storage, read_write> data: array<i32, 8>;\n"
    return Program(
        language,
        "compute",
        (head + text).encode(),
        Inputs(uniforms=uniforms, buffers=given),
        "shader",
    )


def is_translated(program: Program) -> bool:
    """Whether a program has no textures of WGSL, no storage images, and is not for the vertex
    stage: none of these is translated.
    """
    textures = program.language == "wgsl" and program.inputs.textures != ()
    images = bool(program.inputs.storage_images)
    return not textures and not images and program.stage != "vertex"


def run(program: Program) -> Image | Buffers | Trap | Endless:
    """Return what the interpreter gives."""
    language, stage = program.language, program.stage
    assert language in ("glsl", "essl", "wgsl")
    assert stage != "program"
    return execute(read(program.source, language, program.name), stage, program.inputs)


def small(program: Program) -> Program:
    """Return the same program on few pixels."""
    if program.stage != "fragment":
        return program
    return replace(program, inputs=replace(program.inputs, width=24, height=16))


def well_formed(program: Program) -> None:
    """Assert that a program reads, checks, and prints as it reads."""
    language, stage = program.language, program.stage
    assert language in ("glsl", "essl", "wgsl")
    assert stage != "program"
    shader = read(program.source, language, program.name)
    check(shader.module, stage, shader.source)
    text = write(shader.module)
    assert text.encode() == program.source
    assert read(text, language).module == shader.module


def attempt(
    program: Program, language: str, version: int, allowed: Collection[str]
) -> Program | None:
    """Return the translation; None where it is refused for one of these reasons."""
    try:
        return translate(program, language, version)
    except Untranslatable as error:
        if error.reason not in allowed:
            raise
        return None


def same(program: Program, language: str, version: int) -> Program:
    """Return the translation, proved."""
    return proved(program, translate(program, language, version))


def proved(program: Program, made: Program) -> Program:
    """Return a translation, after the proof that it is well formed and gives the same, integers
    to the bit.
    """
    well_formed(made)
    expected, came = run(program), run(made)
    assert isinstance(expected, Image | Buffers), str(expected)
    assert isinstance(came, Image | Buffers), f"{came}\n{made.source.decode()}"
    found = compare(expected, came, Tolerance())
    assert within(found, Tolerance()), f"{found}\n{made.source.decode()}"
    return made


def everywhere(program: Program, *, least: int = 4) -> dict[tuple[str, int], str]:
    """Return the texts of all translations, proved; at least so many targets have to take it,
    the others by name.
    """
    found: dict[tuple[str, int], str] = {}
    for language, version in TARGETS:
        if language == program.language == "wgsl":
            continue
        made = attempt(program, language, version, ("target version",))
        if made is not None:
            found[language, version] = proved(program, made).source.decode()
    assert len(found) >= least, sorted(found)
    return found


def wgsl(program: Program) -> str:
    """Return the text of the translation to WGSL, proved."""
    return same(program, "wgsl", 0).source.decode()


def refused(program: Program, language: str, version: int = 0) -> Untranslatable:
    """Return the error of a program that has no translation."""
    with pytest.raises(Untranslatable) as caught:
        translate(program, language, version)
    return caught.value
