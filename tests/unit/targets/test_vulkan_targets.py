"""The Vulkan targets and the manifests behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.target import Target
from aberration.targets import radv
from aberration.targets.drivers import (
    FOLDERS_VARIABLE,
    LAVAPIPE,
    MANIFEST_FOLDERS,
    find_manifest,
    manifest_folders,
)
from aberration.targets.vulkan import providers

pytestmark = pytest.mark.usefixtures("without_roots")


def by_id() -> dict[str, Target]:
    return {target.id: target for target in (*providers(), *radv.providers())}


def test_lists_all_drivers_and_the_chips_that_the_driver_knows() -> None:
    targets = by_id()
    assert {
        "lavapipe",
        "lavapipe-nopt",
        "swiftshader",
        "lavapipe:rgba32f",
        "radv-llvm-navi21",
    } <= set(targets)
    chips = {target.id.rpartition("-")[2] for target in targets.values() if "radv" in target.groups}
    assert {"tahiti", "vega10", "navi10", "navi21"} <= chips
    assert sum("radv" in target.groups for target in targets.values()) == 2 * len(chips)


def test_kinds_groups_and_environment() -> None:
    targets = by_id()
    nopt = targets["lavapipe-nopt"]
    (version,) = [group for group in nopt.groups if "@" in group]
    assert (nopt.kind, nopt.groups, nopt.family) == (
        "executes",
        ("vulkan", "mesa", version),
        "llvmpipe",
    )
    assert version.partition("@")[2] in nopt.version
    assert dict(nopt.stages[0].worker.environment)["GALLIVM_PERF"] == "nopt"
    assert targets["swiftshader:rgba32f"].groups == ("float-images",)
    vega = targets["radv-aco-vega10"]
    assert (vega.kind, vega.groups) == ("compiles", ("radv", "radv-aco", version))
    assert dict(vega.stages[0].worker.environment)["RADV_FORCE_FAMILY"] == "vega10"
    assert vega.stages[0].worker.option("device") == "RADV VEGA10"


def test_named_folders_come_first(tmp_path: Path) -> None:
    folders = manifest_folders({FOLDERS_VARIABLE: str(tmp_path)})
    assert folders == (str(tmp_path), *MANIFEST_FOLDERS)
    assert find_manifest(LAVAPIPE, [str(tmp_path)]) is None
    manifest = tmp_path / "lvp_icd.aarch64.json"
    manifest.write_text("{}")
    assert find_manifest(LAVAPIPE, folders) == manifest


def test_a_missing_driver_is_listed_with_reason_and_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aberration.targets.drivers.MANIFEST_FOLDERS", ())
    for target in providers():
        assert not target.available
        assert "manifest" in target.reason
        assert "Install" in target.install
