"""What executing a module costs, in instructions: what calls and turns of loops add to the
budget that is spent.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.analysis import Analysis
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import pointee

_EXTENDED: Final = 8
_FLOAT: Final = 3
_MOVES: Final = frozenset(
    (
        opcodes.OpLoad,
        opcodes.OpCompositeConstruct,
        opcodes.OpCompositeExtract,
        opcodes.OpVectorShuffle,
    )
)
_FREE: Final = frozenset(
    (opcodes.OpLine, opcodes.OpNoLine, opcodes.OpNop, opcodes.OpVariable, opcodes.OpPhi)
)


class Costs:
    """Numbers of instructions, weighted by how many numbers they compute, of functions and of
    turns of loops.
    """

    def __init__(self, module: Module, leaves: Leaves, analysis: Analysis) -> None:
        self.module = module
        self.leaves = leaves
        self.functions: dict[int, int] = {}
        self._blocks: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._order: dict[int, list[Block]] = analysis.blocks
        for function in analysis.functions:
            for number, block in enumerate(analysis.blocks[function.id]):
                self._numbers[block.id] = number
                self._blocks[block.id] = sum(map(self._instruction, block.instructions))
            self.functions[function.id] = sum(
                self._blocks[block.id] for block in analysis.blocks[function.id]
            )

    def _instruction(self, found: Instruction) -> int:
        if found.op in _FREE:
            return 0
        if found.op == opcodes.OpFunctionCall:
            return 2 + self.functions[found.ops[0]]
        if not found.type_id or pointee(self.module, found.type_id):
            return 1
        try:
            leaves = self.leaves.of(found.type_id)
        except Refused:
            return 1
        if found.op == opcodes.OpExtInst:
            return max(1, len(leaves)) * _EXTENDED
        is_float = bool(leaves) and leaves[0].kind == "float" and found.op not in _MOVES
        return max(1, len(leaves)) * (_FLOAT if is_float else 1)

    def of_edge(self, block: Block, target: Block) -> int:
        """Return what a turn costs, if an edge leads back; 0 for others."""
        first, last = self._numbers[target.id], self._numbers[block.id]
        if first > last:
            return 0
        between = self._order[block.function.id][first : last + 1]
        return max(1, sum(self._blocks[each.id] for each in between))

    def loop_of(self, target: Block) -> Instruction:
        """Return the instruction that stands for the loop of a header."""
        header = loop_header(self.module, target) or target
        return header.instructions[-2] if len(header.instructions) > 1 else header.terminator
