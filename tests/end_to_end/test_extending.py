"""What docs/extending.md shows works as it stands there."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from helpers.command_line import CORPUS, aberration
from helpers.corpus import donor_modules, reference_modules

from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.methods.transform import passes, transformations
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.quick_rng import QuickRng

PAGE = Path(__file__).parents[2] / "docs" / "extending.md"
TOML, TRANSFORMATION, PASS, TEST, METHOD = (
    block[1]
    for block in re.finditer(
        r"^```(?:toml|python)\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
)


def test_the_target(tmp_path: Path) -> None:
    (tmp_path / "aberration.toml").write_text(TOML)
    ran = aberration("targets", "-t", "plain-cc", folder=tmp_path)
    assert ran.code == 0, ran.err
    assert ran.out.split()[:3] == ["plain-cc", "executes", "c"]
    program = CORPUS / "c" / "sorting.c"
    assert aberration("run", program, "-t", "plain-cc", folder=tmp_path).code == 0


def load(text: str, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import a block of the page under the name that the page gives it."""
    path = folder / f"{name.rpartition('.')[2]}.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def test_the_transformation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load(TRANSFORMATION, f"{transformations.__name__}.add_double_not", tmp_path, monkeypatch)
    proposing = load(PASS, f"{passes.__name__}.add_double_nots", tmp_path, monkeypatch)
    text = TEST.replace("soundness(AddDoubleNot)", "None")
    shown = load(text, "test_add_double_not", tmp_path, monkeypatch)
    shown.test_the_number_is_computed_again()
    shown.test_floats_have_no_complement()
    applied = 0
    for number, (_, code) in enumerate([*reference_modules()[:6], *donor_modules()[:2]]):
        draw = Draw(Module.parse(code), QuickRng(number))
        for _ in range(20):
            step = proposing.add_double_nots.attempt(draw)
            applied += step is not None and draw.apply(step)
        assert contradictions(draw.module) == []
    assert applied > 20


def test_the_method(tmp_path: Path) -> None:
    (tmp_path / "idle_loops.py").write_text(METHOD)
    info = tmp_path / "idle_loops-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: idle_loops\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[aberration.methods]\nidle_loops = idle_loops:IdleLoops\n"
    )
    line = ["fuzz", "-m", "idle_loops", "-t", "tcc", "--tests", "4", "--no-reduce", "-o", "out"]
    searched = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    done = subprocess.run(
        [sys.executable, "-m", "aberration.cli.main", *line, "-s", str(CORPUS / "c")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": searched},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "0 bugs; " in done.stdout
