from __future__ import annotations

from helpers.transform import module_of

from aberration.languages.spirv.blocks import merge_instruction
from aberration.methods.transform.building.branching import (
    block_leading_to,
    make_selection_header,
)


def test_a_selection_around_a_block_that_only_branches() -> None:
    module = module_of("OpBranch %end\n%end = OpLabel")
    header, end = module.functions[0].blocks[:2]
    made = block_leading_to(header.function, module.fresh_id(), end.id, True)
    assert [each.ops for each in made.instructions] == [[end.id]]
    assert made.dead
    module.insert_block(header.function, 1, made)
    make_selection_header(module, header, end.id, 1, (made.id, end.id))
    merge = merge_instruction(header)
    assert merge is not None
    assert merge.ops[0] == end.id
    assert header.terminator.ops == [1, made.id, end.id]
    assert module.successors(header) == [made, end]
