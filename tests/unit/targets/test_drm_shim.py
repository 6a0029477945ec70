"""Chips that are not here, by Mesa's drm-shim, in a root that looks as if it had one."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.mirrored import MANIFESTS, unpacked

from aberration.core.target import Target
from aberration.targets import drm_shim, radv, roots
from aberration.targets.answers import Answer, DeviceDescription, Question
from aberration.targets.places import TOOLS_VARIABLE

CHIPS = {
    "navi21": "AMD Radeon RX 6800 (RADV NAVI21)",
    "gfx1201": "AMD Radeon Graphics (RADV GFX1201)",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a root with the shims of AMD and NVIDIA, of which the chips in `CHIPS` and one of
    NVIDIA come up.
    """
    monkeypatch.setenv(TOOLS_VARIABLE, str(tmp_path))
    folder = unpacked(tmp_path / "roots" / "sid")
    inside = next((folder / "usr" / "lib").iterdir())
    real = inside.resolve()
    inside.unlink()
    inside.mkdir()
    for name in ("libc.so.6", "ld-linux-x86-64.so.2", "libvulkan_lvp.so"):
        (inside / name).symlink_to(real / name)
    for kind in ("radeon", "nouveau"):
        (inside / f"libvulkan_{kind}.so").touch()
        text = f'{{"ICD": {{"library_path": "libvulkan_{kind}.so", "api_version": "1.4.0"}}}}'
        (folder / MANIFESTS / f"{kind}_icd.json").write_text(text)
    (inside / "libamdgpu_noop_drm_shim.so").write_bytes(
        b"\0x\0" + b"\0".join(map(str.encode, CHIPS)) + b"\0gfx9999\0"
    )
    (inside / "libnouveau_noop_drm_shim.so").touch()
    roots.prepare(folder, {"mesa-vulkan-drivers": "26.2.6-1"})
    monkeypatch.setattr(drm_shim, "ask_all", _answers)
    monkeypatch.setattr(
        "aberration.targets.vulkan.ask_all",
        lambda questions: [Answer(failure="none")] * len(questions),
    )
    return folder


def _answers(questions: list[Question]) -> list[Answer | None]:
    return [
        _answer(dict(word.split("=") for word in question.launch if "=" in word))
        for question in questions
    ]


def _answer(chosen: dict[str, str]) -> Answer:
    name = CHIPS.get(
        chosen.get("AMDGPU_GPU_ID", ""), "NVK" if chosen.get("NOUVEAU_CHIPSET") == "172" else ""
    )
    if not name:
        return Answer(failure="it has no device here")
    return Answer((DeviceDescription(name, f"{name}, radv Mesa 26.2.6-1", "26.2.6"),))


def by_id(targets: list[Target]) -> dict[str, Target]:
    return {target.id: target for target in targets}


def test_chips_that_come_up_are_targets(root: Path) -> None:
    assert list(by_id(drm_shim.providers())) == ["nvk-ga102@26.2.6"]
    found = {name: target for name, target in by_id(radv.providers()).items() if target.available}
    assert list(found) == ["radv-aco-gfx1201@26.2.6", "radv-aco-navi21@26.2.6"]
    target = found["radv-aco-navi21@26.2.6"]
    assert (target.kind, target.family, target.series) == (
        "compiles",
        "radv-aco",
        "radv-aco-navi21",
    )
    assert target.groups == ("radv", "radv-aco", "drm-shim", "mesa@26.2.6")


def test_the_chip_is_chosen_where_the_program_starts(root: Path) -> None:
    """A worker that is forked cannot choose another one: each chip needs a fork server of its
    own.
    """
    worker = by_id(radv.providers())["radv-aco-navi21@26.2.6"].stages[0].worker
    assert worker.launch[:2] == ("/usr/bin/env", "AMDGPU_GPU_ID=navi21")
    assert worker.launch[3:5] == (
        "--preload",
        str(next((root / "usr" / "lib").iterdir()) / drm_shim._SHIMS[0].library),
    )
    assert "AMDGPU_GPU_ID" not in dict(worker.environment)
    assert worker.option("device").startswith(CHIPS["navi21"])


def test_a_root_whose_radv_needs_no_shim_has_none(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chip = DeviceDescription(
        "navi21", "Null hardware (RADV NAVI21), radv Mesa 26.2.6", "26.2.6", uuid="navi21"
    )
    monkeypatch.setattr(
        "aberration.targets.vulkan.ask_all", lambda questions: [Answer((chip,))] * len(questions)
    )
    found = by_id(radv.providers())
    assert "drm-shim" not in found["radv-aco-navi21@26.2.6"].groups
    assert (
        dict(found["radv-aco-navi21@26.2.6"].stages[0].worker.environment)["RADV_FORCE_FAMILY"]
        == "navi21"
    )
    assert "radv-aco-gfx1201@26.2.6" not in found


@pytest.mark.usefixtures("without_roots")
def test_without_roots_there_are_none() -> None:
    assert drm_shim.providers() == []
