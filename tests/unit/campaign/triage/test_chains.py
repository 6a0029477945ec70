"""The links of a chain apart."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from helpers.known_results import SIDE, image, limits, module, proof
from helpers.questions import question

from aberration.campaign.observe import Observation
from aberration.campaign.triage.chains import (
    DRIVER_IS_WRONG,
    ONE_DRIVER,
    driver_alone,
    drivers_fault,
    is_proved_on_driver,
    with_culprit,
    with_other_driver,
)
from aberration.campaign.triage.known_result import LONG_STEPS
from aberration.campaign.triage.question import Question, drivers_here
from aberration.core.inputs import Inputs
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image, Translated
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.languages.spirv.interpret.proof import Proof
from aberration.targets.composition import resolve
from aberration.targets.registry import discover


def chain(identifier: str) -> Target:
    found = resolve(identifier)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("identifier", "other"),
    [
        ("glslang+lavapipe", "swiftshader"),
        ("glslang+swiftshader", "lavapipe"),
        ("spirv-cross+llvmpipe", "softpipe"),
        ("spirv-cross+zink-lavapipe", "softpipe"),
        ("spirv-cross+softpipe", "llvmpipe"),
    ],
)
def test_the_other_driver_is_of_another_family_and_takes_the_same(
    identifier: str, other: str
) -> None:
    given = chain(identifier)
    made = with_other_driver(given, drivers_here())
    assert made is not None
    assert made.id == f"{identifier} on {other}"
    assert made.stages[:-1] == given.stages[:-1]
    assert made.stages[-1].name == other


def test_the_driver_alone_is_the_last_link() -> None:
    alone = driver_alone(chain("spirv-opt:-O+lavapipe"), drivers_here())
    assert alone is not None
    assert [stage.name for stage in alone.stages] == ["lavapipe"]


@pytest.mark.parametrize("identifier", ["spirv-cross+llvmpipe", "glslang+lavapipe"])
def test_a_driver_in_another_language_cannot_be_asked_alone(identifier: str) -> None:
    assert driver_alone(chain(identifier), drivers_here()) is None


@pytest.mark.parametrize("name", ["lavapipe", "softpipe"])
def test_one_link_is_no_chain(name: str) -> None:
    target = next(target for target in discover() if target.id == name)
    assert driver_alone(target, drivers_here()) is None
    assert with_other_driver(target, drivers_here()) is None


def test_a_chain_that_ends_with_a_translator_has_no_driver() -> None:
    assert with_other_driver(chain("glslang+spirv-cross:450"), drivers_here()) is None


# ---- shaders of a known result


RIGHT, OTHERWISE = image(51), image(99)
KNOWN = proof(0.2, 0.2)


def asked_of(
    written: Proof, seen: Image = OTHERWISE, kind: str = "wrong", *, others: str = "pass"
) -> Question:
    """Return who is to blame for what a chain shows of a shader that is grey, where this is known
    of the module, and another driver's verdict is this.
    """
    size = Inputs(width=SIDE, height=SIDE)
    shader = Program("glsl", "fragment", b"void main() { }", size, "grey")
    case = TestCase(Recipe("agree", 1, {"seed": shader}), {"program": shader}, Expected(RIGHT))
    target = chain("glslang+swiftshader")
    verdict = Verdict("timeout" if kind == "timeout" else "wrong")
    made = question(
        case,
        target,
        verdict,
        lambda _, one: Verdict("pass") if others == "pass" and "lavapipe" in one.id else verdict,
        run=lambda _, __: Translated(module("written")),
        prove=lambda _: written,
    )
    outcomes = {target.id: {"program": seen}} if kind == "wrong" else {}

    def observe(asked: TestCase, targets: Sequence[Target]) -> Observation:
        found = made.means.observe(asked, targets)
        return msgspec.structs.replace(found, outcomes=outcomes)

    means = msgspec.structs.replace(made.means, observe=observe)
    return Question(means, case, target, verdict)


def test_a_driver_that_is_wrong_about_a_module_that_is_right_is_at_fault() -> None:
    found = asked_of(KNOWN)
    assert is_proved_on_driver(found)
    assert drivers_fault(found) == ""
    assert with_culprit(found).detail == DRIVER_IS_WRONG
    assert is_proved_on_driver(asked_of(KNOWN, kind="timeout"))


@pytest.mark.parametrize(
    "written",
    [
        Proof("refused", reason="not run"),
        proof(0.4, 0.4),
        msgspec.structs.replace(KNOWN, limits=limits(0.0, 1.0)),
        msgspec.structs.replace(KNOWN, steps=LONG_STEPS + 1),
    ],
    ids=["not known", "another result", "free", "long"],
)
def test_a_module_that_proves_nothing_leaves_open_whose_fault_it_is(written: Proof) -> None:
    found = asked_of(written)
    assert not is_proved_on_driver(found)
    assert drivers_fault(found) == ONE_DRIVER


def test_where_other_drivers_are_wrong_too_the_chain_is_at_fault() -> None:
    assert drivers_fault(asked_of(proof(0.4, 0.4), others="wrong")) == ""
