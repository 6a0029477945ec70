from __future__ import annotations

from pathlib import Path

import pytest

from aberration.targets import ziglang


def script(folder: Path, name: str, mode: int = 0o755) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n")
    (folder / name).chmod(mode)


def test_versions_come_oldest_first(tmp_path: Path) -> None:
    for name in ("zig-0.10.1", "zig-0.9.1", "gcc-9", "zig-master", "zig"):
        script(tmp_path, name)
    script(tmp_path, "zig-0.11.0", 0o644)
    assert [compiler.name for compiler in ziglang.find_zigs(tmp_path)] == [
        "zig-0.9.1",
        "zig-0.10.1",
    ]


def test_a_zig_is_a_clang_of_the_group_zig(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script(tmp_path / "bin", "zig-0.9.1")
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    targets = ziglang.providers()
    assert [target.id for target in targets] == [
        f"zig-0.9.1:{level}" for level in ("-O0", "-O1", "-Os", "-O2", "-O3")
    ]
    assert {target.family for target in targets} == {"clang"}
    assert all({"zig", "zig-0.9.1", "c"} <= set(target.groups) for target in targets)


def test_none_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    (target,) = ziglang.providers()
    assert not target.available
    assert (target.id, target.install) == ("zig", "aberration setup --compilers")
