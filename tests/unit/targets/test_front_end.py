"""GLSL to SPIR-V."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import pytest

from aberration.core.caches import VARIABLE
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, Uniform
from aberration.core.program import Language, Program
from aberration.core.testcase import load_case
from aberration.core.textures import Texture
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import FOLDER, compile_glsl, compile_strictly
from aberration.targets.runners.interface import read_interface
from aberration.targets.runners.spirv.blocks import read_blocks, storage_places

GOOD = b"#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }\n"
COMPUTE = b"#version 450\nlayout(local_size_x = 1) in;\nvoid main() {}\n"


@pytest.mark.parametrize(
    "program", [Program("glsl", "fragment", GOOD), Program("glsl", "compute", COMPUTE)]
)
def test_gives_a_valid_module(program: Program) -> None:
    assert validate(compile_glsl(program).source) is None


def test_keeps_the_rest() -> None:
    program = compile_glsl(Program("glsl", "fragment", GOOD, Inputs(width=3), "white"))
    assert (program.language, program.stage, program.inputs, program.name) == (
        "spirv",
        "fragment",
        Inputs(width=3),
        "white",
    )


def test_leaves_other_languages_alone() -> None:
    program = Program("c", "program", b"int main(void) { return 0; }")
    assert compile_glsl(program) is program


def test_an_error_names_file_and_line() -> None:
    broken = GOOD.replace(b"vec4(1.0)", b"nothing")
    with pytest.raises(BadInput, match=r"white\.frag:3: 'nothing' : undeclared identifier"):
        compile_glsl(Program("glsl", "fragment", broken, name="white"))


def test_glslang_is_asked_once_about_a_text(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    good, bad = Program("glsl", "fragment", GOOD), Program("glsl", "fragment", GOOD + b"}")
    first = compile_glsl(good)
    with pytest.raises(BadInput) as refused:
        compile_glsl(bad)
    kept = sorted((tmp_path / "aberration" / FOLDER).iterdir())
    with monkeypatch.context() as without_glslang:
        without_glslang.setattr(subprocess, "run", lambda *_, **__: pytest.fail("it was asked"))
        assert compile_glsl(good) == first
        with pytest.raises(BadInput) as again:
            compile_glsl(bad)
    assert str(again.value) == str(refused.value)
    for path in kept:
        path.write_bytes(b"damaged")
    assert compile_glsl(good) == first
    assert compile_glsl(Program("glsl", "fragment", GOOD + b"\n")).source != b""


def test_noise_is_bad_input() -> None:
    with pytest.raises(BadInput):
        compile_glsl(Program("glsl", "fragment", bytes(range(256))))


LOOSE = b"""#version 320 es
precision highp float;
uniform vec2 a;
uniform struct { float x; vec3 y[2]; } parts[2];
layout(location = 0) out vec4 colour;
void main() { colour = vec4(a, parts[1].x, parts[1].y[1].z); }
"""
VALUES = Inputs(
    (
        Uniform("parts[1].y", struct.pack("<3f4x3f4x", *range(6)), UNBOUND),
        Uniform("a", struct.pack("<2f", 1, 2), UNBOUND),
    )
)


@pytest.mark.parametrize("version", [b"100", b"300 es", b"310 es", b"320 es"])
def test_loose_uniforms_land_where_the_module_has_them(version: bytes) -> None:
    text = LOOSE.replace(b"320 es", version)
    if version in (b"100", b"300 es"):
        text = text.replace(b"layout(location = 0) ", b"")
    if version == b"100":
        text = text.replace(b"out vec4 colour;\n", b"").replace(b"colour", b"gl_FragColor")
    module = compile_glsl(Program("essl", "fragment", text, VALUES, "x"))
    assert validate(module.source) is None
    (block,) = read_blocks(module.source)
    offsets = {member.name: member.offset for member in block.members}
    assert {one.name: (one.place, one.offset) for one in module.inputs.uniforms} == {
        name: (block.place, offsets[name]) for name in ("a", "parts[1].y")
    }


def test_a_module_that_would_be_another_program_is_refused() -> None:
    counter = (
        b"#version 450\nlayout(binding = 0) uniform atomic_uint n;\n"
        b"layout(location = 0) out vec4 c;\n"
    )
    with pytest.raises(BadInput) as caught:
        compile_glsl(
            Program(
                "glsl",
                "fragment",
                counter + b"void main() { c = vec4(atomicCounter(n)); }",
                name="x",
            )
        )
    assert "atomic" in str(caught.value)
    initial = LOOSE.replace(b"320 es", b"450").replace(
        b"vec2 a;", b"vec2 a = vec2(float(gl_MaxDrawBuffers));"
    )
    with pytest.raises(
        BadInput, match="the uniform a has an initial value, which a module for Vulkan cannot have"
    ):
        compile_glsl(Program("glsl", "fragment", initial, name="x"))
    assert compile_glsl(Program("glsl", "fragment", initial, VALUES, "x")).inputs.uniforms


def test_blocks_that_share_a_binding_in_opengl_get_their_own() -> None:
    text = b"""#version 450
    layout(local_size_x = 1) in;
    layout(std140, binding = 1) uniform U { int a; };
    layout(std430, binding = 1) buffer B { int b; };
    void main() { b += a; }
    """
    inputs = Inputs((Uniform("a", b"\7\0\0\0", 1),), (Buffer(1, bytes(4), (("int", 1),)),))
    module = compile_glsl(Program("glsl", "compute", text, inputs))
    (block,), ((stored,),) = read_blocks(module.source), storage_places(module.source)
    assert block.place != stored
    assert [(one.place, one.data) for one in module.inputs.uniforms] == [
        (block.place, b"\7\0\0\0".ljust(16, b"\0"))
    ]
    assert [(one.descriptor_set, one.binding) for one in module.inputs.buffers] == [stored]


def test_what_is_written_for_vulkan_compiles_strictly_and_loose_uniforms_do_not() -> None:
    with pytest.raises(BadInput, match="non-opaque uniforms outside a block"):
        compile_strictly(Program("essl", "fragment", LOOSE, name="x"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b"precision highp float;\nvoid main() { gl_FragColor = lost; }",
            "x:2:30: expected a variable, came 'lost'",
        ),
        (b"#version 120\nvoid main() { gl_FragColor = lost; }", "x.frag:2: 'lost'"),
        (b"#version 450\nuniform float a;\nvoid main() { lost = a; }", "x.frag:3: 'lost'"),
    ],
)
def test_the_error_is_about_the_text_and_not_about_the_version(text: bytes, message: str) -> None:
    language: Language = "glsl" if b"#version" in text else "essl"
    with pytest.raises(BadInput) as caught:
        compile_glsl(Program(language, "fragment", text, name="x"))
    assert message in str(caught.value)


PICTURES = b"""#version 310 es
precision highp float;
layout(location = 0) out vec4 colour;
uniform vec2 at;
uniform sampler2D a;
layout(binding = 1) uniform sampler2D b;
uniform sampler2D unused;
void main() { colour = texture(a, at) + texture(b, at); }
"""


def test_samplers_without_a_binding_are_found_by_name() -> None:
    textures = (Texture("b", binding=3), Texture("a", number=2), Texture("unused", "2DArray"))
    uniform = Uniform("at", bytes(8), UNBOUND)
    inputs = Inputs((uniform,), textures=textures[:2])
    with pytest.raises(BadInput, match="is an image or sampler, and none is supplied"):
        compile_glsl(Program("essl", "fragment", PICTURES))
    text = PICTURES.replace(b"uniform sampler2D unused;", b"")
    made = compile_glsl(Program("essl", "fragment", text, inputs))
    places = {image.name: image.place for image in read_interface(made.source).images}
    assert places["b"] == (0, 1)
    (block,) = read_blocks(made.source)
    assert len({block.place, *places.values()}) == 3
    assert made.inputs.textures == (
        Texture("a", number=2, binding=places["a"][1]),
        Texture("b", binding=1),
    )


def test_a_sampler_that_nothing_uses_is_in_no_module() -> None:
    """It has no binding of its own there, and our interpreter runs no module with images."""
    text = b"""#version 320 es
precision highp float;
uniform float used;
uniform sampler2D never;
layout(location = 0) out vec4 color;
void main() { color = vec4(used); }
"""
    inputs = Inputs((Uniform("used", struct.pack("<f", 0.5), UNBOUND),))
    module = compile_glsl(Program("essl", "fragment", text, inputs, "spare"))
    assert interpret(module) is not None
    assert read_interface(module.source).images == read_interface(module.source).hidden == ()


def test_an_invalid_module_is_no_program() -> None:
    """glslang-shared-stride: campaigns took such modules for a defect of ours."""
    case = load_case(Path(__file__).parents[3] / "corpus" / "bugs" / "glslang-shared-stride")
    with pytest.raises(BadInput, match="glslang made an invalid module of it"):
        compile_glsl(case.programs["program"])
