"""What a module was, to go back to after edits that keep its blocks: a fraction of the price of a
copy.

Meant for a few edits that are tried out and taken back: operands that change, instructions of a
block that are put in another order or replaced by others with the same result, functions in another
order, and new types, constants and decorations, which stand last.
"""

from __future__ import annotations

from aberration.core.errors import InternalError

from .instruction import Block, Instruction
from .module import Module


class Savepoint:
    """The text of a module, its bound and its facts, as they are when it is made."""

    __slots__ = ("_blocks", "_bound", "_facts", "_functions", "_lengths", "_module", "_operands")

    def __init__(self, module: Module) -> None:
        self._module = module
        self._bound = module.bound
        self._facts = module.facts.copy()
        self._lengths = (len(module.preamble), len(module.globals))
        self._functions = list(module.functions)
        self._operands = [list(function.definition.ops) for function in module.functions]
        self._blocks = [
            (block, [(each, list(each.ops)) for each in block.instructions])
            for block in module.blocks
        ]

    def restore(self) -> None:
        """Take back all edits since; `InternalError` if there were others than those that can
        be.
        """
        module = self._module
        for place, function in enumerate(self._functions):
            if module.functions[place] is not function:
                module.swap_functions(module.functions[place], function)
            if function.definition.ops != self._operands[place]:
                module.set_operands(function.definition, self._operands[place])
        if len(module.blocks) != len(self._blocks):
            raise InternalError(
                f"the module has {len(module.blocks)} blocks and had {len(self._blocks)}"
            )
        for block, content in self._blocks:
            _restore_block(module, block, content)
        preamble, globals_ = self._lengths
        # Decorations before what they decorate, and the last ones first: nothing is removed that is
        # still in use.
        for added in (*reversed(module.preamble[preamble:]), *reversed(module.globals[globals_:])):
            module.remove(added)
        module.bound = self._bound
        module.facts = self._facts


def _restore_block(
    module: Module, block: Block, content: list[tuple[Instruction, list[int]]]
) -> None:
    if len(block.instructions) != len(content):
        raise InternalError(
            f"block {block.id} has {len(block.instructions)} instructions and had {len(content)}"
        )
    for place, (instruction, ops) in enumerate(content):
        if block.instructions[place] is not instruction:
            _restore_instruction(module, block, place, instruction)
        if instruction.ops != ops:
            module.set_operands(instruction, ops)


def _restore_instruction(
    module: Module, block: Block, place: int, instruction: Instruction
) -> None:
    """Let an instruction stand at its place again, where now another one is, or what replaced
    it.
    """
    if instruction.block is block:
        module.move(instruction, block, place)
        return
    substitute = module.definition(instruction.result_id)
    if not instruction.result_id or substitute is None or substitute.block is not block:
        raise InternalError(f"{instruction!r} is gone from block {block.id}")
    module.remove(substitute)
    module.insert(block, place, instruction)
