"""Lists of passes: read from the help of an optimiser, and put into a target."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.campaign.triage.spirv_passes import is_optimiser, passes_of, with_passes
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.runners.spirv.opt import version_of
from aberration.targets.runners.spirv.opt_lists import arguments_of
from aberration.targets.spirv_tools import packaged_optimiser


def optimiser(flags: str) -> Target:
    options = (("path", str(packaged_optimiser().path)), ("flags", flags))
    driver = Stage("driver", WorkerSpec("vulkan"))
    stages = (Stage("spirv-opt", WorkerSpec("spirv_opt", options)), driver)
    return Target(
        f"spirv-opt@9:{flags}", "executes", ("spirv",), stages, ("spirv-opt",), "spirv-opt"
    )


@pytest.mark.parametrize("flag", ["-O", "-Os"])
def test_the_real_help_is_read(flag: str) -> None:
    names = passes_of(optimiser(flag))
    assert len(names) > 25
    assert {"eliminate-dead-branches", "ssa-rewrite", "simplify-instructions"} <= set(names)


def test_drawn_lists_are_what_the_target_runs(tmp_path: Path) -> None:
    target = optimiser("random-3")
    version = version_of(str(packaged_optimiser().path), tmp_path)
    assert [f"--{name}" for name in passes_of(target)] == arguments_of("random-3", lambda: version)
    assert len(passes_of(target)) >= 3


def test_a_list_of_passes_makes_another_target() -> None:
    target = with_passes(optimiser("-O"), ["ccp", "scalar-replacement=0"])
    assert target.id == "spirv-opt@9:passes:ccp/scalar-replacement=0"
    assert target.stages[0].worker.option("flags") == "passes:ccp/scalar-replacement=0"
    assert target.stages[1:] == optimiser("-O").stages[1:]
    assert passes_of(target) == ["ccp", "scalar-replacement=0"]


def test_drivers_are_no_optimisers() -> None:
    assert is_optimiser(optimiser("-O"))
    assert not is_optimiser(
        Target("d", "executes", ("spirv",), (Stage("d", WorkerSpec("vulkan")),))
    )
    assert not is_optimiser(Target("d", "executes", ("spirv",)))
