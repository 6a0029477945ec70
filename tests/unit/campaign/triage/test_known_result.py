"""Whose fault is it, where our interpreter runs the program?"""

import msgspec
import pytest
from helpers.known_results import claimed, image, limits, module, proof, target
from helpers.questions import question
from msgspec.structs import replace

from aberration.campaign.known_results import KnownResults
from aberration.campaign.observe import Observation
from aberration.campaign.triage import known_result
from aberration.campaign.triage.known_result import (
    DEFECT,
    LONG,
    LONG_STEPS,
    LOOPS,
    NOT_RUN,
    NOTHING,
    ROUNDING,
    Attribution,
    depends_on_execution,
    has_known_result,
    promises_weights,
)
from aberration.campaign.triage.question import KnownTargets, Question
from aberration.core.oracle import Expected, Same, Verdict
from aberration.core.outcome import Compiled, Outcome, Timeout, Translated
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.target import Target, WorkerSpec
from aberration.core.textures import Texture
from aberration.languages.spirv.interpret.proof import Proof

WRONG = Verdict("wrong", "wrong image")
GREY = image(99)
WRITTEN = Translated(module("written"))
DRIVER, CHAIN = target("driver"), target("driver", chain=True)
LAVAPIPE = target("lavapipe", family="llvmpipe")


def attribution(
    known: dict[str, Proof],
    at: Target = DRIVER,
    verdict: Verdict = WRONG,
    outcome: Outcome = GREY,
    written: Outcome = WRITTEN,
    case: TestCase | None = None,
) -> Attribution:
    """Return what is said of a violation, where the interpreter says this of programs by their
    names.
    """

    def prove(program: Program) -> Proof:
        return known.get(program.source.decode(), Proof("refused", reason="not asked"))

    case = case or claimed()
    asked = question(
        case,
        at,
        verdict,
        run=lambda _, __: written,
        known=KnownTargets(every=lambda: [DRIVER, LAVAPIPE]),
        prove=prove,
        seen=Observation({at.id: {"variant": outcome}}, {at.id: verdict}),
    )
    return known_result.attribution(asked)


def test_a_driver_that_is_wrong_is_wrong() -> None:
    assert attribution({"variant": proof()}) == NOTHING


@pytest.mark.parametrize(
    ("known", "reason"),
    [
        (Proof("refused", reason="images"), f"{NOT_RUN}: images"),
        (Proof("too-long"), f"{NOT_RUN}: it does not come to an end"),
        (Proof("undefined"), f"{DEFECT}: the variant does what is undefined"),
        (
            proof(0.7, 0.7),
            f"{DEFECT}: the interpreter does not get the seed's result of the variant: 16 of 16",
        ),
    ],
)
@pytest.mark.parametrize("kind", ["wrong", "crash", "timeout"])
def test_our_own_part_comes_first(known: Proof, reason: str, kind: str) -> None:
    verdict = msgspec.convert({"kind": kind, "signature": "x"}, Verdict)
    assert attribution({"variant": known}, verdict=verdict).reason.startswith(reason)


def test_what_the_variant_may_give_is_no_mistake() -> None:
    assert attribution({"variant": proof(0.2, 0.5)}).reason == ROUNDING
    assert attribution({"variant": proof(0.2, 0.3)}) == NOTHING


def test_pixels_that_are_compared_in_one_of_both_alone_blame_nobody() -> None:
    spoilt = image(51, spoilt=3)
    assert attribution({"variant": proof(masked=3)}, outcome=spoilt).reason == ROUNDING
    assert attribution({"variant": proof(masked=2)}, outcome=spoilt) == NOTHING


def test_loops_beyond_what_llvmpipe_runs() -> None:
    long = msgspec.structs.replace(proof(), group_turns=70_000)
    assert attribution({"variant": long}, LAVAPIPE).reason.startswith(LOOPS)
    assert attribution({"variant": long}, DRIVER) == NOTHING


def test_a_program_that_is_long_may_take_long() -> None:
    long = msgspec.structs.replace(proof(), steps=LONG_STEPS + 1)
    late = Verdict("timeout", "timeout")
    assert attribution({"variant": long}, verdict=late, outcome=Timeout(5.0)).reason.startswith(
        LONG
    )
    assert attribution({"variant": proof()}, verdict=late, outcome=Timeout(5.0)) == NOTHING


def test_a_translator_whose_output_is_wrong_is_at_fault() -> None:
    assert attribution({"variant": proof(), "written": proof(0.9, 0.9)}, CHAIN) == NOTHING
    assert attribution({"variant": proof(), "written": Proof("undefined")}, CHAIN) == NOTHING


def test_a_driver_that_runs_a_right_output_wrongly_is_accused_with_that_program() -> None:
    found = attribution({"variant": proof(), "written": proof()}, CHAIN)
    assert found.driver == DRIVER
    assert found.case is not None
    assert found.case.recipe.seeds == {"seed": module("written")}
    assert found.case.recipe.steps == ()
    assert found.case.programs["variant"] == module("written")
    assert isinstance(found.case.oracle, Expected)
    assert found.case.oracle.limits == proof().limits


