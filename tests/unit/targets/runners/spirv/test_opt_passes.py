"""The table of passes, compared with what the installed versions of spirv-opt say they have."""

from __future__ import annotations

from pathlib import Path

import pytest

from aberration.core.rng import Rng
from aberration.targets import spirv_tools
from aberration.targets.runners.spirv.opt import version_of
from aberration.targets.runners.spirv.opt_passes import (
    HIDDEN,
    NOT_A_PASS,
    PRESERVING,
    SELDOM,
    UNUSED,
    USED,
    drawn_pass,
    entries,
    known_passes,
    passes_behind,
    unclassified_entries,
)

HELP = """
  --ccp
               Apply the conditional constant propagation transform, unlike --loop-unroll.
  --reduce-load-size[=<threshold>]
               Replaces loads.
  --brand-new-pass "<a> ..."
               Does something new.
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
  -h, --help
"""
VERSIONS = [optimiser for optimiser in spirv_tools.optimisers() if optimiser.path.is_file()]


@pytest.mark.parametrize(
    ("flag", "names"),
    [
        ("-O", ["wrap-opkill", "scalar-replacement=0", "wrap-opkill"]),
        ("-Os", ["merge-return"]),
        ("-O9", []),
    ],
)
def test_the_help_tells_what_a_flag_is_equivalent_to(flag: str, names: list[str]) -> None:
    assert passes_behind(HELP, flag) == names


def test_the_help_tells_what_there_is() -> None:
    assert entries(HELP) == ["ccp", "reduce-load-size", "brand-new-pass", "O", "Os", "Oconfig", "h"]
    assert unclassified_entries(HELP) == ["brand-new-pass"]
    named = ["ccp", "merge-return", "reduce-load-size", "wrap-opkill"]
    assert known_passes(HELP) == named
    assert known_passes(HELP, ["code-sink", "no-such-pass"]) == sorted([*named, "code-sink"])


@pytest.mark.parametrize("optimiser", VERSIONS, ids=lambda optimiser: optimiser.version)
def test_each_entry_of_an_installed_version_is_used_or_said_why_not(
    optimiser: spirv_tools.Optimiser, tmp_path: Path
) -> None:
    version = version_of(str(optimiser.path), tmp_path)
    assert unclassified_entries(version.help) == []
    lacking = {"remove-dont-inline"} if optimiser.version == "2020.6" else set()
    assert set(version.hidden) == set(HIDDEN) - lacking
    assert len(version.passes) >= 58
    assert set(passes_behind(version.help, "-O")) | set(passes_behind(version.help, "-Os")) <= {
        argument for name in version.passes for argument in (name, f"{name}=0", f"{name}=100")
    }


def test_nothing_is_both_used_and_not_and_each_reason_is_told() -> None:
    tables = [set(USED), set(UNUSED), set(NOT_A_PASS), set(PRESERVING)]
    assert sum(map(len, tables)) == len(set.union(*tables))
    assert all(len(reason) > 10 for reason in [*UNUSED.values(), *NOT_A_PASS.values()])
    assert all(set(known.after) <= set(USED) for known in USED.values())


def test_what_finds_little_to_do_is_drawn_seldom() -> None:
    drawn = [drawn_pass(Rng.of(seed), ["ccp", "strip-reflect"]) for seed in range(200)]
    assert 15 < drawn.count("strip-reflect") < 65
    assert set(USED) >= SELDOM


def test_arguments_are_drawn_where_there_are_any() -> None:
    rng = Rng.of(0)
    assert {drawn_pass(rng, ["ccp"]) for _ in range(9)} == {"ccp"}
    assert {drawn_pass(rng, ["loop-unroll-partial"]) for _ in range(99)} == {
        f"loop-unroll-partial={argument}" for argument in USED["loop-unroll-partial"].arguments
    }
    assert "reduce-load-size" in {drawn_pass(rng, ["reduce-load-size"]) for _ in range(30)}
