"""Each host mutant makes one mistake, in one way to drive it, and is right in all others."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import given_constants
from msgspec.structs import replace

from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.outcome import Translated
from aberration.core.program import Program
from aberration.core.tiles import Tile
from aberration.core.ways import WAYS
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.specialise import specialise
from aberration.targets.host_mutants.catalogue import HOST_MUTANTS
from aberration.targets.host_mutants.mutant import HostMutant
from aberration.targets.registry import discover
from aberration.targets.runner import Clock
from aberration.targets.runners.spirv.mutant import MutantRunner

GIVEN = Inputs(
    uniforms=(Uniform("a", b"\1\2\3\4"), Uniform("b", b"\5\6\7\x08", binding=1)),
    buffers=(Buffer(0, b"\1" * 4), Buffer(1, b"\2" * 8)),
    width=64,
    height=32,
    groups=(4, 3, 2),
)
MODULE = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%int = OpTypeInt 32 1
%procedure = OpTypeFunction %void
%two = OpConstant %int 2
%main = OpFunction %void None %procedure
%entry = OpLabel
%four = OpIAdd %int %two %two
OpReturn
OpFunctionEnd
"""
PROGRAM = Program("spirv", "compute", assemble(MODULE), GIVEN, name="driven")


def driven(mutant: HostMutant, *ways: str) -> Program:
    """Return the program as a host mutant sees it, by its runner."""
    runner = MutantRunner()
    runner.open({"mutant": mutant.name})
    program = replace(PROGRAM, inputs=replace(GIVEN, ways=ways))
    outcome = runner.run(program, Clock())
    runner.close()
    assert isinstance(outcome, Translated)
    return outcome.program


def seen(name: str) -> Inputs:
    """Return the inputs that a mutant sees, which leaves the module as it is."""
    mutant = next(one for one in HOST_MUTANTS if one.name == name)
    found = driven(mutant, mutant.way)
    assert found.source == PROGRAM.source
    return found.inputs


@pytest.mark.parametrize("mutant", HOST_MUTANTS, ids=[one.name for one in HOST_MUTANTS])
def test_it_is_right_but_in_one_way(mutant: HostMutant) -> None:
    others = tuple(name for name in WAYS if name != mutant.way)
    assert driven(mutant, *others) == replace(PROGRAM, inputs=replace(GIVEN, ways=others))
    mistaken = driven(mutant, mutant.way)
    assert mistaken != replace(PROGRAM, inputs=replace(GIVEN, ways=(mutant.way,)))


def test_each_is_a_target_that_no_campaign_draws() -> None:
    targets = {target.id: target for target in discover()}
    for mutant in HOST_MUTANTS:
        assert targets[f"mutant-{mutant.name}"].groups == ("host-mutants", "by-request")


def test_the_page_of_targets_has_a_row_for_each() -> None:
    page = (Path(__file__).parents[4] / "docs" / "targets.md").read_text()
    for mutant in HOST_MUTANTS:
        assert f"| `mutant-{mutant.name}` | {mutant.imitates} | {mutant.way} |" in page


def test_all_buffers_begin_as_the_first_does() -> None:
    assert [one.data for one in seen("host-dynamic-offset").buffers] == [
        b"\1" * 4,
        b"\1" * 4 + b"\2" * 4,
    ]


def test_of_three_numbers_of_workgroups_one_is_taken() -> None:
    assert seen("host-indirect-groups").groups == (4, 1, 1)


def test_the_part_that_is_drawn_first_is_lost() -> None:
    found = seen("host-lost-tile")
    assert found.tiles == (Tile(0, 16, 32, 16), Tile(32, 0, 32, 16), Tile(0, 0, 32, 16))
    assert found.ways == ()


def test_specialisation_constants_keep_their_defaults() -> None:
    mutant = next(one for one in HOST_MUTANTS if one.name == "host-default-constants")
    found = driven(mutant, mutant.way)
    assert found.source == specialise(PROGRAM.source).source
    assert found.inputs == GIVEN


def test_given_constants_keep_their_defaults_too() -> None:
    for mutant in HOST_MUTANTS:
        runner = MutantRunner()
        runner.open({"mutant": mutant.name})
        outcome = runner.run(given_constants.program(*given_constants.GIVEN), Clock())
        assert isinstance(outcome, Translated)
        forgets = mutant.name == "host-default-constants"
        given = () if forgets else given_constants.GIVEN
        assert outcome.program == given_constants.program(*given)


def test_the_last_uniform_is_zero() -> None:
    assert [one.data for one in seen("host-cached-binding").uniforms] == [b"\1\2\3\4", bytes(4)]
