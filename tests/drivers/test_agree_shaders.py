"""Shaders on real drivers: a planted mistake is found, confirmed by another family, and
reduced; the others pass.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest
from helpers.agreeing import case_of
from helpers.crooked_opengl import crooked

from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.confirm import Confirmer
from aberration.campaign.executor import Executor
from aberration.campaign.finding_reducer import FindingReducer
from aberration.campaign.observe import observe_fresh
from aberration.campaign.plan import MethodSlot, Setting
from aberration.campaign.records import ExecutorJob, RunRecord
from aberration.campaign.seeds import SeedPool, bundled_corpus, load_pool
from aberration.campaign.selftest import SelfTest
from aberration.campaign.shrinking import ProgramShrinker
from aberration.campaign.timed import TimedPool
from aberration.campaign.triage.cross_check import UNCONFIRMED
from aberration.core.constants import Constant
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.inputs import Inputs, Uniform
from aberration.core.oracle import Expected, Verdict
from aberration.core.outcome import Image, Outcome
from aberration.core.program import Program, load_program
from aberration.core.recipe import TestCase
from aberration.core.testcase import replay_case
from aberration.methods.agree.method import AgreeMethod
from aberration.reduce.program import Limits, lines_of
from aberration.reduce.reducer import Reduced
from aberration.targets import opengl
from aberration.targets.pool import TargetPool

DRIVERS: Final = {target.id: target for target in opengl.providers()}
LLVMPIPE: Final = DRIVERS["llvmpipe"]
CROOKED: Final = crooked(LLVMPIPE)
STEPS: Final = Program(
    "essl",
    "fragment",
    b"""#version 300 es
precision highp float;
uniform int limit;
uniform vec2 unused;
out vec4 colour;
void main() {
  int sum = 0;
  for (int i = 0; i <= (limit & 15); i++) sum += i;
  colour = vec4(float(sum) / 255.0, unused, 1.0);
}
""",
    Inputs(
        (Uniform("limit", struct.pack("<i", 9), -1), Uniform("unused", bytes(8), -1)),
        width=8,
        height=8,
    ),
    "steps",
)
BUSY: Final = msgspec.structs.replace(
    STEPS,
    source=STEPS.source.replace(
        b"void main() {",
        b"""struct Ring { int cells[4]; int at; };
