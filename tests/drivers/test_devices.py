"""Drivers through the general way alone: one line names them, and they keep all promises of a
target.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.conformance import check_deadline, check_refuses, check_repeats, check_survives_a_kill
from helpers.mirrored import VENDORS, unpacked

from aberration.core.target import Target
from aberration.targets import devices, roots
from aberration.targets.drivers import LAVAPIPE, SWIFTSHADER, find_manifest, manifest_folders
from aberration.targets.places import tools_folder
from aberration.targets.pool import TargetPool
from aberration.targets.roots import EGL_VENDOR, Root, installed_roots
from aberration.targets.user_file import VARIABLE

ROOTS = installed_roots(tools_folder())


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(limit=4) as opened:
        yield opened


def named(monkeypatch: pytest.MonkeyPatch, file: Path, **drivers: Path) -> list[Target]:
    """Return the targets of drivers that one line each names."""
    file.write_text(
        "".join(f'driver.{name}.{_key(path)} = "{path}"\n' for name, path in drivers.items())
    )
    monkeypatch.setenv(VARIABLE, str(file))
    return [target for target in devices.providers() if {*drivers} & {*target.groups}]


def _key(path: Path) -> str:
    return "egl" if "egl_vendor" in str(path) else "vulkan"


def keeps_its_promises(pool: TargetPool, target: Target) -> None:
    assert target.available, target.reason
    check_repeats(pool, target)
    check_refuses(pool, target)
    check_deadline(pool, target)
    check_survives_a_kill(target)


def test_the_drivers_of_this_machine_and_of_a_root(
    pool: TargetPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = manifest_folders({})
    lavapipe, swiftshader = (find_manifest(driver, folders) for driver in (LAVAPIPE, SWIFTSHADER))
    assert lavapipe
    assert swiftshader
    root = unpacked(tmp_path / "root")
    roots.prepare(root, {})
    found = named(
        monkeypatch,
        tmp_path / "mine.toml",
        mine=lavapipe,
        browser=swiftshader,
        other=root / roots.MANIFESTS,
        renderer=root / VENDORS / "50_mesa.json",
    )
    ids = [re.sub(r"[\d.]+$", "N", target.id) for target in found]
    assert ids == [
        "vulkan:llvmpipe@N",
        "vulkan:swiftshader-device@N",
        "vulkan:llvmpipe-2@N",
        "opengl:llvmpipe@N",
    ]
    assert [bool(target.stages[0].worker.launch) for target in found] == [False, False, True, True]
    for target in found[:2]:
        keeps_its_promises(pool, target)
    for target in found[2:]:
        check_survives_a_kill(target)


@pytest.mark.slow
@pytest.mark.parametrize("root", ROOTS, ids=lambda root: root.name)
def test_the_drivers_of_every_root_here(
    pool: TargetPool, root: Root, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = named(
        monkeypatch, tmp_path / "mine.toml", vk=root.manifests, gl=root.folder / EGL_VENDOR
    )
    assert found
    for target in found:
        if target.available or "it is a device of Vulkan 1.0" not in target.reason:
            keeps_its_promises(pool, target)
