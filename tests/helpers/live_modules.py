"""A small SPIR-V module for tests of live code: integers in variables, a loop, a block that never
runs.
"""

from __future__ import annotations

from typing import Final

from helpers.transform import at, ident, numbered
from msgspec.structs import replace

from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.program import Program
from aberration.core.recipe import step_types
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble, disassemble
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.emi.modules.ids import read_of
from aberration.methods.emi.modules.mutation import Mutation, Site
from aberration.methods.emi.modules.registry import from_steps
from aberration.methods.emi.modules.variants import (
    ModuleVariants,
    broken_guard,
    probes_of,
    variant_of,
)
from aberration.methods.emi.shading.environment import Environment
from aberration.methods.emi.shading.expressions import Read

FIRST: Final = 5000
"""The first id that a mutation of a test brings."""

MODULE: Final = """
    OpCapability Shader
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %main "main" %in %out
    OpExecutionMode %main OriginUpperLeft
    OpDecorate %in BuiltIn FragCoord
    OpDecorate %out Location 0
    %void = OpTypeVoid
    %main_type = OpTypeFunction %void
    %bool = OpTypeBool
    %int = OpTypeInt 32 1
    %float = OpTypeFloat 32
    %v4float = OpTypeVector %float 4
    %int_0 = OpConstant %int 0
    %int_1 = OpConstant %int 1
    %int_3 = OpConstant %int 3
    %int_99 = OpConstant %int 99
    %float_1 = OpConstant %float 1
    %in_type = OpTypePointer Input %v4float
    %in = OpVariable %in_type Input
    %out_type = OpTypePointer Output %v4float
    %out = OpVariable %out_type Output
    %local_int = OpTypePointer Function %int
    %local_float = OpTypePointer Function %float
    %main = OpFunction %void None %main_type
    %entry = OpLabel
    %sum = OpVariable %local_int Function
    %shade = OpVariable %local_float Function
    OpStore %sum %int_1
    OpStore %shade %float_1
    %all = OpLoad %v4float %in
    %x = OpCompositeExtract %float %all 0
    %whole = OpConvertFToS %int %x
    %shifted = OpISub %int %whole %int_3
    OpBranch %header
    %header = OpLabel
    %i = OpPhi %int %int_0 %entry %next %continue
    OpLoopMerge %after %continue None
    OpBranch %test
    %test = OpLabel
    %less = OpSLessThan %bool %i %shifted
    OpBranchConditional %less %body %after
    %body = OpLabel
    %old = OpLoad %int %sum
    %new = OpIAdd %int %old %i
    OpStore %sum %new
    OpBranch %continue
    %continue = OpLabel
    %next = OpIAdd %int %i %int_1
    OpBranch %header
    %after = OpLabel
    %total = OpLoad %int %sum
    %large = OpSGreaterThan %bool %total %int_99
    OpSelectionMerge %end None
    OpBranchConditional %large %never %end
    %never = OpLabel
    OpStore %sum %int_0
    OpBranch %end
    %end = OpLabel
    %last = OpLoad %int %sum
    %number = OpConvertSToF %float %last
    %factor = OpLoad %float %shade
    %grey = OpFMul %float %number %factor
    %colour = OpCompositeConstruct %v4float %grey %grey %float_1 %float_1
    OpStore %out %colour
    OpReturn
    OpFunctionEnd
"""


def live_module(width: int = 8, height: int = 2) -> Program:
    """Return the module with its inputs: %shifted is x - 3, %i goes from 0 up to it."""
    source = assemble(numbered(MODULE), (1, 3))
    inputs = Inputs(width=width, height=height)
    return Program("spirv", "fragment", source, inputs, name="live")


def site_of(name: str, op: str = "", **states: tuple[int, ...]) -> Site:
    """Return a site of the module, where these states of ids, by name, are all that there are."""
    module = Module.parse(live_module().source)
    point = at(name, op)
    reads = tuple(read(f"%{one}") for one in states)
    rows = tuple(zip(*states.values(), strict=True))
    ends = tuple((min(values), max(values)) for values in states.values())
    known = Environment("key", reads, rows, ends, frozenset(), (), 1)
    return Site(FIRST, module, point, point.get(module), known)


def read(name: str) -> Read:
    """Return the read of an id of the module: of an integer, but %less and %large."""
    return read_of(ident(name), "bool" if name in ("%less", "%large") else "int")


def variant(*mutations: Mutation, program: Program | None = None) -> str:
    """Return the assembly of the module with mutations that all apply. It is valid, gives what the
    module gives, and all conditions hold.
    """
    seed = program or live_module()
    made = variant_of(seed, mutations)
    assert made.applied == tuple(range(len(mutations)))
    assert validate(made.source, environment_of(made.source)) is None
    other = replace(seed, source=made.source)
    found = prove(other, probes=probes_of(other, made.guards))
    assert found.outcome == prove(seed).outcome
    assert broken_guard(found, made.guards) == ""
    return disassemble(made.source)


def is_refused(mutation: Mutation) -> bool:
    """Say whether a mutation does not apply to the module."""
    return not variant_of(live_module(), [mutation]).applied


def breaks(mutation: Mutation) -> bool:
    """Say whether a condition of a mutation does not hold when the module runs."""
    seed = live_module()
    made = variant_of(seed, [mutation])
    assert made.applied
    other = replace(seed, source=made.source)
    return bool(broken_guard(prove(other, probes=probes_of(other, made.guards)), made.guards))


def assert_drawn_are_sound(kind: type[Mutation], count: int) -> None:
    """Draw variants of one kind, and parts of each, and look at all of them."""
    seed = live_module()
    variants = ModuleVariants("emi", 1)
    request = Request(3, count, seed, options={"kinds": kind.__name__})
    cases = variants.make(request)
    assert cases
    for number, case in enumerate(cases):
        assert set(step_types(case.recipe)) == {kind.__name__}
        mutations = from_steps(case.recipe.steps)
        variant(*mutations, program=case.recipe.seeds["seed"])
        rng = Rng.of(number, "part")
        part = tuple(step for step in case.recipe.steps if rng.chance(0.5))
        assert variants.replay(case.recipe.with_steps(part)).case.oracle == case.oracle
