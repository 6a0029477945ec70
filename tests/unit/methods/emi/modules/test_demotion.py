"""Modules for Vulkan 1.3 that demote invocations, as seeds."""

from __future__ import annotations

import pytest
from helpers.newer_modules import newer
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.limits import beyond
from aberration.core.method import Request
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.registry import method_named


@needs_compiler
@pytest.mark.parametrize("name", ["discard_lattice", "run_length"])
def test_variants_give_the_result_of_the_seed(name: str) -> None:
    seed = newer("references", name)
    cases = method_named("emi").make(Request(5, 2, seed, (), {}))
    assert len(cases) == 2
    for case in cases:
        variant = case.programs["program"]
        assert validate(variant.source, environment_of(variant.source)) is None
        expected, found = prove(replace(seed, inputs=variant.inputs)), prove(variant)
        assert expected.limits is not None
        assert found.outcome is not None, f"{found.reason} {found.trap}"
        assert beyond(found.outcome, expected.limits).beyond == 0
