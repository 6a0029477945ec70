"""What leaves no finding is counted by its reason; and beside each of these reasons a true bug
comes through.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from helpers import wordplay
from helpers.known_results import PIXELS, TellingPool, claimed, image, module, proof, target
from helpers.records import finding, run_record
from helpers.true_bugs import lets_through, marked_in

from aberration.campaign import confirm, tables
from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer, bug_seen
from aberration.campaign.known_results import refusal_of
from aberration.campaign.observe import CountingPool, Observation, Observer
from aberration.campaign.records import PutAway
from aberration.campaign.references import References
from aberration.campaign.store import Header, Store
from aberration.campaign.summary import summarise
from aberration.campaign.triage import reasons
from aberration.campaign.triage.known_result import NOTHING
from aberration.campaign.triage.put_away import counts, put_away
from aberration.core.comparison import Tolerance
from aberration.core.documented_limits import LIMITS as DOCUMENTED
from aberration.core.errors import BadInput
from aberration.core.oracle import Agree, Expected, Observations, Same, Verdict, judge
from aberration.core.outcome import Crash, Invalid, Outcome, Rejected, Timeout
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.languages.spirv.interpret.proof import Proof
from aberration.targets.pool import RunResult

ONE, OTHER, THIRD = target("one"), target("other"), target("third")
ALL = ("one", "other", "third")
CASE = claimed()
assert isinstance(CASE.oracle, Expected)
LIMITS = CASE.oracle.limits
assert LIMITS is not None
CRASH = Crash("signal", "SIGSEGV")
SAME = msgspec.structs.replace(CASE, oracle=Same())
WRONG = Verdict("wrong", "wrong image")


def counted(
    seen: Observation, case: TestCase = CASE, spared: tuple[str, ...] = ()
) -> dict[str, str]:
    """Return the reason by target of what is put away."""
    return {one.target: one.reason for one in put_away(case, ALL, spared, seen, frozenset())}


def observed(case: TestCase = CASE, **answers: Outcome) -> Observation:
    """Return what is seen of a case on three targets that give this (`TARGET__PROGRAM`), and
    else what is right.
    """
    told = {tuple(key.split("__")): outcome for key, outcome in answers.items()}
    pool = TellingPool({(name, program): outcome for (name, program), outcome in told.items()})
    references = References(pool, (), Tolerance(), 5.0)
    return Observer(pool, references, 5.0).observe(case, [ONE, OTHER, THIRD])


# ---- targets that are not looked at


@lets_through("hung-before")
def test_who_hung_before_is_spared_and_nobody_else() -> None:
    seen = observed(other__variant=image(99))
    assert counted(seen, spared=("third",))["third"] == "hung-before"
    assert seen.verdicts["other"].kind == "wrong"


@lets_through("seed-breaks-target", "wrong-about-seed")
def test_who_is_wrong_about_the_seed_is_accused_of_that_and_others_of_the_variant() -> None:
    seen = observed(one__seed=CRASH, other__seed=image(99), third__variant=image(99))
    assert counted(seen) == {"one": "seed-breaks-target", "other": "wrong-about-seed"}
    assert seen.verdicts["third"].kind == "wrong"
    pool = TellingPool({("one", "seed"): CRASH, ("other", "seed"): image(99)})
    look = Observer(pool, References(pool, (), Tolerance(), 5.0), 5.0)
    kinds = {
        name: verdict.kind
        for name, verdict in look.observe_seed(claimed(steps=0), [ONE, OTHER]).verdicts.items()
    }
    assert kinds == {"one": "crash", "other": "wrong"}


class AlternatingPool(TellingPool):
    """Gives another image of the seed each time."""

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        found = super().run(target, program, deadline)
        is_seed = program.source == b"seed"
        return RunResult(image(len(self.runs)), 0.0, 0.0) if is_seed else found


@lets_through("unsteady-seed", "disputed-seed")
def test_neither_unsteadiness_nor_dispute_hides_a_bug_where_the_result_is_known() -> None:
    unsteady = AlternatingPool({})
    look = Observer(unsteady, References(unsteady, (), Tolerance(), 5.0), 5.0)
    assert counted(look.observe(SAME, [ONE]), SAME) == {"one": "unsteady-seed"}
    disputing = TellingPool({("other", "seed"): image(99), ("one", "variant"): image(99)})
    references = References(disputing, (ONE, OTHER), Tolerance(), 5.0)
    disputed = Observer(disputing, references, 5.0)
    assert counted(disputed.observe(SAME, [ONE]), SAME) == {"one": "disputed-seed"}
    assert disputed.observe(CASE, [ONE]).verdicts["one"].kind == "wrong"


class RefusingPool(TellingPool):
    """Cannot open one of the targets."""

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        if target.id == "one":
            raise BadInput("no such driver")
        return super().run(target, program, deadline)


@lets_through("cannot-be-run")
def test_who_cannot_be_run_hides_nobody() -> None:
    pool = RefusingPool({("other", "variant"): image(99)})
    seen = Observer(pool, References(pool, (), Tolerance(), 5.0), 5.0).observe(CASE, [ONE, OTHER])
    assert counted(seen) == {"one": "cannot-be-run"}
    assert seen.verdicts["other"].kind == "wrong"


SLOW = [wordplay.target(f"slow{number}", bugs="stall") for number in range(3)]
QUICK = wordplay.target("quick", bugs="twist")


@lets_through("too-slow")
def test_a_program_that_is_too_slow_for_the_first_targets_is_no_excuse_once_one_has_ended() -> None:
    case = TestCase(
        Recipe("wordplay", 1, {}),
        {"program": wordplay.program("alpha", ["stall", "twist"])},
        Agree(),
    )
    with closing(CountingPool()) as pool:
        look = Observer(pool, References(pool, (), Tolerance(), 0.3), 0.3)
        late = put_away(case, (), (), look.observe(case, SLOW), frozenset())
        seen = look.observe(
            case, [SLOW[0], QUICK, wordplay.target("good"), wordplay.target("better")]
        )
    assert [one.target for one in late if one.reason == "too-slow"] == ["slow2"]
    assert seen.skipped == {}
    assert seen.verdicts["quick"].kind == "wrong"


@lets_through("reference-breaks", "never-asked", "nobody-ran-it", "nobody-to-compare")
def test_outcomes_that_say_nothing_are_counted_and_deaths_beside_them_are_findings() -> None:
    unasked = Rejected("invalid: x", unasked=True)
    agree, claim = Agree("variant"), msgspec.structs.replace(CASE.oracle, may_refuse=True)
    found = {
        "reference-breaks": judge(Same(), {"one": {"reference": CRASH, "variant": image(51)}}),
        "never-asked": judge(Same(), _both(unasked)),
        "nobody-ran-it": judge(agree, {"one": {"variant": CRASH}}),
        "nobody-to-compare": judge(agree, {"one": {"variant": image(51)}}),
    }
    told = {name: counted(Observation({}, verdicts))["one"] for name, verdicts in found.items()}
    assert told == {name: name for name in found}
    assert judge(Same(), _both(CRASH))["one"].kind == "crash"
    assert judge(claim, {"one": {"variant": CRASH}})["one"].kind == "crash"
    made = Invalid("an invalid module", module("made"))
    assert judge(claim, {"one": {"variant": made}})["one"].kind == "invalid"
    two: Observations = {"one": {"variant": CRASH}, "other": {"variant": image(51)}}
    assert judge(agree, two)["one"].kind == "crash"


REFUSALS = {
    "limit-glslang-essl-version": "ERROR: #version: ES shaders for SPIR-V require version 310 or "
    "higher",
    "limit-glslang-compatibility": "ERROR: #version: compilation for SPIR-V does not support the "
    "compatibility profile",
    "limit-glslang-loose-uniform": "in.frag:7: error: 'non-opaque uniforms outside a block' : not "
    "allowed when using GLSL for Vulkan",
    "limit-mesa-version": "0:1(10): error: GLSL ES 3.20 is not supported. Supported versions are: "
    "1.00 ES",
    "limit-mesa-extension": "0:2(12): error: extension `GL_EXT_null_initializer' unsupported in "
    "compute shader",
    "limit-mesa-resources": "error: Too many fragment shader default uniform block components",
    "limit-glslang-extension": "ERROR: 0:2: '#extension' : extension not supported: GL_EXT_x",
    "limit-angle-extension": "ERROR: 0:2: 'GL_EXT_x' : extension is not supported",
    "limit-spirv-cross-demote": "SPIRV-Cross threw an exception: "
    "GL_EXT_demote_to_helper_invocation is only supported in Vulkan GLSL.",
    "limit-angle-version": "ERROR: 0:1: '' : unsupported shader version 310",
    "limit-angle-endless-loop": "ERROR: 0:89: '' : Infinite loop detected in the shader",
    "limit-naga-glsl": 'Error { kind: SemanticError("Unknown function"), meta: Span { start: 4 }}',
    "limit-mesa-descriptor-set": "0:2(16): error: unrecognized layout identifier `set'",
    "limit-naga-capability": "Shader requires capability Capabilities(SUBGROUP)",
    "limit-naga-write-only": "Storage address space doesn't support write-only access",
    "limit-naga-packed": "Shader '' parsing error: no definition in scope for identifier: "
    "`pack4xU8Clamp`",
    "limit-naga-pointer-parameter": "Argument 'cell' at index 0 is a pointer of space Storage "
    "{ access: StorageAccess(LOAD) }, which can't be passed into functions.",
    "limit-naga-local-const": "expected assignment or increment/decrement, found '112i'",
    "limit-naga-const-assert": "expected global item ('struct', 'fn') or the end of the file, "
    "found 'const_assert'",
    "limit-naga-flat-sampling": "Shader '' parsing error: unknown attribute: 'either'",
    "limit-naga-alias-element": "Shader '' parsing error: unknown scalar type: `Alias_0`",
    "limit-naga-constant-index": "The expression [10] may only be indexed by a constant",
    "limit-spirv-cross-layout": "Buffer block cannot be expressed as any of std430, std140, scalar",
    "limit-spirv-cross-es-layout": "Push constant block cannot be expressed as neither std430 nor "
    "std140. ES-targets do not support GL_ARB_enhanced_layouts.",
    "limit-spirv-cross-subgroup": "This subgroup operation is only supported in Vulkan semantics.",
}


@lets_through(*REFUSALS)
def test_a_limit_that_a_front_end_documents_is_counted_and_another_refusal_is_a_finding() -> None:
    assert {f"limit-{limit.name}" for limit in DOCUMENTED} == set(REFUSALS)
    assert isinstance(CASE.oracle, Expected)
    claim = msgspec.structs.replace(CASE.oracle, may_refuse=True)
    for name, message in REFUSALS.items():
        verdicts = judge(claim, {"one": {"variant": Rejected(message)}})
        assert counted(Observation({}, verdicts))["one"] == name
        # A claim that does not allow for it, and does not know what is legal, does not.
        plain = msgspec.structs.replace(CASE.oracle, limits=None)
        assert judge(plain, {"one": {"variant": Rejected(message)}})["one"].is_finding
    other = Rejected("0:5(9): error: cannot access field `xy' of non-structure / non-vector")
    assert judge(claim, {"one": {"variant": other}})["one"].kind == "rejected"


def _both(outcome: Outcome) -> Observations:
    return {"one": {"reference": image(51), "variant": outcome}}


# ---- violations of which no finding is made


@lets_through("seen-in-run")
def test_a_bug_that_was_seen_in_the_run_hides_none_of_another_signature(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = Observation({}, {"one": WRONG, "other": Verdict("crash", "SIGSEGV")})
    known = frozenset({bug_seen("one", WRONG), bug_seen("other", Verdict("crash", "SIGABRT"))})
    assert put_away(CASE, ALL, (), seen, known) == (PutAway("one", "seen-in-run"),)
    confirmer = Confirmer(
        TellingPool({}), FuzzConfiguration(confirmations=0), wordplay.WordMethod()
    )
    monkeypatch.setattr(confirm, "attribution", lambda _: NOTHING)
    two = msgspec.structs.replace(
        seen, outcomes={"one": {"variant": image(9)}, "other": {"variant": CRASH}}
    )
    assert [
        one.finding.target for one in confirmer.findings(1, CASE, [ONE, OTHER], two, known)
    ] == ["other"]


class PatientPool(TellingPool):
    """Gives its answers to those who wait, and a timeout to others."""

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        found = super().run(target, program, deadline)
        late = program.source == b"variant" and deadline <= 5.0
        return RunResult(Timeout(deadline), 0.0, 0.0) if late else found

    run_fresh = TellingPool.run


@lets_through("in-time-when-asked-again")
def test_what_comes_late_is_no_hang_and_may_be_wrong() -> None:
    pool = PatientPool({("other", "variant"): image(99), ("third", "variant"): Timeout(20.0)})
    look = Observer(pool, References(pool, (), Tolerance(), 5.0), 5.0)
    for late, kind in ((ONE, "pass"), (OTHER, "wrong"), (THIRD, "timeout")):
        seen = look.observe(CASE, [late])
        assert seen.verdicts[late.id].kind == kind
        told = {one.target for one in put_away(CASE, (late.id,), (), seen, frozenset())}
        assert told == ({late.id} if kind != "timeout" else set())


@lets_through("within-tolerance")
def test_what_a_tolerance_forgives_is_counted_and_only_where_no_result_is_known() -> None:
    forgiven = put_away(
        SAME, ALL, (), Observation({}, judge(Same(), _both(image(52)))), frozenset()
    )
    assert forgiven == (PutAway("one", "within-tolerance", PIXELS),)
    assert judge(CASE.oracle, {"one": {"variant": image(50)}})["one"].kind == "wrong"
    assert judge(Same(), _both(image(53)))["one"].kind == "wrong"


@lets_through("not-compared-again")
def test_numbers_that_were_wrong_in_the_seed_are_counted_and_others_are_compared() -> None:
    seen = observed(one__seed=image(51, spoilt=2), one__variant=image(51, spoilt=2))
    assert put_away(CASE, ALL, (), seen, frozenset()) == (PutAway("one", "not-compared-again", 2),)
    worse = observed(one__seed=image(51, spoilt=2), one__variant=image(51, spoilt=3))
    assert worse.verdicts["one"].kind == "wrong"


@lets_through("not-confirmable", "defect", "absent", "untested")
def test_what_is_wrong_with_us_is_a_defect_that_keeps_its_case(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    store.create(Header(FuzzConfiguration(targets=("tcc", "gcc")), "0" * 16))
    store.begin_session(1)
    run = run_record(0, tests=3, findings=1, defect=True)
    lost = msgspec.structs.replace(
        run.tests[1],
        status="defect",
        put_away=(PutAway("", "not-confirmable"), PutAway("gcc", "within-tolerance", 7)),
    )
    absent = msgspec.structs.replace(run.tests[2], status="absent")
    store.record(msgspec.structs.replace(run, tests=(run.tests[0], lost, absent)), 1.0)
    summary = summarise(store, tmp_path)
    told = {
        "not-confirmable": 1,
        "within-tolerance": 7,
        "seed-cannot-be-run": 1,
        "absent": 1,
        "defect": 1,
    }
    assert summary.put_away == told
    assert list(summary.put_away) == [one.name for one in reasons.REASONS if one.name in told]
    (row,) = store.rows(tables.DEFECTS)
    assert store.defect_case(str(row["case"])).programs
    assert len(summary.findings) == 1
    store.close()


# ---- seeds


@lets_through("seed-not-run", "seed-undefined", "seed-too-long")
def test_a_seed_that_is_defined_in_part_is_used() -> None:
    refused = [Proof("refused", reason="images"), Proof("undefined"), Proof("too-long")]
    told = [reasons.name_of(f"transform: {refusal_of(one)}", reasons.SEEDS) for one in refused]
    assert told == ["seed-not-run", "seed-undefined", "seed-too-long"]
    assert refusal_of(proof(masked=PIXELS - 1, answer="partly")) == ""
    assert refusal_of(proof(masked=PIXELS, answer="partly")) == ""


@lets_through(
    "seed-breaks-target-always",
    "seed-wrong-on-target",
    "seed-unsteady-on-target",
    "seed-disputed",
    "seed-cannot-be-run",
    "seed-unsuitable",
)
def test_a_seed_that_one_target_cannot_take_is_set_aside_there_alone() -> None:
    pool = TellingPool(
        {("one", "seed"): CRASH, ("other", "seed"): image(99), ("third", "variant"): image(99)}
    )
    references = References(pool, (), Tolerance(), 5.0)
    seen = Observer(pool, references, 5.0).observe(CASE, [ONE, OTHER, THIRD])
    news = {one.target: reasons.name_of(one.reason, reasons.SEEDS) for one in references.news()}
    assert news == {"one": "seed-breaks-target-always", "other": "seed-wrong-on-target"}
    assert seen.verdicts["third"].kind == "wrong"
    others = [
        "not the same when run again: image",
        "a and b differ: 3 of 9",
        "it cannot be run: no",
        "no fragment shader",
    ]
    assert list(counts({}, (), others, {})) == [
        "seed-unsteady-on-target",
        "seed-disputed",
        "seed-cannot-be-run",
        "seed-unsuitable",
    ]


# ---- the table


def test_every_reason_of_a_look_a_violation_a_seed_and_a_test_has_a_true_bug_beside_it() -> None:
    table = (*reasons.LOOKS, *reasons.VIOLATIONS, *reasons.SEEDS, *reasons.TESTS)
    assert marked_in(globals()) == {one.name for one in table}


def test_names_are_unique_and_an_unknown_sentence_is_counted_too() -> None:
    names = [one.name for one in reasons.REASONS]
    assert len(set(names)) == len(names)
    strange = msgspec.structs.replace(finding(1), state="set-aside", reason="because")
    assert counts({}, [strange], (), {}) == {"unnamed": 1}
    assert reasons.reason("unnamed") is reasons.UNNAMED
    assert reasons.reason("too-slow").counts == "look"


def test_the_page_is_written_from_the_table() -> None:
    root = Path(__file__).parents[4]
    page = (root / "docs" / "triage.md").read_text()
    rows = [f"| `{one.name}` | {one.means} |" for one in reasons.REASONS]
    assert [line for line in page.splitlines() if line.startswith("| `")] == rows
