from __future__ import annotations

import struct

import pytest
from helpers.proved import proved
from helpers.transform import (
    assert_sound,
    at,
    block_of,
    expect,
    ident,
    module_of,
    refuse,
    soundness,
    the,
)

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.products import SUMS
from aberration.methods.transform.analysis.whole_matrices import SIZES, Rows
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.passes.add_matrix_synonyms import add_matrix_synonyms
from aberration.methods.transform.transformations.add_matrix_synonym import (
    FORMS,
    AddMatrixSynonym,
    bits_of,
    constants_of,
    ids_needed,
    is_small,
    mask_of,
)
from aberration.methods.transform.transformations.replace_linear_algebra_instruction import (
    can_be_expanded,
)

ROWS: Rows = ((1, 2), (0, 1))
GLOBALS = """
    %mat2 = OpTypeMatrix %v2float 2
    %int_16 = OpConstant %int 16
    %int_65535 = OpConstant %int 65535
    %uint_16 = OpConstant %uint 16
    %uint_65535 = OpConstant %uint 65535
    %float_2 = OpConstant %float 2
    %float_m2 = OpConstant %float -2
    %one_zero = OpConstantComposite %v2float %float_1 %float_0
    %two_one = OpConstantComposite %v2float %float_2 %float_1
    %zero_one = OpConstantComposite %v2float %float_0 %float_1
    %one_two = OpConstantComposite %v2float %float_1 %float_2
    %one_m2 = OpConstantComposite %v2float %float_1 %float_m2
    %m2_one = OpConstantComposite %v2float %float_m2 %float_1
    %there_columns = OpConstantComposite %mat2 %one_zero %two_one
    %back_columns = OpConstantComposite %mat2 %one_zero %m2_one
    %there_rows = OpConstantComposite %mat2 %one_two %zero_one
    %back_rows = OpConstantComposite %mat2 %one_m2 %zero_one
"""
BODY = """
    %u = OpBitcast %uint %i
    %last = OpIAdd %int %i %int_1
    OpBranch %onward
    %onward = OpLabel
    %end = OpIAdd %int %last %int_1
"""


def given(globals_: str = GLOBALS) -> Module:
    return module_of(BODY, globals_=globals_)


def step(
    form: str = "matrix times vector",
    source: str = "%i",
    rows: Rows = ROWS,
    before: str = "%last",
    count: int = 0,
) -> AddMatrixSynonym:
    ids = tuple(range(20, 20 + (count or ids_needed(rows, form))))
    return AddMatrixSynonym(ident(source), rows, form, ids, at(before))


APART = """
    %20 = OpBitwiseAnd %int %i %int_65535
    %21 = OpShiftRightLogical %int %i %int_16
    %22 = OpConvertSToF %float %20
    %23 = OpConvertSToF %float %21
"""


def test_a_matrix_times_a_vector() -> None:
    lines = f"""{APART}
    %24 = OpCompositeConstruct %v2float %22 %23
    %25 = OpMatrixTimesVector %v2float %there_columns %24
    %26 = OpMatrixTimesVector %v2float %back_columns %25
    %27 = OpCompositeExtract %float %26 0
    %28 = OpCompositeExtract %float %26 1
    %29 = OpConvertFToS %int %27
    %30 = OpConvertFToS %int %28
    %31 = OpShiftLeftLogical %int %30 %int_16
    %32 = OpBitwiseOr %int %29 %31
    %last = OpIAdd %int %i %int_1
    """
    module = expect(given(), step(), lines.replace("\n\n", "\n"))
    assert module.facts.synonymous(ident("%i"), 32)


def test_an_unsigned_vector_times_a_matrix() -> None:
    lines = """
    %22 = OpConvertUToF %float %20
    %23 = OpConvertUToF %float %21
    %24 = OpCompositeConstruct %v2float %22 %23
    %25 = OpVectorTimesMatrix %v2float %24 %there_rows
    %26 = OpVectorTimesMatrix %v2float %25 %back_rows
    """
    module = expect(
        given(), step("vector times matrix", "%u"), lines, "%29 = OpConvertFToU %uint %27"
    )
    assert module.facts.synonymous(ident("%u"), 32)


def test_a_matrix_times_a_matrix() -> None:
    lines = """
    %24 = OpCompositeConstruct %v2float %22 %23
    %25 = OpCompositeConstruct %v2float %23 %22
    %26 = OpCompositeConstruct %mat2 %24 %25
    %27 = OpMatrixTimesMatrix %mat2 %there_columns %26
    %28 = OpMatrixTimesMatrix %mat2 %back_columns %27
    %29 = OpCompositeExtract %v2float %28 1
    %30 = OpCompositeExtract %float %29 0
    %31 = OpCompositeExtract %float %29 1
    %32 = OpConvertFToS %int %31
    %33 = OpConvertFToS %int %30
    """
    expect(given(), step("matrix times matrix"), lines)


