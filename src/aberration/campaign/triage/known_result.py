"""Checks of a violation whose program the interpreter can run, before anybody is blamed for it.

Our own part comes first: does the variant give what its seed gives, and does it do nothing
undefined? Then what the program itself leaves open: results that another legal rounding gives, and
loops beyond what a driver runs by design. Then which link of a chain it is: the interpreter
executes what the translator wrote.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from aberration.campaign.known_results import claim_of
from aberration.campaign.triage.question import Question
from aberration.core.limits import Limits, beyond, within_mask
from aberration.core.oracle import Expected, Same, Verdict
from aberration.core.outcome import Buffers, Image, Outcome, Translated
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.languages.spirv.interpret.proof import Proof

DEFECT: Final = "a defect of ours"
ROUNDING: Final = "allowed by rounding: the result lies within what the program may give"
NOT_RUN: Final = "the interpreter does not run the variant"
UNKNOWN_SEED: Final = (
    "the seed's result is not known: what runs may be undefined, and nobody is blamed for it"
)
LOOPS: Final = "loops beyond what the driver runs"
LONG: Final = "the program itself is long"
LONG_STEPS: Final = 1_000_000_000
"""Instructions, over all invocations, from which on a driver on a processor may well take
seconds.
"""


LOOP_TURNS: Final = 65_000
"""Turns after which the drivers of Mesa's gallivm leave all loops of a group of invocations,
without a word: one counter for each group of lanes (eight with AVX), over all loops, nested or in a
row (`lp_bld_ir_common.c`). A little less than the 65,535 back edges that are there: how a driver
counts the last ones is its business.
"""
_PROMISING: Final = frozenset(("vulkan", "radv"))
"""The runners that execute by Vulkan."""
_LEAVING: Final = ("llvmpipe", "lavapipe", "lvp_icd")


class Attribution(msgspec.Struct, frozen=True):
    """What explains a violation (`reason`), or whose it is: a `driver` at the end of a chain,
    with a `case` for it.
    """

    reason: str = ""
    driver: Target | None = None
    case: TestCase | None = None


NOTHING: Final = Attribution()


def has_known_result(case: TestCase) -> bool:
    """Say whether a case claims a result of SPIR-V that the interpreter gave."""
    oracle = case.oracle
    if not isinstance(oracle, Expected) or oracle.limits is None:
        return False
    return case.programs[oracle.program].language == "spirv"


def attribution(question: Question) -> Attribution:
    """Return what explains a violation of a case that `has_known_result`, or whose it is."""
    target, verdict = question.target, question.verdict
    if verdict.kind not in ("wrong", "crash", "timeout") or not depends_on_execution(
        verdict, target
    ):
        return NOTHING
    oracle = question.expected
    outcome = question.seen.outcomes[target.id][oracle.program]
    proof = question.means.proofs.of(question.program)
    # Ours first: a defect of a transformation explains any violation, and must never be reported as
    # a bug.
    reason = own_defect(proof, oracle) or _open_point(question, outcome, proof)
    if reason:
        return Attribution(reason)
    if len(target.stages) < 2 or not _is_at_the_end(target, verdict):
        return NOTHING
    return _link(question, outcome, proof)


def _open_point(question: Question, outcome: Outcome, proof: Proof) -> str:
    """Return what the program leaves open that explains the outcome."""
    target, verdict, oracle = question.target, question.verdict, question.expected
    if verdict.kind == "timeout" and proof.steps > LONG_STEPS:
        return f"{LONG}: its invocations execute {proof.steps} instructions"
    if verdict.kind != "wrong" or not isinstance(outcome, Image | Buffers):
        return ""
    if leaves_loops(target) and proof.group_turns >= LOOP_TURNS:
        turns = proof.group_turns
        return (
            f"{LOOPS}: eight neighbours take {turns} turns, and {target.id} leaves "
            f"loops after {LOOP_TURNS}"
        )
    if not promises_weights(target):
        proof = question.means.proofs.of_unpromised_weights(question.program)
    if proof.limits is None:
        return f"{NOT_RUN} with weights of fewer bits"
    assert oracle.limits is not None
    # The variant's own limits may be wider than its seed's, as it computes in other steps.
    left = beyond(outcome, within_mask(proof.limits, oracle.limits))
    return "" if left.beyond else ROUNDING


def promises_weights(target: Target) -> bool:
    """Say whether who executes at the end of a target promises how exact the weights of a linear
    filter are: Vulkan does (`subTexelPrecisionBits`), OpenGL and WebGPU do not.
    """
    return target.stages[-1].worker.runner in _PROMISING


def leaves_loops(target: Target) -> bool:
    """Say whether a link of a target executes on a driver that leaves loops, whatever translates in
    front of it.
    """
    workers = [stage.worker for stage in target.stages]
    settings = [text for worker in workers for _, text in (*worker.options, *worker.environment)]
    return any(name in text for text in (target.family, *settings) for name in _LEAVING)


def _is_at_the_end(target: Target, verdict: Verdict) -> bool:
    """Say whether the last link showed it: what dies or hangs before names itself."""
    name = target.stages[-1].name
    return (
        verdict.kind == "wrong"
        or verdict.signature.startswith(f"{name}:")
        or verdict.signature.endswith(name)
    )


def _link(question: Question, outcome: Outcome, proof: Proof) -> Attribution:
    """Execute what the links before the last one write: if that is right, the last one is
    wrong.

    It is not right where it may give the outcome, and the program itself may not.
    """
    target, means, limits = question.target, question.means, question.expected.limits
    before = msgspec.structs.replace(target, kind="translates", stages=target.stages[:-1])
    written = means.run(before, question.program)
    if not isinstance(written, Translated) or written.program.language != "spirv":
        return NOTHING
    known = means.proofs.of(written.program)
    if known.answer == "refused" or known.outcome is None or known.limits is None:
        return NOTHING
    assert proof.limits is not None
    assert limits is not None
    if beyond(known.outcome, within_mask(proof.limits, limits)).beyond:
        return NOTHING
    # The driver has done what the translator wrote, which the program did not mean.
    if _is_legal_for_the_other_alone(outcome, known.limits, limits):
        return NOTHING
    driver = _driver(target, means.known.every())
    if driver is None:
        return NOTHING
    return Attribution("", driver, driver_case(question.case, written.program, known))


def _driver(target: Target, known: Sequence[Target]) -> Target | None:
    last = target.stages[-1].worker
    alone = (one for one in known if len(one.stages) == 1)
    return next((one for one in alone if one.stages[0].worker == last), None)


def _is_legal_for_the_other_alone(outcome: Outcome, other: Limits, limits: Limits) -> bool:
    """Say whether a result lies outside of the limits where both compare it, and nowhere
    outside of the others.
    """
    if not isinstance(outcome, Image | Buffers):
        return False
    here, there = within_mask(limits, other), within_mask(other, limits)
    return bool(beyond(outcome, here).beyond) and not beyond(outcome, there).beyond


def depends_on_execution(verdict: Verdict, target: Target) -> bool:
    """Say whether a violation came of running a program: what a translator dies of, or writes
    wrongly, did not.
    """
    if target.kind != "executes":
        return False
    if verdict.kind in ("wrong", "timeout") or len(target.stages) == 1:
        return True
    return verdict.signature.startswith(f"{target.stages[-1].name}:")


def own_defect(proof: Proof, oracle: Expected) -> str:
    """Return why a variant is no test of its seed: it is not run, does what is undefined, or
    gives another result.
    """
    assert oracle.limits is not None
    if proof.answer == "refused":
        return f"{NOT_RUN}: {proof.reason}"
    if proof.answer == "too-long":
        return f"{NOT_RUN}: it does not come to an end"
    if proof.answer == "undefined" or proof.outcome is None or proof.limits is None:
        return f"{DEFECT}: the variant does what is undefined: {proof.trap}"
    apart = beyond(proof.outcome, within_mask(oracle.limits, proof.limits))
    if apart.beyond or apart.note:
        apart_by = apart.note or f"{apart.beyond} of {apart.total}"
        return (
            f"{DEFECT}: the interpreter does not get the seed's result of the variant: {apart_by}"
        )
    return ""


def driver_case(case: TestCase, written: Program, known: Proof) -> TestCase:
    """Return the case of a module that a translator wrote, for the driver that goes wrong with
    it: it has no steps.
    """
    recipe = Recipe(case.recipe.method, case.recipe.version, {"seed": written})
    return TestCase(recipe, dict.fromkeys(case.programs, written), claim_of(known, Same().variant))
