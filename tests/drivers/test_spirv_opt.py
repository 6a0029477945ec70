"""spirv-opt, every version that is here: translates the corpus to valid modules that render the
same.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from helpers.corpus import reference_modules
from helpers.sampling import one_in

from aberration.campaign.observe import observe_fresh
from aberration.campaign.triage.blame import blame
from aberration.core.oracle import VerdictKind
from aberration.core.outcome import Image, Invalid, Rejected, Translated
from aberration.core.program import Program
from aberration.core.target import Target, WorkerSpec
from aberration.core.testcase import load_case
from aberration.languages.spirv.validate import validate
from aberration.targets import spirv_tools
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

BUGS = Path(__file__).parents[2] / "corpus" / "bugs"
DEADLINE = 60.0
VERSIONS = [optimiser for optimiser in spirv_tools.optimisers() if optimiser.path.is_file()]
SHADERS = reference_modules()


def spec(optimiser: spirv_tools.Optimiser, flags: str) -> WorkerSpec:
    return WorkerSpec(
        "spirv_opt", (("path", str(optimiser.path)), ("flags", flags)), memory=spirv_tools.MEMORY
    )


def shader(code: bytes) -> Program:
    return Program("spirv", "fragment", code)


def test_the_current_version_is_here() -> None:
    assert "2025.5" in [optimiser.version for optimiser in VERSIONS]


@pytest.mark.parametrize("optimiser", one_in(3, VERSIONS), ids=lambda optimiser: optimiser.version)
@pytest.mark.parametrize("flags", ["-O", "-Os", "-O-twice", "-O-varied-3", "random-1", "random-4"])
def test_the_output_is_valid_and_the_time_is_counted(
    optimiser: spirv_tools.Optimiser, flags: str
) -> None:
    changed = invalid = 0
    with closing(Worker(spec(optimiser, flags))) as worker:
        assert "SPIRV-Tools v" in worker.version
        assert ("--" in worker.version) == (flags not in ("-O", "-Os"))
        for _, code in SHADERS[1::11]:
            reply = worker.run(shader(code), DEADLINE)
            if isinstance(reply.outcome, Invalid):
                invalid += 1
                continue
            assert isinstance(reply.outcome, Translated), reply.outcome
            assert validate(reply.outcome.program.source) is None
            changed += reply.outcome.program.source != code
            assert 0 < reply.busy <= reply.seconds
    assert changed
    assert invalid <= 1, "2020.6 has a bug that -O-varied-3 shows"


def test_an_invalid_module_is_rejected() -> None:
    broken = SHADERS[0][1][:-8]
    with closing(Worker(spec(VERSIONS[0], "-O"))) as worker:
        assert isinstance(worker.run(shader(broken), DEADLINE).outcome, Rejected)
        assert isinstance(worker.run(shader(SHADERS[0][1]), DEADLINE).outcome, Translated)


def test_the_chain_ends_in_an_image() -> None:
    targets = [
        target
        for target in spirv_tools.providers()
        if target.id.endswith(":-O") and target.available
    ]
    plain = Target("plain", "executes", ("spirv",), targets[0].stages[1:])
    name, code = SHADERS[0]
    with TargetPool() as pool:
        expected = pool.run(plain, shader(code), DEADLINE).outcome
        assert isinstance(expected, Image), name
        for target in targets:
            result = pool.run(target, shader(code), DEADLINE)
            assert result.outcome == expected, target.id
            assert [stage for stage, _ in result.stage_seconds] == [
                "spirv-opt",
                plain.stages[0].name,
            ]


@pytest.mark.parametrize(
    ("case", "name", "kind", "guilty"),
    [
        ("spirv-opt-unroll-no-preheader", "spirv-opt@2025.5:-O", "crash", ("loop-unroll",)),
        (
            "spirv-opt-amd-ext-folds-to-zero",
            "spirv-opt@2025.5:passes:amd-ext-to-khr",
            "wrong",
            ("amd-ext-to-khr",),
        ),
    ],
)
def test_the_pass_that_is_to_blame_for_a_known_bug_is_found(
    case: str, name: str, kind: VerdictKind, guilty: tuple[str, ...]
) -> None:
    known = load_case(BUGS / case)
    target = spirv_tools.resolve(name)
    assert target is not None
    with TargetPool() as pool:
        seen = observe_fresh(pool, known, [target], DEADLINE).verdicts[name]
        assert seen.kind == kind
        culprit = blame(known, target, seen, pool, DEADLINE)
    assert culprit is not None
    assert (culprit.kind, culprit.passes, culprit.name) == ("pass", guilty, guilty[-1])
    assert len(culprit.versions) >= 2


def test_what_an_optimiser_gives_again_is_not_executed_again() -> None:
    target = next(
        one for one in spirv_tools.providers() if one.available and one.id.endswith(":-O")
    )
    program, driver = shader(SHADERS[0][1]), target.stages[-1].name
    with TargetPool() as pool:
        first, again, fresh = (
            pool.run(target, program),
            pool.run(target, program),
            pool.run_fresh(target, program),
        )
    assert isinstance(first.outcome, Image)
    assert first.outcome == again.outcome == fresh.outcome
    assert dict(first.stage_seconds)[driver] > 0.0
    assert dict(again.stage_seconds)[driver] == 0.0
    assert dict(fresh.stage_seconds)[driver] > 0.0
