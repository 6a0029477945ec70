from __future__ import annotations

import pytest
from helpers.proved import proved
from helpers.sampling import one_in
from helpers.transform import assert_sound, at, expect, ident, module_of, refuse, soundness, the

from aberration.core.rng import Rng
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpExtInstImport
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.computing import variables_of
from aberration.methods.transform.building.identities import IDENTITIES, Identity
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.identities import prepare_identity
from aberration.methods.transform.transformations.add_arithmetic_synonym import AddArithmeticSynonym

GLOBALS = """
    %int_2 = OpConstant %int 2
    %int_m1 = OpConstant %int -1
    %int_16 = OpConstant %int 16
    %uint_4 = OpConstant %uint 4
    %uint_2 = OpConstant %uint 2
    %int_sign = OpConstant %int -2147483648
    %pair_1 = OpConstantComposite %v2int %int_1 %int_1
    %pair_2 = OpConstantComposite %v2int %int_2 %int_2
    %undef = OpUndef %int
    %null = OpConstantNull %int
"""
BODY = """
    %u = OpBitcast %uint %i
    %pair = OpCompositeConstruct %v2int %i %int_5
    %sum = OpIAdd %int %i %int_5
    %pairs = OpIAdd %v2int %pair %pair
    %mixed = OpIAdd %int %i %u
    %times = OpIMul %int %i %int_16
    %quotient = OpUDiv %uint %u %uint_4
    %less = OpSLessThan %bool %i %sum
    %picked = OpSelect %int %condition %i %sum
    %unsure = OpIAdd %int %i %undef
    %g = OpFMul %float %f %f
    %end = OpCopyObject %int %i
"""


def given() -> Module:
    return module_of(BODY, globals_=GLOBALS)


