"""Mutants that get the memory of blocks wrong."""

from __future__ import annotations

import pytest
from helpers.mutants import module, rewritten

TYPES = """
%pair = OpTypeVector %int 2
%block = OpTypeStruct %int %pair
%p_block = OpTypePointer Uniform %block
%known = OpVariable %p_block Uniform
"""
BLOCK = """
OpDecorate %block {}
OpDecorate %known DescriptorSet 0
OpDecorate %known Binding 0
OpMemberDecorate %block 0 Offset {}
OpMemberDecorate %block 1 Offset {}
"""


def laid_out(first: int, second: int, kind: str = "Block") -> bytes:
    """Return a module with a block of an integer and two more at these offsets."""
    decorations = BLOCK.format(kind, first, second)
    return module("OpReturn", declarations=TYPES, decorations=decorations)


@pytest.mark.parametrize(("before", "after"), [((32, 40), (0, 8)), ((64, 16), (48, 0))])
def test_a_block_begins_with_its_first_member(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    assert rewritten("block-start", laid_out(*before)) == laid_out(*after)


@pytest.mark.parametrize(
    "code", [laid_out(0, 32), laid_out(4, 24), laid_out(32, 40, "BufferBlock")]
)
def test_other_blocks_stay(code: bytes) -> None:
    assert rewritten("block-start", code) == code
