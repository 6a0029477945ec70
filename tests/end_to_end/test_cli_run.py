from pathlib import Path

import pytest
from helpers.command_line import CORPUS, aberration, rows
from helpers.sampling import one_in
from PIL import Image as Pillow

SHADER = CORPUS / "references" / "gcd_grid.frag"
WGSL = Path(__file__).resolve().parents[1] / "drivers" / "shaders" / "wgsl" / "lattice.wgsl"
MODULE = CORPUS / "spirv" / "references" / "gcd_grid.spv"
PRINTS = '#include <stdio.h>\nint main(void) { puts("forty-two"); return 3; }\n'


def test_a_shader_gives_an_image_on_each_driver(tmp_path: Path) -> None:
    ran = aberration(
        "run", SHADER, "-t", "swiftshader,lavapipe", "-o", tmp_path / "images", "--json"
    )
    assert ran.code == 0
    outcomes = rows(ran.json["outcomes"])
    assert [(row["target"], row["kind"]) for row in outcomes] == [
        ("swiftshader", "image"),
        ("lavapipe", "image"),
    ]
    with Pillow.open(tmp_path / "images" / "swiftshader.png") as picture:
        assert picture.size == (256, 256)


@pytest.mark.slow
def test_a_module_and_its_source_give_the_same() -> None:
    images = [
        aberration("run", path, "-t", "swiftshader", "--json").json["outcomes"]
        for path in (SHADER, MODULE)
    ]
    assert rows(images[0])[0]["digest"] == rows(images[1])[0]["digest"]


def test_what_a_c_program_prints(tmp_path: Path) -> None:
    (tmp_path / "prints.c").write_text(PRINTS)
    ran = aberration("run", tmp_path / "prints.c", "-t", "gcc", "--json")
    assert ran.code == 0
    assert {(row["stdout"], row["exit_status"]) for row in rows(ran.json["outcomes"])} == {
        ("forty-two\n", 3)
    }


def test_one_target_shows_the_text_itself(tmp_path: Path) -> None:
    (tmp_path / "prints.c").write_text(PRINTS)
    ran = aberration("run", tmp_path / "prints.c", "-t", "tcc")
    assert ran.out.splitlines()[1:] == ["forty-two"]


def test_a_program_that_every_target_rejects_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text("int main(void) { return lost; }\n")
    ran = aberration("run", tmp_path / "bad.c", "-t", "gcc")
    assert ran.code == 2
    assert "every target rejected the program" in ran.err


def test_a_program_that_dies_blames_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "dies.c").write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
    ran = aberration("run", tmp_path / "dies.c", "-t", "gcc*:-O2", "--json")
    assert ran.code == 0
    assert {row["kind"] for row in rows(ran.json["outcomes"])} == {"crash"}


def test_a_cut_module_is_told_with_its_word(tmp_path: Path) -> None:
    path = tmp_path / "cut.spv"
    path.write_bytes(MODULE.read_bytes()[:100])
    ran = aberration("run", path, "-t", "swiftshader")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"aberration: {path}: word 23: ")


@pytest.mark.parametrize(
    ("targets", "text"),
    one_in(
        3,
        [
            ("lavapip", "Did you mean lavapipe"),
            ("gcc", "expected a target that takes spirv"),
            ("nothing-like-it", "expected a target id, a glob over ids or a group"),
        ],
        rows=True,
    ),
)
def test_targets_that_do_not_fit(targets: str, text: str) -> None:
    ran = aberration("run", MODULE, "-t", targets)
    assert (ran.code, ran.out) == (2, "")
    assert text in ran.err


ESSL = """#version 300 es
precision highp float;
uniform float shade; out vec4 colour;
void main() { colour = vec4(shade, floor(gl_FragCoord.xy) / 255.0, 1.0); }
"""
SHADE = '{"shade": {"func": "glUniform1f", "args": [0.2]}, "$render": {"width": 16, "height": 8}}'


