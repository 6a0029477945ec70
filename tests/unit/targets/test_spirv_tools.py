from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from aberration.targets import spirv_tools


def test_ids_are_unique_and_each_version_has_all_flags() -> None:
    targets = spirv_tools.providers()
    ids = [target.id for target in targets]
    assert len(ids) == len(set(ids))
    for optimiser in spirv_tools.optimisers():
        flags = {name.partition(":")[2] for name in ids if name.startswith(f"spirv-opt@{optimiser.version}:")}
        assert flags == {"-O", "-Os", "random-1", "random-2", "random-3", "random-4"}


def test_a_missing_version_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    missing = [target for target in spirv_tools.providers() if target.version == spirv_tools.OLD_VERSION]
    assert missing
    assert all(not target.available and target.install == "make setup" for target in missing)


def test_the_program_on_the_path_is_no_wrapper(tmp_path: Path) -> None:
    wrapper, program = tmp_path / "a", tmp_path / "b"
    for folder in (wrapper, program):
        folder.mkdir()
    script = wrapper / "spirv-opt"
    script.write_text(f"#!{sys.executable}\n")
    script.chmod(0o755)
    assert spirv_tools.on_path(str(wrapper)) is None
    (program / "spirv-opt").symlink_to(spirv_tools.packaged().path)
    found = spirv_tools.on_path(os.pathsep.join([str(wrapper), str(program)]))
    assert found is not None
    assert (found.path, found.version) == (program / "spirv-opt", spirv_tools.packaged().version)
