"""The bundled GLSL programs give here what their compiled modules give in the interpreter of
SPIR-V.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import has_subgroups

from aberration.core.inputs import Inputs, read_inputs
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.run import Interpreter as SpirvInterpreter

CORPUS: Final = Path(__file__).resolve().parents[5] / "corpus"
ALL_COMPUTE: Final = sorted((CORPUS / "compute").glob("*.comp"))
ALL_FRAGMENTS: Final = sorted((CORPUS / "references").glob("*.frag"))
COMPUTE: Final = [path for path in ALL_COMPUTE if not has_subgroups(path)]
FRAGMENTS: Final = [path for path in ALL_FRAGMENTS if not has_subgroups(path)]
VERTICES: Final = sorted((CORPUS / "vertex").glob("*.vert"))
_TOLERANCE: Final = 1e-5
"""What dividing by multiplying with the reciprocal, and other freedoms of floats, may make of a
colour.
"""


def _inputs(path: Path) -> Inputs:
    return read_inputs(path.with_suffix(".json").read_bytes(), path.name)


def _module(path: Path) -> bytes:
    return next((CORPUS / "spirv").rglob(f"{path.stem}.spv")).read_bytes()


@pytest.mark.parametrize("path", COMPUTE, ids=lambda path: path.stem)
def test_buffers_are_equal_to_the_bit(path: Path) -> None:
    inputs = _inputs(path)
    shading = Interpreter(read(path.read_bytes(), "glsl", path.name), "compute", inputs).dispatch()
    assert shading == SpirvInterpreter(_module(path), inputs).dispatch()


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.stem)
def test_pixels_are_equal(path: Path) -> None:
    _expect_equal(path, "fragment", [(3, 5), (130, 77), (251, 250)])


@pytest.mark.parametrize("path", VERTICES, ids=lambda path: path.stem)
def test_vertices_are_equal(path: Path) -> None:
    _expect_equal(path, "vertex", [(0, 0), (3, 5), (13, 7), (19, 19)])


@pytest.mark.parametrize(
    "path",
    [path for path in (*ALL_COMPUTE, *ALL_FRAGMENTS) if has_subgroups(path)],
    ids=lambda path: path.stem,
)
def test_what_hangs_on_the_grouping_as_a_text_is_refused(path: Path) -> None:
    stage: Stage = "compute" if path in ALL_COMPUTE else "fragment"
    with pytest.raises(Refused, match="ubgroup"):
        Interpreter(read(path.read_bytes(), "glsl", path.name), stage, _inputs(path))


def _expect_equal(path: Path, stage: Stage, places: Sequence[tuple[int, int]]) -> None:
    """Expect the colours of both interpreters at these pixels."""
    inputs = _inputs(path)
    shading = Interpreter(read(path.read_bytes(), "glsl", path.name), stage, inputs)
    spirv = SpirvInterpreter(_module(path), inputs)
    tolerance = _TOLERANCE if shading.inexact else 0.0
    for x, y in places:
        found, expected = shading.pixel(x, y), spirv.pixel(x, y)
        if found is None or expected is None:
            assert found is expected
            continue
        assert isinstance(found, tuple), str(found)
        assert isinstance(expected, tuple), str(expected)
        assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) <= tolerance
