from __future__ import annotations

import pytest
from helpers.additions import add_name
from helpers.proved import proved
from helpers.transform import Prepare, at, expect, ident, module_of, refuse, soundness, the

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate, OpMemberDecorate, OpName
from aberration.languages.spirv.place import Place
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.split_struct_variable import SplitStructVariable

GLOBALS = """
    %pair_type = OpTypePointer Function %v2int
    %local_pair = OpTypeStruct %v2int %float
    %local_record = OpTypePointer Function %local_pair
    %row = OpTypeArray %float %uint_3
    %local_row = OpTypePointer Function %row
    %v4uint = OpTypeVector %uint 4
    %local_four = OpTypePointer Function %v4uint
    %private_pair = OpTypePointer Private %v2int
    %private_int = OpTypePointer Private %int
    %matrix = OpTypeMatrix %v2float 2
    %local_matrix = OpTypePointer Function %matrix
    %local_column = OpTypePointer Function %v2float
    %uint_9 = OpConstant %uint 9
    %zeros = OpConstantNull %v2int
    %zero_row = OpConstantNull %row
    %start = OpConstantComposite %local_pair %zeros %float_1
    %shared = OpVariable %private_pair Private %zeros
"""
BODY = """
    %record = OpVariable %local_record Function %start
    %numbers = OpVariable %local_row Function %zero_row
    %dynamic = OpVariable %local_row Function
    %beyond = OpVariable %local_row Function
    %four = OpVariable %local_four Function
    %plane = OpVariable %local_matrix Function
    %scalar = OpVariable %local_int Function
    %volatile = OpVariable %pair_type Function
    %copied = OpVariable %pair_type Function
    %deep = OpAccessChain %local_int %record %int_0 %i
    %member = OpInBoundsAccessChain %local_float %record %int_1
    OpStore %deep %i
    OpStore %member %f
    %both = OpLoad %local_pair %record
    OpStore %record %both
    %third = OpAccessChain %local_float %numbers %uint_3
    %any = OpAccessChain %local_float %dynamic %i
    %far = OpAccessChain %local_float %beyond %uint_9
    %four_load = OpLoad %v4uint %four
    %column = OpAccessChain %local_column %plane %int_1
    %old = OpLoad %v2int %volatile Volatile
    OpCopyMemory %copied %volatile
    %second = OpAccessChain %private_int %shared %int_1
    OpStore %second %i
    %all = OpLoad %v2int %shared Nontemporal
"""
RECORD = SplitStructVariable(
    ident("%record"),
    (20, 21),
    ((at("%both"), (30, 31)), (at("%both", "OpStore"), (32, 33)), (Place(9999), (34, 35))),
)


def module(version: tuple[int, int] = (1, 3), more: str = "") -> Module:
    body = BODY.replace("%third = OpAccessChain %local_float %numbers %uint_3", "")
    return module_of(body, globals_=GLOBALS + more, version=version, valid=version < (1, 4))


def test_uses_of_the_whole_and_of_its_parts() -> None:
    changed = expect(
        module(),
        RECORD,
        """
        %20 = OpVariable %pair_type Function %zeros
        %21 = OpVariable %local_float Function %float_1
        """,
        """
        %deep = OpAccessChain %local_int %20 %i
        %member = OpCopyObject %local_float %21
        OpStore %deep %i
        OpStore %member %f
        %30 = OpLoad %v2int %20
        %31 = OpLoad %float %21
        %both = OpCompositeConstruct %local_pair %30 %31
        %32 = OpCompositeExtract %v2int %both 0
        %33 = OpCompositeExtract %float %both 1
        OpStore %20 %32
        OpStore %21 %33
        """,
        absent=["%record = OpVariable %local_record Function %start"],
    )
    facts = changed.facts
    assert facts.synonymous(21, ident("%member"))
    assert facts.parts_synonymous(30, (), ident("%both"), (0,))
    assert facts.parts_synonymous(33, (), ident("%both"), (1,))
    assert facts.synonymous(31, 33)
    assert not facts.is_pointee_irrelevant(20)


def test_a_private_variable_and_its_place_in_the_interface() -> None:
    step = SplitStructVariable(ident("%shared"), (20, 21), ((at("%all"), (30, 31)),))
    more = "%null_int = OpConstantNull %int"
    changed = expect(
        module((1, 5), more),
        step,
        """
        %20 = OpVariable %private_int Private %null_int
        %21 = OpVariable %private_int Private %null_int
        """,
        """
        %second = OpCopyObject %private_int %21
        OpStore %second %i
        %30 = OpLoad %int %20 Nontemporal
        %31 = OpLoad %int %21 Nontemporal
        %all = OpCompositeConstruct %v2int %30 %31
        """,
        prepare=lambda made: made.add_interface(ident("%shared")),
    )
    listed = entry_points(changed)[0].ops
    assert ident("%shared") not in listed
    assert {20, 21} <= set(listed)


