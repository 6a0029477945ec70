"""The programs in other people's manner are all named in their index, and are programs."""

import os
import subprocess
from pathlib import Path

import pytest
from experiments.unseen.files import INDEX, programs, read_index

from aberration.campaign.readers.registry import read_programs
from aberration.core.inputs import read_inputs
from aberration.core.program import shading_version
from aberration.languages.spirv.assembler import assemble
from aberration.languages.spirv.validate import validate
from aberration.targets.front_end import glslang

FOLDER = Path(__file__).resolve().parents[4] / "experiments" / "unseen" / "written"
VULKAN = ("-V", "-R", "--auto-map-locations", "--auto-map-bindings", "--target-env", "vulkan1.1")
TEXTS = [path for path in programs([str(FOLDER)]) if path.suffix in (".frag", ".comp")]


def old(path: Path) -> bool:
    """True for a version that glslang takes for OpenGL alone."""
    number, profile = shading_version(path.read_bytes())
    return number < (310 if profile == "es" else 140)


def test_every_program_is_named_in_the_index_and_every_name_is_a_program() -> None:
    index = read_index(FOLDER)
    assert sorted(index) == sorted(path.name for path in programs([str(FOLDER)]))
    assert all(about for _, about in index.values())


def test_there_are_programs_of_every_kind() -> None:
    index = read_index(FOLDER)
    suffixes = [Path(name).suffix for name in index]
    least = {".frag": 30, ".comp": 8, ".spvasm": 4, ".amber": 2}
    assert all(suffixes.count(suffix) >= count for suffix, count in least.items())
    expected = [str(one) for one, _ in index.values()]
    least = {
        "some pixels undefined": 6,
        "undefined behaviour": 2,
        "too long": 3,
        "functions for textures": 6,
    }
    assert all(expected.count(one) >= count for one, count in least.items())


def test_nothing_else_lies_there() -> None:
    stems = {path.stem for path in programs([str(FOLDER)])}
    others = [
        path for path in FOLDER.iterdir() if path.suffix == ".json" and path.stem not in stems
    ]
    assert [path for path in FOLDER.iterdir() if path.suffix == ".toml"] == [FOLDER / INDEX]
    assert not others


@pytest.mark.parametrize("old_ones", [False, True])
def test_glslang_takes_them(old_ones: bool, tmp_path: Path) -> None:
    files = [path for path in TEXTS if old(path) == old_ones]
    environment = os.environ | {"LD_LIBRARY_PATH": str(glslang().parent.parent / "lib")}
    refused = {}
    for path in files:
        line = [
            str(glslang()),
            *(() if old_ones else (*VULKAN, "-o", str(tmp_path / "out.spv"))),
            str(path),
        ]
        done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment)
        if done.returncode:
            refused[path.name] = done.stdout
    assert files
    assert not refused


@pytest.mark.parametrize(
    "path", [path for path in programs([str(FOLDER)]) if path.suffix == ".spvasm"]
)
def test_the_assembly_is_valid(path: Path) -> None:
    assert validate(assemble(path.read_text("utf-8"))) is None


@pytest.mark.parametrize(
    ("name", "count"), [("script_two_pictures.amber", 2), ("script_assembled_sum.amber", 1)]
)
def test_the_scripts_hold_programs(name: str, count: int) -> None:
    assert len(read_programs(FOLDER / name)) == count


def test_the_inputs_can_be_read() -> None:
    textured = [
        name
        for name, (expected, _) in read_index(FOLDER).items()
        if expected == "functions for textures"
    ]
    beside = [path for path in FOLDER.glob("*.json") if f"{path.stem}.frag" not in textured]
    assert all(read_inputs(path.read_bytes(), str(path)) is not None for path in beside)
    assert all(
        b'"sampler2D"' in (FOLDER / name).with_suffix(".json").read_bytes() for name in textured
    )
