"""Roots of other systems, by one that mirrors this machine."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from helpers.mirrored import MANIFESTS, PACKAGES, mirrored_root, unpacked

from aberration.core.errors import BadInput
from aberration.targets import roots
from aberration.targets.roots import (
    LINKS,
    RECORD,
    installed_roots,
    libc_of,
    machine_libc,
    prepare,
    root_of,
    upstream,
)


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("26.2.6-1", "26.2.6"),
        ("1:20.3.5-1", "20.3.5"),
        ("22.3.6-1+deb12u2", "22.3.6"),
        ("2026.4~rc2-1", "2026.4"),
        ("2021.01.15+1.4.357.0-1", "1.4.357.0"),
        ("15.1.0+1.4.309.0-1", "15.1.0"),
        ("20.3.5", "20.3.5"),
        ("", ""),
    ],
)
def test_versions_of_packages_become_those_of_targets(version: str, number: str) -> None:
    assert upstream(version) == number


def test_a_root_is_found_when_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = mirrored_root(tmp_path, monkeypatch)
    unpacked(tmp_path / "roots" / "half")
    (tmp_path / "roots" / "broken" / RECORD.parent).mkdir(parents=True)
    (tmp_path / "roots" / "broken" / RECORD).write_text('{"libc": 1}')
    (root,) = installed_roots(tmp_path)
    assert (root.name, root.folder) == ("mirror", folder)
    assert root.record.libc == machine_libc() == libc_of(folder)
    assert (root.version("spirv-tools"), root.version("no-such")) == ("2099.1", "")


def test_a_root_that_was_prepared_for_another_machine_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirrored_root(tmp_path, monkeypatch)
    monkeypatch.setattr(roots, "machine_libc", lambda: "99.9")
    assert installed_roots(tmp_path) == []


def test_its_own_loader_starts_what_is_not_newer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = mirrored_root(tmp_path, monkeypatch)
    (root,) = installed_roots(tmp_path)
    loader, flag, libraries = root.launch
    assert Path(loader).parent == Path(libraries) == folder / "usr" / "lib" / Path(libraries).name
    assert flag == "--library-path"
    done = subprocess.run(
        [*root.launch, "/bin/echo", "started"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "started\n"
    assert dict(root.environment)["LIBGL_DRIVERS_PATH"] == f"{libraries}/dri"
    assert "LD_LIBRARY_PATH" not in dict(root.environment)
    assert not list((folder / LINKS).iterdir())


def test_an_older_one_lends_what_this_machine_lacks_and_all_of_mesa(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roots, "machine_libc", lambda: "99.9")
    folder = unpacked(tmp_path / "roots" / "old")
    inside = next((folder / "usr" / "lib").iterdir())
    real = inside.resolve()
    inside.unlink()
    inside.mkdir()
    for name in ("libc.so.6", "ld-linux-x86-64.so.2", "libEGL_mesa.so.0", "libz.so.1"):
        (inside / name).symlink_to(real / name)
    for name in ("libLLVM-3.so.1", "libc-2.1.so", "libnss_old-2.1.so", "notes.so.txt"):
        (inside / name).touch()
    prepare(folder, PACKAGES)
    (root,) = installed_roots(tmp_path)
    assert root.launch == ()
    assert dict(root.environment)["LD_LIBRARY_PATH"] == str(folder / LINKS)
    assert sorted(os.listdir(folder / LINKS)) == ["libEGL_mesa.so.0", "libLLVM-3.so.1"]


def test_manifests_point_into_the_root_and_move_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = unpacked(tmp_path / "here")
    library = next((folder / "usr" / "lib").iterdir()) / "libvulkan_lvp.so"
    written = {
        "absolute": f"/{library.relative_to(folder)}",
        "named": "libvulkan_lvp.so",
        "lost": "libvulkan_no.so",
    }
    for name, path in written.items():
        document = {
            "file_format_version": "1.0.0",
            "ICD": {"library_path": path, "api_version": "1.3.0"},
        }
        (folder / MANIFESTS / f"{name}.json").write_text(json.dumps(document))
    prepare(folder, {})
    moved = folder.rename(tmp_path / "there")
    root = root_of(moved / "usr" / "bin" / "spirv-opt")
    assert root is not None
    found = {path.stem: path for path in root.manifests.iterdir()}
    assert {"absolute", "named"} <= set(found)
    assert "lost" not in found
    for name in ("absolute", "named"):
        named = json.loads(found[name].read_text())["ICD"]["library_path"]
        assert (root.manifests / named).resolve() == Path(
            f"/{library.relative_to(folder)}"
        ).resolve()


def test_programs_are_called_with_their_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirrored_root(tmp_path, monkeypatch)
    (root,) = installed_roots(tmp_path)
    program = root.program("spirv-opt")
    assert program is not None
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert "SPIRV-Tools v" in done.stdout + done.stderr
    assert root.program("glslc") is None


def test_what_is_no_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"expected the root of a system with glibc, but it has no"):
        prepare(tmp_path, {})
    assert root_of(tmp_path / "file") is None