def test_products_with_rows() -> None:
    lines = """
    %25 = OpMatrixTimesVector %v2float %there_columns %24
    %26 = OpDot %float %25 %one_m2
    %27 = OpDot %float %25 %zero_one
    %28 = OpConvertFToS %int %26
    """
    expect(given(), step("dot"), lines)


@pytest.mark.parametrize("form", FORMS)
def test_the_products_can_be_written_out(form: str) -> None:
    module = expect(given(), step(form))
    sums = [each for op in SUMS for each in module.by_opcode(op)]
    assert len(sums) >= 2
    assert all(can_be_expanded(module, each) for each in sums)


def test_products_of_all_forms_and_sizes_can_be_written_out() -> None:
    """Not all: a row of the inverse may make a zero with a minus sign.

    What is drawn hangs on the numbers of ids, which other tests of the process have a part in: so
    there are more draws than are needed with any.
    """
    module = given()
    draw = Draw(module, Rng.of(1, "matrices"))
    written: set[tuple[str, int]] = set()
    wanted = {(form, size) for form in FORMS for size in SIZES}
    for _ in range(400):
        if written == wanted:
            break
        draw.begin()
        proposed = add_matrix_synonyms.attempt(draw)
        if not isinstance(proposed, AddMatrixSynonym) or not draw.apply(proposed):
            continue
        made = [module.definition(each) for each in proposed.fresh_ids]
        sums = [each for each in made if each is not None and each.op in SUMS]
        if all(can_be_expanded(module, each) for each in sums):
            written.add((proposed.form, len(proposed.rows)))
    assert_sound(module)
    assert written == wanted


def as_float(value: int) -> float:
    packed: float = struct.unpack("<f", struct.pack("<f", value))[0]
    return packed


@pytest.mark.parametrize("size", SIZES)
def test_parts_cover_an_integer(size: int) -> None:
    value = 0xFEDCBA98
    parts = [value >> bits_of(size) * k & mask_of(size) for k in range(size)]
    assert sum(part << bits_of(size) * k for k, part in enumerate(parts)) == value
    assert value >> bits_of(size) * (size - 1) <= mask_of(size)


def test_how_large_a_matrix_may_be() -> None:
    assert is_small(((1, 14), (0, 1)))
    largest = 15 * 15 * 65535
    assert as_float(largest) == largest
    assert not is_small(((1, 16), (0, 1)))
    assert not is_small(((1, 0, 0, 0, 0),) * 5)
    assert not is_small(((1,),))
    assert not is_small(())


def test_constants_are_by_columns_but_for_a_vector_on_the_left() -> None:
    back = ((1, -2), (0, 1))
    assert constants_of(ROWS, "matrix times vector") == (((1, 0), (2, 1)), ((1, 0), (-2, 1)))
    assert constants_of(ROWS, "vector times matrix") == (ROWS, back)
    assert constants_of(ROWS, "dot") == (((1, 0), (2, 1)), back)


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("no integer", step(source="%f")),
        ("no value", step(source="%nowhere")),
        ("not there yet", step(source="%end")),
        (
            "no such form",
            AddMatrixSynonym(ident("%i"), ROWS, "neither", tuple(range(20, 33)), at("%last")),
        ),
        ("too few ids", step(count=12)),
        ("too many ids", step(count=14)),
        (
            "an id twice",
            AddMatrixSynonym(ident("%i"), ROWS, "matrix times vector", (20,) * 13, at("%last")),
        ),
        ("no inverse", step(rows=((1, 1), (1, 1)))),
        ("too large", step(rows=((1, 16), (0, 1)))),
        ("no constants for the matrix", step(rows=((1, 1), (0, 1)))),
        ("no such matrix type", step(rows=((1, 0, 0), (0, 1, 0), (0, 0, 1)))),
        ("no place", step(before="%nowhere")),
    ],
)
def test_refuses(reason: str, wrong: AddMatrixSynonym) -> None:
    refuse(given(), wrong, reason)


@pytest.mark.parametrize(
    "name", ["%int_16", "%int_65535", "%there_columns", "%one_zero", "%float_2"]
)
def test_refuses_constants_that_do_not_matter(name: str) -> None:
    module = given()
    module.facts.add_irrelevant(ident(name))
    refuse(module, step(), f"{name} is irrelevant")


def test_refuses_a_source_that_does_not_matter_and_dead_blocks() -> None:
    module = given()
    module.facts.add_irrelevant(ident("%i"))
    refuse(module, step(), "the source is irrelevant")
    module = given()
    block_of(module, "%onward").dead = True
    refuse(module, step(before="%end"), "the block is dead")


def test_the_last_instruction_is_one_of_the_module() -> None:
    module = expect(given(), step(before="%end"))
    assert the(module, 32).block is block_of(module, "%onward")


test_sound = soundness(AddMatrixSynonym)

test_proved = proved(AddMatrixSynonym)
