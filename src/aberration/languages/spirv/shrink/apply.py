"""A module after edits, without what is needed no more. Whether it is valid, the validator says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.blocks import merge_instruction
from aberration.languages.spirv.declaring import declare
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import is_composite, is_scalar

from .edits import Edit, Gone, Way, one_of
from .unused import drop_unused


def apply(source: bytes, edits: Sequence[Edit]) -> bytes | None:
    """Return the module after edits that are for it; None where a value has nothing that could
    stand in its place.
    """
    return _Application(Module.parse(source)).make(edits)


class _Application:
    """Changes the lists of a module in place. Its indexes stay as they were, and tell what ids were
    before.
    """

    def __init__(self, module: Module) -> None:
        self._module: Final = module
        self._stands: dict[int, int] = {}
        self._failed = False

    def make(self, edits: Sequence[Edit]) -> bytes | None:
        module = self._module
        module.debug_lines.clear()
        for edit in edits:
            if isinstance(edit, Way):
                self._go_one_way(edit)
        # Ways may shorten a block before its end alone, so that places stay what they are.
        self._leave_out([edit for edit in edits if isinstance(edit, Gone)])
        for function in module.functions:
            self._drop_unreached(function)
        self._rename()
        if self._failed:
            return None
        drop_unused(module)
        return module.to_bytes()

    # ---- edits

    def _go_one_way(self, edit: Way) -> None:
        block = self._module.block(edit.block)
        assert block is not None
        merge = merge_instruction(block)
        leaves = merge is not None and (
            merge.op == o.OpSelectionMerge or merge.ops[0] == edit.target
        )
        end = -2 if leaves else -1
        block.instructions[end:] = [Instruction(o.OpBranch, 0, 0, [edit.target])]

    def _leave_out(self, edits: Sequence[Gone]) -> None:
        gone: dict[int, set[int]] = {}
        for edit in edits:
            block = self._module.block(edit.block)
            assert block is not None
            found = block.instructions[edit.at]
            gone.setdefault(edit.block, set()).add(edit.at)
            if found.type_id and found.result_id:
                self._stands[found.result_id] = self._standing(found, edit)
        for number, places in gone.items():
            block = self._module.block(number)
            assert block is not None
            kept = (one for at, one in enumerate(block.instructions) if at not in places)
            block.instructions[:] = list(kept)

    def _standing(self, found: Instruction, edit: Gone) -> int:
        """Return what stands for a result: 0 for what nothing can, which may have no user."""
        if edit.stands == "operand":
            return found.ops[edit.operand]
        if edit.stands == "one":
            shape = one_of(self._module, found.type_id)
            return 0 if shape is None else declare(self._module, shape[0], found.type_id, *shape[1])
        return self._zero(found.type_id)

    def _zero(self, type_id: int) -> int:
        module = self._module
        if not (is_scalar(module, type_id) or is_composite(module, type_id)):
            return 0
        return declare(module, o.OpConstantNull, type_id)

    # ---- blocks

    def _drop_unreached(self, function: Function) -> None:
        """Leave out blocks that nothing leads to; those that a header names stay, empty."""
        by_id = {block.id: block for block in function.blocks}
        reached = self._blocks_led_to(function, by_id)
        named: dict[int, Instruction] = {}
        for block in reached:
            merge = merge_instruction(block)
            for k, label in enumerate(merge.ops[:2] if merge is not None else ()):
                if label in by_id and by_id[label] not in reached:
                    end = Instruction(o.OpUnreachable, 0, 0, [])
                    named[label] = Instruction(o.OpBranch, 0, 0, [block.id]) if k else end
        for label, end in named.items():
            by_id[label].instructions[:] = [end]
        kept = {*(block.id for block in reached), *named}
        function.blocks[:] = [block for block in function.blocks if block.id in kept]
        self._settle_phis(function)

    def _blocks_led_to(self, function: Function, by_id: dict[int, Block]) -> dict[Block, None]:
        reached = {function.blocks[0]: None} if function.blocks else {}
        waiting = list(reached)
        while waiting:
            for label in self._module.successor_ids(waiting.pop().instructions[-1]):
                if by_id[label] not in reached:
                    reached[by_id[label]] = None
                    waiting.append(by_id[label])
        return reached

    def _settle_phis(self, function: Function) -> None:
        """Let each OpPhi have a value of each block that leads to its own, and of no other one."""
        before: dict[int, dict[int, None]] = {block.id: {} for block in function.blocks}
        for block in function.blocks:
            for label in self._module.successor_ids(block.instructions[-1]):
                before[label][block.id] = None
        for block in function.blocks:
            for one in block.instructions:
                if one.op == o.OpPhi:
                    given = dict(zip(one.ops[1::2], one.ops[::2], strict=True))
                    rows = ((given.get(k) or self._zero(one.type_id), k) for k in before[block.id])
                    one.ops[:] = [word for row in rows for word in row]

    # ---- ids

    def _rename(self) -> None:
        """Put what stands for them in place of results that are gone."""
        left = {
            one.result_id
            for function in self._module.functions
            for one in (function.definition, *function.parameters)
        }
        left |= {block.label.result_id for f in self._module.functions for block in f.blocks}
        left |= {one.result_id for one in self._module.globals}
        inner = [
            one for f in self._module.functions for block in f.blocks for one in block.instructions
        ]
        left |= {one.result_id for one in inner}
        left |= {one.result_id for one in self._module.preamble}
        for one in inner:
            for k in self._module.id_positions(one):
                if one.ops[k] not in left:
                    one.ops[k] = self._final(one.ops[k], left)
                    self._failed = self._failed or not one.ops[k]

    def _final(self, value: int, left: set[int]) -> int:
        """Return what stands for a value in the end; zero for what went with its block."""
        seen: set[int] = set()
        while value and value not in left and value not in seen:
            seen.add(value)
            value = self._stands.get(value) or self._zero(self._module.type_of(value))
            left |= {one.result_id for one in self._module.globals[-1:]}
        return value if value in left else 0
