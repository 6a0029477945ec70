"""The targets of wgpu and Dawn, as this machine has them and as another one would."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.target import BY_REQUEST, OLDER
from aberration.targets import chromium, dawn, webgpu, wgpu
from aberration.targets.drivers import FOLDERS_VARIABLE
from aberration.targets.places import TOOLS_VARIABLE
from aberration.targets.systems import only

pytestmark = pytest.mark.usefixtures("without_roots")


def test_ids_name_version_and_driver() -> None:
    ids = [target.id for target in (*wgpu.providers(), *dawn.providers())]
    assert len(ids) == len(set(ids))
    assert {
        "wgpu-lavapipe",
        "wgpu-swiftshader",
        "wgpu-gl-llvmpipe",
        "wgpu@22:lavapipe",
        "wgpu@27:gl-llvmpipe",
    } <= {*ids}
    assert {
        "dawn-swiftshader",
        "dawn-gl-llvmpipe",
        "dawn-null",
        "dawn@0.4.0:swiftshader",
        "dawn@0.3.8:null",
    } <= {*ids}
    assert {
        "wgpu-lavapipe:rgba32f",
        "dawn-gl-llvmpipe:rgba32f",
        "dawn-swiftshader:disable_robustness",
    } <= {*ids}
    assert "wgpu-gl-llvmpipe:rgba32f" not in ids


def test_naga_takes_spirv_by_request_and_tint_speaks_wgsl_alone() -> None:
    for target in wgpu.providers():
        assert (target.family, target.languages) == ("naga", ("wgsl", "spirv", "glsl"))
        assert target.own_languages == ("wgsl",)
    assert all(
        target.languages == ("wgsl",) and target.family == "tint" for target in dawn.providers()
    )


def test_older_ones_are_for_those_who_ask() -> None:
    for target in (*wgpu.providers(), *dawn.providers()):
        assert ({OLDER, BY_REQUEST} <= {*target.groups}) == ("@" in target.id)


def test_null_compiles_only() -> None:
    kinds = {target.id: target.kind for target in dawn.providers()}
    assert (kinds["dawn-null"], kinds["dawn-swiftshader"]) == ("compiles", "executes")


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path))
    for target in (*wgpu.providers(), *dawn.providers()):
        assert not target.available
        assert target.reason.startswith(("no wgpu 0.", "no Dawn 0."))
        assert target.install == "aberration setup"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert {target.reason for target in dawn.providers()} == {
        "no Node.js (node) was found on the PATH"
    }


def test_what_a_browser_lacks_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path / "tools"))
    monkeypatch.setenv("PATH", str(tmp_path))

    def reason() -> str:
        found = chromium.providers()
        assert all(target.available == (not target.reason) for target in found)
        assert all(bool(target.install) == bool(target.reason) for target in found)
        (told,) = {target.reason for target in found}
        return told

    assert reason() == "no Chromium was found on the PATH"
    (tmp_path / "chromium").touch(mode=0o755)
    assert reason() == "no Node.js (node) was found on the PATH"
    (tmp_path / "node").touch(mode=0o755)
    assert reason().startswith("no Playwright 1.65.1: ")
    package = (
        tmp_path
        / "tools"
        / "playwright-1.65.1"
        / "node_modules"
        / "playwright-core"
        / "package.json"
    )
    package.parent.mkdir(parents=True)
    package.touch()
    assert reason() == ""


def test_ids_in_the_browser_name_compiler_and_driver() -> None:
    plain = ["chromium-webgpu-swiftshader", "angle-swiftshader", "angle-gl-llvmpipe"]
    found = chromium.providers()
    assert [target.id for target in found] == [*plain, *(f"{name}:rgba32f" for name in plain)]
    assert [target.languages for target in found[:3]] == [("wgsl",), ("essl",), ("essl",)]
    assert [target.family for target in found[:3]] == ["tint", "angle", "angle"]


def test_any_switch_of_dawn_can_be_asked_for() -> None:
    target = dawn.resolve("dawn-gl-llvmpipe:skip_validation+disable_robustness")
    assert target is not None
    assert target.id == "dawn-gl-llvmpipe:skip_validation+disable_robustness"
    assert target.stages[0].worker.option("toggles") == "skip_validation,disable_robustness"
    for other in ("dawn-lavapipe:x", "dawn-swiftshader", "dawn-swiftshader:a,b", "lavapipe"):
        assert dawn.resolve(other) is None


def test_a_driver_that_is_missing_below_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("aberration.targets.drivers.MANIFEST_FOLDERS", (str(tmp_path),))
    monkeypatch.setattr(webgpu, "EGL_FOLDERS", (str(tmp_path),))
    found = webgpu.drivers_below({FOLDERS_VARIABLE: str(tmp_path)})
    assert {below.name for below in found.values()} == {"lavapipe", "swiftshader", "gl-llvmpipe"}
    assert all(below.reason and below.install for below in found.values())
    (tmp_path / "lvp_icd.json").touch()
    (tmp_path / "50_mesa.json").touch()
    found = webgpu.drivers_below({})
    assert found["lavapipe"].environment == only(tmp_path / "lvp_icd.json")
    assert found["gl-llvmpipe"].reason == ""
