"""Which folders a worker does not see, and what it needs of them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from aberration.core.target import WorkerSpec
from aberration.targets.sandbox.confinement import Confinement
from aberration.targets.sandbox.places import READABLE_VARIABLE, confinement_of


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path.resolve() / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    return folder


def confined(spec: WorkerSpec, **environment: str) -> Confinement:
    return confinement_of(spec, Path("/scratch"), environment)


def file(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_what_people_keep_is_hidden(home: Path) -> None:
    found = confined(WorkerSpec("c"))
    assert {str(home), "/tmp", "/dev", "/run", "/home", "/root"} <= set(found.hidden)
    assert str(home / ".ssh") not in found.kept
    assert "/dev/null" in found.kept
    assert not found.network


def test_our_own_code_and_python_stay_in_sight() -> None:
    found = confined(WorkerSpec("c"))
    for path in (sys.prefix, sys.base_prefix, Path(__file__).parents[4] / "src"):
        place = os.path.realpath(path)
        out_of_sight = any(place.startswith(f"{folder}/") for folder in found.hidden)
        assert not out_of_sight or place in found.kept


def test_a_compiler_in_the_home_has_its_libraries(home: Path) -> None:
    path = file(home / "gcc" / "bin" / "gcc")
    (home / "gcc" / "lib").mkdir()
    found = confined(WorkerSpec("c", (("path", str(path)),)))
    assert {str(path), str(path.parent), str(home / "gcc" / "lib")} <= set(found.kept)
    assert str(home / "gcc") not in found.kept


def test_a_driver_in_the_home_has_its_library(home: Path) -> None:
    library = file(home / "mesa" / "lib" / "libvulkan_lvp.so")
    manifest = {"ICD": {"library_path": "../../../lib/libvulkan_lvp.so"}}
    path = file(home / "mesa" / "share" / "vulkan" / "icd.d" / "x.json", json.dumps(manifest))
    found = confined(WorkerSpec("vulkan", environment=(("VK_DRIVER_FILES", str(path)),)))
    assert {str(path.parent), str(library), str(library.parent)} <= set(found.kept)


def test_the_user_names_what_else_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools, headers = home / "tools", home / "headers"
    monkeypatch.setenv(READABLE_VARIABLE, f"{tools}:{headers}")
    assert {str(tools), str(headers)} <= set(confined(WorkerSpec("c")).kept)
    assert str(tools) in confined(WorkerSpec("c"), PATH=f"/usr/bin:{tools}").kept


def test_a_hidden_folder_is_never_shown_as_a_whole(home: Path) -> None:
    named = f"{home}:{home.parent}:/tmp:/:/home"
    kept = confined(WorkerSpec("c"), PATH=named).kept
    assert not {str(home), str(home.parent), "/tmp", "/", "/home"} & set(kept)


@pytest.mark.parametrize(
    ("spec", "network"),
    [
        (WorkerSpec("vulkan"), False),
        (WorkerSpec("chromium"), True),
        (WorkerSpec("vulkan", resident=4096), True),
        (WorkerSpec("command", (("definition", '{"network": true}'),)), True),
        (WorkerSpec("command", (("definition", '{"command": ["x"]}'),)), False),
    ],
)
def test_who_has_the_network(spec: WorkerSpec, network: bool) -> None:
    assert confined(spec).network == network
