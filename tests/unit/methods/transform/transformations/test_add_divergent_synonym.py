from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.transform import at, block_of, expect, ident, module_of, refuse, soundness, the

from aberration.core.rng import Rng
from aberration.languages.spirv import types
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.identities import PAIRS, Identity
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.identities import prepare_pair
from aberration.methods.transform.transformations.add_divergent_synonym import AddDivergentSynonym

GLOBALS = """
    %v2bool = OpTypeVector %bool 2
    %v2uint = OpTypeVector %uint 2
    %undef = OpUndef %int
    %int_2 = OpConstant %int 2
    %pair_0 = OpConstantComposite %v2int %int_0 %int_0
    %pair_2 = OpConstantComposite %v2int %int_2 %int_2
"""
BODY = """
    %n = OpIAdd %int %i %int_5
    %u = OpBitcast %uint %i
    %j = OpIMul %int %i %n
    %p = OpCompositeConstruct %v2int %i %j
    %fp = OpCompositeConstruct %v2float %f %float_1
    %bp = OpSLessThan %v2bool %p %p
    %unsure = OpIAdd %int %i %undef
    %end = OpCopyObject %int %i
"""


def given() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def of(
    source: str, other: str, identity: str, ids: int, k: int = 0, before: Place | None = None
) -> AddDivergentSynonym:
    ids_ = tuple(range(51, 51 + ids))
    return AddDivergentSynonym(ident(source), ident(other), identity, k, ids_, before or at("%end"))


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            of("%j", "%n", "xor_other_twice", 2),
            (
                "%51 = OpBitwiseXor %int %j %n\n%52 = OpBitwiseXor %int %51 %n\n"
                "%end = OpCopyObject %int %i"
            ),
        ),
        (
            of("%p", "%n", "add_subtract_other", 3),
            (
                "%51 = OpCompositeConstruct %v2int %n %n\n%52 = OpIAdd %v2int %p %51\n"
                "%53 = OpISub %v2int %52 %51"
            ),
        ),
        (
            of("%f", "%n", "bits_xor_other_twice", 4),
            "%51 = OpBitcast %int %f\n%52 = OpBitwiseXor %int %51 %n\n"
            "%53 = OpBitwiseXor %int %52 %n\n"
            "%54 = OpBitcast %float %53",
        ),
        (
            of("%fp", "%n", "select_copy", 5, 1),
            "%51 = OpCompositeConstruct %v2int %n %n\n%52 = OpBitwiseAnd %v2int %51 %pair_2\n"
            "%53 = OpIEqual %v2bool %52 %pair_0\n%54 = OpCopyObject %v2float %fp\n"
            "%55 = OpSelect %v2float %53 %fp %54",
        ),
        (
            of("%condition", "%n", "unequal_other_twice", 4, 1),
            "%51 = OpBitwiseAnd %int %n %int_2\n%52 = OpIEqual %bool %51 %int_0\n"
            "%53 = OpLogicalNotEqual %bool %condition %52\n%54 = OpLogicalNotEqual %bool %53 %52",
        ),
    ],
)
def test_the_other_value_cancels_out(step: AddDivergentSynonym, expected: str) -> None:
    module = expect(given(), step, expected)
    assert module.facts.synonymous(step.source, step.fresh_ids[-1])


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no such identity", of("%j", "%n", "xor_twice", 2)),
        ("too few ids", of("%j", "%n", "xor_other_twice", 1)),
        ("too many ids", of("%j", "%n", "xor_other_twice", 3)),
        ("no id for the vector", of("%p", "%n", "xor_other_twice", 2)),
        (
            "an id that is taken",
            AddDivergentSynonym(
                ident("%j"), ident("%n"), "xor_other_twice", 0, (51, 51), at("%end")
            ),
        ),
        ("signs differ", of("%j", "%u", "xor_other_twice", 2)),
        ("the other is a float", of("%j", "%f", "xor_other_twice", 2)),
        ("the other is a vector", of("%p", "%p", "xor_other_twice", 3)),
        ("a float", of("%f", "%n", "xor_other_twice", 2)),
        ("the other is undefined", of("%j", "%undef", "xor_other_twice", 2)),
        ("the other may be undefined", of("%j", "%unsure", "xor_other_twice", 2)),
        ("the source is undefined", of("%undef", "%n", "xor_other_twice", 2)),
        ("no such source", of("%nowhere", "%n", "xor_other_twice", 2)),
        ("no such other", of("%j", "%nowhere", "xor_other_twice", 2)),
        ("no constant", of("%f", "%n", "select_copy", 4, 9)),
        ("no such number", of("%f", "%n", "select_copy", 4, -1)),
        ("the source is not available", of("%j", "%n", "xor_other_twice", 2, 0, at("%j"))),
        ("the other is not available", of("%i", "%n", "xor_other_twice", 2, 0, at("%n"))),
        ("no place", of("%j", "%n", "xor_other_twice", 2, 0, Place(9999))),
    ],
)
def test_refuses(reason: str, step: AddDivergentSynonym) -> None:
    refuse(given(), step, reason)


@pytest.mark.parametrize("name", ["%j", "%n"])
def test_refuses_what_is_irrelevant_decorated_or_dead(name: str) -> None:
    step = of("%j", "%n", "xor_other_twice", 2)
    module = given()
    module.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident(name), Decoration.RELAXED_PRECISION])
    )
    refuse(module, step, "may be rounded")
    module = given()
    module.facts.add_irrelevant(ident(name))
    refuse(module, step, "does not matter")
    module = given()
    block_of(module, "%entry").dead = True
    refuse(module, step, "dead")


VALUES = {
    "int": ("%j", "%p"),
    "bool": ("%condition", "%bp"),
    "float": ("%f", "%fp"),
    "any": ("%j", "%p", "%condition", "%bp", "%f", "%fp"),
}


@pytest.mark.parametrize("identity", PAIRS, ids=lambda identity: identity.name)
def test_every_identity_gives_valid_code_for_scalars_and_vectors(identity: Identity) -> None:
    for name in VALUES[identity.scope]:
        module = given()
        source = the(module, name)
        chosen = prepare_pair(Draw(module, Rng.of(1)), identity, source.type_id, ident("%int"), 3)
        assert chosen is not None
        assert len(chosen.fresh_ids) == len(identity.steps) + types.is_vector(
            module, source.type_id
        )
        step = AddDivergentSynonym(
            source.result_id, ident("%n"), identity.name, 3, chosen.fresh_ids, at("%end")
        )
        expect(module, step)
        assert module.facts.synonymous(source.result_id, chosen.fresh_ids[-1])


test_proved = proved(AddDivergentSynonym)
test_sound = soundness(AddDivergentSynonym)
