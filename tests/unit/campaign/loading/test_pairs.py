"""Two files of one name that are a pair of a vertex and a fragment shader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from helpers.module_pairs import module_pair
from helpers.pair_texts import TEXTS, Text, sources
from helpers.wgsl_pairs import named_pair as wgsl_pair

from aberration.campaign.loading.files import load_file
from aberration.campaign.seeds import load_folders
from aberration.core.errors import BadInput
from aberration.languages.spirv.assembly import disassemble

PLACE = {"aberration_place": {"func": "glVertexAttrib2f", "attribute": "PLACE"}}
USING = Text("TO vec2 f;", "f = a.xy * k.x;", "vec4(f, k)", "uniform vec2 k;")


def write(folder: Path, text: Text, given: object = PLACE, version: str = "330") -> Path:
    """Write a pair; return the path of its fragment shader."""
    vertex, fragment = sources(version, text)
    (folder / "two.vert").write_text(vertex)
    (folder / "two.frag").write_text(fragment)
    (folder / "two.json").write_text(json.dumps(given))
    return folder / "two.frag"


@pytest.mark.parametrize("suffix", [".frag", ".vert"])
def test_each_file_is_a_program_with_the_other_as_its_companion(
    tmp_path: Path, suffix: str
) -> None:
    path = write(tmp_path, TEXTS["floats"]).with_suffix(suffix)
    found = load_file(path)
    (program,) = found.programs
    other = path.with_suffix(".vert" if suffix == ".frag" else ".frag")
    assert program.source == path.read_bytes()
    assert program.companion == other.read_bytes()
    assert program.stage == ("fragment" if suffix == ".frag" else "vertex")
    attributes = {one.name: one for one in program.inputs.attributes}
    assert attributes["aberration_place"].place
    assert (attributes["a"].components, attributes["n"].numbers) == (4, "int")
    assert (program.inputs.width, program.inputs.height) == (16, 16)
    assert found.notes[0] == "each vertex is a pixel"


def test_a_folder_with_a_pair_has_two_seeds(tmp_path: Path) -> None:
    write(tmp_path, TEXTS["floats"])
    found = load_folders([str(tmp_path)], wanted=("glsl",))
    assert [one.stage for one in found.programs] == ["fragment", "vertex"]
    assert len({one.digest for one in found.programs}) == 2
    assert not found.refused


def test_for_a_method_of_modules_it_is_compiled(tmp_path: Path) -> None:
    write(tmp_path, TEXTS["floats"])
    found = load_folders([str(tmp_path)])
    assert [(one.language, one.stage) for one in found.programs] == [
        ("spirv", "fragment"),
        ("spirv", "vertex"),
    ]
    first, second = found.programs
    assert (first.source, first.companion) == (second.companion, second.source)


def write_modules(folder: Path, text: Text, behind: str, given: object = PLACE) -> list[Path]:
    """Write a pair of modules, as words or as text; return the paths, the fragment shader first."""
    paths: list[Path] = []
    for stage, source in module_pair(text).stages():
        path = folder / f"two.{stage[:4]}{behind}"
        path.write_bytes(source if behind == ".spv" else disassemble(source).encode())
        paths.insert(0, path)
    at = {"aberration_place": {**PLACE["aberration_place"], "location": 0}}
    (folder / "two.json").write_text(json.dumps(at if given is PLACE else given))
    return paths


@pytest.mark.parametrize("behind", [".spv", ".spvasm", ".asm"])
def test_two_modules_of_one_name_are_a_pair(tmp_path: Path, behind: str) -> None:
    for stage in ("frag", "vert"):
        write_modules(tmp_path, TEXTS["integers"], behind)
        (program,) = load_file(tmp_path / f"two.{stage}{behind}").programs
        assert program.language == "spirv"
        assert program.stage[:4] == stage
        assert [one[0] for one in program.stages()] == ["vertex", "fragment"]
        places = [one for one in program.inputs.attributes if one.place]
        assert [(one.name, one.location) for one in places] == [("aberration_place", 0)]
        assert {one.name for one in program.inputs.attributes} >= {"aberration_place", "n", "u"}
        assert (program.inputs.width, program.inputs.height) == (16, 16)


def test_a_module_has_the_stage_of_its_name(tmp_path: Path) -> None:
    fragment, vertex = write_modules(tmp_path, TEXTS["floats"], ".spv")
    fragment.write_bytes(vertex.read_bytes())
    with pytest.raises(BadInput, match="expected a fragment shader, but a vertex one came"):
        load_file(fragment)
    with pytest.raises(BadInput, match="expected a fragment shader, but a vertex one came"):
        load_file(vertex)


def test_a_module_alone_with_such_a_name_is_none(tmp_path: Path) -> None:
    fragment, vertex = write_modules(tmp_path, TEXTS["nothing"], ".spv", {})
    vertex.unlink()
    (program,) = load_file(fragment).programs
    assert not program.is_pair


def test_without_a_place_they_are_two_programs(tmp_path: Path) -> None:
    path = write(tmp_path, TEXTS["floats"], {})
    with pytest.raises(BadInput, match="a vertex shader that does more"):
        load_file(path)


def test_uniforms_of_both_stages_are_given(tmp_path: Path) -> None:
    given = {**PLACE, "k": {"func": "glUniform2f", "args": [3.0, 0.25]}}
    (program,) = load_file(write(tmp_path, USING, given)).programs
    assert [one.name for one in program.inputs.uniforms] == ["k"]
    alone = Text("TO vec2 f;", "f = a.xy;", "vec4(f, f)")
    path = write(tmp_path, alone, given)
    vertex = path.with_suffix(".vert")
    changed = vertex.read_text().replace("void main", "uniform vec2 k;\nvoid main")
    vertex.write_text(changed.replace("f = a.xy;", "f = a.xy + k;"))
    (program,) = load_file(path).programs
    assert [one.name for one in program.inputs.uniforms] == ["k"]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({**PLACE, "$render": {"tiles": [[0, 0, 2, 2]]}}, "expected no tiles"),
        ({**PLACE, "x": {"func": "glVertexAttrib2f", "attribute": 3, "location": 9}}, "none of"),
        ({**PLACE, "a": {"func": "glVertexAttrib2f", "attribute": 3}}, "glVertexAttrib4f"),
        ({**PLACE, "t": {"func": "sampler2D", "texture": 3}}, "'t' is a texture of the file"),
    ],
)
def test_inputs_that_do_not_fit(tmp_path: Path, given: object, reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        load_file(write(tmp_path, TEXTS["floats"], given))


def test_textures_are_refused(tmp_path: Path) -> None:
    text = Text("TO vec2 f;", "f = a.xy;", "texture(t, f)", "uniform sampler2D t;")
    with pytest.raises(BadInput, match=r"a texture or image \(t\), and a pair gets none"):
        load_file(write(tmp_path, text))


def test_uniforms_of_one_name_are_one(tmp_path: Path) -> None:
    path = write(tmp_path, USING)
    path.write_text(path.read_text().replace("uniform vec2 k;", "uniform vec3 k;"))
    with pytest.raises(BadInput, match="k, which the two stages declare otherwise"):
        load_file(path)


def write_wgsl(folder: Path, *, together: bool, given: object = PLACE) -> list[Path]:
    """Write a pair in WGSL, as one module or as two; return the paths, the fragment shader
    first.
    """
    (folder / "two.json").write_text(json.dumps(given))
    program = wgsl_pair("integers", together=together)
    if together:
        (folder / "two.wgsl").write_bytes(program.source)
        return [folder / "two.wgsl"]
    paths = [folder / "two.frag.wgsl", folder / "two.vert.wgsl"]
    for path, source in zip(paths, (program.source, program.companion), strict=True):
        path.write_bytes(source)
    return paths


def test_two_modules_in_wgsl_are_a_pair(tmp_path: Path) -> None:
    fragment, vertex = write_wgsl(tmp_path, together=False)
    for path, other, stage in ((fragment, vertex, "fragment"), (vertex, fragment, "vertex")):
        (program,) = load_file(path).programs
        assert (program.language, program.stage) == ("wgsl", stage)
        assert program.source == path.read_bytes()
        assert program.companion == other.read_bytes()
        places = [one for one in program.inputs.attributes if one.place]
        assert [(one.name, one.location) for one in places] == [("aberration_place", 0)]
        assert {one.name for one in program.inputs.attributes} >= {"a", "b", "n", "u"}
    assert len(load_folders([str(tmp_path)], wanted=("wgsl",)).programs) == 2


def test_one_module_in_wgsl_is_a_pair_of_which_the_fragment_shader_is_tested(
    tmp_path: Path,
) -> None:
    (path,) = write_wgsl(tmp_path, together=True)
    (program,) = load_file(path).programs
    assert program.stage == "fragment"
    assert program.source == program.companion == path.read_bytes()
    assert (program.inputs.width, program.inputs.height) == (16, 16)


def test_one_module_in_wgsl_without_a_place_is_a_fragment_shader(tmp_path: Path) -> None:
    (path,) = write_wgsl(tmp_path, together=True, given={})
    (program,) = load_file(path).programs
    assert program.stage == "fragment"
    assert not program.is_pair


def test_a_module_in_wgsl_has_the_stage_of_its_name(tmp_path: Path) -> None:
    fragment, vertex = write_wgsl(tmp_path, together=False)
    fragment.write_bytes(vertex.read_bytes())
    with pytest.raises(BadInput, match="expected a fragment shader, but a vertex one came"):
        load_file(fragment)
