"""What the answers of a driver say about a module."""

from __future__ import annotations

import pytest

from aberration.cli.check_spirv import check_steady, has_subgroups
from aberration.core.check import Check
from aberration.core.outcome import Buffers, Crash, Outcome, Rejected
from aberration.core.program import Program
from aberration.languages.spirv.assembly import assemble

ONE, OTHER = Buffers((b"1",)), Buffers((b"2",))
LACKING = Rejected("the capability Int8 is not enabled on this device", unasked=True)
REFUSED = Rejected("vkCreateComputePipelines gave VK_ERROR_UNKNOWN")


def told(first: Outcome, second: Outcome, *, free: bool = False) -> Check:
    return check_steady("steady on x", first, second, free=free)


def test_a_driver_that_lacks_something_says_nothing_about_the_program() -> None:
    assert told(LACKING, LACKING) == Check("steady on x", "not run", LACKING.message)


@pytest.mark.parametrize("outcome", [REFUSED, Crash("signal", "SIGSEGV")])
def test_a_driver_that_does_not_take_it_is_a_failure(outcome: Outcome) -> None:
    assert told(outcome, outcome).result == "failed"


def test_the_same_twice_is_steady() -> None:
    assert told(ONE, ONE).result == "passed"
    assert told(ONE, ONE, free=True).result == "passed"


def test_another_result_is_a_failure_where_it_may_not_change() -> None:
    assert told(ONE, OTHER).result == "failed"
    assert told(ONE, OTHER, free=True).result == "not run"


@pytest.mark.parametrize(
    ("capability", "expected"), [("GroupNonUniformVote", True), ("Int8", False)]
)
def test_a_module_with_subgroups_may_give_other_results(capability: str, expected: bool) -> None:
    text = f"OpCapability Shader\nOpCapability {capability}\nOpMemoryModel Logical GLSL450"
    assert has_subgroups(Program("spirv", "compute", assemble(text))) is expected
