from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec
import pytest

from aberration.targets import spirv_tools


def test_ids_are_unique_and_each_version_has_all_flags() -> None:
    targets = spirv_tools.providers()
    ids = [target.id for target in targets]
    assert len(ids) == len(set(ids))
    for optimiser in spirv_tools.optimisers():
        flags = {
            name.partition(":")[2]
            for name in ids
            if name.startswith(f"spirv-opt@{optimiser.version}:")
        }
        assert flags == {"-O", "-Os", "random", "-O-varied"}
    assert {target.id.partition(":")[2] for target in targets if target.drawn} == {
        "random",
        "-O-varied",
    }


@pytest.mark.parametrize(
    "flags",
    [
        "-O-twice",
        "-O-without-ccp",
        "-O-varied-12",
        "random-77",
        "passes:ccp/scalar-replacement=0",
        "random",
    ],
)
def test_any_flags_name_a_target_and_a_link(flags: str) -> None:
    version = spirv_tools.packaged_optimiser().version
    target = spirv_tools.resolve(f"spirv-opt@{version}:{flags}")
    assert target is not None
    assert target.id == f"spirv-opt@{version}:{flags}"
    assert target.drawn == (flags == "random")
    assert target.stages[0].worker.option("flags") == ("random-0" if flags == "random" else flags)
    link = spirv_tools.resolve_link(f"spirv-opt:{flags}")
    assert link is not None
    assert link.stages[0].worker.option("flags") == target.stages[0].worker.option("flags")


@pytest.mark.parametrize(
    "flags", ["-O3", "random-x", "passes:", "passes:a//b", "-O-without-", "varied-1"]
)
def test_what_are_no_flags_names_no_target(flags: str) -> None:
    assert (
        spirv_tools.resolve(f"spirv-opt@{spirv_tools.packaged_optimiser().version}:{flags}") is None
    )
    assert spirv_tools.resolve_link(f"spirv-opt:{flags}") is None


def test_a_target_is_known_in_all_versions() -> None:
    target = spirv_tools.resolve(f"spirv-opt@{spirv_tools.packaged_optimiser().version}:random-77")
    assert target is not None
    alike = spirv_tools.in_all_versions(target)
    assert [one.version for one in alike] == [
        optimiser.version for optimiser in spirv_tools.optimisers()
    ]
    assert {one.stages[0].worker.option("flags") for one in alike} == {"random-77"}
    assert spirv_tools.in_all_versions(msgspec.structs.replace(target, id="lavapipe")) == []


def test_a_missing_version_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ABERRATION_TOOLS", str(tmp_path))
    missing = [
        target for target in spirv_tools.providers() if target.version == spirv_tools.OLD_VERSION
    ]
    assert missing
    assert all(not target.available and target.install == "aberration setup" for target in missing)


def test_the_program_on_the_path_is_no_wrapper(tmp_path: Path) -> None:
    wrapper, program = tmp_path / "a", tmp_path / "b"
    for folder in (wrapper, program):
        folder.mkdir()
    script = wrapper / "spirv-opt"
    script.write_text(f"#!{sys.executable}\n")
    script.chmod(0o755)
    assert spirv_tools.on_path(str(wrapper)) is None
    (program / "spirv-opt").symlink_to(spirv_tools.packaged_optimiser().path)
    found = spirv_tools.on_path(os.pathsep.join([str(wrapper), str(program)]))
    assert found is not None
    assert (found.path, found.version) == (
        program / "spirv-opt",
        spirv_tools.packaged_optimiser().version,
    )
