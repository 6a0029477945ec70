from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpDecorate
from aberration.languages.spirv.preamble import entry_points
from aberration.methods.transform.transformations.replace_copy_object_with_store_load import (
    ReplaceCopyObjectWithStoreLoad,
)

FUNCTION, PRIVATE = StorageClass.FUNCTION, StorageClass.PRIVATE
GLOBALS = """
    %private_int = OpTypePointer Private %int
    %global = OpVariable %private_int Private %int_1
    %undef = OpUndef %int
    %undef_pair = OpConstantComposite %v2int %undef %int_0
    %pair = OpConstantComposite %v2int %int_1 %int_0
    %local_pair = OpTypePointer Function %v2int
    %three = OpTypeArray %int %uint_3
    %local_three = OpTypePointer Function %three
    %numbers = OpConstantNull %three
"""
BODY = """
    %own = OpVariable %local_int Function
    %copy = OpCopyObject %int %i
    %sum = OpIAdd %int %copy %i
    %undefined = OpCopyObject %int %undef
    %pair_copy = OpCopyObject %v2int %pair
    %pointer = OpCopyObject %private_int %global
    %array_copy = OpCopyObject %three %numbers
    %truth = OpCopyObject %bool %condition
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %inner = OpCopyObject %int %undef
    OpBranch %merge
    %merge = OpLabel
"""


def step(
    copy: str, storage_class: int = FUNCTION, initializer: str = "%int_5"
) -> ReplaceCopyObjectWithStoreLoad:
    return ReplaceCopyObjectWithStoreLoad(ident(copy), 20, storage_class, ident(initializer))


def module(version: tuple[int, int] = (1, 3)) -> Module:
    return module_of(BODY, globals_=GLOBALS, version=version)


def test_copies_through_a_local_variable() -> None:
    made = expect(
        module(),
        step("%copy"),
        (
            "%entry = OpLabel\n%20 = OpVariable %local_int Function %int_5\n"
            "%own = OpVariable %local_int Function"
        ),
        "OpStore %20 %i\n%copy = OpLoad %int %20\n%sum = OpIAdd %int %copy %i",
        absent=["%copy = OpCopyObject %int %i"],
    )
    assert made.facts.synonymous(ident("%copy"), ident("%i"))
    assert not made.facts.is_pointee_irrelevant(20)


def test_copies_through_a_private_variable() -> None:
    variable = "%20 = OpVariable %private_int Private %int_5"
    made = expect(
        module(), step("%copy", PRIVATE), variable, "OpStore %20 %i\n%copy = OpLoad %int %20"
    )
    assert 20 not in entry_points(made)[0].ops


def test_a_private_variable_is_listed_since_1_4() -> None:
    body = BODY.replace("%pointer = OpCopyObject %private_int %global", "")
    globals_ = GLOBALS.replace("%global = OpVariable %private_int Private %int_1", "")
    made = expect(module_of(body, globals_=globals_, version=(1, 4)), step("%copy", PRIVATE))
    assert 20 in entry_points(made)[0].ops


def test_refuses_a_private_variable_where_the_function_may_be_called_in_the_midst() -> None:
    made = module()
    made.facts.add_livesafe(ident("%main"))
    refuse(made, step("%copy", PRIVATE), "livesafe")
    expect(made, step("%copy"))


def test_composites() -> None:
    expect(
        module(),
        step("%pair_copy", FUNCTION, "%pair"),
        "OpStore %20 %pair\n%pair_copy = OpLoad %v2int %20",
    )


def test_no_synonym_of_what_is_irrelevant() -> None:
    made = module()
    made.facts.add_irrelevant(ident("%i"))
    expect(made, step("%copy"), "OpStore %20 %i\n%copy = OpLoad %int %20")
    assert not made.facts.has_synonyms(ident("%copy"))


def test_two_sources_of_a_copy_do_not_become_synonyms() -> None:
    """A phi takes the place of a loop's result as the source: the two are equal behind the loop
    only.
    """
    made = module()
    made.facts.add_synonym(ident("%sum"), ident("%copy"))
    expect(made, step("%copy"), "OpStore %20 %i\n%copy = OpLoad %int %20")
    assert made.facts.synonymous(ident("%copy"), ident("%sum"))
    assert not made.facts.synonymous(ident("%i"), ident("%sum"))


def test_anything_is_copied_in_a_dead_block_but_is_no_synonym() -> None:
    made = module()
    block(made, "%then").dead = True
    expect(made, step("%inner"), "OpStore %20 %undef\n%inner = OpLoad %int %20")
    assert not made.facts.has_synonyms(ident("%inner"))


@pytest.mark.parametrize(
    ("reason", "transformation"),
    [
        ("no copy", step("%sum")),
        ("not there", step("%nowhere")),
        ("a pointer", step("%pointer", FUNCTION, "%int_5")),
        ("the initializer has another type", step("%copy", FUNCTION, "%uint_3")),
        ("the initializer is no constant", step("%copy", FUNCTION, "%i")),
        ("the initializer is undefined", step("%copy", FUNCTION, "%undef")),
        ("the initializer is undefined in part", step("%pair_copy", FUNCTION, "%undef_pair")),
        ("the source is undefined", step("%undefined")),
        ("no pointer to this type", step("%truth", FUNCTION, "%true")),
        ("no such pointer type", step("%pair_copy", PRIVATE, "%pair")),
        ("another class", step("%copy", StorageClass.OUTPUT)),
        ("a class that is none", step("%copy", -5)),
        (
            "the id is in use",
            ReplaceCopyObjectWithStoreLoad(ident("%copy"), ident("%i"), FUNCTION, ident("%int_5")),
        ),
    ],
)
def test_refuses(reason: str, transformation: ReplaceCopyObjectWithStoreLoad) -> None:
    refuse(module(), transformation, reason)


def test_a_decorated_copy_stays() -> None:
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%copy"), Decoration.RELAXED_PRECISION])
    )
    refuse(made, step("%copy"), "it is decorated")


def test_data_with_a_layout_stays() -> None:
    made = module()
    made.add_decoration(
        Instruction(OpDecorate, 0, 0, [ident("%three"), Decoration.ARRAY_STRIDE, 16])
    )
    refuse(made, step("%array_copy", FUNCTION, "%numbers"), "the type has a layout")
    expect(module(), step("%array_copy", FUNCTION, "%numbers"), "%array_copy = OpLoad %three %20")


test_sound = soundness(ReplaceCopyObjectWithStoreLoad)
