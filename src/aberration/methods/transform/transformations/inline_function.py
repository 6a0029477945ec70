"""Put the body of a function in the place of a call (catalogue: InlineFunction)."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.instruction import Block, Function, Instruction, new_block
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBranch,
    OpCopyObject,
    OpDecorate,
    OpFunctionCall,
    OpGroupDecorate,
    OpKill,
    OpReturn,
    OpReturnValue,
    OpStore,
    OpTerminateInvocation,
    OpUnreachable,
    OpVariable,
)
from aberration.languages.spirv.preamble import decorate
from aberration.methods.transform.building.copying import copy_of
from aberration.methods.transform.transformation import Transformation, all_fresh

RETURNS: Final = (OpReturn, OpReturnValue)
ENDS: Final = (OpKill, OpUnreachable, OpTerminateInvocation)


class InlineFunction(Transformation, frozen=True, gc=False):
    """Precondition: the call is the last instruction before an OpBranch; a void result is not used,
    not even named; the callee returns once, outside of any construct, and never kills; `ids` gives
    a fresh id for each label of the callee but the first, for each result, and for each parameter
    whose argument is irrelevant, if the call is live.
    Effect: the callee's blocks follow the calling block; its variables move to the caller's first
    block, and their initializers become stores, as a call may be executed often; the result becomes
    a copy of what is returned. Irrelevant arguments are copied: the callee may rely on a parameter
    being the same wherever it is used.
    Facts: what is dead, irrelevant or has an irrelevant pointee in the callee or at the call is so
    in the copy.
    """

    call: int
    ids: tuple[tuple[int, int], ...]

    def is_applicable(self, module: Module) -> bool:
        call = module.definition(self.call)
        if call is None or call.op != OpFunctionCall or call.block is None:
            return False
        instructions = call.block.instructions
        if instructions[-1].op != OpBranch or len(instructions) < 2 or instructions[-2] is not call:
            return False
        if types.is_void(module, call.type_id) and module.users(self.call):
            return False
        callee = module.function(call.ops[0])
        if callee is None or callee is call.block.function or not can_be_inlined(module, callee):
            return False
        fresh = dict(self.ids)
        needed = ids_of(callee) + copied_parameters(module, call, callee)
        return all(old in fresh for old in needed) and all_fresh(
            module, *[new for _, new in self.ids]
        )

    def apply(self, module: Module) -> None:
        call = module.definition(self.call)
        callee = None if call is None else module.function(call.ops[0])
        if call is not None and call.block is not None and callee is not None:
            _Inliner(module, call, call.block, callee, dict(self.ids)).run()


def can_be_inlined(module: Module, callee: Function) -> bool:
    """Say whether a function returns exactly once, from outside of any construct, and does not
    end otherwise.
    """
    ends = [block for block in callee.blocks if block.terminator.op in (*RETURNS, *ENDS)]
    if len(ends) != 1 or ends[0].terminator.op in ENDS or not module.reachable(ends[0]):
        return False
    if construct_header(module, ends[0]) is not None:
        return False
    return not any(
        user.op == OpGroupDecorate for old in ids_of(callee) for user in module.users(old)
    )


def ids_of(callee: Function) -> list[int]:
    """Return the ids of a function that inlining it defines anew."""
    found = [block.id for block in callee.blocks[1:]]
    return found + [
        each.result_id for block in callee.blocks for each in block.instructions if each.result_id
    ]


def copied_parameters(module: Module, call: Instruction, callee: Function) -> list[int]:
    """Return the parameters whose arguments are irrelevant: each of their uses may become another
    value.

    A livesafe callee compares an index with its bound first and selects it then; both have to see
    one value.
    """
    if call.block is None or call.block.dead:
        return []
    pairs = zip(callee.parameters, call.ops[1:], strict=False)
    return [
        parameter.result_id
        for parameter, argument in pairs
        if module.facts.is_irrelevant(module, argument)
    ]


class _Inliner:
    """One inlining: the call in `block` gives way to the body of `callee`."""

    def __init__(
        self,
        module: Module,
        call: Instruction,
        block: Block,
        callee: Function,
        fresh: dict[int, int],
    ):
        self.module = module
        self.call = call
        self.block = block
        self.callee = callee
        self.arguments = dict(
            zip([each.result_id for each in callee.parameters], call.ops[1:], strict=True)
        )
        self.copied = copied_parameters(module, call, callee)
        self.ids: dict[int, int] = {**fresh, **self.arguments, callee.blocks[0].id: block.id}
        self.ids.update({parameter: fresh[parameter] for parameter in self.copied})

    def run(self) -> None:
        module, block = self.module, self.block
        copied = [
            [copy_of(module, each, self.ids) for each in old.instructions]
            for old in self.callee.blocks
        ]
        successor = block.terminator.ops[0]
        last = self.ids[
            next(each.id for each in self.callee.blocks if each.terminator.op in RETURNS)
        ]
        for lines in copied:
            if lines[-1].op in RETURNS:
                self._return(lines, successor)
        self._move_variables(copied[0])
        module.remove(self.call)
        function = block.function
        others = list(zip(self.callee.blocks[1:], copied[1:], strict=True))
        made = [
            new_block(function, self.ids[old.id], lines, block.dead or old.dead)
            for old, lines in others
        ]
        target = module.block(successor)
        if last != block.id and target is not None:
            module.rename_predecessor(target, block.id, last)
        if made:
            module.insert_blocks(function, module.layout_index(block) + 1, made)
        self._replace_call(copied[0])
        self._carry_facts()

    def _return(self, lines: list[Instruction], successor: int) -> None:
        end = lines.pop()
        if end.op == OpReturnValue:
            lines.append(
                Instruction(OpCopyObject, self.call.type_id, self.call.result_id, [end.ops[0]])
            )
        lines.append(Instruction(OpBranch, 0, 0, [successor]))

    def _move_variables(self, lines: list[Instruction]) -> None:
        """Take the variables out of the callee's first block; stores of their initializers
        remain, after copies of the arguments.
        """
        variables = [each for each in lines if each.op == OpVariable]
        entry = self.block.function.blocks[0]
        for index, variable in enumerate(variables):
            self.module.insert(entry, index, variable)
        stores = [
            Instruction(OpStore, 0, 0, [each.result_id, each.ops[1]])
            for each in variables
            if len(each.ops) > 1
        ]
        copies: list[Instruction] = []
        for old in self.copied:
            type_id, argument = self.module.type_of(old), self.arguments[old]
            copies.append(Instruction(OpCopyObject, type_id, self.ids[old], [argument]))
        lines[:] = [*copies, *stores, *[each for each in lines if each.op != OpVariable]]

    def _replace_call(self, lines: list[Instruction]) -> None:
        """Put the callee's first instructions where the call was, and their terminator in the
        place of the branch.
        """
        module, block = self.module, self.block
        for made in lines[:-1]:
            module.insert(block, len(block.instructions) - 1, made)
        module.set_terminator(block, lines[-1])

    def _carry_facts(self) -> None:
        module, facts = self.module, self.module.facts
        for old in ids_of(self.callee):
            new = self.ids[old]
            if facts.is_declared_irrelevant(old):
                facts.add_irrelevant(new)
            if facts.is_pointee_irrelevant(old):
                facts.add_pointee_irrelevant(new)
            decorations = sorted(
                [user.ops[1:] for user in module.users(old) if user.op == OpDecorate]
            )
            for words in decorations:
                decorate(module, new, *words)
