"""A stage of a pair of modules is transformed, and the other one stays."""

from __future__ import annotations

import pytest
from helpers.module_pairs import module_pair, named_modules
from helpers.pair_texts import SIZES, TEXTS, Text, pair
from helpers.shading_runs import needs_compiler
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.program import Program, ShaderStage
from aberration.core.recipe import TestCase
from aberration.languages.spirv.interpret.proof import prove
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.languages.spirv.varyings import matches
from aberration.methods.transform.method import TransformMethod
from aberration.methods.transform.suitable import pair_refusal
from aberration.targets.front_end import compile_glsl

STAGES: tuple[ShaderStage, ...] = ("fragment", "vertex")
EMPTY = pair("450", Text("TO vec2 f;", "f = a.xy;", "vec4(f, f)"))
NAMES = ("arrays", "structures", "block", "components")


def variants(seed: Program, run: int = 0, steps: int = 120) -> list[TestCase]:
    request = Request(run, 2, seed, options={"steps": str(steps)})
    return list(TransformMethod().make(request))


@needs_compiler
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", NAMES)
def test_variants_give_what_their_seed_gives(name: str, stage: ShaderStage) -> None:
    seed = named_modules("450", name, stage, SIZES[1])
    wanted = prove(seed).outcome
    for case in variants(seed):
        variant = case.programs["variant"]
        moves = any(step["type"] in ("AddVarying", "MoveVarying") for step in case.recipe.steps)
        assert (variant.companion == seed.companion) == (not moves)
        assert variant.source != seed.source
        assert validate(variant.source, environment_of(variant.source)) is None
        vertex, fragment = (Module.parse(one) for _, one in variant.stages())
        assert matches(vertex, fragment)
        assert prove(variant).outcome == wanted
        assert TransformMethod().replay(case.recipe).case == case


def test_the_precise_case_is_so_in_both_stages() -> None:
    seed = module_pair(Text("TO float f;", "f = a.x * a.y + a.z;", "vec4(f * f + f)"))
    case = TransformMethod().precise(variants(seed)[0])
    assert case is not None
    for program in case.programs.values():
        assert all(b"\x2a\x00\x00\x00" in source for _, source in program.stages())


def refused(seed: Program) -> str:
    with pytest.raises(BadInput) as error:
        variants(seed)
    return error.value.message


def test_pairs_that_are_not_transformed() -> None:
    floats = named_modules("450", "floats")
    other = module_pair(TEXTS["matrices"])
    assert "not handed on" in refused(replace(floats, companion=other.companion))
    assert "not a vertex and a fragment" in refused(replace(floats, companion=floats.source))
    constant = "layout(constant_id = 3) const int k = 2;"
    both = module_pair(Text("flat TO int i;", "i = n.x + k;", "vec4(float(i + k))", constant))
    assert "has specialisation constants" in refused(both)


def test_blocks_in_both_stages() -> None:
    block = "layout(std140, binding = 1) uniform K { vec2 k; };"
    text = pair("450", Text("TO vec2 f;", "f = a.xy + k;", "vec4(f, k)", block))
    used = compile_glsl(replace(text, companion=EMPTY.companion))
    beside = compile_glsl(replace(text, source=EMPTY.source))
    assert pair_refusal(Module.parse(used.source), used.companion) == ""
    reason = pair_refusal(Module.parse(used.source), beside.companion)
    assert reason == "both stages of its pair have blocks"