def test_a_translator_whose_output_may_give_what_the_program_may_not_is_at_fault() -> None:
    """GREY is 0.39: legal for what was written, and not for the program."""
    assert attribution({"variant": proof(), "written": proof(0.2, 0.5)}, CHAIN) == NOTHING
    assert attribution({"variant": proof(), "written": proof(0.2, 0.3)}, CHAIN).driver == DRIVER
    hidden = attribution({"variant": proof(), "written": proof(0.2, 0.5, masked=16)}, CHAIN)
    assert hidden.driver == DRIVER, "where nothing is compared, nothing is proved"


def test_a_driver_that_dies_behind_a_translator_is_accused() -> None:
    known = {"variant": proof(), "written": proof()}
    assert attribution(known, CHAIN, Verdict("crash", "driver: SIGSEGV")).driver == DRIVER
    assert attribution(known, CHAIN, Verdict("crash", "opt: SIGSEGV")) == NOTHING
    assert (
        attribution(known, CHAIN, Verdict("timeout", "timeout driver"), Timeout(5.0)).driver
        == DRIVER
    )


def test_what_cannot_be_looked_at_stays_the_chain_s() -> None:
    known = {"variant": proof(), "written": Proof("refused")}
    assert attribution(known, CHAIN) == NOTHING
    assert attribution(known, CHAIN, written=Compiled()) == NOTHING


def test_other_violations_are_not_looked_into() -> None:
    assert attribution({}, verdict=Verdict("invalid", "bad")) == NOTHING


def test_a_known_result_is_one_of_spirv_with_limits() -> None:
    assert has_known_result(claimed())
    assert not has_known_result(msgspec.structs.replace(claimed(), oracle=Same()))
    assert not has_known_result(
        msgspec.structs.replace(claimed(), oracle=Expected(image(1), "variant"))
    )
    glsl = Program("glsl", "fragment", b"")
    text = TestCase(
        claimed().recipe, {"variant": glsl}, Expected(image(1), "variant", limits=limits(0, 0))
    )
    assert not has_known_result(text)


@pytest.mark.parametrize(
    ("name", "verdict", "depends"),
    [
        ("driver-opt", Verdict("wrong", "wrong image"), True),
        ("driver-opt", Verdict("crash", "opt: SIGSEGV"), False),
        ("driver-opt", Verdict("invalid", "bad"), False),
        ("driver-opt", Verdict("crash", "driver: SIGSEGV"), True),
        ("driver", Verdict("crash", "SIGSEGV"), True),
        ("driver", Verdict("timeout", "timeout"), True),
    ],
)
def test_what_came_of_running_a_program(name: str, verdict: Verdict, depends: bool) -> None:
    assert depends_on_execution(verdict, CHAIN if name == CHAIN.id else DRIVER) is depends


def test_what_only_compiles_runs_nothing() -> None:
    compiler = msgspec.structs.replace(DRIVER, kind="compiles")
    for verdict in (Verdict("crash", "SIGSEGV"), Verdict("timeout", "timeout")):
        assert not depends_on_execution(verdict, compiler)


def test_a_translator_that_dies_is_at_fault_whatever_the_program_does_when_it_runs() -> None:
    assert (
        attribution({"variant": Proof("undefined")}, CHAIN, Verdict("crash", "opt: SIGSEGV"))
        == NOTHING
    )
    assert attribution(
        {"variant": Proof("undefined")}, CHAIN, Verdict("crash", "driver: SIGSEGV")
    ).reason


def run_by(runner: str) -> Target:
    """A target whose last link is of a runner."""
    found = target("driver", chain=True)
    last = replace(found.stages[-1], worker=WorkerSpec(runner))
    return replace(found, stages=(*found.stages[:-1], last))


@pytest.mark.parametrize(
    ("runner", "promises"),
    [("vulkan", True), ("radv", True), ("opengl", False), ("angle", False), ("wgpu", False)],
)
def test_vulkan_alone_promises_weights(runner: str, promises: bool) -> None:
    assert promises_weights(run_by(runner)) is promises
    asked = filtered_question(run_by(runner))
    assert known_result.attribution(asked).reason == ("" if promises else ROUNDING)


def filtered_question(at: Target) -> Question:
    """A driver that is wrong about a program with a linear filter, unless its weights are few."""
    case = claimed()
    inputs = replace(case.programs["variant"].inputs, textures=(Texture("s", filter="linear"),))
    programs = {role: replace(one, inputs=inputs) for role, one in case.programs.items()}
    proofs = KnownResults(prover=lambda _: proof(), coarsely=lambda _: proof(0.2, 0.5))
    seen = Observation({at.id: {"variant": GREY}}, {at.id: WRONG})
    asked = question(replace(case, programs=programs), at, WRONG, seen=seen)
    asked.means = replace(asked.means, proofs=proofs)
    return asked
