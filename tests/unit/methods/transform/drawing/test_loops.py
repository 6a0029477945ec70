from __future__ import annotations

from helpers.loops import TWO_WAYS_OUT, WHILE
from helpers.transform import block_of, ident, module_of

from aberration.core.rng import Rng
from aberration.languages.spirv.instruction import Instruction, new_block
from aberration.languages.spirv.opcodes import OpUnreachable
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.loops import MOST_BLOCKS, any_loop
from aberration.methods.transform.transformations.add_loop_preheader import AddLoopPreheader

SHARED = WHILE.replace(
    "OpBranch %header\n",
    "OpSelectionMerge %header None\nOpBranchConditional %condition %other %header\n"
    "%other = OpLabel\nOpBranch %header\n",
    1,
).replace("%int_0 %entry", "%int_0 %entry %int_1 %other")


def test_a_loop_with_several_blocks_before_it_gets_one_of_its_own() -> None:
    draw = Draw(module_of(SHARED), Rng.of(1))
    loop = any_loop(draw)
    assert loop is not None
    assert loop.header.id == ident("%header")
    assert [type(step) for step in draw.log] == [AddLoopPreheader]


def test_no_loop_is_found_where_none_can_be_taken_apart() -> None:
    assert any_loop(Draw(module_of("%x = OpIAdd %int %i %i"), Rng.of(1))) is None
    draw = Draw(module_of(TWO_WAYS_OUT), Rng.of(1))
    assert any_loop(draw) is None
    assert draw.log == []


def test_a_large_function_gets_no_more_copies() -> None:
    module = module_of(WHILE)
    function = block_of(module, "%header").function
    while len(function.blocks) < MOST_BLOCKS - 1:
        end = [Instruction(OpUnreachable, 0, 0, [])]
        module.insert_block(
            function, len(function.blocks), new_block(function, module.fresh_id(), end)
        )
    assert any_loop(Draw(module, Rng.of(1))) is not None
    end = [Instruction(OpUnreachable, 0, 0, [])]
    module.insert_block(function, len(function.blocks), new_block(function, module.fresh_id(), end))
    assert any_loop(Draw(module, Rng.of(1))) is None
