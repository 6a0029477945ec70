import pytest
from helpers.small_modules import graph

from aberration.core.rng import Rng
from aberration.languages.spirv import layout_order, opcodes
from aberration.languages.spirv.dominators import GAP
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.layout_order import give_order, index_by_order
from aberration.languages.spirv.module import Module


def chain(length: int) -> tuple[Module, Function]:
    module, blocks = graph([*([node + 1] for node in range(length - 1)), []])
    return module, blocks[0].function


def test_a_place_is_found_by_its_number() -> None:
    module, function = chain(9)
    module.layout_index(function.blocks[0])
    assert [index_by_order(function.blocks, block.order) for block in function.blocks] == list(
        range(9)
    )


def test_numbers_lie_between_those_of_the_neighbours() -> None:
    module, function = chain(3)
    module.layout_index(function.blocks[0])
    first, second = made(function, 90), made(function, 91)
    assert give_order(function.blocks, 1, [first, second])
    assert function.blocks[0].order < first.order < second.order < function.blocks[1].order
    last = made(function, 92)
    assert give_order(function.blocks, 3, [last])
    assert last.order == function.blocks[2].order + GAP


def test_numbers_run_out() -> None:
    _, function = chain(2)
    function.blocks[0].order, function.blocks[1].order = 5, 7
    assert give_order(function.blocks, 1, [made(function, 90)])
    assert not give_order(function.blocks, 1, [made(function, 90), made(function, 91)])


def made(function: Function, label: int) -> Block:
    return new_block(function, label, [Instruction(opcodes.OpReturn, 0, 0, [])])


@pytest.mark.parametrize("gap", [8, GAP])
def test_random_edits_leave_the_order_right(gap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout_order, "GAP", gap)
    rng = Rng.of(gap, "layout order")
    module, function = chain(12)
    bisected = 0
    for _ in range(300):
        kind = rng.below(5)
        at = rng.below(len(function.blocks) - 1)
        if kind == 0:
            module.split(function.blocks[at].terminator, module.fresh_id())
        elif kind == 1:
            end = Instruction(opcodes.OpBranch, 0, 0, [rng.choose(function.blocks).id])
            module.insert_block(function, 1 + at, new_block(function, module.fresh_id(), [end]))
        elif kind == 2:
            module.swap_blocks(function, at)
        elif kind == 3:
            anchor, *others = [
                function.blocks[rng.below(len(function.blocks))],
                *function.blocks[at : at + 3],
            ]
            module.move_blocks(anchor, [block for block in others if block is not anchor])
        else:
            ends = [
                new_block(function, module.fresh_id(), [Instruction(opcodes.OpReturn, 0, 0, [])])
                for _ in range(3)
            ]
            module.insert_blocks(function, at, ends)
        bisected += function.order_valid and not function.layout_valid
        looked_at = rng.choose(function.blocks)
        assert module.layout_index(looked_at) == function.blocks.index(looked_at)
        before = module.predecessors(looked_at)
        assert before == sorted(before, key=function.blocks.index)
        if function.order_valid:
            orders = [block.order for block in function.blocks]
            assert orders == sorted(set(orders))
    assert bisected > 50
