"""Which files hold programs, where their inputs are, and what lies beside them."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT

from aberration.campaign.loading.files import SUFFIXES, load_file
from aberration.campaign.seeds import load_folders, load_one
from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv.disassembler import disassemble

SHADER: Final = """#version 320 es
precision highp float;
uniform float k;
layout(location = 0) out vec4 c;
void main() { c = vec4(k); }
"""
INPUTS: Final = '{"k": {"func": "glUniform1f", "args": [0.5]}}'
PASSING: Final = (
    "#version 320 es\nin vec2 _GLF_pos;\nvoid main(void) {\n"
    "    gl_Position = vec4(_GLF_pos, 0.0, 1.0);\n}\n"
)


def files(folder: Path, **texts: str) -> Path:
    """Write files; two underscores stand for a dot. Return the first one's place."""
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text)
    return folder / next(iter(texts)).replace("__", ".")


def only(path: Path) -> Program:
    (program,) = load_file(path).programs
    return program


@pytest.mark.parametrize(
    "name", ["a.frag", "a.frag.glsl", "a.x_fs.glsl", "a.fragment.glsl", "a.v1.frag"]
)
def test_the_file_of_inputs_has_the_name_with_fewer_suffixes(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(SHADER)
    (tmp_path / "a.json").write_text(INPUTS)
    program = only(tmp_path / name)
    assert (program.language, program.stage) == ("essl", "fragment")
    assert program.inputs.uniforms[0].data == struct.pack("<f", 0.5)
    (tmp_path / f"{name.rpartition('.')[0]}.json").write_text(INPUTS.replace("0.5", "0.25"))
    assert only(tmp_path / name).inputs.uniforms[0].data == struct.pack("<f", 0.25)


def test_a_glsl_file_names_its_stage(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match=r"expected the stage in the name of a \.glsl file"
    ) as caught:
        load_file(files(tmp_path, chunk__glsl="float f() { return 1.0; }"))
    assert caught.value.hint == "Name it x.vert.glsl, x.geom.glsl, x.frag.glsl or x.comp.glsl."
    compute = "#version 430\nlayout(local_size_x = 1) in;\nvoid main() {}\n"
    assert only(files(tmp_path, b__comp__glsl=compute)).stage == "compute"


@pytest.mark.parametrize("suffix", [".spvasm", ".asm", ".frag.asm"])
def test_assembly_is_a_module(tmp_path: Path, suffix: str) -> None:
    module = (ROOT / "spirv" / "references" / "gcd_grid.spv").read_bytes()
    (tmp_path / f"gcd{suffix}").write_text(disassemble(module))
    (tmp_path / "gcd.json").write_text((ROOT / "references" / "gcd_grid.json").read_text())
    program = only(tmp_path / f"gcd{suffix}")
    assert (program.language, program.stage) == ("spirv", "fragment")
    assert program.inputs.uniforms[0].name == "origin"
    assert load_folders([str(tmp_path)]).programs == (program,)


def test_assembly_without_a_version_gets_the_lowest_that_fits(tmp_path: Path) -> None:
    module = (ROOT / "spirv" / "compute" / "prefix_sum.spv").read_bytes()
    version = struct.unpack_from("<I", module, 4)[0]
    assert version == 0x10300
    text = disassemble(module)
    told = "\n".join(line for line in text.splitlines() if not line.startswith(";"))
    for name, given in (("told", "; SPIR-V\n; Version: 1.3\n" + told), ("silent", told)):
        (tmp_path / f"{name}.spvasm").write_text(given)
        found = only(tmp_path / f"{name}.spvasm").source
        assert struct.unpack_from("<I", found, 4)[0] == version


@pytest.mark.parametrize(
    "vertex",
    [
        PASSING,
        "attribute vec4 position; void main() { gl_Position = position; }",
        "in vec3 p;\n// moves nothing\nvoid main() { gl_Position = vec4(p, 1); }",
        "in vec3 p; void main() { gl_Position = vec4(p.xy, 0., 1.); }",
    ],
)
def test_a_vertex_shader_that_passes_positions_on_is_left_out_and_told(
    tmp_path: Path, vertex: str
) -> None:
    loaded = load_file(
        files(tmp_path, a__frag=SHADER, a__vert=vertex, a__json=INPUTS, a__primitives="{}")
    )
    assert loaded.notes == (
        "a.vert only passes positions on and is left out: the whole image is drawn",
    )


@pytest.mark.parametrize(
    "vertex",
    [
        PASSING.replace("_GLF_pos,", "_GLF_pos * 0.5,"),
        PASSING.replace("gl_Position", "v = _GLF_pos; gl_Position"),
        "uniform mat4 m; in vec4 p; void main() { gl_Position = m * p; }",
        "",
    ],
)
def test_any_other_vertex_shader_sets_the_job_aside(tmp_path: Path, vertex: str) -> None:
    path = files(tmp_path, a__frag=SHADER, a__vert=vertex)
    with pytest.raises(
        BadInput, match="a vertex shader that does more than to pass a position on"
    ) as caught:
        load_file(path)
    assert caught.value.where == str(tmp_path / "a.vert")


def test_a_folder_of_jobs_nested_with_all_that_lies_beside(tmp_path: Path) -> None:
    deep = tmp_path / "reports" / "crashes"
    deep.mkdir(parents=True)
    files(
        tmp_path,
        one__frag=SHADER,
        one__json=INPUTS,
        one__vert=PASSING,
        one__primitives="{}",
        notes__txt="no program",
    )
    files(deep, two__frag=SHADER.replace("vec4(k)", "vec4(k, 0.0, 0.0, 1.0)"), two__json=INPUTS)
    files(deep, bad__frag=SHADER, bad__json=INPUTS.replace('"k"', '"kk"'))
    files(deep, image__frag=SHADER, image__json='{"k": {"func": "sampler2D", "args": [0]}}')
    files(deep, x86__asm="mov eax, 1\n")
    loaded = load_folders([str(tmp_path)], wanted={"spirv", "essl"})
    assert [(one.name, one.language) for one in loaded.programs] == [
        ("one", "essl"), ("one", "spirv"), ("two", "essl"), ("two", "spirv"),
    ]  # fmt: skip
    told = {Path(one.path).name: one.reason for one in loaded.refused}
    assert set(told) == {"bad.frag", "image.frag", "x86.asm"}
    assert (
        "bad.json:1: 'kk': the shader has no uniform of this name: did you mean k?"
        in told["bad.frag"]
    )
    assert "'k' is a texture of the file" in told["image.frag"]
    assert [Path(note.path).name for note in loaded.notes] == ["one.frag"]


def test_what_is_no_program_names_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        load_file(files(tmp_path, a__txt="text"))
    assert all(suffix in caught.value.message for suffix in SUFFIXES)


def test_a_missing_file_and_a_cut_one_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        load_one(tmp_path / "none.frag")
    (tmp_path / "a.spvasm").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="byte 0 is none"):
        load_one(tmp_path / "a.spvasm")


