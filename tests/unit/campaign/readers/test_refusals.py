"""What the readers of foreign test files refuse, by name and with the line; and that nothing
else ever escapes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.campaign import readers
from aberration.campaign.readers import amber, shader_test, shadertrap
from aberration.campaign.readers.registry import READERS, read_programs
from aberration.campaign.seeds import load_folders, load_one
from aberration.core.errors import BadInput
from aberration.core.program import Program

TRAP: Final = """GLES 3.1
# two cells in, three cells out
CREATE_BUFFER src SIZE_BYTES 8 INIT_VALUES int -7 uint 3
BIND_SHADER_STORAGE_BUFFER BUFFER src BINDING 0
DECLARE_SHADER cs KIND COMPUTE
#version 310 es
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer In { int a; uint b; };
void main() { a = int(b); }
END
COMPILE_SHADER cs_obj SHADER cs
CREATE_PROGRAM prog SHADERS cs_obj
RUN_COMPUTE PROGRAM prog NUM_GROUPS 1 2 1
DUMP_BUFFER_TEXT BUFFER src FILE "src.txt" FORMAT "a " int 1 " b " uint 1
"""
AMBER: Final = """#!amber
SHADER compute twice GLSL
#version 430
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer B { uint cell[]; };
void main() { uint i = gl_WorkGroupID.x; cell[i] = cell[i] * 2u; }
END
BUFFER cells DATA_TYPE uint32 DATA
 5 6 7 8
END
PIPELINE compute pipe
  ATTACH twice
  BIND BUFFER cells AS storage DESCRIPTOR_SET 0 BINDING 0
