"""Writes one function of a module as a Python function.

Blocks that only one edge leads to stand nested in the block before them; all others are numbered
and dispatched in one loop, which takes a tick from the invocation's budget for each. Values of
scalar, vector and matrix type are one local for each leaf, arrays and structs one tuple.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Block, Function, Instruction
from aberration.languages.spirv.interpret.blocks import SKIPPED, edges_into, phis_of
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.types import pointee

from .code import Cells, Lines, Pointer, is_literal, literal, tuple_text

if TYPE_CHECKING:
    from .unit import Unit

Write = Callable[["Writer", Instruction], None]
WRITERS: Final[dict[int, Write]] = {}
"""How each opcode is written; the modules beside this one fill it."""

DEEPEST: Final = 40
"""Selections that may stand nested in the text: Python knows 100 levels of indentation."""
LONGEST: Final = 80
"""Blocks that may stand in a row or nested without a number; the writer recurses into each."""
MANY_CASES: Final = 16
"""Targets of a switch from which on they are found by a table."""


class Writer:
    """One function under way."""

    def __init__(self, unit: Unit, function: Function, lines: Lines) -> None:
        self.unit = unit
        self.module = unit.module
        self.leaves = unit.leaves
        self.function = function
        self.lines = lines
        self.indent = 1
        self.is_entry = function.id == unit.interface.entry_id
        self.pauses = function.id in unit.analysis.pausing
        self.values: dict[int, Cells] = {}
        self.pointers: dict[int, Pointer] = dict(unit.pointers)
        self.known: set[str] = set(unit.known)
        self.clobbers: dict[int, list[int]] = {}
        self.blocks = unit.analysis.blocks[function.id]
        self.dispatched = self._numbers_of_dispatched()
        self.block: Block = self.blocks[0]

    # ---- values

    def is_flat(self, value_id: int) -> bool:
        """Say whether a value is kept leaf by leaf."""
        return self.leaves.is_flat(self.module.type_of(value_id))

    def cells(self, value_id: int) -> Cells:
        """Return a value of scalar, vector or matrix type, leaf by leaf, or the one name of
        another.
        """
        found = self.values.get(value_id)
        if found is None:
            if not self.leaves.is_constant(value_id):
                definition = self.module.definition(value_id)
                raise refuse("a value of this kind", definition)
            found = [f"c{value_id}"]
            constant = self.leaves.constant(value_id)
            if self.is_flat(value_id):
                found = [literal(cell) for cell in constant]
            else:
                self.unit.namespace[found[0]] = constant
            self.values[value_id] = found
        return found

    def one(self, value_id: int) -> str:
        """Return a scalar."""
        return self.cells(value_id)[0]

    def whole(self, value_id: int) -> str:
        """Return a tuple of all leaves."""
        cells = self.cells(value_id)
        return tuple_text(cells) if self.is_flat(value_id) else cells[0]

    def leaf_of(self, value_id: int) -> Leaf:
        """Return the scalar type that a value consists of."""
        return self.leaves.of(self.module.type_of(value_id))[0]

    def parts(self, value_id: int) -> Cells:
        """Return all leaves of a value, those of an array or struct as subscripts of its tuple."""
        cells = self.cells(value_id)
        if self.is_flat(value_id):
            return cells
        return [f"{cells[0]}[{k}]" for k in range(self.leaves.count(self.module.type_of(value_id)))]

    def names(self, result_id: int) -> Cells:
        """Return the names for the leaves of a result, and enter them as its value."""
        type_id = self.module.type_of(result_id)
        count = self.leaves.count(type_id) if self.leaves.is_flat(type_id) else 1
        names = [f"v{result_id}"] if count == 1 else [f"v{result_id}_{k}" for k in range(count)]
        self.values[result_id] = names
        return names

    def alias(self, result_id: int, cells: Cells) -> None:
        """Let a result be other values; an array or struct is put together of its leaves."""
        if self.is_flat(result_id):
            self.values[result_id] = cells
        else:
            self.put(f"{self.names(result_id)[0]} = {tuple_text(cells) if cells else '()'}")

    def is_known(self, cell: str) -> bool:
        """Say whether a leaf is surely written."""
        return is_literal(cell) or cell in self.known

    # ---- text

    def put(self, text: str) -> None:
        """Add a line for the instruction under way."""
        self.lines.add(self.indent, text, self.origin)

    def need_known(self, cells: Cells) -> None:
        """Trap where a number may never have been written."""
        for cell in cells:
            if not self.is_known(cell):
                # A negation is the shortest text that fails for None and for nothing else.
                self.put(f"-{cell}")

    def bool_of(self, cell: str) -> str:
        """Return a condition that traps if it was never written."""
        return cell if self.is_known(cell) else f"D[{cell}]"

    # ---- the function

    def write(self, head: str) -> None:
        """Write head and body."""
        self.origin: Instruction | None = self.function.definition
        self.lines.add(self.indent - 1 if head else self.indent, head or "pass", self.origin)
        outside = [] if self.is_entry else self.unit.names_stored_outside(self.function)
        if outside:
            self.put(f"nonlocal {', '.join(outside)}")
        for parameter in self.function.parameters:
            if pointee(self.module, parameter.type_id):
                self.pointers[parameter.result_id] = self.unit.parameter_pointer(parameter)
            else:
                self.names(parameter.result_id)
        start = len(self.lines)
        for block in self.blocks:
            # All at the start: a block may use the OpPhi of one that is written after it (a loop's
            # header).
            for result_id, _ in phis_of(block):
                names = self.names(result_id)
                if self.unit.surely_known(result_id):
                    self.known.update(names)
        self._tree(self.blocks[0])
        if len(self.dispatched) > 0:
            self._dispatcher()
        elif len(self.lines) == start:
            self.put("pass")

    def _numbers_of_dispatched(self) -> dict[int, int]:
        """Return the numbers of the blocks that need one."""
        counts = edges_into(self.module, self.blocks)
        found: dict[int, int] = {}
        places = {self.blocks[0].id: (0, 0)}
        for number, block in enumerate(self.blocks):
            # A block that several edges lead to has no place: too deep on purpose, so that it gets
            # a number.
            depth, length = places.get(block.id, (DEEPEST + 1, 0))
            if depth > DEEPEST or length > LONGEST:
                found[block.id] = number
                depth = length = 0
            targets = self.module.successors(block)
            for target in targets:
                if counts[target.id] == 1:
                    # One level for a selection, another for a table of cases.
                    places[target.id] = (depth + min(len(targets) - 1, 1), length + 1)
        return found

    def _dispatcher(self) -> None:
        self.origin = None
        self.put("for _ in ticks:")
        self.indent += 1
        targets = [block for block in self.blocks if block.id in self.dispatched]
        self._choose(targets)
        self.indent -= 1
        self.origin = self.function.definition
        self.put("raise LoopLimit(b)")

    def _choose(self, targets: list[Block]) -> None:
        if len(targets) == 1:
            self._tree(targets[0])
            return
        # By halves: Python has no jump table, and a chain of `elif` would make the last of n blocks
        # pay n comparisons.
        middle = len(targets) // 2
        self.origin = None
        self.put(f"if b < {self.dispatched[targets[middle].id]}:")
        self.indent += 1
        self._choose(targets[:middle])
        self.indent -= 1
        self.origin = None
        self.put("else:")
        self.indent += 1
        self._choose(targets[middle:])
        self.indent -= 1

    # ---- blocks

    def _tree(self, block: Block) -> None:
        """Write a block, and nested in it those that nothing else leads to."""
        self.block = block
        start = len(self.lines)
        for instruction in block.instructions[:1]:
            self.origin = instruction
        if self.unit.options.trace_blocks:
            self.put(f"BLOCKS[{self.unit.block_counter(block.id)}] += 1")
        for result_id, _ in phis_of(block):
            self._trace(result_id)
        for instruction in block.instructions[:-1]:
            self.instruction(instruction)
        self.origin = block.terminator
        self._terminator(block, block.terminator)
        if len(self.lines) == start:
            self.put("pass")

    def instruction(self, instruction: Instruction) -> None:
        """Write one instruction that is no terminator."""
        if instruction.op in SKIPPED:
            return
        self.origin = instruction
        write = WRITERS.get(instruction.op)
        if write is None:
            raise refuse(NAME[instruction.op] or f"opcode {instruction.op}", instruction)
        write(self, instruction)
        self._trace(instruction.result_id)

    def _trace(self, result_id: int) -> None:
        if result_id in self.unit.traced and result_id in self.values:
            self.put(f"VALUES[{result_id}].append({self.whole(result_id)})")

    # ---- terminators

    def _terminator(self, block: Block, found: Instruction) -> None:
        op, ops = found.op, found.ops
        if op == opcodes.OpBranch:
            self._go(block, ops[0])
        elif op == opcodes.OpBranchConditional:
            self._conditional(block, found)
        elif op == opcodes.OpSwitch:
            self._switch(block, found)
        elif op == opcodes.OpReturn:
            self._return()
        elif op == opcodes.OpReturnValue:
            flat = self.is_flat(ops[0])
            self.put(f"return {', '.join(self.cells(ops[0])) if flat else self.cells(ops[0])[0]}")
        elif op in (opcodes.OpKill, opcodes.OpTerminateInvocation):
            self.put("raise Killed")
        elif op == opcodes.OpUnreachable:
            self.put("unreachable()")
        else:
            raise refuse(NAME[op] or f"opcode {op}", found)

    def _return(self) -> None:
        if self.is_entry and self.unit.has_helpers:
            self.put("if helper: raise Killed")
        self.put(f"return {self.unit.outputs}" if self.is_entry else "return")

    def _conditional(self, block: Block, found: Instruction) -> None:
        condition = self.one(found.ops[0])
        # Both ways are one, but the condition is evaluated all the same.
        if found.ops[1] == found.ops[2]:
            if not self.is_known(condition):
                self.put(self.bool_of(condition))
            self._go(block, found.ops[1])
            return
        self.put(f"if {self.bool_of(condition)}:")
        self._go_indented(block, found.ops[1])
        self.origin = found
        self.put("else:")
        self._go_indented(block, found.ops[2])

    def _go_indented(self, block: Block, target_id: int) -> None:
        self.indent += 1
        self._go(block, target_id)
        self.indent -= 1

    def _switch(self, block: Block, found: Instruction) -> None:
        selector = self.one(found.ops[0])
        self.need_known([selector])
        words = self.module.selector_words(found)
        cases: dict[int, list[str]] = {}
        width = self.leaf_of(found.ops[0]).width
        seen: set[int] = set()
        for at in range(2, len(found.ops), words + 1):
            value = found.ops[at] | (found.ops[at + 1] << 32 if words == 2 else 0)
            value &= (1 << width) - 1
            if value not in seen and found.ops[at + words] != found.ops[1]:
                cases.setdefault(found.ops[at + words], []).append(str(value))
            seen.add(value)
        if not cases:
            self._go(block, found.ops[1])
            return
        if len(cases) > MANY_CASES:
            selector = self._case_number(found, selector, cases)
            cases = {target_id: [str(k)] for k, target_id in enumerate(cases)}
        self._choose_case(block, found, selector, [*cases.items(), (found.ops[1], [])])

    def _case_number(self, found: Instruction, selector: str, cases: dict[int, list[str]]) -> str:
        """Look up which target a selector leads to, by a table; the default comes after all
        others.
        """
        name = f"s{self.block.id}"
        self.unit.namespace[f"{name}_cases"] = {
            int(value): k for k, values in enumerate(cases.values()) for value in values
        }
        self.put(f"{name} = {name}_cases.get({selector}, {len(cases)})")
        return name

    def _choose_case(
        self, block: Block, found: Instruction, selector: str, cases: list[tuple[int, list[str]]]
    ) -> None:
        """Write cases one after the other, the last without a test; many of them, which are
        numbered, by halves.
        """
        self.origin = found
        if len(cases) > MANY_CASES + 1:
            middle = len(cases) // 2
            self.put(f"if {selector} < {cases[middle][1][0]}:")
            self.indent += 1
            self._choose_case(block, found, selector, cases[:middle])
            self.indent -= 1
            self.origin = found
            self.put("else:")
            self.indent += 1
            self._choose_case(block, found, selector, cases[middle:])
            self.indent -= 1
            return
        word = "if"
        for target_id, values in cases[:-1]:
            test = f"== {values[0]}" if len(values) == 1 else f"in {tuple_text(values)}"
            self.origin = found
            self.put(f"{word} {selector} {test}:")
            self._go_indented(block, target_id)
            word = "elif"
        self.origin = found
        self.put("else:")
        self._go_indented(block, cases[-1][0])

    def _go(self, block: Block, target_id: int) -> None:
        """Take an edge."""
        target = self.module.block(target_id)
        if target is None:
            raise refuse(f"a branch to %{target_id}")
        start = len(self.lines)
        self._edge(block, target)
        number = self.dispatched.get(target_id)
        if number is None:
            self._tree(target)
        else:
            self.put(f"b = {number}")
        if len(self.lines) == start:
            self.put("pass")

    def _edge(self, block: Block, target: Block) -> None:
        """Assign the OpPhis of a block for an edge into it, all at once."""
        left: Cells = []
        right: Cells = []
        for result_id, sources in phis_of(target):
            for name, cell in zip(
                self.values[result_id], self.cells(sources[block.id]), strict=True
            ):
                if name != cell:
                    left.append(name)
                    right.append(cell)
        if left:
            self.put(f"{', '.join(left)} = {', '.join(right)}")
