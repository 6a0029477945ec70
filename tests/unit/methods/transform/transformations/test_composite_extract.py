from __future__ import annotations

import pytest
from helpers.composites import NARROW, composites, dead_entry
from helpers.transform import assert_sound, at, expect, ident, numbered, refuse, soundness

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.place import Place
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_extract import CompositeExtract


def extract(
    composite: str, *path: int, before: Place | None = None, fresh: int = 20
) -> CompositeExtract:
    return CompositeExtract(fresh, ident(composite), path, at("%end") if before is None else before)


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (extract("%v2", 1), "%20 = OpCompositeExtract %int %v2 1"),
        (extract("%m", 0), "%20 = OpCompositeExtract %v2float %m 0"),
        (extract("%m", 1, 0), "%20 = OpCompositeExtract %float %m 1 0"),
        (extract("%p", 1), "%20 = OpCompositeExtract %v2float %p 1"),
        (extract("%a", 1), "%20 = OpCompositeExtract %pair %a 1"),
        (extract("%s", 0, 1, 1, 0), "%20 = OpCompositeExtract %float %s 0 1 1 0"),
        (extract("%ones", 1), "%20 = OpCompositeExtract %float %ones 1"),
    ],
)
def test_takes_the_part_out_and_records_what_it_equals(step: CompositeExtract, line: str) -> None:
    module = expect(composites(), step, f"{line}\n%end = OpIMul %int %i %j")
    assert module.facts.parts_synonymous(step.composite, step.path, 20)


def test_parts_of_one_value_are_synonyms_of_each_other() -> None:
    module = expect(composites(), extract("%p", 1), "%20 = OpCompositeExtract %v2float %p 1")
    expect(
        module, CompositeExtract(21, 20, (0,), at("%end")), "%21 = OpCompositeExtract %float %20 0"
    )
    expect(module, extract("%p", 1, 0, fresh=22), "%22 = OpCompositeExtract %float %p 1 0")
    assert module.facts.synonymous(21, 22)


def test_a_null_and_a_decorated_composite_give_no_facts() -> None:
    assert not expect(composites(), extract("%no_pair", 0)).facts.has_synonyms(20)
    module = composites()
    module.add_decoration(decoration("%v2"))
    assert not expect(module, extract("%v2", 0)).facts.has_synonyms(20)


def decoration(name: str) -> Instruction:
    return Instruction(OpDecorate, 0, 0, [ident(name), Decoration.RELAXED_PRECISION])


def test_an_irrelevant_composite_and_a_dead_block_give_no_facts() -> None:
    def irrelevant(module: Module) -> None:
        module.facts.add_irrelevant(ident("%v2"))

    assert not expect(composites(), extract("%v2", 0), prepare=irrelevant).facts.has_synonyms(20)
    assert not expect(composites(), extract("%v2", 0), prepare=dead_entry).facts.has_synonyms(20)


def test_a_dead_block_may_have_undefined_values() -> None:
    step = extract("%undef_v2int", 0)
    expect(composites(), step, "%20 = OpCompositeExtract %int %undef_v2int 0", prepare=dead_entry)
    refuse(composites(), step, "its part would be another value at each use")


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the path is empty", extract("%v2")),
        ("no third component", extract("%v2", 2)),
        ("no negative index", extract("%v2", -1)),
        ("no part of a scalar", extract("%v2", 0, 0)),
        ("no composite", extract("%j", 0)),
        ("no value", extract("%nowhere", 0)),
        ("a type", extract("%v2int", 0)),
        ("a function", extract("%main", 0)),
        ("the composite comes later", extract("%v2", 0, before=at("%j"))),
        ("its own definition", extract("%v2", 0, before=at("%v2"))),
        ("the id is in use", extract("%v2", 0, fresh=ident("%j"))),
        ("no place", extract("%v2", 0, before=Place(9999))),
        ("before a label", extract("%ones", 0, before=at("%entry"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(composites(), step, reason)


def test_refuses_a_function_that_returns_a_composite() -> None:
    functions = """
    %unused = OpFunction %v2float None %returns_pair
    %start = OpLabel
    OpReturnValue %ones
    OpFunctionEnd
    """
    module = composites(globals_="%returns_pair = OpTypeFunction %v2float\n", functions=functions)
    refuse(module, extract("%unused", 0), "a function is no value")


def test_refuses_a_place_between_merge_and_branch_and_before_a_phi() -> None:
    body = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %i %entry %j %then
    """
    module = composites(body)
    refuse(
        module,
        extract("%v2", 0, before=at("%end", "OpBranchConditional")),
        "after the merge instruction",
    )
    refuse(module, extract("%v2", 0, before=at("%phi")), "before a phi")
    expect(module, extract("%v2", 0, before=at("%end", "OpSelectionMerge")))


def test_refuses_parts_that_are_no_data() -> None:
    globals_ = (
        "%holder = OpTypeStruct %block_struct\n%block_struct_value = OpConstantNull %holder\n"
    )
    module = composites(globals_="%block_struct = OpTypeStruct %int\n" + globals_)
    step = extract("%block_struct_value", 0)
    expect(module, step)
    module = composites(globals_="%block_struct = OpTypeStruct %int\n" + globals_)
    module.add_decoration(Instruction(OpDecorate, 0, 0, [ident("%block_struct"), Decoration.BLOCK]))
    refuse(module, step, "an interface block")


def test_refuses_numbers_that_are_only_stored() -> None:
    module = Module.parse(assemble(numbered(NARROW), (1, 3)))
    assert_sound(module)
    refuse(
        module, extract("%halves", 0, before=at("%halves", "OpReturn")), "no computing with 16 bits"
    )
    with_capability = NARROW.replace(
        "OpCapability Shader", "OpCapability Shader\nOpCapability Float16"
    )
    module = Module.parse(assemble(numbered(with_capability), (1, 3)))
    expect(
        module,
        extract("%halves", 0, before=at("%halves", "OpReturn")),
        "%20 = OpCompositeExtract %half %halves 0",
    )


test_sound = soundness(CompositeExtract)
