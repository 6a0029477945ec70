"""Modules for Vulkan 1.3 that demote invocations, as seeds and as donors."""

from __future__ import annotations

import pytest
from helpers.newer_modules import newer
from helpers.shading_runs import needs_compiler

from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod

METHOD = TransformMethod()


@needs_compiler
@pytest.mark.parametrize("run", range(3))
@pytest.mark.parametrize("name", ["discard_lattice", "run_length"])
def test_variants_give_the_result_of_the_seed(name: str, run: int) -> None:
    seed = newer("references", name)
    expected = prove(seed)
    assert expected.limits is not None
    donor = newer("donors", "discard_guards")
    cases = METHOD.make(Request(run, 2, seed, (donor,), {"steps": "200"}))
    assert len(cases) == 2
    for case in cases:
        variant = case.programs["variant"]
        assert validate(variant.source, environment_of(variant.source)) is None
        assert METHOD.replay(case.recipe).case.programs["variant"].source == variant.source
        found = prove(variant)
        assert found.outcome is not None, f"{found.reason} {found.trap}"
        assert beyond(found.outcome, expected.limits).beyond == 0
