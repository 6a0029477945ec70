from __future__ import annotations

import pytest
from helpers.corpus import all_modules

from aberration.core.errors import InternalError
from aberration.core.rng import Rng
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.savepoint import Savepoint
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.pass_list import PASSES

FINAL = [known for known in PASSES if known.final]


@pytest.mark.parametrize("number", range(0, len(all_modules()), 9))
def test_final_passes_are_taken_back_whole(number: int) -> None:
    module = Module.parse(all_modules()[number][1])
    before, facts = module.to_bytes(), module.facts
    point = Savepoint(module)
    draw = Draw(module, Rng.of(number, "savepoint"))
    for known in FINAL * 12:
        draw.begin()
        proposed = known.attempt(draw)
        if proposed is not None:
            draw.apply(proposed)
    assert module.to_bytes() != before
    point.restore()
    assert module.to_bytes() == before
    assert contradictions(module) == []
    assert module.facts is not facts
    assert module.facts.synonym_ids == []


def test_may_be_made_and_restored_again_and_again() -> None:
    module = Module.parse(all_modules()[0][1])
    before = module.to_bytes()
    for number in range(3):
        point = Savepoint(module)
        addition = Instruction(o.OpTypeInt, 0, module.fresh_id(), [8 << number, 0])
        module.append_global(addition)
        module.add_decoration(
            Instruction(o.OpDecorate, 0, 0, [addition.result_id, Decoration.RELAXED_PRECISION])
        )
        assert module.to_bytes() != before
        point.restore()
        assert module.to_bytes() == before
        assert contradictions(module) == []


def test_an_edit_that_cannot_be_taken_back_is_named() -> None:
    module = Module.parse(all_modules()[0][1])
    point = Savepoint(module)
    block = module.blocks[0]
    module.insert(block, 0, Instruction(o.OpNop, 0, 0, []))
    with pytest.raises(InternalError, match=rf"block {block.id} has"):
        point.restore()


def test_a_block_that_was_added_is_named() -> None:
    module = Module.parse(all_modules()[0][1])
    point = Savepoint(module)
    last = module.functions[0].blocks[0]
    module.split(last.instructions[-1], module.fresh_id())
    with pytest.raises(InternalError, match="blocks and had"):
        point.restore()
