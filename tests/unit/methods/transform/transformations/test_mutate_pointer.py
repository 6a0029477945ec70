from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import at, expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.methods.transform.transformations.mutate_pointer import MutatePointer

GLOBALS = """
    %free_int = OpConstant %int 0
    %free_float = OpConstant %float 0
    %free_false = OpConstantFalse %bool
    %private_int = OpTypePointer Private %int
    %private_bool = OpTypePointer Private %bool
    %three = OpTypeArray %int %uint_3
    %private_three = OpTypePointer Private %three
    %local_uint = OpTypePointer Function %uint
    %numbers = OpConstantComposite %three %int_0 %int_0 %int_0
    %array = OpVariable %private_three Private %numbers
    %flag = OpVariable %private_bool Private %true
"""
BODY = """
    %written = OpVariable %local_int Function
    %unwritten = OpVariable %local_int Function
    %other = OpVariable %local_uint Function %uint_3
    %open = OpAccessChain %private_int %array %i
    %fixed = OpAccessChain %private_int %array %int_1
    %sum = OpIAdd %int %i %i
    OpStore %written %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpAccessChain %private_int %array %int_0
    %product = OpIMul %int %i %i
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %sum %entry %product %then
    %last = OpIAdd %int %phi %i
"""


def mutate(pointer: str, before: str = "%last") -> MutatePointer:
    return MutatePointer(20, ident(pointer), at(before))


def module() -> Module:
    made = module_of(BODY, globals_=GLOBALS)
    for name in ("%free_int", "%free_float", "%free_false"):
        made.facts.add_irrelevant(ident(name))
    return made


@pytest.mark.parametrize(
    ("pointer", "type_id", "zero"),
    [
        ("%written", "%int", "%free_int"),
        ("%fixed", "%int", "%free_int"),
        ("%flag", "%bool", "%free_false"),
    ],
)
def test_overwrites_and_restores(pointer: str, type_id: str, zero: str) -> None:
    expected = (
        f"%20 = OpLoad {type_id} {pointer}\nOpStore {pointer} {zero}\nOpStore {pointer} %20\n%last"
    )
    made = expect(module(), mutate(pointer), expected)
    assert not made.facts.is_pointee_irrelevant(ident(pointer))


def test_composites_take_an_irrelevant_zero_of_relevant_parts() -> None:
    refuse(module(), mutate("%array"), "the zero of the array matters")
    made = module()
    made.facts.add_irrelevant(ident("%numbers"))
    expect(
        made,
        mutate("%array"),
        "%20 = OpLoad %three %array\nOpStore %array %numbers\nOpStore %array %20",
    )
    made.facts.add_irrelevant(ident("%int_0"))
    assert not MutatePointer(21, ident("%array"), at("%last")).is_applicable(made), (
        "its parts are irrelevant"
    )


def test_anything_is_overwritten_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    for pointer in ("%unwritten", "%open"):
        expect(
            module(), mutate(pointer, "%product"), f"OpStore {pointer} %20\n%product", prepare=dead
        )
        refuse(module(), mutate(pointer, "%product"), "the block is live")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("never written", mutate("%unwritten")),
        ("not yet written", mutate("%written", "%sum")),
        ("the index may be out of bounds", mutate("%open")),
        ("the pointer is not available", mutate("%inner")),
        ("an output", mutate("%out_color")),
        ("an input", mutate("%in_float")),
        ("no irrelevant zero", mutate("%other")),
        ("no pointer", mutate("%sum")),
        ("not there", mutate("%nowhere")),
        ("before an OpPhi", mutate("%written", "%phi")),
        ("no place", mutate("%written", "%nowhere")),
        ("the id is in use", MutatePointer(ident("%i"), ident("%written"), at("%last"))),
    ],
)
def test_refuses(reason: str, step: MutatePointer) -> None:
    refuse(module(), step, reason)


def test_read_only_memory_stays() -> None:
    made = module()
    made.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%flag"), Decoration.NON_WRITABLE]))
    refuse(made, mutate("%flag"), "it is read-only")


def test_shared_memory_stays() -> None:
    globals_ = (
        "%shared_type = OpTypePointer Workgroup %int\n%shared = OpVariable %shared_type Workgroup\n"
    )
    made = module_of(BODY, globals_=GLOBALS + globals_, valid=False)
    made.facts.add_irrelevant(ident("%free_int"))
    made.facts.add_pointee_irrelevant(ident("%shared"))
    assert mutate("%written").is_applicable(made)
    assert not mutate("%shared").is_applicable(made)
    block(made, "%then").dead = True
    assert not mutate("%shared", "%product").is_applicable(made)


test_sound = soundness(MutatePointer)
