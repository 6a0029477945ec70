"""The pairs of the corpus: both files of each are seeds, and what they give is known."""

from __future__ import annotations

from functools import cache

import pytest
from helpers.corpus import ROOT

from aberration.campaign.loading.files import load_file
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read, read_program

PAIRS = ROOT / "pairs"
NAMES = sorted(path.stem for path in PAIRS.glob("*.frag"))
OF_WGSL = ("tide_pools.frag.wgsl", "tide_pools.vert.wgsl", "woven_bands.wgsl")


@cache
def loaded(name: str) -> Program:
    (program,) = load_file(PAIRS / name).programs
    return program


@cache
def interpreter(name: str) -> Interpreter:
    program = loaded(name)
    return Interpreter(read_program(program), program.shader_stage, program.inputs)


def test_there_are_ten_in_several_versions() -> None:
    assert len(NAMES) == 10
    of_family = [f"{name}{suffix}" for name in NAMES for suffix in (".frag", ".json", ".vert")]
    of_wgsl = [*OF_WGSL, "tide_pools.json", "woven_bands.json"]
    assert sorted(path.name for path in PAIRS.iterdir()) == sorted([*of_family, *of_wgsl])
    programs = [loaded(f"{name}.frag") for name in NAMES]
    assert {one.language for one in programs} == {"glsl", "essl"}
    versions = {
        read(one.source, "essl" if one.language == "essl" else "glsl").module.version
        for one in programs
    }
    assert versions == {100, 300, 310, 330, 450}


@pytest.mark.parametrize("name", NAMES)
def test_both_stages_are_seeds_of_one_image(name: str) -> None:
    first, second = (loaded(f"{name}{suffix}") for suffix in (".frag", ".vert"))
    assert first.companion_program().stages() == second.stages()
    assert first.inputs == second.inputs
    image = interpreter(f"{name}.frag").image()
    assert isinstance(image, Image), str(image)
    assert image == interpreter(f"{name}.vert").image()
    pixels = {image.data[at : at + 4] for at in range(0, len(image.data), 4)}
    assert len(pixels) >= 20


def test_half_of_them_are_exact() -> None:
    inexact = [name for name in NAMES if interpreter(f"{name}.frag").inexact]
    assert len(inexact) == 5


@pytest.mark.parametrize("name", OF_WGSL)
def test_those_in_wgsl_are_two_files_or_one(name: str) -> None:
    program = loaded(name)
    assert program.is_pair
    assert (program.source == program.companion) == (name == "woven_bands.wgsl")
    assert program.stage == ("vertex" if ".vert" in name else "fragment")
    image = interpreter(name).image()
    assert isinstance(image, Image), str(image)
    assert len({image.data[at : at + 4] for at in range(0, len(image.data), 4)}) >= 20
    assert bool(interpreter(name).inexact) == (name != "woven_bands.wgsl")
