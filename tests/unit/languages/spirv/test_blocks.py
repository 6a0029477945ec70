from helpers.small_modules import LOOP, block_of, small

from aberration.languages.spirv.blocks import (
    is_continue_target,
    is_header,
    is_loop_header,
    is_merge_block,
)


def test_headers_merges_and_continues() -> None:
    module = small(LOOP)
    assert is_loop_header(block_of(module, 21))
    assert is_header(block_of(module, 23))
    assert not is_loop_header(block_of(module, 23))
    assert not is_header(block_of(module, 30))
    assert [block.id for block in module.blocks if is_merge_block(module, block)] == [33, 27, 30]
    assert [block.id for block in module.blocks if is_continue_target(module, block)] == [28]
