"""What real compilers tell about themselves, as the search for a culprit asks it."""

import math
import re
from contextlib import closing

import msgspec
import pytest
from helpers.patchwork import patched

from aberration.campaign.triage.blame import CaseQuestions, Limit, versions_of
from aberration.campaign.triage.question import HERE
from aberration.core.oracle import Verdict
from aberration.core.outcome import Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.targets import c
from aberration.targets.c import providers
from aberration.targets.c_levels import level_of, newest, with_options
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

LEVELLED = [target for target in c.providers() if target.available and target.id.endswith(":-O2")]
GCC = [target for target in LEVELLED if target.family == "gcc"]
CLANG = [target for target in LEVELLED if target.family == "clang"]


def by_id(target: Target) -> str:
    return target.id


def told(
    pool: TargetPool, target: Target, flags: str, telling: str, *, every: bool = True
) -> list[str]:
    questions = CaseQuestions(patched(), Verdict("wrong"), pool, 5.0, Limit(math.inf))
    return questions.dump(
        with_options(target, target.id, {"flags": flags}), telling, every=every
    ).splitlines()


WITHOUT_LIMITS = ("gcc-9",)
"""They list their counters in another form: a culprit is then a flag or nothing."""


@pytest.mark.parametrize("target", GCC, ids=by_id)
def test_gcc_tells_its_flags_and_counters(pool: TargetPool, target: Target) -> None:
    flags = told(pool, target, "-Q --help=optimizers", r"^\s+-f[\w-]+\s")
    assert [line for line in flags if re.search(r"-ftree-vrp\s+\[enabled\]", line)]
    counters = told(pool, target, "-fdbg-cnt-list", r"^\s+match\s")
    assert bool(counters) is (target.stages[0].name not in WITHOUT_LIMITS)


@pytest.mark.parametrize("target", CLANG, ids=by_id)
def test_clang_tells_the_passes_that_ran(pool: TargetPool, target: Target) -> None:
    telling = r"BISECT: running pass \(\d+\) .+ on "
    (last,) = told(pool, target, "-mllvm -opt-bisect-limit=-1", telling, every=False)
    (fifth,) = told(pool, target, "-mllvm -opt-bisect-limit=5", telling, every=False)
    assert "pass (5) " in fifth
    assert int(last.partition("(")[2].partition(")")[0]) > 100


@pytest.mark.parametrize("target", LEVELLED, ids=by_id)
def test_versions_of_a_family_come_oldest_first(pool: TargetPool, target: Target) -> None:
    names = [one.id for one in versions_of(target, HERE, pool, level_of)]
    assert target.id in names
    assert len(names) == len(set(names))
    mine = [
        int(name.split("-")[1].split(":")[0]) for name in names if re.match(r"(gcc|clang)-\d", name)
    ]
    assert mine == sorted(mine)


def test_what_a_compiler_refuses_is_told_as_everywhere() -> None:
    target = newest(providers(), "gcc", "-O2")
    assert target is not None
    spec = (
        with_options(target, target.id, {"pattern": "nothing that anybody says"}).stages[0].worker
    )
    with closing(Worker(msgspec.structs.replace(spec, runner="c_messages"))) as worker:
        outcome = worker.run(
            Program("c", "program", b"int main(void) { return missing; }"), 20.0
        ).outcome
    assert isinstance(outcome, Rejected)