def of(
    source: str, identity: str, ids: int, k: int = 0, before: Place | None = None
) -> AddArithmeticSynonym:
    return AddArithmeticSynonym(
        ident(source), identity, k, tuple(range(51, 51 + ids)), before or at("%end")
    )


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            of("%i", "not_twice", 2),
            "%51 = OpNot %int %i\n%52 = OpNot %int %51\n%end = OpCopyObject %int %i",
        ),
        (
            of("%i", "add_subtract", 2, 5),
            "%51 = OpIAdd %int %i %int_5\n%52 = OpISub %int %51 %int_5",
        ),
        (
            of("%sum", "add_carries", 4),
            "%51 = OpBitwiseXor %int %i %int_5\n%52 = OpBitwiseAnd %int %i %int_5\n"
            "%53 = OpIMul %int %int_2 %52\n"
            "%54 = OpIAdd %int %51 %53",
        ),
        (
            of("%pairs", "add_carries", 4),
            "%51 = OpBitwiseXor %v2int %pair %pair\n%52 = OpBitwiseAnd %v2int %pair %pair\n"
            "%53 = OpIMul %v2int %pair_2 %52\n%54 = OpIAdd %v2int %51 %53",
        ),
        (of("%times", "multiply_by_power", 1, 4), "%51 = OpShiftLeftLogical %int %i %int_FOUR"),
        (of("%quotient", "divide_as_shift", 1, 2), "%51 = OpShiftRightLogical %uint %u %uint_2"),
        (
            of("%less", "less_flipped", 3),
            "%51 = OpBitwiseXor %int %i %int_sign\n%52 = OpBitwiseXor %int %sum %int_sign\n"
            "%53 = OpULessThan %bool %51 %52",
        ),
        (of("%condition", "select_truth", 1), "%51 = OpSelect %bool %condition %true %false"),
        (of("%g", "bits", 2), "%51 = OpBitcast %int %g\n%52 = OpBitcast %float %51"),
        (
            of("%picked", "select_by_mask", 4),
            "%51 = OpBitwiseXor %int %i %sum\n%52 = OpSelect %int %condition %int_m1 %int_0\n"
            "%53 = OpBitwiseAnd %int %51 %52\n%54 = OpBitwiseXor %int %sum %53",
        ),
    ],
)
def test_the_other_side_is_computed(step: AddArithmeticSynonym, expected: str) -> None:
    module = module_of(BODY, globals_=GLOBALS + "%int_FOUR = OpConstant %int 4\n")
    expect(module, step, expected)
    assert module.facts.synonymous(step.source, step.fresh_ids[-1])


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("no such identity", of("%i", "nonsense", 1)),
        ("too few ids", of("%i", "not_twice", 1)),
        ("too many ids", of("%i", "not_twice", 3)),
        ("an id twice", AddArithmeticSynonym(ident("%i"), "not_twice", 0, (51, 51), at("%end"))),
        (
            "an id that is taken",
            AddArithmeticSynonym(ident("%i"), "not_twice", 0, (51, ident("%u")), at("%end")),
        ),
        ("no such value", of("%nowhere", "not_twice", 2)),
        ("a float", of("%g", "not_twice", 2)),
        ("an integer, no float", of("%i", "bits", 2)),
        ("a boolean", of("%condition", "not_twice", 2)),
        ("a signed quotient", of("%i", "divide", 4, 0)),
        ("k is too large", of("%i", "add_subtract", 2, 1 << 32)),
        ("k is negative", of("%i", "add_subtract", 2, -1)),
        ("no constant 6", of("%i", "add_subtract", 2, 6)),
        ("no vector of fives", of("%pair", "add_subtract", 2, 5)),
        ("another instruction", of("%times", "add_or_and", 3)),
        ("signs differ", of("%mixed", "add_or_and", 3)),
        ("another power", of("%times", "multiply_by_power", 1, 1)),
        ("no constant at all", of("%sum", "multiply_by_power", 1, 4)),
        ("an operand is undefined", of("%unsure", "add_or_and", 3)),
        ("undefined", of("%undef", "not_twice", 2)),
        ("no plain constant", of("%null", "not_twice", 2)),
        ("not available", of("%sum", "add_or_and", 3, 0, at("%u"))),
        ("no place", of("%i", "not_twice", 2, 0, Place(9999))),
        ("before a variable", of("%int_5", "not_twice", 2, 0, at("%in_int"))),
    ],
)
def test_refuses(reason: str, step: AddArithmeticSynonym) -> None:
    refuse(given(), step, reason)


def test_refuses_what_is_irrelevant_or_decorated() -> None:
    def decorated(name: str) -> Module:
        module = given()
        module.add_decoration(
            Instruction(OpDecorate, 0, 0, [ident(name), Decoration.RELAXED_PRECISION])
        )
        return module

    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%int_5"))

    refuse(given(), of("%sum", "add_or_and", 3), "an operand does not matter", prepare=irrelevant)
    refuse(
        given(), of("%i", "add_subtract", 2, 5), "the constant does not matter", prepare=irrelevant
    )
    refuse(given(), of("%int_5", "not_twice", 2), "the source does not matter", prepare=irrelevant)
    refuse(decorated("%sum"), of("%sum", "add_or_and", 3), "the source may be rounded")
    refuse(decorated("%i"), of("%sum", "add_or_and", 3), "an operand may be rounded")


def test_refuses_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block = the(module, "%end").block
        assert block is not None
        block.dead = True

    refuse(given(), of("%int_5", "not_twice", 2), "dead", prepare=dead)


