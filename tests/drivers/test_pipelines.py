"""Pipelines of methods on real drivers."""

from __future__ import annotations

import pytest

from aberration.core.method import Request
from aberration.core.oracle import judge
from aberration.methods.registry import method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

TARGETS = {target.id: target for target in discover()}


@pytest.mark.parametrize("name", ["swiftshader", "lavapipe"])
def test_what_smith_and_transform_make_gives_the_known_result(name: str) -> None:
    target = TARGETS[name]
    if not target.available:
        pytest.skip(target.reason)
    method, verdicts = method_named("smith+transform"), list[str]()
    with TargetPool() as pool:
        for run_seed in range(4):
            options = {"smith.preset": "tiny", "transform.steps": "60"}
            asked = Request(run_seed=run_seed, variants=2, language="spirv", options=options)
            for case in method.make(asked):
                (role,) = [one for one in case.programs if one == "variant"]
                outcome = pool.run(target, case.programs[role], 30.0).outcome
                verdicts.append(judge(case.oracle, {name: {role: outcome}})[name].kind)
    assert len(verdicts) >= 6
    assert set(verdicts) == {"pass"}
