"""Arrays of blocks: which of them are known, and by which indices an element may be chosen.

An index has to be dynamically uniform (GLSL 4.60, 4.1.9 "Arrays"); what older versions and ESSL ask
for besides, the checker knows.
"""

from __future__ import annotations

from ..checker.typing import Typing
from ..sampled.uniform_indices import UniformIndices
from ..tree import Index, Interface, Name
from ..tree.walk import walk
from ..types import Array
from .trap import Refused


def check_block_array(node: Interface, type: Array) -> None:
    """Raise `Refused` for an array of blocks that is not known: of arrays, or without a size."""
    if isinstance(type.element, Array) or type.size is None:
        raise Refused(f"the array of blocks {node.instance}, which has not one size")


def refuse_varying_blocks(typing: Typing) -> None:
    """Raise `Refused` for an element of an array of blocks by an index that is not known to be
    dynamically uniform: it is undefined where it is not.
    """
    indices = UniformIndices(typing)
    for node in walk(typing.module):
        if not isinstance(node, Index) or not isinstance(node.base, Name):
            continue
        symbol = typing.symbols.get(id(node.base))
        if symbol is None or not isinstance(symbol.node, Interface) or not symbol.node.array:
            continue
        if not indices.is_uniform(node.index):
            raise Refused("a block of an array by an index that may not be dynamically uniform")
