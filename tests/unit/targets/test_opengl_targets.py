"""The OpenGL targets as records."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.targets import opengl
from aberration.targets.drivers import FOLDERS_VARIABLE

pytestmark = pytest.mark.usefixtures("without_roots")


def test_every_driver_comes_with_both_formats() -> None:
    targets = {target.id: target for target in opengl.providers()}
    drivers = ["llvmpipe", "llvmpipe-nopt", "softpipe", "zink-lavapipe"]
    assert list(targets) == [*drivers, *(f"{driver}:rgba32f" for driver in drivers)]
    assert all(target.languages == ("glsl", "essl") for target in targets.values())
    assert targets["softpipe"].groups[:2] == ("opengl", "mesa")
    assert targets["softpipe"].groups[2].partition("@")[2] in targets["softpipe"].version
    assert targets["softpipe:rgba32f"].groups == ("float-images",)
    assert targets["softpipe:rgba32f"].stages[0].worker.option("format") == "rgba32f"


def test_drivers_are_chosen_by_the_environment_and_looked_at() -> None:
    workers = {target.id: target.stages[0].worker for target in opengl.providers()}
    for name, driver in (
        ("llvmpipe-nopt", "llvmpipe"),
        ("softpipe", "softpipe"),
        ("zink-lavapipe", "zink"),
    ):
        variables = dict(workers[name].environment)
        assert variables["GALLIUM_DRIVER"] == driver
        assert variables["LIBGL_ALWAYS_SOFTWARE"] == "1"
        assert ("GALLIVM_PERF" in variables) == (name == "llvmpipe-nopt")
        assert ("VK_ICD_FILENAMES" in variables) == (name == "zink-lavapipe")
        assert workers[name].option("renderer").startswith(driver)


def test_a_missing_library_is_named_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(opengl, "LIBRARY_FOLDERS", (str(tmp_path),))
    for target in opengl.providers():
        assert not target.available
        assert target.reason == f"no libEGL.so.1 was found in {tmp_path}"
        assert "apt-get install libegl1" in target.install
    (tmp_path / "libEGL.so.1").touch()
    (tmp_path / "libEGL_mesa.so.0").touch()
    assert all(target.available for target in opengl.providers())


def test_zink_needs_lavapipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("aberration.targets.systems.manifest_folders", lambda _: (str(tmp_path),))
    targets = {target.id: target for target in opengl.providers()}
    assert targets["softpipe"].available
    assert not targets["zink-lavapipe"].available
    assert "lvp_icd*.json" in targets["zink-lavapipe"].reason
    assert FOLDERS_VARIABLE in targets["zink-lavapipe"].install
