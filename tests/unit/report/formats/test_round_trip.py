"""What is written in a format and read back is the same test: programs, uniforms, buffers,
sizes.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from helpers.supplied import supplied
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.campaign.readers import amber as amber_reader
from aberration.campaign.readers import shader_test as shader_test_reader
from aberration.campaign.readers import shadertrap as shadertrap_reader
from aberration.campaign.seeds import bundled_corpus, load_one
from aberration.core.errors import BadInput
from aberration.core.inputs import UNBOUND, Buffer, Inputs, ScalarType, Uniform
from aberration.core.oracle import Same
from aberration.core.program import Program, load_program
from aberration.core.recipe import Recipe, TestCase
from aberration.report.formats import amber, plain, shader_test, shadertrap
from aberration.report.formats.format import Files, Outcomes

Write = Callable[[TestCase, Outcomes], Files]
Read = Callable[[str, str, str], tuple[Program, ...]]
FORMATS: Final[dict[str, tuple[Write, Read]]] = {
    "amber": (amber.write, amber_reader.read),
    "shadertrap": (shadertrap.write, shadertrap_reader.read),
    "shader_test": (shader_test.write, shader_test_reader.read),
}
LEAST: Final = {"amber": 15, "shadertrap": 20, "shader_test": 20}
"""How many shaders of `corpus/shading` a format can hold at least: a test that refuses all
would show nothing.
"""
every = pytest.mark.parametrize("name", FORMATS)
FOLDER: Final = bundled_corpus() / "shading"
SHADERS: Final = sorted(path for path in FOLDER.glob("*/*") if path.suffix in (".frag", ".comp"))


def case(program: Program) -> TestCase:
    return TestCase(Recipe("m", 1, {}), {"reference": program, "variant": program}, Same())


def returned(name: str, program: Program) -> list[Program]:
    write, read = FORMATS[name]
    return [
        found for text in write(case(program), {}).values() for found in read(text, "test", "test")
    ]


@every
def test_the_corpus_comes_back(name: str) -> None:
    kept = 0
    for path in SHADERS:
        program = load_program(path)
        try:
            found = returned(name, program)
        except BadInput:
            continue
        kept += 1
        assert [supplied(one) for one in found] == [supplied(program)] * 2, path
    assert kept >= LEAST[name]


def test_modules_come_back_from_amber() -> None:
    for kind, module in (
        ("references", "gcd_grid"),
        ("references", "lit_spheres.opt"),
        ("compute", "life_step"),
    ):
        program, _ = load_one(bundled_corpus() / "spirv" / kind / f"{module}.spv")
        assert [supplied(one) for one in returned("amber", program)] == [supplied(program)] * 2


def test_plain_files_are_read_as_they_were(tmp_path: Path) -> None:
    for program in map(load_program, SHADERS):
        found = read_back_from_plain_files(program, tmp_path)
        assert found.source == program.source
        # No other format holds textures or images, so that `supplied` knows none.
        if program.inputs.textures or program.inputs.storage_images:
            assert found.inputs == program.inputs
        else:
            assert supplied(found) == supplied(program)


def test_plain_files_hold_textures_samplers_and_attributes(tmp_path: Path) -> None:
    programs = [load_program(path) for path in (*FOLDER.glob("*/*.vert"), *FOLDER.glob("*/*.wgsl"))]
    assert any(program.inputs.attributes for program in programs)
    assert any(program.inputs.samplers for program in programs)
    for program in programs:
        assert read_back_from_plain_files(program, tmp_path).inputs == program.inputs


def read_back_from_plain_files(program: Program, folder: Path) -> Program:
    for name, text in plain.write(case(program), {}).items():
        (folder / Path(name).name).write_text(text)
    return load_program(folder / f"variant{program.suffix}")


FRAGMENT: Final = """#version 420
layout(std140, binding = 3) uniform First { vec3 a; mat2x3 m[2]; bool on; uint last; } first;
layout(std140, binding = 1, row_major) uniform Second { mat3x2 turned; ivec2 pair[2]; };
uniform float single;
uniform ivec3 several[3];
uniform mat4x2 wide;
uniform struct { uvec2 u; float f[2]; } parts[2];
out vec4 colour;
void main() { colour = vec4(single, first.a.x, turned[0].x, parts[1].f[1]) + vec4(several[2],
wide[0]); }
"""
COMPUTE: Final = """#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer A { int a[]; };
layout(std430, binding = 5) buffer B { float b[]; };
void main() { a[0] += int(b[0]); }
"""
finite = st.floats(width=32, allow_nan=False, allow_infinity=False)


def floats(count: int) -> st.SearchStrategy[bytes]:
    return st.lists(finite, min_size=count, max_size=count).map(
        lambda values: struct.pack(f"<{count}f", *values)
    )


def words(count: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=4 * count, max_size=4 * count)


@st.composite
def fragment_inputs(draw: st.DrawFn) -> Inputs:
    uniforms = [
        Uniform(
            "First",
            draw(floats(28))
            + struct.pack("<2I", draw(st.integers(0, 1)), draw(st.integers(0, 99))),
            3,
        ),
        Uniform("turned", draw(floats(8)), 1),
        Uniform("pair", draw(words(8)), 1, offset=32),
        Uniform("single", draw(floats(1)), UNBOUND),
        Uniform("several", draw(words(12)), UNBOUND),
        Uniform("wide", draw(floats(16)), UNBOUND),
        Uniform("parts[1].u", draw(words(2)), UNBOUND),
        Uniform("parts[0].f", draw(floats(8)), UNBOUND),
    ]
    chosen = [uniform for uniform in uniforms if draw(st.booleans())]
    return Inputs(
        tuple(chosen), width=draw(st.integers(1, 4096)), height=draw(st.integers(1, 4096))
    )


@st.composite
def buffers(draw: st.DrawFn, binding: int) -> Buffer:
    fields: list[tuple[ScalarType, int]] = []
    data = b""
    for _ in range(draw(st.integers(1, 4))):
        kind: ScalarType = draw(st.sampled_from(("int", "uint", "float")))
        count = draw(st.integers(1, 20))
        fields.append((kind, count))
        data += draw(floats(count) if kind == "float" else words(count))
    return Buffer(binding, data, tuple(fields))


@every
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_inputs_come_back(name: str, data: st.DataObject) -> None:
    groups = data.draw(st.tuples(*[st.integers(1, 65535)] * 3))
    inputs = Inputs(buffers=(data.draw(buffers(0)), data.draw(buffers(5))), groups=groups)
    program = Program("glsl", "compute", COMPUTE.encode(), inputs)
    assert [supplied(one) for one in returned(name, program)] == [supplied(program)] * 2


@pytest.mark.parametrize("name", ["shadertrap", "shader_test"])
@settings(max_examples=40, deadline=None)
@given(inputs=fragment_inputs())
def test_any_uniforms_come_back(name: str, inputs: Inputs) -> None:
    program = Program("glsl", "fragment", FRAGMENT.encode(), inputs)
    assert [supplied(one) for one in returned(name, program)] == [supplied(program)] * 2
