"""Every compiler accepts what the generator of random shaders makes: glslang and Tint as it is, the
others where nothing in it is undefined, since they run it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import tint_verdicts
from helpers.glslang_verdicts import verdicts
from helpers.newest import with_newest
from helpers.path_programs import stage_for
from helpers.smith_programs import defined_tests

from aberration.core.oracle import Verdict, judge
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import PRESETS, generate
from aberration.methods.smith.path.build import build
from aberration.methods.smith.path.draw import draw_plan
from aberration.targets.pool import TargetPool

READERS: tuple[tuple[str, LanguageName], ...] = (
    ("llvmpipe@newest", "glsl"),
    ("llvmpipe@newest", "essl"),
    ("glslang@newest+swiftshader", "glsl"),
    ("glslang@newest+swiftshader", "essl"),
    ("angle-swiftshader", "essl"),
    ("wgpu-swiftshader", "wgsl"),
    ("dawn-swiftshader", "wgsl"),
)
OURS_NOT = "Shift amount exceeds the bit width"
"""What naga 29 says of valid programs (`corpus/bugs/naga-wgsl-shift-of-parts`)."""
ENDINGS = {"compute": "comp", "fragment": "frag", "vertex": "vert"}


def write_programs(language: LanguageName, version: int, folder: Path) -> list[Path]:
    """Write some programs of each preset, named as glslang knows stages."""
    paths = []
    for preset, settings in PRESETS.items():
        for rng_seed in range(6):
            made = generate(language, version, rng_seed, settings)
            ending = "wgsl" if language == "wgsl" else ENDINGS[made.stage]
            path = folder / f"{preset}{rng_seed}.{ending}"
            path.write_text(write(made.module))
            paths.append(path)
    return paths


def write_paths(language: LanguageName, version: int, folder: Path) -> list[Path]:
    """Write some path-first programs."""
    paths = []
    for number in range(24):
        stage = stage_for(version, number)
        built = build(language, version, draw_plan(language, version, number), stage=stage)
        path = folder / f"path{number}.{'wgsl' if language == 'wgsl' else ENDINGS[stage]}"
        path.write_text(write(built.module))
        paths.append(path)
    return paths


@pytest.mark.parametrize(
    ("language", "version"), [("glsl", 330), ("glsl", 450), ("essl", 300), ("essl", 310)]
)
def test_glslang_accepts_them(language: LanguageName, version: int, tmp_path: Path) -> None:
    paths = write_programs(language, version, tmp_path)
    assert verdicts(paths, tmp_path) == {path: [] for path in paths}


def test_tint_accepts_them(tmp_path: Path) -> None:
    assert tint_verdicts.missing() == ""
    paths = write_programs("wgsl", 0, tmp_path)
    assert tint_verdicts.tint_verdicts(paths, tmp_path) == {path: [] for path in paths}


@pytest.mark.parametrize(
    ("language", "version"), [("glsl", 330), ("glsl", 450), ("essl", 300), ("essl", 310)]
)
def test_glslang_accepts_path_first_programs(
    language: LanguageName, version: int, tmp_path: Path
) -> None:
    paths = write_paths(language, version, tmp_path)
    assert verdicts(paths, tmp_path) == {path: [] for path in paths}


def test_tint_accepts_path_first_programs(tmp_path: Path) -> None:
    assert tint_verdicts.missing() == ""
    paths = write_paths("wgsl", 0, tmp_path)
    assert tint_verdicts.tint_verdicts(paths, tmp_path) == {path: [] for path in paths}


def check_readers(name: str, language: LanguageName, count: int) -> None:
    """Nothing is refused but for a documented limit; drivers' own mistakes are another matter."""
    target = with_newest(name)
    version, stage = (300, "fragment") if "angle" in name else (None, "")
    verdicts: list[Verdict] = []
    with TargetPool() as pool:
        for case in defined_tests(language, count, version, stage):
            outcome = pool.run(target, case.programs["program"], 30.0).outcome
            verdicts.append(judge(case.oracle, {name: {"program": outcome}})[name])
    refused = [one for one in verdicts if one.kind in ("rejected", "invalid")]
    assert [one for one in refused if OURS_NOT not in one.detail] == []
    assert sum(one.kind == "pass" for one in verdicts) * 2 >= count


@pytest.mark.parametrize(("name", "language"), READERS)
def test_every_compiler_reads_some(name: str, language: LanguageName) -> None:
    check_readers(name, language, 4)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "language"), READERS)
def test_every_compiler_reads_many(name: str, language: LanguageName) -> None:
    check_readers(name, language, 100)