def test_a_name_goes_with_the_variable() -> None:
    def prepare(made: Module) -> None:
        add_name(made, Instruction(OpName, 0, 0, [ident("%plane"), 0x65]))

    step = SplitStructVariable(ident("%plane"), (20, 21), ())
    expect(
        module(),
        step,
        "%column = OpCopyObject %local_column %21",
        prepare=prepare,
        absent=['OpName %plane "e"'],
    )


def irrelevant(name: str) -> Prepare:
    def prepare(made: Module) -> None:
        made.facts.add_pointee_irrelevant(ident(name))

    return prepare


def test_parts_are_as_irrelevant_as_the_whole_or_a_pointer_to_them() -> None:
    whole = expect(module(), RECORD, prepare=irrelevant("%record")).facts
    assert whole.is_pointee_irrelevant(20)
    assert whole.is_pointee_irrelevant(21)
    part = expect(module(), RECORD, prepare=irrelevant("%member")).facts
    assert part.is_pointee_irrelevant(21)
    assert not part.is_pointee_irrelevant(20)
    assert not part.synonymous(21, ident("%member"))
    assert not expect(module(), RECORD, prepare=irrelevant("%deep")).facts.is_pointee_irrelevant(20)


def test_what_is_extracted_of_something_undefined_is_no_synonym() -> None:
    body = BODY.replace("OpStore %record %both", "OpStore %record %nothing")
    body = body.replace("%third = OpAccessChain %local_float %numbers %uint_3", "")
    changed = expect(module_of(body, globals_=GLOBALS + "%nothing = OpUndef %local_pair"), RECORD)
    assert not changed.facts.parts_synonymous(33, (), ident("%nothing"), (1,))


def decorate(name: str, *words: int) -> Prepare:
    def prepare(made: Module) -> None:
        op = OpDecorate if len(words) == 1 else OpMemberDecorate
        made.add_decoration(Instruction(op, 0, 0, [ident(name), *words]))

    return prepare


def of(name: str, count: int, *places: str) -> SplitStructVariable:
    ids = [tuple(range(30 + count * k, 30 + count * (k + 1))) for k in range(len(places))]
    spread = tuple((at(place), mine) for place, mine in zip(places, ids, strict=True))
    return SplitStructVariable(ident(name), tuple(range(20, 20 + count)), spread)


def lay_out(made: Module) -> None:
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%row"), Decoration.ARRAY_STRIDE, 16]))


@pytest.mark.parametrize(
    ("reason", "step", "prepare"),
    [
        ("no such id", SplitStructVariable(9999, (20, 21), ()), None),
        ("no composite", of("%scalar", 1), None),
        ("a built-in or interface variable", of("%out_color", 4), None),
        ("too few ids", SplitStructVariable(RECORD.variable, (20,), RECORD.spread), None),
        (
            "an id in use",
            SplitStructVariable(RECORD.variable, (20, ident("%i")), RECORD.spread),
            None,
        ),
        ("an id twice", SplitStructVariable(RECORD.variable, (20, 30), RECORD.spread), None),
        (
            "no ids for the load",
            SplitStructVariable(RECORD.variable, (20, 21), RECORD.spread[1:]),
            None,
        ),
        (
            "no ids for the store",
            SplitStructVariable(RECORD.variable, (20, 21), RECORD.spread[:1]),
            None,
        ),
        ("an index is no constant", of("%dynamic", 3), None),
        ("an index is out of bounds", of("%beyond", 3), None),
        ("an index is irrelevant", RECORD, lambda made: made.facts.add_irrelevant(ident("%int_1"))),
        ("no pointer type", of("%four", 4, "%four_load"), None),
        ("no null for the parts", of("%shared", 2, "%all"), None),
        ("a volatile access is one", of("%volatile", 2, "%old"), None),
        ("memory is copied", of("%copied", 2), None),
        ("a decoration", RECORD, decorate("%record", Decoration.RELAXED_PRECISION)),
        ("a decorated member", RECORD, decorate("%local_pair", 1, Decoration.RELAXED_PRECISION)),
        ("a decoration of what is loaded", RECORD, decorate("%both", Decoration.NON_UNIFORM)),
        ("the type has a layout", of("%numbers", 3), lay_out),
    ],
)
def test_refuses(reason: str, step: SplitStructVariable, prepare: Prepare | None) -> None:
    refuse(module(), step, reason, prepare=prepare)


def test_refuses_a_pointer_that_is_handed_on() -> None:
    body = "%pair = OpVariable %pair_type Function\n%copy = OpCopyObject %pair_type %pair"
    made = module_of(body, globals_=GLOBALS)
    refuse(made, of("%pair", 2), "a copy may lead to any part")
    assert the(made, "%copy").ops == [ident("%pair")]


def test_refuses_long_arrays() -> None:
    more = "%many = OpTypeArray %float %uint_9\n%local_many = OpTypePointer Function %many"
    refuse(
        module_of("%long = OpVariable %local_many Function", globals_=GLOBALS + more),
        of("%long", 9),
        "9 parts",
    )


test_sound = soundness(SplitStructVariable)
test_proved = proved(SplitStructVariable)