int half_of(int number) {
  int twice = number * 2;
  if (twice < 0) {
    twice = -twice;
  }
  return twice / 4;
}
void push(inout Ring ring, int value) {
  ring.cells[ring.at & 3] = half_of(value);
  ring.at++;
}
void main() {
  Ring ring;
  ring.at = 0;
  for (int i = 0; i < 4; i++) push(ring, int(gl_FragCoord.x) + i);
""",
    ).replace(b"unused, 1.0)", b"unused.x, float(ring.cells[2] & 15) / 15.0, 1.0)"),
    name="busy",
)
CONFIGURATION: Final = FuzzConfiguration(confirmations=1, method={"agree": MethodSettings()})


@pytest.fixture
def pool() -> Iterator[TimedPool]:
    with TimedPool(8, None) as made:
        yield made


def runs(seeds: SeedPool, *names: str, count: int) -> list[RunRecord]:
    """Return the records of an executor whose tests are on these targets."""
    targets = tuple(target for target in (*DRIVERS.values(), CROOKED) if target.id in names)
    families = tuple((target.id,) for target in targets)
    slot = MethodSlot(
        "agree", 1, 1, 0, 0, True, len(seeds.of("essl")), 0, families, language="essl"
    )
    executor = Executor(ExecutorJob(CONFIGURATION, Setting(3, (slot,)), seeds, targets))
    try:
        return [executor.run(number) for number in range(count)]
    finally:
        executor.close()


@pytest.mark.slow
def test_a_planted_mistake_is_found_confirmed_and_reduced(pool: TimedPool) -> None:
    records = runs(SeedPool((BUSY,)), "llvmpipe", "softpipe", "crooked", count=4)
    found = [found.finding for record in records for found in record.found]
    assert {finding.target for finding in found} == {"crooked"}
    assert all(
        (finding.verdict.kind, finding.state, finding.reliability) == ("wrong", "new", "reliable")
        for finding in found
    )
    assert not [defect for record in records for defect in record.defects]
    finding = max(found, key=lambda one: len(one.case.recipe.steps))
    assert len(finding.case.recipe.steps) >= 2
    reducer = FindingReducer(pool, CROOKED, AgreeMethod(), CONFIGURATION)
    reduced = reducer.reduce(finding)
    assert reduced is not None
    first = reduced.finding
    assert first.state == "reduced"
    assert first.reduced is not None
    assert first.reduced.recipe.steps == (), "the seed's own inputs show it"
    assert first.reduced.recipe.seeds == {"seed": BUSY}
    judged = reducer.shrink(first)
    assert judged is not None
    assert judged.finding.state == "reduced"
    assert judged.finding.reduced is not None
    smallest = judged.finding.reduced.recipe.seeds["seed"]
    assert b"<=" in smallest.source, "the mistake is in what is left"
    assert lines_of(smallest) <= 10 < 25 <= lines_of(BUSY)
    assert replay_case(judged.finding.reduced, AgreeMethod()) == judged.finding.reduced
    assert judged.evidence is not None
    assert judged.evidence["expected"] != judged.evidence["program"]


class Lenient(AgreeMethod):
    """Permits all images that are small."""

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        is_small = case.programs["program"].inputs.width < STEPS.inputs.width
        return Freedom("small") if is_small else NO_REASON


def shrinker(pool: TargetPool, method: AgreeMethod, wanted: Verdict) -> ProgramShrinker:
    return ProgramShrinker(pool, CROOKED, method, CONFIGURATION, wanted)


@pytest.mark.slow
def test_a_program_that_something_explains_is_not_the_smallest(pool: TargetPool) -> None:
    case = case_of(STEPS)
    wanted = observe_fresh(pool, case, [CROOKED], 10.0).verdicts["crooked"]
    assert wanted.kind == "wrong"
    found = shrinker(pool, Lenient(), wanted).shrink(Reduced("complete", case, None, 0), Limits())
    assert found.program is not None
    smallest = found.reduced.case.recipe.seeds["seed"]
    assert smallest.inputs.width == STEPS.inputs.width
    assert smallest.inputs.uniforms == (), "what is explained is gone back from, the rest is not"


def test_where_the_bug_does_not_show_nothing_gets_smaller(pool: TargetPool) -> None:
    case = case_of(msgspec.structs.replace(STEPS, source=STEPS.source.replace(b"<=", b"<")))
    given = Reduced("complete", case, None, 0)
    found = shrinker(pool, AgreeMethod(), Verdict("wrong", "wrong image")).shrink(given, Limits())
    assert found.reduced == given
    assert found.program is not None
    assert found.program.tries > 10


class Mistaken(AgreeMethod):
    """Expects of each image that its first pixel is another one, and permits nothing."""

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        return NO_REASON

    def mistaken(self, case: TestCase) -> TestCase:
        oracle = case.oracle
        assert isinstance(oracle, Expected)
        assert isinstance(oracle.outcome, Image)
        other = msgspec.structs.replace(
            oracle.outcome, data=bytes([1, 2, 3, 4]) + oracle.outcome.data[4:]
        )
        return msgspec.structs.replace(case, oracle=msgspec.structs.replace(oracle, outcome=other))


def test_a_wrong_expectation_is_our_defect_and_no_finding(pool: TargetPool) -> None:
    method = Mistaken()
    case = method.mistaken(case_of(STEPS))
    targets = [LLVMPIPE, DRIVERS["softpipe"]]
    seen = observe_fresh(pool, case, targets, 10.0)
    found = [
        one.finding
        for one in Confirmer(pool, CONFIGURATION, method).findings(0, case, targets, seen)
    ]
    assert [finding.state for finding in found] == ["set-aside", "set-aside"]
    assert all(finding.reason.startswith(UNCONFIRMED) for finding in found)


@pytest.mark.parametrize("language", ["essl", "glsl"])
def test_the_self_test_catches_a_planted_result(language: str, pool: TargetPool) -> None:
    method = AgreeMethod()
    spoken = next(spoken for spoken in method.languages if spoken.language == language)
    seeds = load_pool((), (), wanted={language})
    told = SelfTest(method, spoken, CONFIGURATION, seeds, pool).run([LLVMPIPE], [LLVMPIPE])
    assert told == f"agree in {language}: a planted result caught, llvmpipe silent"


def test_the_self_test_says_where_no_target_takes_the_programs(pool: TargetPool) -> None:
    """A folder of such shaders stopped a campaign, whatever else it had."""
    text = (
        b"#version 450\nlayout(constant_id = 1) const float share = 0.5;\n"
        b"layout(location = 0) out vec4 colour;\nvoid main() { colour = vec4(share); }\n"
    )
    inputs = Inputs(width=4, height=4, constants=(Constant("1", "float", 0x3E800000),))
    seeds = SeedPool((Program("glsl", "fragment", text, inputs, "shared"),))
    method = AgreeMethod()
    spoken = next(spoken for spoken in method.languages if spoken.language == "glsl")
    told = SelfTest(method, spoken, CONFIGURATION, seeds, pool).run([LLVMPIPE], [LLVMPIPE])
    start = "agree in glsl: nothing to test, for no target takes its programs: llvmpipe: "
    assert told.startswith(start)


@pytest.mark.slow
def test_the_corpus_agrees_on_llvmpipe() -> None:
    seeds = load_pool((), (), wanted={"essl"})
    records = runs(seeds, "llvmpipe", "zink-lavapipe", count=2 * len(seeds.of("essl")))
    assert sum(test.status == "done" for record in records for test in record.tests) == len(records)
    assert not [defect for record in records for defect in record.defects]
    assert [
        found.finding.id
        for record in records
        for found in record.found
        if found.finding.state != "set-aside"
    ] == []


TURN: Final = "0000804b0000803f0000000000000000000080bf0000804b0000000000000000"
FALSE_ALARMS: Final = (
    (
        "essl/quarter_matrices.frag",
        "turn",
        "0000804b0000803f0000000000000000000080bf0000804b0000000000000000",
        "llvmpipe",
    ),
    ("essl/oblong_matrices.frag", "weights", "cc8837c2000040c0eaa44b3a", "llvmpipe"),
    ("essl/oblong_matrices.frag", "weights", "cc8837c2000040c0eaa44b3a", "softpipe"),
    ("glsl/exact_fused.frag", "shift", "000024c0002474c9", "llvmpipe"),
)
"""Inputs on which a driver and the interpreter differed, by a rounding that is legal: seeds, a
uniform, a driver.
"""


@pytest.mark.parametrize(("path", "name", "data", "driver"), FALSE_ALARMS)
def test_what_once_was_a_false_alarm_is_none(
    path: str, name: str, data: str, driver: str, pool: TargetPool
) -> None:
    seed = load_program(bundled_corpus() / "shading" / path)
    case = case_of(
        seed,
        {"type": "SetSize", "width": 40, "height": 24},
        {"type": "SetUniform", "name": name, "data": data},
    )
    assert len(case.recipe.steps) == 2
    seen = observe_fresh(pool, case, [DRIVERS[driver]], 10.0)
    confirmer = Confirmer(pool, CONFIGURATION, AgreeMethod())
    found = [one.finding for one in confirmer.findings(0, case, [DRIVERS[driver]], seen)]
    assert all(finding.reason.startswith("rounded in other legal ways") for finding in found)
