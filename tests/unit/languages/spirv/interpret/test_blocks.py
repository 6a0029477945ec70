"""Block numbers: what merges paths comes after them, loops before their ends."""

from __future__ import annotations

from helpers.corpus import all_modules
from helpers.small_modules import DIAMOND, LOOP, graph, random_graph, small

from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.interpret.blocks import edges_into, numbered_blocks, phis_of
from aberration.languages.spirv.module import Module


def numbers(module: Module) -> list[int]:
    return [block.id for block in numbered_blocks(module, module.functions[0])]


def test_a_diamond_and_a_loop() -> None:
    assert numbers(small(DIAMOND)) == [20, 22, 24, 26]
    assert numbers(small(LOOP)) == [20, 21, 23, 25, 26, 32, 33, 27, 28, 30]


def test_only_blocks_that_are_reached() -> None:
    for seed in range(40):
        module, blocks = graph(random_graph(Rng(seed + 1), 12))
        numbered = numbered_blocks(module, module.functions[1])
        assert numbered[0] is blocks[0]
        seen = {blocks[0].id}
        waiting = [blocks[0]]
        while waiting:
            for target in module.successors(waiting.pop()):
                if target.id not in seen:
                    seen.add(target.id)
                    waiting.append(target)
        assert {block.id for block in numbered} == seen


def test_merge_blocks_come_last_in_the_corpus() -> None:
    for _, data in all_modules():
        module = Module.parse(data)
        for function in module.functions:
            order = {
                block.id: number for number, block in enumerate(numbered_blocks(module, function))
            }
            for block in function.blocks:
                merge = block.instructions[-2] if len(block.instructions) > 1 else None
                if merge is None or merge.op not in (opcodes.OpLoopMerge, opcodes.OpSelectionMerge):
                    continue
                inside = [
                    number for label, number in order.items() if _within(module, label, block.id)
                ]
                if merge.ops[0] in order and block.id in order:
                    assert all(number < order[merge.ops[0]] for number in inside)


def _within(module: Module, label_id: int, header_id: int) -> bool:
    block = module.block(label_id)
    assert block is not None
    header = construct_header(module, block)
    return header is not None and header.id == header_id


def test_edges_and_phis() -> None:
    module = small(DIAMOND)
    blocks = numbered_blocks(module, module.functions[0])
    assert edges_into(module, blocks) == {20: 0, 22: 1, 24: 1, 26: 2}
    assert phis_of(blocks[3]) == [(27, {22: 23, 24: 25})]
    assert phis_of(blocks[0]) == []