END
RUN pipe 4 1 1
EXPECT cells IDX 0 EQ 10 12 14 16
"""
TEST: Final = """[require]
GLSL >= 3.30
SIZE 16 8
[vertex shader passthrough]
[fragment shader]
#version 330
uniform vec2 tint;
out vec4 colour;
void main() { colour = vec4(tint, 0.0, 1.0); }
[test]
uniform vec2 tint 0.25 0.5
clear color 0.0 0.0 0.0 0.0
clear
draw rect -1 -1 2 2
probe rgba 0 0 0.25 0.5 0.0 1.0
"""
Read = Callable[[str, str, str], tuple[Program, ...]]
WHOLE: Final[dict[str, tuple[Read, str]]] = {
    "shadertrap": (shadertrap.read, TRAP),
    "amber": (amber.read, AMBER),
    "shader_test": (shader_test.read, TEST),
}
CHANGES: Final = [
    ("shadertrap", "GLES 3.1", "GLES 3.9", "f:1", "version of an API"),
    ("shadertrap", "int -7 uint", "byte 1 2 3 4 uint", "f:3", "byte"),
    ("shadertrap", "SIZE_BYTES 8", "SIZE_BYTES 9", "f:3", "values of 9 bytes, but 8 came"),
    (
        "shadertrap",
        "COMPILE_SHADER",
        "CREATE_SAMPLER s\nCOMPILE_SHADER",
        "f:11",
        "CREATE_SAMPLER is not supported",
    ),
    ("shadertrap", "SHADER cs\n", "SHADER other\n", "f:11", "'other' is not defined"),
    (
        "shadertrap",
        "RUN_COMPUTE",
        "RUN_COMPUTE PROGRAM prog NUM_GROUPS 1 1 1\nRUN_COMPUTE",
        "f:14",
        "goes on with src",
    ),
    (
        "shadertrap",
        "RUN_COMPUTE",
        'SET_UNIFORM PROGRAM prog NAME "s" TYPE sampler2D VALUES 0\nRUN_COMPUTE',
        "f:13",
        "sampler2D",
    ),
    ("shadertrap", "1 2 1", "1 0 1", "f:13", "from 1 to 65535, but '0' came"),
    ("shadertrap", "END\n", "", "f:5", "has no END"),
    ("amber", "#!amber", "amber", "f:1", "#!amber"),
    ("amber", "GLSL\n", "HLSL\n", "f:2", "'HLSL' is not supported"),
    ("amber", "uint32 DATA", "int8 DATA", "f:8", "'int8' is not supported"),
    ("amber", "5 6 7", "5 x 7", "f:10", "type uint, but 'x' came"),
    (
        "amber",
        "  ATTACH twice",
        "  ATTACH twice\n  VERTEX_DATA cells LOCATION 0",
        "f:13",
        "VERTEX_DATA cells",
    ),
    ("amber", "AS storage", "AS storage_image", "f:13", "storage_image"),
    ("amber", "RUN pipe", "REPEAT 3\nRUN pipe", "f:15", "'REPEAT' is not supported"),
    ("amber", "RUN pipe 4 1 1", "RUN pipe 4 1 1\nRUN pipe 4 1 1", "f:16", "goes on with cells"),
    ("shader_test", "[vertex shader passthrough]", "[geometry shader]", "f:4", "[geometry shader]"),
    ("shader_test", "[test]", "[vertex data]\n[test]", "f:10", "[vertex data]"),
    (
        "shader_test",
        "uniform vec2 tint 0",
        "uniform dvec2 tint 0",
        "f:11",
        "'dvec2' are not supported",
    ),
    ("shader_test", "0.25 0.5\n", "0.25\n", "f:11", "expected 2 values"),
    ("shader_test", "-1 -1 2 2", "-1 -1 1 2", "f:14", "parts of the image"),
    ("shader_test", "probe", "draw arrays GL_TRIANGLES 0 3\nprobe", "f:15", "draw arrays"),
    ("shader_test", "clear color 0.0", "clear color 1.0", "f:12", "another colour"),
]


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_file_is_read(name: str) -> None:
    read, text = WHOLE[name]
    (program,) = read(text, "f", "seed")
    assert program.name == "seed"
    if name == "shader_test":
        assert (program.inputs.width, program.inputs.height) == (16, 8)
        assert [(one.name, one.data) for one in program.inputs.uniforms] == [
            ("tint", b"\0\0\x80>\0\0\0?")
        ]
    else:
        assert program.stage == "compute"
    if name == "shadertrap":
        assert program.inputs.buffers[0].fields == (("int", 1), ("uint", 1))
        assert program.inputs.groups == (1, 2, 1)
    if name == "amber":
        assert program.inputs.buffers[0].data == b"\5\0\0\0\6\0\0\0\7\0\0\0\x08\0\0\0"


@pytest.mark.parametrize(("name", "old", "new", "where", "message"), CHANGES)
def test_what_is_wrong_is_named_with_its_line(
    name: str, old: str, new: str, where: str, message: str
) -> None:
    read, text = WHOLE[name]
    assert old in text
    with pytest.raises(BadInput) as error:
        read(text.replace(old, new, 1), "f", "seed")
    assert message in error.value.message
    assert error.value.where == where


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_mutated_files_raise_bad_input_only(name: str, data: st.DataObject) -> None:
    read, text = WHOLE[name]
    pieces = st.one_of(
        st.text(max_size=8),
        st.sampled_from([*text.split(), "\n", "[", "END", "²", "9" * 50, '"', "nan"]),
    )
    for _ in range(data.draw(st.integers(1, 5))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(pieces) + text[end:]
    with contextlib.suppress(BadInput):
        read(text, "f", "seed")


@pytest.mark.parametrize("suffix", READERS)
@settings(max_examples=60, deadline=None)
@given(data=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
def test_garbage_is_bad_input(
    suffix: str, data: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("garbage") / f"a{suffix}"
    path.write_bytes(data)
    with pytest.raises(BadInput):
        read_programs(path)


def test_the_rest_of_a_folder_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.shadertrap").write_text(TRAP)
    (tmp_path / "b.amber").write_text(AMBER)
    (tmp_path / "c.amber").write_text(AMBER.replace("RUN pipe", "REPEAT 3\nRUN pipe"))
    (tmp_path / "d.shader_test").write_text(TEST)
    shader = (
        "#version 310 es\nprecision highp float;\nlayout(location = 0) out vec4 c;\n"
        "void main() { c = vec4(1.0); }\n"
    )
    for name in ("job", "grid", "vertex", "primitives"):
        (tmp_path / f"{name}.frag").write_text(shader.replace("1.0", f"0.{len(name)}"))
    (tmp_path / "grid.json").write_text('{"$grid": {"dimensions": [2, 2]}}')
    (tmp_path / "vertex.vert").write_text("")
    (tmp_path / "primitives.primitives").write_text('{"mode": 1}')
    loaded = load_folders([str(tmp_path)])
    assert sorted(program.name for program in loaded.programs) == ["a", "b", "d", "job"]
    told = {Path(one.path).name: one.reason for one in loaded.refused}
    assert set(told) == {
        "c.amber", "grid.frag", "vertex.frag", "vertex.vert", "primitives.frag",
    }  # fmt: skip
    assert told["c.amber"] == "15: the command 'REPEAT' is not supported"
    assert "$grid" in told["grid.frag"]


def test_one_file_with_several_programs_is_no_single_seed(tmp_path: Path) -> None:
    path = tmp_path / "two.amber"
    second = (
        AMBER.replace("#!amber\n", "")
        .replace("twice", "other")
        .replace("pipe", "again")
        .replace("cells", "rest")
    )
    path.write_text(AMBER + second.replace("2u", "3u"))
    assert [program.name for program in read_programs(path)] == ["two.pipe", "two.again"]
    assert len(load_folders([str(path)]).programs) == 2
    with pytest.raises(BadInput, match="expected one program, but 2 came"):
        load_one(path)


def test_every_reader_is_registered() -> None:
    folder = Path(str(readers.__file__)).parent
    modules = {path.stem for path in folder.glob("*.py")} - {
        "__init__",
        "common",
        "registry",
        "job",
    }
    assert modules == {suffix.removeprefix(".") for suffix in READERS}


def test_the_dialect_of_vkrunner_places_by_number() -> None:
    text = """[compute shader]
#version 450
layout(local_size_x = 1) in;
layout(push_constant) uniform P { int k; };
layout(set = 1, binding = 2) buffer B { int v[3]; };
layout(set = 0, binding = 4) uniform U { mat2 m; };
void main() { v[0] = k + int(m[1].y); }
[test]
ssbo 1:2 12
ssbo 1:2 subdata int 4 -7
uniform int 4 5
uniform ubo 4 mat2 16 1 2 3 4
compute 2 1 1
probe ssbo int 2 8 == 5
"""
    (program,) = shader_test.read(text, "f", "seed")
    inputs = program.inputs
    (buffer,) = inputs.buffers
    assert (buffer.descriptor_set, buffer.binding, buffer.data) == (
        1,
        2,
        bytes(4) + b"\xf9\xff\xff\xff" + bytes(4),
    )
    assert inputs.push_constants() == bytes(4) + b"\5\0\0\0"
    block = next(uniform for uniform in inputs.uniforms if not uniform.push_constant)
    assert (block.descriptor_set, block.binding, block.offset) == (0, 4, 16)
    assert block.data == b"\0\0\x80?\0\0\0@" + bytes(8) + b"\0\0\x40@\0\0\x80@" + bytes(8)
