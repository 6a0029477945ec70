"""Which new terminators leave each use dominated and each block after the blocks that dominate it.

One new edge and any number of lost ones are decided by looking at the blocks they concern; all else
by a
trial: new dominators for the whole function.
"""

from __future__ import annotations

from . import opcodes
from .availability import Availability
from .dominators import dominates, number_blocks
from .instruction import Block, Function, Instruction


class NewTerminators(Availability):
    """The question about a terminator that is not in the module yet."""

    def keeps_dominance_with(self, block: Block, new_terminator: Instruction) -> bool:
        """Say whether, with another terminator in `block`, each use stays dominated and each block
        stays after the blocks that dominate it. The module is left as it was.
        """
        self._need_dominators(block.function)
        if block.pre == -1:
            return True
        old = self.successors(block)
        new = self._targets(new_terminator)
        added = [target for target in new if target not in old]
        removed = [target for target in old if target not in new]
        if not removed and all(target.pre != -1 for target in added):
            harmful = [target for target in added if not self._is_harmless(block, target)]
            if len(harmful) < 2:
                return self._in_order(block, added) and all(
                    self._fits(block, target) for target in harmful
                )
        elif not added:
            return self._order_survives_loss(block, new)
        return self._try_terminator(block.function, block, new_terminator)

    # ---- a new edge

    def _is_harmless(self, source: Block, target: Block) -> bool:
        """The tree stays as it is exactly if the target's immediate dominator dominates the
        source.
        """
        return target.idom is None or dominates(target.idom, source)

    def _in_order(self, source: Block, added: list[Block]) -> bool:
        for target in added:
            backwards = self.layout_index(source) > self.layout_index(target)
            if backwards and target is not source and self.dominates(source, target):
                return False
        return True

    def _fits(self, source: Block, target: Block) -> bool:
        """Only a block that dominates `target` strictly, but not `source`, can lose what it
        dominates: the blocks that the new edge reaches around it. None of them may use what it
        defines.
        """
        bypassed = target.idom
        while bypassed is not None and not dominates(bypassed, source):
            if not self._unused_beyond(bypassed, target):
                return False
            bypassed = bypassed.idom
        return True

    def _unused_beyond(self, bypassed: Block, target: Block) -> bool:
        beyond = self._reached_around(bypassed, target)
        for definition in bypassed.instructions:
            if definition.result_id == 0:
                continue
            for user in self.users(definition.result_id):
                if user.block is not None and self._uses_in(user, definition.result_id, beyond):
                    return False
        return True

    def _reached_around(self, bypassed: Block, target: Block) -> set[Block]:
        """Return the blocks below `bypassed` in the tree that `target` leads to without passing
        it.
        """
        found = {target}
        waiting = [target]
        while waiting:
            for following in self._targets(waiting.pop().instructions[-1]):
                if (
                    following not in found
                    and following is not bypassed
                    and dominates(bypassed, following)
                ):
                    found.add(following)
                    waiting.append(following)
        return found

    def _uses_in(self, user: Instruction, value_id: int, blocks: set[Block]) -> bool:
        if user.op != opcodes.OpPhi:
            return user.block in blocks
        pairs = range(0, len(user.ops), 2)
        return any(user.ops[k] == value_id and self.block(user.ops[k + 1]) in blocks for k in pairs)

    # ---- lost edges

    def _order_survives_loss(self, source: Block, kept: list[Block]) -> bool:
        """Dominance grows: no branch backwards in the layout may come from a block that now
        dominates its target.
        """
        function = source.function
        if not function.layout_valid:
            self._number_layout(function)
        for block in function.blocks:
            if block.pre == -1:
                continue
            for target in kept if block is source else self._targets(block.instructions[-1]):
                if target.index < block.index and self._dominates_after_loss(
                    block, target, source, kept
                ):
                    return False
        return True

    def _dominates_after_loss(
        self, block: Block, target: Block, source: Block, kept: list[Block]
    ) -> bool:
        entry = block.function.blocks[0]
        if self._leads_to(entry, target, block, source, kept):
            return False
        return self._leads_to(entry, block, None, source, kept)

    def _leads_to(
        self, start: Block, goal: Block, without: Block | None, source: Block, kept: list[Block]
    ) -> bool:
        """Say whether a path avoids `without`, when `source` leads to the `kept` blocks only."""
        if start is without:
            return False
        seen = {start}
        waiting = [start]
        while waiting:
            block = waiting.pop()
            if block is goal:
                return True
            for following in kept if block is source else self._targets(block.instructions[-1]):
                if following not in seen and following is not without:
                    seen.add(following)
                    waiting.append(following)
        return False

    # ---- trial

    def keeps_dominance_with_all(
        self, function: Function, terminators: list[tuple[Block, Instruction]]
    ) -> bool:
        """Say whether the dominance rules hold with other terminators in several blocks of a
        function, which lead to blocks that are in it. The module is left as it was.
        """
        self._need_dominators(function)
        return self._try_terminators(function, terminators)

    def _try_terminator(
        self, function: Function, block: Block, new_terminator: Instruction
    ) -> bool:
        return self._try_terminators(function, [(block, new_terminator)])

    def _try_terminators(
        self, function: Function, terminators: list[tuple[Block, Instruction]]
    ) -> bool:
        """Install the terminators, recompute dominators, check, and put everything back."""
        saved = [(b.pre, b.post, b.idom, b.children) for b in function.blocks]
        old = [(block, block.instructions[-1]) for block, _ in terminators]
        for block, terminator in terminators:
            block.instructions[-1] = terminator
        number_blocks(function, self._successor_indexes(function))
        kept = self._layout_follows_dominance(function) and self._uses_are_dominated(function)
        for block, terminator in old:
            block.instructions[-1] = terminator
        for known, (pre, post, idom, children) in zip(function.blocks, saved, strict=True):
            known.pre, known.post, known.idom, known.children = pre, post, idom, children
        return kept

    def _layout_follows_dominance(self, function: Function) -> bool:
        for block in function.blocks:
            if block.pre == -1:
                continue
            for target in self._targets(block.instructions[-1]):
                if target is not block and dominates(block, target) and block.index > target.index:
                    return False
        return True

    def _uses_are_dominated(self, function: Function) -> bool:
        for block in function.blocks:
            if block.pre == -1:
                continue
            for instruction in block.instructions:
                if not self._operands_are_dominated(instruction, block):
                    return False
        return True

    def _operands_are_dominated(self, instruction: Instruction, here: Block) -> bool:
        if instruction.op == opcodes.OpPhi:
            return self._phi_is_dominated(instruction)
        for used in self.operand_ids(instruction):
            definition = self.definition(used)
            if definition is None or definition.op == opcodes.OpLabel:
                continue
            source = definition.block
            if source is None or source is here or source.function is not here.function:
                continue
            if source.pre == -1 or not dominates(source, here):
                return False
        return True

    def _phi_is_dominated(self, phi: Instruction) -> bool:
        for k in range(0, len(phi.ops), 2):
            definition = self.definition(phi.ops[k])
            predecessor = self.block(phi.ops[k + 1])
            if (
                definition is None
                or definition.block is None
                or predecessor is None
                or predecessor.pre == -1
            ):
                continue
            if definition.block.pre == -1 or not dominates(definition.block, predecessor):
                return False
        return True