ALL = """
    %u = OpBitcast %uint %i
    %v = OpIAdd %uint %u %uint_3
    %j = OpIAdd %int %i %int_5
    %p = OpCompositeConstruct %v2int %i %j
    %q = OpCompositeConstruct %v2int %j %j
    %h = OpFAdd %float %f %float_1
    %fp = OpCompositeConstruct %v2float %f %h
    %fq = OpCompositeConstruct %v2float %h %h
    %b = OpSLessThan %bool %i %j
    %bp = OpSLessThan %v2bool %p %q
    %bq = OpSLessThan %v2bool %q %p
    %up = OpCompositeConstruct %v2uint %u %v
    %uq = OpCompositeConstruct %v2uint %v %v
    %end = OpCopyObject %int %i
"""
TYPES = """
    %v2bool = OpTypeVector %bool 2
    %v2uint = OpTypeVector %uint 2
    %int_4 = OpConstant %int 4
    %uint_4 = OpConstant %uint 4
    %p_4 = OpConstantComposite %v2int %int_4 %int_4
    %up_4 = OpConstantComposite %v2uint %uint_4 %uint_4
    %uint_2 = OpConstant %uint 2
    %up_2 = OpConstantComposite %v2uint %uint_2 %uint_2
"""
VALUES = {
    "int": (("i", "j"), ("p", "q")),
    "any": (("i", "j"), ("p", "q"), ("f", "h"), ("fp", "fq"), ("condition", "b")),
    "uint": (("u", "v"), ("up", "uq")),
    "bool": (("condition", "b"), ("bp", "bq")),
    "float": (("f", "h"), ("fp", "fq")),
}


def with_source(identity: Identity, names: tuple[str, str]) -> tuple[Module, Instruction, int]:
    """Return a module with an instruction that the identity is about, of some variables, and
    `k`.
    """
    module = module_of(ALL, globals_=TYPES)
    imported = module.fresh_id()
    words = [
        int.from_bytes(b"GLSL.std.450\0\0\0\0"[at : at + 4], "little") for at in range(0, 16, 4)
    ]
    module.add_import(Instruction(OpExtInstImport, 0, imported, words))
    first, second = the(module, names[0]), the(module, names[1])
    if not identity.op:
        return module, first, 4
    vector = names[0] in ("p", "up", "fp", "bp")
    fours = {"p": "p_4", "up": "up_4", "i": "int_4", "u": "uint_4"}
    known = {"a": first.result_id, "b": second.result_id, "d": second.result_id}
    known["c"] = ident("bp" if vector else "b")
    k, operands = 4, []
    for argument in identity.arguments:
        if argument == "power":
            k = 2
            operands.append(ident(fours[names[0]]))
        elif argument == "shift":
            operands.append(ident(fours[names[0]]))
        elif argument == "mask":
            k = 2
            operands.append(_threes(module, first.type_id))
        else:
            operands.append(known[argument])
    draw = Draw(module, Rng.of(1))
    result = first.type_id
    if "Than" in identity_name(identity) or "Equal" in identity_name(identity):
        result = draw.vector_type(draw.bool_type(), 2) if vector else draw.bool_type()
    prefix = [imported, identity.extended] if identity.extended else []
    made = Instruction(identity.op, result, module.fresh_id(), [*prefix, *operands])
    module.insert_before(the(module, "%end"), made)
    assert_sound(module)
    return module, made, k


def _threes(module: Module, type_id: int) -> int:
    draw = Draw(module, Rng.of(1))
    if type_id == ident("%v2int"):
        return draw.composite_constant(type_id, [draw.int_constant(ident("%int"), 3)] * 2)
    return draw.int_constant(type_id, 3)


def identity_name(identity: Identity) -> str:
    return str(NAME[identity.op])


@pytest.mark.parametrize("identity", one_in(5, IDENTITIES), ids=lambda identity: identity.name)
def test_every_identity_gives_valid_code_for_scalars_and_vectors(identity: Identity) -> None:
    for names in VALUES[identity.scope]:
        module, source, k = with_source(identity, names)
        assert variables_of(module, identity, source, k), names
        chosen = prepare_identity(Draw(module, Rng.of(1)), identity, source, k)
        assert chosen is not None
        step = AddArithmeticSynonym(
            source.result_id, identity.name, k, chosen.fresh_ids, at("%end")
        )
        expect(module, step)
        assert module.facts.synonymous(source.result_id, chosen.fresh_ids[-1])


test_proved = proved(AddArithmeticSynonym)
test_sound = soundness(AddArithmeticSynonym)
