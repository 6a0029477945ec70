import pytest
from helpers.small_modules import DIAMOND, LOOP, block_of, definition_of, small

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.availability import (
    available_at_use,
    available_before,
    insertable,
    phi_ids_fit,
    strictly_dominates,
    strictly_post_dominates,
)
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

CALLEE = """
    %60 = OpFunction %5 None %13
    %61 = OpFunctionParameter %5
    %62 = OpLabel
    %63 = OpVariable %12 Function
          OpReturnValue %61
    %64 = OpLabel
          OpReturnValue %10
          OpFunctionEnd
"""


@pytest.fixture
def diamond() -> Module:
    return small(DIAMOND, globals_="%13 = OpTypeFunction %5 %5", functions=CALLEE)


@pytest.mark.parametrize(
    ("value", "before", "expected"),
    [
        (21, 23, True),
        (21, 21, False),
        (23, 25, False),
        (23, 28, False),
        (27, 28, True),
        (28, 27, False),
        (10, 21, True),
        (61, 63, True),
        (61, 21, False),
        (63, 21, False),
        (21, 63, False),
        (1, 21, False),
        (60, 21, False),
        (60, 63, False),
        (99, 21, False),
    ],
)
def test_available_before(diamond: Module, value: int, before: int, expected: bool) -> None:
    assert available_before(diamond, value, definition_of(diamond, before)) is expected


def test_a_variable_is_available_in_unreachable_code_of_its_function(diamond: Module) -> None:
    unreachable = block_of(diamond, 64).terminator
    assert available_before(diamond, 63, unreachable)
    assert available_before(diamond, 61, unreachable)
    assert not available_at_use(diamond, 63, unreachable, 0)
    assert not available_before(diamond, 21, unreachable)


def test_unreachable_code_has_nothing_else() -> None:
    module = small("%20 = OpLabel\nOpReturn\n%21 = OpLabel\n%22 = OpIAdd %5 %10 %11\nOpReturn")
    assert not available_before(module, 22, block_of(module, 21).terminator)
    assert available_before(module, 10, block_of(module, 21).terminator)


@pytest.mark.parametrize(
    ("value", "k", "expected"),
    [
        (23, 0, True),
        (25, 0, False),
        (21, 0, True),
        (25, 2, True),
        (23, 2, False),
        (27, 0, False),
        (10, 2, True),
    ],
)
def test_a_phi_asks_at_the_end_of_the_predecessor(
    diamond: Module, value: int, k: int, expected: bool
) -> None:
    assert available_at_use(diamond, value, definition_of(diamond, 27), k) is expected


def test_a_function_is_no_value(diamond: Module) -> None:
    assert not available_at_use(diamond, 60, definition_of(diamond, 28), 1)
    assert not available_at_use(diamond, 60, definition_of(diamond, 27), 0)
    assert not phi_ids_fit(diamond, block_of(diamond, 20), block_of(diamond, 26), [60])
    assert phi_ids_fit(diamond, block_of(diamond, 20), block_of(diamond, 26), [10])


def test_a_loop_value_is_available_at_its_own_phi() -> None:
    module = small(LOOP)
    assert available_at_use(module, 29, definition_of(module, 22), 2)
    assert not available_at_use(module, 29, definition_of(module, 22), 0)
    assert not available_before(module, 29, definition_of(module, 24))


def test_available_at_an_ordinary_use(diamond: Module) -> None:
    assert available_at_use(diamond, 21, definition_of(diamond, 28), 1)
    assert not available_at_use(diamond, 28, definition_of(diamond, 28), 1)
    assert not available_at_use(diamond, 99, definition_of(diamond, 28), 1)


def test_insertable() -> None:
    module = small(LOOP, globals_="%13 = OpTypePointer Private %5")
    entry, header = block_of(module, 20), block_of(module, 21)
    copy, phi, variable = opcodes.OpCopyObject, opcodes.OpPhi, opcodes.OpVariable
    module.insert(entry, 0, Instruction(variable, 12, 40, [7]))
    assert not insertable(module, copy, definition_of(module, 40))
    assert insertable(module, variable, definition_of(module, 40))
    assert insertable(module, copy, entry.terminator)
    assert not insertable(module, copy, definition_of(module, 22))
    assert insertable(module, phi, definition_of(module, 22))
    assert insertable(module, copy, last_insertion_point(header))
    assert not insertable(module, copy, header.terminator)
    assert not insertable(module, copy, header.label)
    assert not insertable(module, copy, definition_of(module, 10))
    assert last_insertion_point(entry) is entry.terminator


def test_phi_ids_for_a_new_edge() -> None:
    module = small(LOOP)
    body, header, merge = block_of(module, 27), block_of(module, 21), block_of(module, 30)
    assert phi_ids_fit(module, body, header, [22])
    assert phi_ids_fit(module, body, header, [24, 10]) is False
    assert phi_ids_fit(module, body, header, [10, 99])
    assert not phi_ids_fit(module, body, header, [29])
    assert not phi_ids_fit(module, body, header, [])
    assert phi_ids_fit(module, body, merge, [])
    assert phi_ids_fit(module, body, block_of(module, 28), [])
    assert not phi_ids_fit(module, body, block_of(module, 28), [10])


def test_strict_dominance_of_the_diamond() -> None:
    module = small(DIAMOND)
    entry, left, merge = block_of(module, 20), block_of(module, 22), block_of(module, 26)
    assert strictly_dominates(module, entry, merge)
    assert not strictly_dominates(module, entry, entry)
    assert not module.dominates(left, merge)
    assert module.immediate_dominator(merge) is entry
    assert strictly_post_dominates(module, merge, entry)
    assert not module.post_dominates(left, entry)
