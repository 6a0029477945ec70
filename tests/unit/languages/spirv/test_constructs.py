import pytest
from helpers.corpus import all_modules
from helpers.small_modules import DIAMOND, LOOP, block_of, small

from aberration.languages.spirv import constructs, opcodes
from aberration.languages.spirv.availability import strictly_dominates
from aberration.languages.spirv.blocks import last_insertion_point, merge_instruction
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.constructs import (
    construct_header,
    find_constructs,
    in_any_continue,
    in_continue,
    loop_continue_id,
    loop_header,
    loop_merge_id,
    structured_order,
    switch_header,
)
from aberration.languages.spirv.control_flow import ControlFlow
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module

NESTED = """
    %20 = OpLabel
          OpBranch %21
    %21 = OpLabel
          OpLoopMerge %29 %25 None
          OpBranch %22
    %22 = OpLabel
          OpBranch %25
    %25 = OpLabel
          OpLoopMerge %27 %25 None
          OpBranchConditional %8 %27 %25
    %27 = OpLabel
          OpBranchConditional %8 %21 %29
    %29 = OpLabel
          OpReturn
"""


def number(block: Block | None) -> int:
    return 0 if block is None else block.id


def headers(module: Module) -> dict[int, tuple[int, int, int, bool]]:
    return {
        block.id: (
            number(construct_header(module, block)),
            number(loop_header(module, block)),
            number(switch_header(module, block)),
            in_continue(module, block),
        )
        for block in module.blocks
    }


def depth(module: Module, block: Block) -> int:
    construct_header(module, block)
    found, construct = 0, block.construct
    while construct is not None:
        found, construct = found + 1, construct.parent
    return found


