"""Shaders of the corpus as glslang writes them for Vulkan 1.3: the result is that of the modules
for Vulkan 1.1.
"""

from __future__ import annotations

import pytest
from helpers.newer_modules import newer, older
from helpers.shading_runs import needs_compiler
from helpers.spirv_tools import run
from msgspec.structs import replace

from aberration.core.limits import beyond
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDemoteToHelperInvocation

pytestmark = needs_compiler

NAMES = (
    ("references", "discard_lattice"),
    ("references", "run_length"),
    ("compute", "prefix_sum"),
    ("compute", "radix_ranks"),
)
OPTIONS: tuple[tuple[str, ...], ...] = ((), ("-gVS",))


def proved(program: Program) -> Proof:
    proof = prove(program)
    assert proof.answer == "defined", f"{proof.reason} {proof.trap}"
    return proof


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_the_result_is_the_same(kind: str, name: str, options: tuple[str, ...]) -> None:
    program = newer(kind, name, *options)
    demotes = bool(Module.parse(program.source).by_opcode(OpDemoteToHelperInvocation))
    assert demotes == (kind == "references")
    expected, found = proved(older(kind, name)), proved(program)
    assert found.outcome == expected.outcome
    assert found.compared == expected.compared


@pytest.mark.parametrize(("kind", "name"), NAMES)
def test_optimised_it_is_one_of_the_legal_results(kind: str, name: str) -> None:
    program = newer(kind, name)
    done = run("spirv-opt", ["-O", "--target-env=vulkan1.3", "-o", "-", "-"], program.source)
    assert done.returncode == 0, done.stderr
    expected, found = proved(older(kind, name)), proved(replace(program, source=done.stdout))
    assert expected.limits is not None
    assert found.outcome is not None
    assert beyond(found.outcome, expected.limits).beyond == 0
    assert found.compared == expected.compared
