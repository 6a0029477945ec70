"""Lists of passes: read from the help of an optimiser, and put into a target."""

from __future__ import annotations

import pytest

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.runners.spirv_opt import expanded
from aberration.targets.spirv_passes import is_optimiser, listed, passes_of, with_passes
from aberration.targets.spirv_tools import packaged

HELP = """
  --ccp
               Apply the conditional constant propagation transform.
  -O
               Optimize for performance. For this version, this flag is equivalent
               to specifying the following optimization code names:

\t\twrap-opkill
\t\tscalar-replacement=0
\t\twrap-opkill
  -Os
               Optimize for size.

\t\tmerge-return

               NOTE: The specific transformations change.
  -Oconfig=<file>
"""


def optimiser(flags: str) -> Target:
    options = (("path", str(packaged().path)), ("flags", flags))
    driver = Stage("driver", WorkerSpec("vulkan"))
    stages = (Stage("spirv-opt", WorkerSpec("spirv_opt", options)), driver)
    return Target(f"spirv-opt@9:{flags}", "executes", ("spirv",), stages, ("spirv-opt",), "spirv-opt")


@pytest.mark.parametrize(
    ("flag", "names"),
    [("-O", ["wrap-opkill", "scalar-replacement=0", "wrap-opkill"]), ("-Os", ["merge-return"]), ("-O9", [])],
)
def test_the_help_tells_what_a_flag_is_equivalent_to(flag: str, names: list[str]) -> None:
    assert listed(HELP, flag) == names


@pytest.mark.parametrize("flag", ["-O", "-Os"])
def test_the_real_help_is_read(flag: str) -> None:
    names = passes_of(optimiser(flag))
    assert len(names) > 25
    assert {"eliminate-dead-branches", "ssa-rewrite", "simplify-instructions"} <= set(names)


def test_drawn_lists_are_what_the_target_runs() -> None:
    target = optimiser("random-3")
    assert [f"--{name}" for name in passes_of(target)] == expanded("random-3", lambda: _help(target))
    assert 3 <= len(passes_of(target)) <= 24


def _help(target: Target) -> str:
    known = passes_of(target)
    return "\n".join(f"  --{name}" for name in known) if not known else _real_help()


def _real_help() -> str:
    import subprocess

    return subprocess.run([str(packaged().path), "--help"], capture_output=True, text=True, check=False).stdout


def test_a_list_of_passes_makes_another_target() -> None:
    target = with_passes(optimiser("-O"), ["ccp", "scalar-replacement=0"])
    assert target.id == "spirv-opt@9:passes:ccp,scalar-replacement=0"
    assert target.stages[0].worker.option("flags") == "passes:ccp,scalar-replacement=0"
    assert target.stages[1:] == optimiser("-O").stages[1:]
    assert passes_of(target) == ["ccp", "scalar-replacement=0"]
    assert expanded("passes:ccp,scalar-replacement=0", str) == ["--ccp", "--scalar-replacement=0"]


def test_drivers_are_no_optimisers() -> None:
    assert is_optimiser(optimiser("-O"))
    assert not is_optimiser(Target("d", "executes", ("spirv",), (Stage("d", WorkerSpec("vulkan")),)))
    assert not is_optimiser(Target("d", "executes", ("spirv",)))
