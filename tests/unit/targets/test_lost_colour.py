"""Translators whose output draws nothing."""

from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from aberration.core.outcome import Invalid, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.testcase import load_case
from aberration.languages.spirv.assembly import assemble
from aberration.targets.composition import resolve
from aberration.targets.lost_colour import LOST_COLOUR, loses_colour
from aberration.targets.pool import TargetPool
from aberration.targets.runners.interface import NO_COLOUR

NOTHING_DRAWN: Final = Rejected(NO_COLOUR, stage="llvmpipe", unasked=True)
KNOWN: Final = Path("corpus/bugs/spirv-cross-equal-targets")
STORE: Final = "OpStore %colour %black\nOpReturn"
PART: Final = "%part = OpAccessChain %float_output %colour %index\nOpStore %part %none\nOpReturn"


def program(body: str, place: int = 0) -> Program:
    module = assemble(f"""
        OpCapability Shader
        OpMemoryModel Logical GLSL450
        OpEntryPoint Fragment %main "main" %colour
        OpExecutionMode %main OriginUpperLeft
        OpDecorate %colour Location {place}
        %void = OpTypeVoid
        %main_type = OpTypeFunction %void
        %uint = OpTypeInt 32 0
        %float = OpTypeFloat 32
        %v4float = OpTypeVector %float 4
        %v4_output = OpTypePointer Output %v4float
        %float_output = OpTypePointer Output %float
        %index = OpConstant %uint 0
        %none = OpConstant %float 0
        %black = OpConstantComposite %v4float %none %none %none %none
        %colour = OpVariable %v4_output Output
        %main = OpFunction %void None %main_type
        %entry = OpLabel
        {body}
        OpFunctionEnd""")
    return Program("spirv", "fragment", module)


@pytest.mark.parametrize("body", [STORE, PART])
def test_a_store_that_is_gone_is_lost(body: str) -> None:
    assert loses_colour(NOTHING_DRAWN, program(body))


@pytest.mark.parametrize(
    "given",
    [
        program("OpReturn"),
        program(STORE, place=1),
        program("OpStore %colour %black\nOpKill"),
        Program("glsl", "fragment", b"void main() { }"),
    ],
    ids=["no store", "another location", "discarded", "no SPIR-V"],
)
def test_what_need_not_draw_loses_nothing(given: Program) -> None:
    assert not loses_colour(NOTHING_DRAWN, given)


@pytest.mark.parametrize("outcome", [Rejected("syntax error"), Rejected("none", unasked=True)])
def test_other_refusals_are_what_they_are(outcome: Outcome) -> None:
    assert not loses_colour(outcome, program(STORE))


def test_the_translator_is_at_fault_and_not_the_driver_behind_it() -> None:
    chain = resolve("spirv-cross+llvmpipe")
    assert chain is not None
    case = load_case(KNOWN)
    with TargetPool() as pool:
        outcome = pool.run(chain, case.programs["variant"], 60.0).outcome
        assert isinstance(outcome, Invalid)
        assert (outcome.message, outcome.stage) == (LOST_COLOUR, "spirv-cross:450")
        assert not isinstance(pool.run(chain, case.programs["reference"], 60.0).outcome, Invalid)


@pytest.mark.parametrize(("body", "lost"), [(STORE, True), ("OpReturn", False)])
def test_of_a_pair_the_fragment_stage_gives_the_colour(body: str, lost: bool) -> None:
    fragment, vertex = program(body), program(STORE)
    pair = replace(fragment, companion=vertex.source)
    assert loses_colour(NOTHING_DRAWN, pair) == lost
    assert loses_colour(NOTHING_DRAWN, pair.companion_program()) == lost
