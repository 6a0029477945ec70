"""What clears a compiler before it is blamed."""

import pytest
from helpers import wordplay
from helpers.questions import question

from aberration.campaign.triage.c_checks import undefined_behaviour
from aberration.campaign.triage.chains import DRIVER_ALONE, ONE_DRIVER
from aberration.campaign.triage.false_positives import (
    FLOAT_FREEDOM,
    explanation,
)
from aberration.core.method import Method
from aberration.core.oracle import Agree, Verdict
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Stage, Target
from aberration.targets import vulkan
from aberration.targets.registry import discover

SWIFTSHADER = next(target for target in vulkan.providers() if target.id == "swiftshader")
OPTIMISER = next(target for target in discover() if target.id == "spirv-opt@2025.5:-O")
WRONG = Verdict("wrong", "wrong image")


def explained(
    target: Target, verdict: Verdict, kinds: dict[str, str], method: Method | None = None
) -> str:
    """Return the explanation when the targets of these ids would give verdicts of these kinds,
    and others `wrong`.
    """

    def ask(_: TestCase, one: Target) -> Verdict:
        return Verdict("pass") if kinds.get(one.id) == "pass" else WRONG

    return explanation(question(case(), target, verdict, ask, method=method))


def case() -> TestCase:
    steps: tuple[Step, ...] = ({"type": "Add", "word": "w1"},)
    return (
        wordplay.WordMethod()
        .replay(Recipe("wordplay", 1, {"seed": wordplay.program("int main")}, steps))
        .case
    )


def test_nothing_explains_a_translator_whose_output_is_wrong_everywhere() -> None:
    alone = "swiftshader alone"
    assert explained(OPTIMISER, WRONG, {alone: "pass"}) == ""


def test_a_driver_that_is_wrong_without_the_translator_is_the_one() -> None:
    assert explained(OPTIMISER, WRONG, {}) == DRIVER_ALONE


def test_a_driver_that_is_the_only_one_to_be_wrong_may_be_the_one() -> None:
    other = f"{OPTIMISER.id} on lavapipe"
    assert explained(OPTIMISER, WRONG, {"swiftshader alone": "pass", other: "pass"}) == ONE_DRIVER


def test_a_crash_of_the_translator_is_its_own() -> None:
    assert explained(OPTIMISER, Verdict("crash", "spirv-opt: SIGSEGV"), {}) == ""


def test_a_driver_by_itself_has_nobody_else_to_blame() -> None:
    assert explained(SWIFTSHADER, WRONG, {}) == ""
    assert explained(SWIFTSHADER, WRONG, {"swiftshader": "pass"}) == FLOAT_FREEDOM


@pytest.mark.parametrize("kind", ["invalid", "rejected"])
def test_what_a_compiler_says_itself_needs_no_explanation(kind: str) -> None:
    verdict = Verdict("invalid" if kind == "invalid" else "rejected", "no")
    assert explained(OPTIMISER, verdict, {"swiftshader alone": "pass"}) == ""


def test_a_chain_without_a_vulkan_driver_has_no_other_driver() -> None:
    stage = SWIFTSHADER.stages[0]
    chain = Target(
        "x", "executes", ("c",), (Stage("front", stage.worker), wordplay.target("w").stages[0])
    )
    assert explained(chain, WRONG, {"w alone": "pass"}) == ""


def test_a_program_with_undefined_behaviour_blames_nobody() -> None:
    source = b"int main(int argc, char **argv) { int a[2] = {0, 0}; return a[argc + 5]; }"
    case = TestCase(Recipe("agree", 1, {}), {"program": Program("c", "program", source)}, Agree())
    assert undefined_behaviour(question(case, SWIFTSHADER, WRONG)).startswith(
        "undefined behaviour in the program, says gcc"
    )
    fine = TestCase(
        case.recipe, {"program": Program("c", "program", b"int main(void) { return 0; }")}, Agree()
    )
    assert undefined_behaviour(question(fine, SWIFTSHADER, WRONG)) == ""