def forbid_finding_anew(module: Module, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the constructs of a module can only be patched."""

    def find(flow: ControlFlow, function: Function) -> None:
        assert flow is not module, f"the constructs of {function} are found anew"
        find_constructs(flow, function)

    monkeypatch.setattr(constructs, "find_constructs", find)


def test_a_selection() -> None:
    assert headers(small(DIAMOND)) == {
        20: (0, 0, 0, False),
        22: (20, 0, 0, False),
        24: (20, 0, 0, False),
        26: (0, 0, 0, False),
    }


def test_a_loop_with_a_selection_and_a_switch() -> None:
    module = small(LOOP)
    assert headers(module) == {
        20: (0, 0, 0, False),
        21: (0, 0, 0, False),
        23: (21, 21, 0, False),
        25: (23, 21, 0, False),
        26: (23, 21, 0, False),
        32: (26, 21, 26, False),
        33: (23, 21, 0, False),
        27: (21, 21, 0, False),
        28: (21, 21, 0, True),
        30: (0, 0, 0, False),
    }
    assert loop_merge_id(module, block_of(module, 32)) == 30
    assert loop_continue_id(module, block_of(module, 32)) == 28
    assert (
        loop_merge_id(module, block_of(module, 30))
        == loop_continue_id(module, block_of(module, 30))
        == 0
    )
    assert [depth(module, block_of(module, i)) for i in (20, 21, 23, 26, 32)] == [
        0,
        0,
        1,
        2,
        3,
    ]


def test_a_single_block_loop_in_a_continue_construct() -> None:
    module = small(NESTED)
    inner = block_of(module, 25)
    assert number(loop_header(module, inner)) == 21
    assert in_continue(module, inner)
    assert in_continue(module, block_of(module, 27))
    assert in_any_continue(module, block_of(module, 27))
    assert not in_any_continue(module, block_of(module, 22))


def test_structured_order_puts_constructs_before_their_merge() -> None:
    module = small(LOOP)
    order = [block.id for block in structured_order(module, module.functions[0])]
    assert sorted(order) == sorted(block.id for block in module.blocks)
    for earlier, later in [(23, 27), (25, 27), (32, 33), (27, 28), (28, 30), (33, 27)]:
        assert order.index(earlier) < order.index(later)


def test_a_function_without_blocks_has_no_order() -> None:
    text = "%60 = OpFunction %2 None %3\nOpFunctionEnd"
    module = small(DIAMOND, functions=text)
    assert structured_order(module, module.functions[1]) == []


def test_a_split_inside_a_construct_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    module = small(LOOP)
    headers(module)
    forbid_finding_anew(module, monkeypatch)
    lower = module.split(block_of(module, 33).terminator, 40)
    assert number(construct_header(module, lower)) == 23
    assert contradictions(module) == []


def test_a_dead_break_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    module = small(LOOP)
    headers(module)
    forbid_finding_anew(module, monkeypatch)
    module.reachable(block_of(module, 30))
    module.set_terminator(
        block_of(module, 27), Instruction(opcodes.OpBranchConditional, 0, 0, [8, 28, 30])
    )
    assert contradictions(module) == []


def test_new_merges_are_seen() -> None:
    module = small(
        "%20 = OpLabel\nOpBranch %21\n%21 = OpLabel\nOpBranch %22\n%22 = OpLabel\nOpReturn"
    )
    assert construct_header(module, block_of(module, 21)) is None
    module.add_merge(block_of(module, 20), Instruction(opcodes.OpSelectionMerge, 0, 0, [22, 0]))
    assert number(construct_header(module, block_of(module, 21))) == 20
    (merge,) = module.by_opcode(opcodes.OpSelectionMerge)
    module.set_operands(merge, [21, 0])
    assert construct_header(module, block_of(module, 21)) is None


@pytest.mark.parametrize(("name", "data"), all_modules())
def test_every_block_of_the_corpus_is_dominated_by_the_header_it_belongs_to(
    name: str, data: bytes
) -> None:
    module = Module.parse(data)
    for block in module.blocks:
        header = construct_header(module, block)
        if header is None or not module.reachable(block):
            continue
        merge = merge_instruction(header)
        assert merge is not None
        assert strictly_dominates(module, header, block), name
        assert not module.dominates(block_of(module, merge.ops[0]), block), name
        assert in_any_continue(module, block) or not in_continue(module, block)


def test_a_dead_block_keeps_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    module = small(LOOP)
    headers(module)
    forbid_finding_anew(module, monkeypatch)
    source, function = block_of(module, 32), module.functions[0]
    assert module.reachable(source)
    module.predecessors(source)
    lower = module.split(source.terminator, 40)
    tail = module.split(lower.terminator, 41)
    module.insert_block(
        function, 1, new_block(function, 42, [Instruction(opcodes.OpBranch, 0, 0, [41])])
    )
    module.swap_blocks(function, 1)
    module.add_merge(lower, Instruction(opcodes.OpSelectionMerge, 0, 0, [41, 0]))
    module.set_terminator(lower, Instruction(opcodes.OpBranchConditional, 0, 0, [8, 41, 42]))
    assert number(construct_header(module, block_of(module, 42))) == 40
    assert number(switch_header(module, block_of(module, 42))) == 26
    assert number(construct_header(module, tail)) == 26


def test_a_split_selection_header_hands_its_construct_over(monkeypatch: pytest.MonkeyPatch) -> None:
    module = small(DIAMOND)
    headers(module)
    forbid_finding_anew(module, monkeypatch)
    lower = module.split(last_insertion_point(block_of(module, 20)), 40)
    assert number(construct_header(module, block_of(module, 22))) == 40
    assert construct_header(module, lower) is None
    assert contradictions(module) == []


def test_a_split_loop_header_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    module = small(LOOP)
    headers(module)
    forbid_finding_anew(module, monkeypatch)
    module.split(last_insertion_point(block_of(module, 21)), 40)
    assert number(loop_header(module, block_of(module, 23))) == 40


def test_a_selection_that_becomes_one_by_a_switch_is_looked_at_again() -> None:
    module = small(DIAMOND)
    headers(module)
    header = block_of(module, 20)
    module.set_terminator(header, Instruction(opcodes.OpSwitch, 0, 0, [21, 24, 1, 22]))
    assert number(switch_header(module, block_of(module, 22))) == 20
    module.set_terminator(header, Instruction(opcodes.OpBranchConditional, 0, 0, [8, 22, 24]))
    assert switch_header(module, block_of(module, 22)) is None
    assert contradictions(module) == []
