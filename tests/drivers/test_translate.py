"""Translations of the corpus under real compilers: what each gives is what the interpreter
gives for the original.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT
from helpers.glslang_verdicts import verdicts
from helpers.sampling import one_in
from helpers.tint_verdicts import tint_verdicts
from helpers.translated import attempt, run, small

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.method import features_of
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, load_program
from aberration.targets import dawn, opengl, wgpu
from aberration.targets.pool import TargetPool


def translatable(paths: Iterable[Path]) -> list[Path]:
    """Return those without textures, and not for the vertex stage, sorted."""
    return sorted(path for path in paths if not features_of(load_program(path)))


SHADING: Final = translatable(
    path for path in (ROOT / "shading").rglob("*") if path.suffix in (".frag", ".comp", ".wgsl")
)
OLDER: Final = translatable(
    path for kind in ("references", "compute") for path in (ROOT / kind).glob("*.[fc]*")
)
TARGETS: Final = {
    target.id: target for module in (opengl, wgpu, dawn) for target in module.providers()
}
WHERE: Final[tuple[tuple[str, int, tuple[str, ...]], ...]] = (
    ("glsl", 450, ("llvmpipe",)), ("glsl", 330, ("llvmpipe",)), ("essl", 300, ("llvmpipe",)),
    ("essl", 310, ("llvmpipe",)), ("wgsl", 0, ("wgpu-lavapipe", "dawn-swiftshader")),
)  # fmt: skip
ALLOWED: Final = ("target version", "built-in function", "uniform control flow")
_SECONDS: Final = 60.0


def translations(path: Path) -> list[tuple[Program, tuple[str, ...]]]:
    """Return a program in every language that it can be, with the targets for each."""
    program = small(load_program(path))
    found = []
    for language, version, names in WHERE:
        made = attempt(program, language, version, ALLOWED)
        if made is not None:
            found.append((made, names))
    return found


def agrees(path: Path, pool: TargetPool) -> None:
    expected = run(small(load_program(path)))
    assert isinstance(expected, Image | Buffers), str(expected)
    made = translations(path)
    assert len(made) >= 2
    for program, names in made:
        for name in names:
            came = pool.run(TARGETS[name], program, _SECONDS).outcome
            assert isinstance(came, Image | Buffers), f"{name}: {came}\n{program.source.decode()}"
            found = compare(expected, came, Tolerance())
            assert within(found, Tolerance()), f"{name}: {found}\n{program.source.decode()}"


@pytest.mark.parametrize("path", one_in(8, SHADING), ids=lambda path: path.stem)
def test_drivers_give_what_the_original_gives(path: Path, pool: TargetPool) -> None:
    agrees(path, pool)


@pytest.mark.slow
@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_drivers_give_what_an_older_original_gives(path: Path, pool: TargetPool) -> None:
    agrees(path, pool)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_glslang_and_tint_take_all_translations(every: int, tmp_path: Path) -> None:
    files: dict[str, list[Path]] = {"glsl": [], "essl": [], "wgsl": []}
    for path in (*SHADING, *OLDER)[::every]:
        for language, version in (
            ("glsl", 460),
            ("glsl", 330),
            ("essl", 320),
            ("essl", 300),
            ("wgsl", 0),
        ):
            made = attempt(load_program(path), language, version, ALLOWED)
            if made is None:
                continue
            file = tmp_path / f"{path.stem}_{version}{made.suffix}"
            file.write_bytes(made.source)
            files[language].append(file)
    assert all(len(found) > 80 // every for found in files.values())
    refused = {
        file.name: errors
        for file, errors in tint_verdicts(files["wgsl"], tmp_path).items()
        if errors
    }
    assert refused == {}
    judged = verdicts([*files["glsl"], *files["essl"]], tmp_path)
    assert {file.name: errors for file, errors in judged.items() if errors != []} == {}
