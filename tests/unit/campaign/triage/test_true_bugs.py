"""For each reason to set a finding aside: a true bug beside it that comes through, and the name
it is counted by.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from helpers import wordplay
from helpers.agreeing import case_of, sums
from helpers.known_results import PIXELS, claimed, image, limits, module, proof, target
from helpers.patchwork import HARMLESS, NEVER, PatchMethod, patched
from helpers.questions import question
from helpers.true_bugs import lets_through, marked_in

from aberration.campaign import confirm
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import (
    DRIVER_IN_A_CHAIN,
    FLAKY_REFERENCE,
    TOO_BUSY,
    BugSeen,
    Confirmer,
    bug_seen,
)
from aberration.campaign.finding_reducer import NOT_AGAIN, FindingReducer
from aberration.campaign.observe import Observation
from aberration.campaign.timed import TimedPool
from aberration.campaign.triage import c_checks, known_result, reasons
from aberration.campaign.triage.c_checks import NO_REFERENCE, NO_SANITIZER, SLOW
from aberration.campaign.triage.chains import DRIVER_ALONE, ONE_DRIVER
from aberration.campaign.triage.cross_check import UNCONFIRMED, no_confirmation
from aberration.campaign.triage.device import LOST_ANYWAY, device_is_lost_anyway
from aberration.campaign.triage.false_positives import (
    FLOAT_FREEDOM,
    explanation,
)
from aberration.campaign.triage.known_result import (
    DEFECT,
    LONG,
    LONG_STEPS,
    LOOPS,
    NOT_RUN,
    NOTHING,
    ROUNDING,
    UNKNOWN_SEED,
    Attribution,
    depends_on_execution,
)
from aberration.campaign.triage.memory import MORE_MEMORY
from aberration.campaign.triage.question import KnownTargets
from aberration.core.check import Check, passed_check
from aberration.core.errors import Starved
from aberration.core.finding import Finding
from aberration.core.limits import Limits
from aberration.core.oracle import Observations, Verdict, judge
from aberration.core.outcome import Buffers, Crash, Outcome, Text, Timeout, Translated
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.spirv.interpret.proof import Proof
from aberration.methods.agree.method import AgreeMethod
from aberration.targets import vulkan
from aberration.targets.death import DEVICE_LOST
from aberration.targets.pool import RunResult, TargetPool
from aberration.targets.registry import discover

WRONG, PASS = Verdict("wrong", "wrong image"), Verdict("pass")
GREY = image(99)
LAVAPIPE = target("lavapipe", family="llvmpipe")
DRIVER, CHAIN = target("driver"), target("driver", chain=True)


def name(text: str) -> str:
    """Return the reason by which a finding that says this is counted."""
    return reasons.name_of(text, reasons.FINDINGS)


# ---- findings of a known result


def attribution(
    known: Proof,
    at: Target = DRIVER,
    verdict: Verdict = WRONG,
    outcome: Outcome = GREY,
    written: Proof | None = None,
) -> Attribution:
    """Return what is said of a violation by a variant of which this is known, and of what a
    translator writes.
    """
    proofs = {"variant": known, "written": written or Proof("refused", reason="not asked")}
    asked = question(
        claimed(),
        at,
        verdict,
        run=lambda _, __: Translated(module("written")),
        known=KnownTargets(every=lambda: [DRIVER, LAVAPIPE]),
        prove=lambda program: proofs[program.source.decode()],
        seen=Observation({at.id: {"variant": outcome}}, {at.id: verdict}),
    )
    return known_result.attribution(asked)


def with_free_pixels(free: int) -> Limits:
    """Return limits that leave all to the first pixels, and one grey to the rest."""
    low, high = limits(0.2, 0.2), limits(0.0, 1.0)
    size = 16 * free
    return Limits(
        low.mask,
        (high.low[0][:size] + low.low[0][size:],),
        (high.high[0][:size] + low.high[0][size:],),
    )


@lets_through("allowed-by-rounding")
def test_a_pixel_that_is_not_free_is_wrong_beside_all_that_are() -> None:
    known = msgspec.structs.replace(proof(), limits=with_free_pixels(PIXELS - 1))
    assert (
        name(attribution(known, outcome=image(51, spoilt=PIXELS - 1)).reason)
        == "allowed-by-rounding"
    )
    assert attribution(known, outcome=GREY) == NOTHING


@lets_through("allowed-by-rounding")
def test_a_step_beyond_the_interval_is_wrong() -> None:
    assert attribution(proof(0.2, 0.3), outcome=image(77)).reason == ROUNDING
    assert attribution(proof(0.2, 0.3), outcome=image(78)) == NOTHING


@lets_through("own-defect")
def test_a_variant_that_is_right_where_both_are_defined_blames_the_target() -> None:
    assert name(attribution(proof(0.7, 0.7)).reason) == name(f"{DEFECT}: undefined") == "own-defect"
    assert attribution(proof(masked=PIXELS - 1)) == NOTHING


@lets_through("variant-not-run")
def test_what_is_undefined_in_some_pixels_is_run_all_the_same() -> None:
    assert (
        name(attribution(Proof("too-long")).reason)
        == name(f"{NOT_RUN}: images")
        == "variant-not-run"
    )
    assert attribution(proof(masked=3, answer="partly")) == NOTHING


@lets_through("loops-beyond-driver")
@pytest.mark.parametrize(("at", "turns"), [(LAVAPIPE, 64_000), (DRIVER, 1_000_000)])
def test_loops_that_a_driver_runs_are_no_excuse(at: Target, turns: int) -> None:
    long = msgspec.structs.replace(proof(), group_turns=1_000_000)
    assert name(attribution(long, LAVAPIPE).reason) == name(LOOPS) == "loops-beyond-driver"
    assert attribution(long, LAVAPIPE, Verdict("crash", "lavapipe: SIGSEGV")) == NOTHING
    assert attribution(msgspec.structs.replace(proof(), group_turns=turns), at) == NOTHING


@lets_through("long-program")
def test_a_short_program_that_does_not_end_hangs() -> None:
    hang, steps = Verdict("timeout", "timeout"), LONG_STEPS + 1
    long = msgspec.structs.replace(proof(), steps=steps)
    assert (
        name(attribution(long, verdict=hang, outcome=Timeout(30.0)).reason)
        == name(LONG)
        == "long-program"
    )
    assert attribution(long) == NOTHING
    assert attribution(proof(), verdict=hang, outcome=Timeout(30.0)) == NOTHING


@lets_through("unknown-seed")
@pytest.mark.parametrize("kind", ["invalid", "rejected", "crash"])
def test_what_a_translator_does_wrong_needs_no_known_result(kind: str) -> None:
    verdict = msgspec.convert({"kind": kind, "signature": "opt: SIGSEGV"}, Verdict)
    found = Finding("1", 1, CHAIN.id, "", verdict, claimed(), "reliable", 3, 3)
    assert name(UNKNOWN_SEED) == "unknown-seed"
    assert not depends_on_execution(found.verdict, CHAIN)


class AnsweringPool(TargetPool):
    """A pool whose new workers give an outcome by target, or have no time."""

    def __init__(self, outcomes: dict[str, Outcome]) -> None:
        super().__init__()
        self.outcomes = outcomes

    def run_fresh(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        """Answer."""
        if target.id not in self.outcomes:
            raise Starved(f"{program.name} got no time in {deadline}")
        return RunResult(self.outcomes[target.id], 0.0, 0.0)

    def version(self, target: Target) -> str:
        return target.id


def confirmed(
    pool: TargetPool,
    patch: pytest.MonkeyPatch,
    attributed: Attribution = NOTHING,
    known: frozenset[BugSeen] = frozenset(),
) -> list[Finding]:
    """Return what becomes of a wrong image of the chain, where this is said of it."""
    confirmer = Confirmer(pool, FuzzConfiguration(confirmations=2), wordplay.WordMethod())
    patch.setattr(confirm, "attribution", lambda _: attributed)
    seen = Observation({CHAIN.id: {"variant": GREY}}, {CHAIN.id: WRONG})
    return [one.finding for one in confirmer.findings(7, claimed(), [CHAIN], seen, known)]


@lets_through("driver-not-again")
def test_a_driver_that_is_wrong_again_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    blamed = Attribution("", DRIVER, claimed())
    (cleared,) = confirmed(
        AnsweringPool({DRIVER.id: image(51), CHAIN.id: GREY}), monkeypatch, blamed
    )
    assert (cleared.state, name(cleared.reason)) == ("set-aside", "driver-not-again")
    assert cleared.reason == DRIVER_IN_A_CHAIN
    (accused,) = confirmed(AnsweringPool({DRIVER.id: GREY}), monkeypatch, blamed)
    assert (accused.target, accused.state) == (DRIVER.id, "new")


@lets_through("busy-machine", "needs-history")
def test_what_nobody_had_time_to_see_again_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    (waiting,) = confirmed(AnsweringPool({}), monkeypatch)
    assert (
        (waiting.state, name(waiting.reason))
        == ("waiting", name(TOO_BUSY))
        == ("waiting", "busy-machine")
    )
    (seen,) = confirmed(AnsweringPool({CHAIN.id: GREY}), monkeypatch)
    assert (seen.state, seen.reliability) == ("new", "reliable")


# ---- findings in a language of words


TARGET = wordplay.target("bad", bugs="twist round")


def case_of_words(text: str, *words: str) -> TestCase:
    steps: tuple[Step, ...] = tuple({"type": "Add", "word": word} for word in words)
    return (
        wordplay.WordMethod()
        .replay(Recipe("wordplay", 1, {"seed": wordplay.program(text)}, steps))
        .case
    )


def confirmed_words(text: str, *words: str) -> Finding:
    case = case_of_words(text, *words)
    outcomes: Observations = {"bad": {"reference": Text(text.encode()), "variant": Text(b"wrong")}}
    seen = Observation(outcomes, judge(case.oracle, outcomes))
    with TargetPool() as pool:
        confirmer = Confirmer(pool, FuzzConfiguration(confirmations=2), wordplay.WordMethod())
        (found,) = confirmer.findings(7, case, [TARGET], seen)
    return found.finding


@lets_through("unsteady-reference", "vanishes-without-contraction", "needs-history")
def test_a_bug_beside_what_is_unsteady_and_what_is_free_is_found() -> None:
    assert (
        name(confirmed_words("random", "twist").reason)
        == name(FLAKY_REFERENCE)
        == "unsteady-reference"
    )
    assert (
        name(confirmed_words("alpha", "round").reason)
        == name(FLOAT_FREEDOM)
        == "vanishes-without-contraction"
    )
    assert confirmed_words("alpha", "w1").reliability == "needs-history"
    found = confirmed_words("alpha", "round", "twist")
    assert (found.state, found.reliability, found.reason) == ("new", "reliable", "")


def waiting(*words: str) -> Finding:
    """Return a finding that waits behind another; each word is a type of step of its own."""
    found = confirmed_words("alpha", *words)
    steps = tuple(
        {**step, "type": str(step["word"]).capitalize()} for step in found.case.recipe.steps
    )
    case = msgspec.structs.replace(found.case, recipe=found.case.recipe.with_steps(steps))
    return msgspec.structs.replace(found, case=case, state="waiting", behind="000001-bad")


def test_a_driver_is_accused_once_in_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    blamed, pool = Attribution("", DRIVER, claimed()), AnsweringPool({DRIVER.id: GREY})
    (accused,) = confirmed(pool, monkeypatch, blamed)
    assert (accused.state, accused.chain) == ("new", CHAIN.id)
    shown = frozenset({bug_seen(DRIVER.id, accused.verdict)})
    (again,) = confirmed(pool, monkeypatch, blamed, shown)
    assert (again.state, name(again.reason)) == ("set-aside", "same-bug")
    (other,) = confirmed(pool, monkeypatch, blamed, frozenset({(DRIVER.id, "crash", "SIGSEGV")}))
    assert other.state == "new"


@lets_through("same-bug")
def test_another_bug_in_a_later_variant_of_a_run_is_found() -> None:
    again, other = waiting("twist"), waiting("twist", "wide")
    target = wordplay.target("bad", bugs="twist wide")
    with TimedPool(2, None) as pool:
        reducer = FindingReducer(
            pool, target, wordplay.WordMethod(), FuzzConfiguration(confirmations=1)
        )
        explained, another = (
            reducer.confirm(one, frozenset({"Twist"})).finding for one in (again, other)
        )
    assert (explained.state, name(explained.reason)) == ("set-aside", "same-bug")
    assert (another.state, another.reason) == ("new", "")


@lets_through("not-again")
def test_a_bug_that_is_seen_in_passing_is_confirmed() -> None:
    assert name(NOT_AGAIN) == "not-again"
    waiting = msgspec.structs.replace(confirmed_words("alpha", "twist"), state="waiting")
    with TimedPool(2, None) as pool:
        reducer = FindingReducer(
            pool, TARGET, wordplay.WordMethod(), FuzzConfiguration(confirmations=1)
        )
        assert reducer.confirm(waiting).finding.state == "new"


# ---- whose fault it is, where no result is known


SWIFTSHADER = next(one for one in vulkan.providers() if one.id == "swiftshader")
OPTIMISER = next(one for one in discover() if one.id == "spirv-opt@2025.5:-O")


def explained(passing: Sequence[str]) -> str:
    """Return what clears an optimiser, where targets of these ids give what is right."""

    def ask(_: TestCase, one: Target) -> Verdict:
        return PASS if one.id in passing else WRONG

    return explanation(question(case_of_words("int main", "w1"), OPTIMISER, WRONG, ask))


@lets_through("driver-alone", "other-driver-right")
def test_a_translator_is_at_fault_where_all_drivers_are_wrong_behind_it() -> None:
    other = f"{OPTIMISER.id} on lavapipe"
    assert name(explained([])) == name(DRIVER_ALONE) == "driver-alone"
    assert name(explained(["swiftshader alone", other])) == name(ONE_DRIVER) == "other-driver-right"
    assert explained(["swiftshader alone"]) == ""


@lets_through("device-lost-anyway")
def test_a_device_that_what_does_nothing_keeps_is_lost_by_the_program() -> None:
    def asked(idle: Outcome) -> str:
        lost = Verdict("crash", DEVICE_LOST)
        one = question(case_of(sums()), OPTIMISER, lost, run=lambda _, __: idle)
        return device_is_lost_anyway(one)

    assert name(asked(Crash("lost"))) == name(LOST_ANYWAY) == "device-lost-anyway"
    assert asked(Buffers(())) == ""


@lets_through("more-memory")
def test_a_crash_that_no_memory_helps_is_a_bug() -> None:
    crash, larger = Verdict("crash", "SIGSEGV"), f"{OPTIMISER.id} with more memory"

    def asked(passing: str) -> str:
        return explanation(
            question(
                case_of_words("int main", "w1"),
                OPTIMISER,
                crash,
                lambda _, one: PASS if one.id == passing else crash,
            )
        )

    assert name(asked(larger)) == name(MORE_MEMORY) == "more-memory"
    assert asked("nobody") == ""


@lets_through("nobody-confirms")
def test_one_who_confirms_is_enough() -> None:
    case = case_of(sums(2, 1))
    known = [
        Target(family, "executes", ("essl",), (Stage(family, WorkerSpec("none")),), family=family)
        for family in "abc"
    ]
    everybody = KnownTargets(every=lambda: known)
    assert (
        name(no_confirmation(question(case, known[0], WRONG, known=everybody)))
        == name(UNCONFIRMED)
        == "nobody-confirms"
    )
    agreeing = question(
        case, known[0], WRONG, lambda _, one: PASS if one.id == "c" else WRONG, known=everybody
    )
    assert no_confirmation(agreeing) == ""


@lets_through("rounded-otherwise")
def test_what_no_rounding_gives_is_wrong() -> None:
    case = case_of(sums(4, 2))
    assert AgreeMethod().permitted_otherwise(case, image(99)).reason == ""
    assert (
        name("rounded in other legal ways, 4 of 4 pixels looked at come out otherwise too")
        == "rounded-otherwise"
    )
    assert (
        name("rounded in another legal way, it meets what is undefined: x") == "rounded-otherwise"
    )


# ---- C


CASE = patched(NEVER, HARMLESS)
GCC = Target(
    "gcc-7:-O2",
    "executes",
    ("c",),
    (Stage("gcc-7", WorkerSpec("c", (("path", "gcc"), ("level", "-O2"), ("include", "")))),),
    family="gcc",
)


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[Check]:
    """Return what sanitizers say, which a test may change."""
    given = [passed_check("gcc-12 address,undefined")]
    monkeypatch.setattr(c_checks, "check_c", lambda *_: given)
    return given


@lets_through(
    "more-time",
    "no-other-compiler",
    "no-sanitizer",
    "other-compiler-disagrees",
    "undefined-behaviour",
)
@pytest.mark.parametrize(
    "verdict", [Verdict("wrong", "wrong text"), Verdict("timeout", "timeout run")]
)
def test_a_compiler_that_is_wrong_alone_is_blamed(checks: list[Check], verdict: Verdict) -> None:
    assert checks[0].result == "passed"
    asked = question(
        CASE,
        GCC,
        verdict,
        lambda _, one: verdict if one.id == GCC.id else PASS,
        method=PatchMethod(),
    )
    assert explanation(asked) == ""
    assert c_checks.undefined_behaviour(asked) == ""


def test_what_clears_a_compiler_of_c_is_counted_by_name() -> None:
    told = {
        "more-time": SLOW,
        "no-other-compiler": NO_REFERENCE,
        "no-sanitizer": f"{NO_SANITIZER}: none is installed",
        "other-compiler-disagrees": "clang-16:-O0 does not give the known result either: wrong",
        "undefined-behaviour": (
            "undefined behaviour in the variant, says gcc-12 undefined: overflow"
        ),
        "own-defect": (
            f"{c_checks.DEFECT}: in checking mode gcc-12 does not give the known result: crash"
        ),
        "needs-history": "seen once, and in none of 3 runs in fresh processes: it needs history",
    }
    assert {text: name(text) for text in told.values()} == {text: key for key, text in told.items()}


@lets_through("nobody-accepts")
def test_a_refusal_that_another_front_end_does_not_share_is_a_finding() -> None:
    refused = Verdict("rejected", "error: no")
    others = [
        msgspec.structs.replace(target(one, family=one), languages=("essl",))
        for one in ("same", "other")
    ]

    def asked(*passing: str) -> str:
        return explanation(
            question(
                case_of(sums(2, 1)),
                others[0],
                refused,
                lambda _, one: PASS if one.id in passing else refused,
                method=AgreeMethod(),
                known=KnownTargets(every=lambda: others),
            )
        )

    assert asked("other") == ""
    assert name(asked()) == "nobody-accepts"


def test_every_reason_for_a_finding_has_a_true_bug_beside_it() -> None:
    assert marked_in(globals()) == {one.name for one in reasons.FINDINGS}
