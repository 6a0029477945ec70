"""Values of specialisation constants: what a module learns, and what its variants are given."""

from __future__ import annotations

from helpers.given_constants import GIVEN, program, words

from aberration.core.constants import Constant
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.opcodes import OpConstant
from aberration.methods.transform.known_inputs import Given, given_to, with_given
from aberration.methods.transform.method import TransformMethod, parse_module
from aberration.methods.transform.transformations.add_given_constant import AddGivenConstant

PASSES = "add_given_constants,apply_id_synonyms,freeze_spec_constants,add_spec_constant_ops"


def test_a_module_knows_what_is_given() -> None:
    assert parse_module(program(*GIVEN)).facts.constants == {0: 5, 1: 0x3FC00000, 2: 1, 3: 4}
    assert parse_module(program()).facts.constants == {}
    copied = parse_module(program(*GIVEN)).facts.copy()
    assert copied.constants == {0: 5, 1: 0x3FC00000, 2: 1, 3: 4}


def test_steps_give_more_and_take_the_place_of_what_the_module_does_not_have() -> None:
    seven = Constant("7", "int", 1)
    seed = program(*GIVEN, seven)
    module = parse_module(seed)
    three = next(one for one in module.globals if one.op == OpConstant and one.ops == [3])
    step = AddGivenConstant(module.bound, three.result_id, Constant("7", "uint", 3), 0)
    assert step.apply_if_applicable(module)
    assert with_given(seed.inputs, given_to(module)).constants == (*GIVEN, step.given)
    assert given_to(parse_module(seed)) == Given((), (*GIVEN, seven))
    plain = Inputs()
    assert with_given(plain, Given()) is plain


def test_variants_are_given_the_values_and_compute_what_their_seed_does() -> None:
    method, given, frozen = TransformMethod(), 0, 0
    for run in range(12):
        seed = program(*GIVEN[: run % 5])
        request = Request(run, 2, seed, options={"passes": PASSES, "steps": "60"})
        for case in method.make(request):
            variant = case.programs["variant"]
            assert words(interpret(variant)) == words(interpret(seed))
            assert method.replay(case.recipe).case == case
            given += len(variant.inputs.constants) > len(seed.inputs.constants)
            frozen += any(step["type"] == "FreezeSpecConstant" for step in case.recipe.steps)
    assert given >= 12
    assert frozen >= 4
