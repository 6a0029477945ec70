from __future__ import annotations

from helpers.loops import WHILE
from helpers.transform import block_of, module_of

from aberration.core.rng import Rng
from aberration.languages.spirv.opcodes import OpBranch
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.splitting import split_before
from aberration.methods.transform.transformations.split_block import SplitBlock


def test_the_lower_half_begins_with_the_instruction() -> None:
    draw = Draw(module_of("%x = OpIAdd %int %i %i"), Rng.of(1))
    block = draw.module.functions[0].blocks[0]
    last = block.terminator
    lower = split_before(draw, last)
    assert lower is not None
    assert lower.instructions == [last]
    assert block.terminator.op == OpBranch
    assert [type(step) for step in draw.log] == [SplitBlock]


def test_a_block_is_not_split_before_its_phis() -> None:
    draw = Draw(module_of(WHILE), Rng.of(1))
    assert split_before(draw, block_of(draw.module, "%header").instructions[0]) is None
    assert draw.log == []
