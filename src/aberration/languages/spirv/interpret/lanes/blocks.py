"""The blocks of a function as the dispatcher runs them: chains of blocks that always follow each other, numbered."""

from __future__ import annotations

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import GlslStd450
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.interpret.blocks import edges_into, numbered_blocks, phis_of
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.module import Module

from .flow import Flow
from .places import CHAINS, Places

Variables = dict[tuple[int, int], int]
"""Numbers of what the generated code keeps in locals: (id, -1) a value, (id, k) leaf k of a local variable."""


class Chains:
    """`heads[i]` are the blocks of chain i, in the order of the dispatcher."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.blocks = numbered_blocks(module, function)
        positions = {block.id: k for k, block in enumerate(self.blocks)}
        self.block_successors = [[positions[target.id] for target in module.successors(block)] for block in self.blocks]
        self.entering = edges_into(module, self.blocks)
        self.heads = self._join()
        self.number_of = {chain[0].id: number for number, chain in enumerate(self.heads)}
        self.successors = [
            [self.number_of[target.id] for target in module.successors(chain[-1])] for chain in self.heads
        ]

    def _join(self) -> list[list[Block]]:
        chains: list[list[Block]] = []
        taken: set[int] = set()
        for block in self.blocks:
            if block.id in taken:
                continue
            chain = [block]
            while (following := self._only_follower(chain[-1])) is not None:
                taken.add(following.id)
                chain.append(following)
            chains.append(chain)
        return chains

    def _only_follower(self, block: Block) -> Block | None:
        """Return the block that always comes next and only from here."""
        if block.terminator.op != opcodes.OpBranch:
            return None
        target = self.module.block(block.terminator.ops[0])
        alone = target is not None and target is not self.blocks[0] and self.entering[target.id] == 1
        return target if alone and target is not None and not phis_of(target) else None

    # ---- questions

    def instructions(self, number: int) -> list[Instruction]:
        """Return what a chain executes: the branches inside of it left out."""
        chain = self.heads[number]
        inner = [found for block in chain[:-1] for found in block.instructions[:-1]]
        return [*inner, *chain[-1].instructions]

    def is_loop_head(self, number: int) -> bool:
        """Say whether a back edge leads to a chain."""
        return any(number in targets for targets in self.successors[number:])

    def phi_ids(self) -> list[int]:
        return [result_id for chain in self.heads for result_id, _ in phis_of(chain[0])]

    def globals_used(self) -> set[int]:
        """Return the variables outside of functions that the function accesses or passes on."""
        found = set()
        for chain in self.blocks:
            for instruction in chain.instructions:
                for operand in self.module.operand_ids(instruction):
                    definition = self.module.definition(operand)
                    if definition is not None and definition.op == opcodes.OpVariable and definition.block is None:
                        found.add(operand)
        return found

    # ---- what flows between chains

    def variables(self, leaves: Leaves, places: Places) -> Variables:
        """Number the values and the leaves of local variables."""
        found: Variables = {}
        for instruction in (*self.function.parameters, *(x for block in self.blocks for x in block.instructions)):
            if instruction.op == opcodes.OpVariable:
                if instruction.result_id in places.locals:
                    for k in range(leaves.count(self.module.pointee(instruction.type_id))):
                        found[instruction.result_id, k] = len(found)
            elif instruction.result_id:
                found[instruction.result_id, -1] = len(found)
        return found

    def flow(self, leaves: Leaves, places: Places, numbers: Variables) -> Flow:
        """Analyse which assignments need a mask."""
        uses: list[int] = []
        assigns: list[int] = []
        edge_uses: dict[tuple[int, int], int] = {}
        for number, chain in enumerate(self.heads):
            used = assigned = 0
            for instruction in self.instructions(number):
                reads, writes = self._touched(instruction, leaves, places, numbers)
                used |= reads & ~assigned
                assigned |= writes
            uses.append(used)
            assigns.append(assigned)
            for target in self.module.successors(chain[-1]):
                sources = [source[chain[-1].id] for _, source in phis_of(target)]
                bits = self._bits(sources, numbers)
                edge_uses[number, self.number_of[target.id]] = bits
        arrivals = [self._bits([phi for phi, _ in phis_of(chain[0])], numbers) for chain in self.heads]
        parameters = self._bits([parameter.result_id for parameter in self.function.parameters], numbers)
        return Flow(self.successors, uses, assigns, arrivals, edge_uses, parameters)

    @staticmethod
    def _bits(ids: list[int], numbers: Variables) -> int:
        found = 0
        for value_id in ids:
            number = numbers.get((value_id, -1))
            if number is not None:
                found |= 1 << number
        return found

    def _touched(self, found: Instruction, leaves: Leaves, places: Places, numbers: Variables) -> tuple[int, int]:
        """Return what an instruction reads and what it assigns."""
        if found.op == opcodes.OpPhi:
            return 0, 0
        writes = self._bits([found.result_id], numbers)
        reads = self._bits(self.module.operand_ids(found), numbers)
        if found.op == opcodes.OpCopyMemory or _stores_second(found):
            pointers = found.ops[:2] if found.op == opcodes.OpCopyMemory else found.ops[3:4]
            return reads | self._bits([places.of(pointer).chain for pointer in pointers], numbers), writes
        if found.op in (opcodes.OpLoad, opcodes.OpStore):
            place = places.of(found.ops[0])
            reads |= self._bits([place.chain], numbers)
            if place.owner in places.locals:
                start, count = place.offset, leaves.count(place.type_id)
                slots = [numbers[place.owner, k] for k in range(start, start + count)]
                mask = sum(1 << slot for slot in slots)
                return (reads | mask, writes) if found.op == opcodes.OpLoad else (reads, writes | mask)
        if found.op in CHAINS:
            reads |= self._bits([places.of(found.result_id).inner], numbers)
        if found.op == opcodes.OpVariable and found.result_id in places.locals:
            count = leaves.count(self.module.pointee(found.type_id))
            mask = sum(1 << numbers[found.result_id, k] for k in range(count))
            return reads, writes | mask
        return reads, writes


def _stores_second(found: Instruction) -> bool:
    """Say whether an extended instruction has a second result that goes through a pointer."""
    return found.op == opcodes.OpExtInst and found.ops[1] in (GlslStd450.MODF, GlslStd450.FREXP)