VERTEX: Final = "in vec3 p; uniform float k; void main() { gl_Position = vec4(p, k); }\n"
HEAD: Final = "#version 300 es\n"


@pytest.mark.parametrize(
    "name", ["a.vert", "a.vs", "a.vert.glsl", "a_vs.glsl", "a.vertex.glsl", "vert.glsl"]
)
def test_names_of_vertex_shaders(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(HEAD + VERTEX)
    (tmp_path / f"{name.rpartition('.')[0]}.json").write_text(INPUTS)
    program = only(tmp_path / name)
    assert (program.language, program.stage) == ("essl", "vertex")
    assert [one.name for one in program.inputs.attributes] == ["p", "aberration_place"]
    assert (program.inputs.width, program.inputs.height) == (16, 16)
    assert program.inputs.uniforms[0].data == struct.pack("<f", 0.5)


def test_wgsl_is_a_vertex_shader_where_it_has_no_other_entry_point(tmp_path: Path) -> None:
    text = "@vertex fn v(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }\n"
    assert only(files(tmp_path, a__wgsl=text)).stage == "vertex"
    text += "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }\n"
    assert only(files(tmp_path, b__wgsl=text)).stage == "fragment"


def test_a_vertex_shader_of_a_job_is_no_seed_where_it_only_passes_positions(
    tmp_path: Path,
) -> None:
    files(tmp_path, a__frag=SHADER, a__vert=PASSING, a__json=INPUTS)
    files(tmp_path, b__vert=HEAD + VERTEX, b__json=INPUTS, c__vert=PASSING)
    loaded = load_folders([str(tmp_path)], wanted={"essl"})
    assert [(one.name, one.stage) for one in loaded.programs] == [
        ("a", "fragment"), ("b", "vertex"), ("c", "vertex"),
    ]  # fmt: skip
    assert loaded.refused == ()
