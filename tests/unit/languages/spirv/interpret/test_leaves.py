"""Types as leaves, constants as tuples of them."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.transform import ident, module_of

from aberration.core.rng import Rng
from aberration.languages.spirv.interpret.leaves import (
    BOOL,
    Cell,
    Leaf,
    Leaves,
    arbitrary_cell,
    cell_of_bits,
    null_cell,
)
from aberration.languages.spirv.interpret.undefined import Refused

INT: Final = Leaf("int", 32, True)
UINT: Final = Leaf("int", 32)
FLOAT: Final = Leaf("float", 32)
GLOBALS: Final = """
    %v3 = OpTypeVector %float 3
    %m = OpTypeMatrix %v3 2
    %pair = OpTypeStruct %int %v2float
    %array = OpTypeArray %pair %uint_3
    %million = OpConstant %uint 1048577
    %large = OpTypeArray %float %million
    %deep = OpTypeStruct %array %bool %m
    %minus = OpConstant %int -2
    %half = OpConstant %float 0.5
    %halves = OpConstantComposite %v2float %half %float_1
    %whole = OpConstantComposite %pair %minus %halves
    %all = OpConstantComposite %array %whole %whole %whole
    %nothing = OpConstantNull %deep
    %unknown = OpUndef %v2int
    %spec = OpSpecConstant %uint 7
    %twice = OpSpecConstantOp %uint IMul %spec %uint_3
    %negative = OpSpecConstantOp %int SNegate %int_5
    %shifted = OpSpecConstantOp %int ShiftRightArithmetic %negative %int_1
    %smaller = OpSpecConstantOp %bool SLessThan %negative %int_0
    %quotient = OpSpecConstantOp %int SDiv %negative %int_0
    %part = OpSpecConstantOp %v2float CompositeExtract %all 1 1
    %put = OpSpecConstantOp %pair CompositeInsert %int_5 %whole 0
    %mixed = OpSpecConstantOp %v2float VectorShuffle %halves %halves 1 0
    %minus_zero = OpConstant %float -0
    %chosen = OpSpecConstantOp %float Select %false %float_1 %minus_zero
    %quantized = OpSpecConstantOp %float QuantizeToF16 %minus_zero
    %denied = OpSpecConstantOp %bool Select %true %false %true
    %image = OpTypeImage %float 2D 0 0 0 1 Unknown
"""


@pytest.fixture(scope="module")
def leaves() -> Leaves:
    return Leaves(module_of("", globals_=GLOBALS))


def test_types_are_flattened_in_order(leaves: Leaves) -> None:
    assert leaves.of(ident("m")) == (FLOAT,) * 6
    assert leaves.of(ident("pair")) == (INT, FLOAT, FLOAT)
    assert leaves.of(ident("deep")) == (INT, FLOAT, FLOAT) * 3 + (BOOL,) + (FLOAT,) * 6
    assert leaves.count(ident("deep")) == 16


def test_parts_have_offsets(leaves: Leaves) -> None:
    assert leaves.part(ident("deep"), 2) == (10, ident("m"))
    assert leaves.part(ident("array"), 2) == (6, ident("pair"))
    assert leaves.walk(ident("deep"), [0, 1, 1, 0]) == (4, ident("float"))
    assert leaves.length(ident("array")) == 3


def test_an_array_of_too_many_numbers_is_refused(leaves: Leaves) -> None:
    with pytest.raises(Refused, match=r"an array of 1,048,577 numbers, more than the 1,048,576"):
        leaves.of(ident("large"))


def test_flat_values_are_scalars_vectors_and_matrices(leaves: Leaves) -> None:
    assert [leaves.is_flat(ident(name)) for name in ("int", "v3", "m", "pair", "array")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_constants(leaves: Leaves) -> None:
    assert leaves.constant(ident("minus")) == (0xFFFFFFFE,)
    assert leaves.constant(ident("all")) == (0xFFFFFFFE, 0.5, 1.0) * 3
    assert leaves.constant(ident("nothing")) == (0, 0.0, 0.0) * 3 + (False,) + (0.0,) * 6


def test_specialisation_constants_are_computed(leaves: Leaves) -> None:
    assert leaves.constant(ident("twice")) == (21,)
    assert leaves.constant(ident("negative")) == (0xFFFFFFFB,)
    assert leaves.constant(ident("shifted")) == (0xFFFFFFFD,)
    assert leaves.constant(ident("smaller")) == (True,)
    assert leaves.constant(ident("quotient")) == (0,)
    assert leaves.constant(ident("part")) == (0.5, 1.0)
    assert leaves.constant(ident("put")) == (5, 0.5, 1.0)
    assert leaves.constant(ident("mixed")) == (1.0, 0.5)


@pytest.mark.parametrize("name", ["chosen", "quantized"])
def test_a_computed_zero_keeps_its_sign(leaves: Leaves, name: str) -> None:
    assert [str(cell) for cell in leaves.constant(ident(name))] == ["-0.0"]


def test_a_chosen_boolean_stays_one(leaves: Leaves) -> None:
    assert leaves.constant(ident("denied")) == (False,)
    assert isinstance(leaves.constant(ident("denied"))[0], bool)


def test_undefs_follow_the_seed(leaves: Leaves) -> None:
    module = leaves.module
    assert leaves.constant(ident("unknown")) == Leaves(module).constant(ident("unknown"))
    assert len({Leaves(module, seed).constant(ident("unknown")) for seed in range(5)}) == 5


def test_images_have_no_leaves(leaves: Leaves) -> None:
    assert leaves.of(ident("image")) == ()


@pytest.mark.parametrize(
    ("leaf", "bits", "cell"),
    [
        (INT, 0xFFFFFFFF, 0xFFFFFFFF),
        (UINT, 7, 7),
        (Leaf("int", 64), 1 << 63, 1 << 63),
        (BOOL, 1, True),
        (FLOAT, 0x3FC00000, 1.5),
        (Leaf("float", 16), 0xC000, -2.0),
        (Leaf("float", 64), 0x3FB999999999999A, 0.1),
    ],
)
def test_the_cell_of_some_bits(leaf: Leaf, bits: int, cell: Cell) -> None:
    found = cell_of_bits(leaf, bits)
    assert (type(found), found) == (type(cell), cell)


def test_zeros_and_arbitrary_values_fit_their_type(leaves: Leaves) -> None:
    assert [null_cell(leaf) for leaf in (BOOL, INT, FLOAT)] == [False, 0, 0.0]
    assert isinstance(arbitrary_cell(BOOL, Rng(1)), bool)
    assert 0 <= int(arbitrary_cell(Leaf("int", 8), Rng(1)) or 0) < 256
