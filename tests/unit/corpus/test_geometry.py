"""The programs for the geometry stage of the corpus: what they give is known."""

from __future__ import annotations

import pytest
from helpers.corpus import ROOT

from aberration.campaign.loading.files import load_file
from aberration.campaign.seeds import TEXT_KINDS
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read_program

FOLDER = ROOT / "geometry"
NAMES = sorted(path.stem for path in FOLDER.glob("*.geom"))


def loaded(name: str) -> Program:
    found = load_file(FOLDER / f"{name}.geom")
    assert not found.notes
    (program,) = found.programs
    return program


def test_there_are_three_in_both_languages() -> None:
    assert FOLDER.name in TEXT_KINDS
    assert len(NAMES) == 3
    assert {loaded(name).language for name in NAMES} == {"glsl", "essl"}


@pytest.mark.parametrize("name", NAMES)
def test_one_gives_an_image(name: str) -> None:
    program = loaded(name)
    assert program.stage == "geometry"
    shown = Interpreter(read_program(program), "geometry", program.inputs)
    image = shown.image()
    assert isinstance(image, Image), str(image)
    pixels = {image.data[at : at + 4] for at in range(0, len(image.data), 4)}
    assert len(pixels) >= 20
