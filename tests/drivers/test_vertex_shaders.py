"""Vertex shaders as programs under test are legal to glslang and Tint."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import tint_verdicts
from helpers.glslang_verdicts import verdicts
from helpers.vertex_shaders import SHADERS, points_of


def test_glslang_accepts_them(tmp_path: Path) -> None:
    paths = []
    for number, (language, text) in enumerate(SHADERS):
        if language != "wgsl":
            path = tmp_path / f"{number}.vert"
            path.write_text(points_of(language, text).text)
            paths.append(path)
    assert verdicts(paths, tmp_path) == {path: [] for path in paths}


def test_tint_accepts_them(tmp_path: Path) -> None:
    if tint_verdicts.missing():
        pytest.skip(tint_verdicts.missing())
    paths = []
    for number, (language, text) in enumerate(SHADERS):
        if language == "wgsl":
            path = tmp_path / f"{number}.wgsl"
            path.write_text(points_of(language, text).text)
            paths.append(path)
    assert tint_verdicts.tint_verdicts(paths, tmp_path) == {path: [] for path in paths}