def test_a_shader_goes_as_it_is_written_to_targets_that_take_it(tmp_path: Path) -> None:
    path = tmp_path / "shade.frag"
    path.write_text(ESSL.replace("300 es\nprecision highp float;", "330"))
    path.with_suffix(".json").write_text(SHADE)
    chains = "glslang+lavapipe,glslang+spirv-cross+llvmpipe"
    path.write_text(path.read_text().replace("out vec4", "layout(location = 0) out vec4"))
    ran = aberration(
        "run",
        path,
        "-t",
        f"llvmpipe,softpipe,zink-lavapipe,{chains},lavapipe,swiftshader",
        "--json",
    )
    assert ran.code == 0, ran.err
    outcomes = rows(ran.json["outcomes"])
    assert [row["kind"] for row in outcomes] == ["image"] * 7
    assert len({row["digest"] for row in outcomes}) == 1


def test_inputs_that_fit_nothing_are_an_error_and_what_nobody_gives_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shade.frag"
    path.write_text(ESSL.replace("300 es", "320 es"))
    path.with_suffix(".json").write_text(SHADE.replace('"shade"', '"shadow"'))
    refused = aberration("run", path, "-t", "lavapipe")
    assert refused.code == 2
    message = (
        f"{path.with_suffix('.json')}:1: 'shadow': the shader has no uniform of this name: "
        f"did you mean shade?"
    )
    assert message in refused.err
    path.with_suffix(".json").unlink()
    for command in (
        ("run", path, "-t", "lavapipe,llvmpipe"),
        ("make", "transform", "-s", path, "-o", tmp_path / "case"),
    ):
        ran = aberration(*command)
        assert ran.code == 0, ran.err
        assert f"{path}: nothing gives shade = float(0.0)\n" in ran.err


@pytest.mark.slow
def test_essl_runs_beside_spirv_targets_that_cannot_take_it(tmp_path: Path) -> None:
    path = tmp_path / "shade.frag"
    path.write_text(ESSL)
    path.with_suffix(".json").write_text(SHADE)
    ran = aberration("run", path, "-t", "llvmpipe,softpipe,gcc-12:-O0", "--json")
    assert ran.code == 0, ran.err
    assert [(row["target"], row["kind"]) for row in rows(ran.json["outcomes"])] == [
        ("llvmpipe", "image"),
        ("softpipe", "image"),
    ]
    assert "left out, as they do not take essl or spirv: gcc-12:-O0" in ran.err


def test_a_link_that_does_not_fit_is_named() -> None:
    ran = aberration("run", SHADER, "-t", "glslang+softpipe")
    assert ran.code == 2
    assert "softpipe takes glsl or essl, but glslang writes spirv" in ran.err


@pytest.mark.slow
def test_wgsl_gives_the_same_from_both_its_compilers() -> None:
    ran = aberration("run", WGSL, "-t", "wgpu-swiftshader,dawn-swiftshader,dawn-null", "--json")
    assert ran.code == 0
    found = [(row["target"], row["kind"], row.get("digest")) for row in rows(ran.json["outcomes"])]
    assert [row[:2] for row in found] == [
        ("wgpu-swiftshader", "image"),
        ("dawn-swiftshader", "image"),
        ("dawn-null", "compiled"),
    ]
    assert found[0][2]
    assert found[0][2] == found[1][2]


def test_naga_takes_spirv_when_it_is_asked_for() -> None:
    ran = aberration("run", MODULE, "-t", "swiftshader,wgpu-swiftshader", "--json")
    assert ran.code == 0
    first, second = rows(ran.json["outcomes"])
    assert (first["target"], second["target"]) == ("swiftshader", "wgpu-swiftshader")
    assert first["digest"] == second["digest"]


@pytest.mark.parametrize(
    "words", one_in(4, [("run", "corpus/c"), ("replay", "case"), ("report", "campaign"), ("fuzz",)])
)
def test_a_file_is_no_folder_to_write_to(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "taken"
    path.write_text("mine")
    ran = aberration(*words, "-o", path)
    assert ran.code == 2
    assert f"dir '{path}' is a file" in " ".join(ran.err.split())
    assert path.read_text() == "mine"
