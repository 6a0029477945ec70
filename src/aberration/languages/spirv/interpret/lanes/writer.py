"""Writes one function of a module as a Python function on lanes.

`def f7(S, m, n, ...)`: the state of the tile, the mask of the lanes that call and their number, the arguments. It
returns the mask and number of the lanes that return, and the leaves of the result. `todo` has a bit for each block
where lanes wait, `live` counts the lanes inside of this call, `whole` those that entered and did not die.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.grammar import NAME
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.undefined import refuse

from .blocks import Chains
from .places import Places
from .table import Operation

if TYPE_CHECKING:
    from .unit import Unit

Write = Callable[["Writer", Instruction], None]
WRITERS: Final[dict[int, Write]] = {}
"""How each opcode is written; the modules beside this one fill it."""

TYPE_NAMES: Final = {"i": "SIGNED", "u": "UNSIGNED", "f": "SINGLE", "b": "BOOL"}
_OPERAND: Final = re.compile(r"\{(\d)\}")
_SKIPPED: Final = frozenset(
    (
        opcodes.OpNop,
        opcodes.OpLine,
        opcodes.OpNoLine,
        opcodes.OpPhi,
        opcodes.OpSelectionMerge,
        opcodes.OpLoopMerge,
        opcodes.OpUndef,
    )
)


class Writer:
    """One function under way."""

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit = unit
        self.module = unit.module
        self.leaves = unit.leaves
        self.function = function
        self.is_entry = function.id == unit.interface.entry_id
        self.chains = Chains(unit.module, function)
        self.places = Places(unit.leaves, function, self.chains.blocks, self.chains.block_successors)
        self.numbers = self.chains.variables(self.leaves, self.places)
        self.flow = self.chains.flow(self.leaves, self.places, self.numbers)
        self.text: list[str] = []
        self.indent = 1
        self.number = 0
        self.wide: set[str] = set()
        self.unset: list[str] = []
        self.values: dict[int, list[str]] = {}

    # ---- text

    def put(self, text: str) -> None:
        """Add a line."""
        self.text.append(" " * self.indent + text)

    def put_under(self, head: str, *lines: str) -> None:
        """Add a compound statement."""
        self.put(head)
        for line in lines:
            self.text.append(" " * (self.indent + 1) + line)

    # ---- values

    def letters(self, value_id: int) -> str:
        """Return the types of the leaves of a value."""
        return self.unit.letters(self.module.type_of(value_id))

    def is_flat(self, value_id: int) -> bool:
        """Say whether a value is one local for each leaf, not one list."""
        return self.leaves.is_flat(self.module.type_of(value_id))

    def cells(self, value_id: int) -> list[str]:
        """Return the leaves of a value as expressions."""
        found = self.values.get(value_id)
        if found is None:
            if not self.leaves.is_constant(value_id):
                raise refuse("a value of this kind, in many lanes", self.module.definition(value_id))
            found = self.unit.constants(value_id)
            self.values[value_id] = found
        return found

    def names(self, value_id: int) -> list[str]:
        """Return the names of the locals that keep a value."""
        if not self.is_flat(value_id):
            return [f"v{value_id}"]
        return [f"v{value_id}_{k}" for k in range(len(self.letters(value_id)))]

    def declare(self, value_id: int) -> None:
        """Enter the value of a result."""
        names = self.names(value_id)
        if not self.is_flat(value_id):
            names = [f"{names[0]}[{k}]" for k in range(len(self.letters(value_id)))]
        self.values[value_id] = names

    def view(self, cell: str, have: str, want: str) -> str:
        """Return an integer leaf with a sign or without."""
        if have == want:
            return cell
        constant = self.unit.viewed(cell, want)
        return constant or f"{cell}.view({TYPE_NAMES[want]})"

    # ---- assignments

    def spares(self, value_id: int) -> bool:
        """Say whether an assignment to a value in this block must leave the waiting lanes alone."""
        number = self.numbers.get((value_id, -1))
        return number is not None and self.flow.body[self.number] >> number & 1 == 1

    def assign(self, value_id: int, cells: list[str]) -> None:
        """Define a result."""
        self.declare(value_id)
        letters, names = self.letters(value_id), self.names(value_id)
        spare = self.spares(value_id)
        if self.is_flat(value_id):
            for name, cell, letter in zip(names, cells, letters, strict=True):
                self.set(name, cell, letter, spare)
            if value_id in self.unit.traced:
                self.note(value_id, "m", names[0])
            return
        whole = f"[{', '.join(cells)}]"
        self.set_all(names[0], whole, letters, spare)

    def set_all(self, name: str, whole: str, letters: str, spare: bool) -> None:
        """Assign the list of the leaves of an array or struct."""
        if not spare:
            self.put(f"{name} = {whole}")
            return
        wide = self.need_wide("n == live")
        self.unset.append(name)
        self.put(f"{name} = {whole} if {wide} is None else blend_all({letters!r}, {wide}, m, {whole}, {name})")

    def set(self, name: str, cell: str, letter: str, spare: bool) -> None:
        """Assign a leaf."""
        if not spare:
            self.put(f"{name} = {cell}")
            return
        wide = self.need_wide("n == live")
        self.unset.append(name)
        self.put(f"{name} = {cell} if {wide} is None else {self.blended(letter, wide, 'm', cell, name)}")

    @staticmethod
    def blended(letter: str, wide: str, mask: str, new: str, old: str) -> str:
        """Return the expression for `new` in the lanes of a mask, else `old`."""
        return f"blend_bool({mask}, {new}, {old})" if letter == "b" else f"blend({wide}, {new}, {old})"

    def note(self, value_id: int, mask: str, cell: str) -> None:
        """Enter a traced value, a scalar, in the lanes of a mask."""
        self.put(f"S.ranges.note({value_id}, {mask}, {cell})")

    def need_wide(self, all_lanes: str) -> str:
        """Return the name of the mask as int32, None if a condition says that nothing has to be spared."""
        name = "w" if all_lanes == "n == live" else "w" + re.sub(r"\W+", "_", all_lanes)
        if name not in self.wide:
            self.wide.add(name)
            self.put(f"{name} = None if {all_lanes} else widen(m)")
        return name

    # ---- checks

    def leave(self, condition: str) -> None:
        """Let the lanes leave where a condition holds."""
        self.put(f"s = {condition}")
        self.put_under("if hit(s):", *LEAVE)

    def leave_always(self) -> None:
        """Let all lanes leave."""
        self.put("s = m")
        for line in LEAVE:
            self.put(line)

    def leave_if(self, condition: str, found: str) -> None:
        """Look for lanes that leave only under a condition of the state."""
        self.put_under(f"if {condition}:", f"s = {found}", "if hit(s):", *(" " + line for line in LEAVE))

    def check(self, operation: Operation, operands: list[str]) -> None:
        """Let the lanes leave for which an operation is undefined."""
        for terms in operation.fails:
            left = self._undecided(terms, operands)
            if left is not None:
                self.leave(" & ".join(f"({term})" for term in left) if left else "np.True_")
        if operation.nan:
            looked = [operands[int(k)] for k in operation.nan if self.unit.is_number(operands[int(k)]) is not True]
            if looked:
                self.leave_if("S.nan", f"not_numbers({', '.join(looked)})")

    def _undecided(self, terms: tuple[str, ...], operands: list[str]) -> list[str] | None:
        """Return the terms that do not hold for constants alone; None if one of them never holds."""
        left: list[str] = []
        for term in terms:
            used = [operands[int(k)] for k in _OPERAND.findall(term)]
            text = term.format(*operands)
            if not all(self.unit.is_number(name) is not None for name in used):
                left.append(text)
            elif not self.unit.evaluate(text):
                return None
        return left

    # ---- the function

    def write(self) -> list[str]:
        """Return the lines of the function."""
        parameters = ["S", "m", "n"]
        for parameter in self.function.parameters:
            if self.module.pointee(parameter.type_id):
                parameters += [f"p{parameter.result_id}", f"h{parameter.result_id}"]
            else:
                self.declare(parameter.result_id)
                parameters += self.names(parameter.result_id)
        for result_id in self.chains.phi_ids():
            self.declare(result_id)
        self.indent = 2
        self._dispatch(0, len(self.chains.heads))
        results = ["mr", "nr", *self.results()]
        head = [
            f"def f{self.function.id}({', '.join(parameters)}):",
            " live = whole = n",
            " m0 = m; n0 = n; todo = 1; mr = None; nr = 0",
            *(f" g{owner} = S.regions[{owner}]" for owner in sorted(self.chains.globals_used())),
            *(f" {name} = None" for name in sorted(set(self.unset))),
            " while todo:",
            "  b = todo & -todo",
            "  todo ^= b",
            "  S.steps += 1",
        ]
        return [*head, *self.text, f" return {', '.join(results)}", ""]

    def results(self) -> list[str]:
        """Return the names that collect the result."""
        result = self.function.definition.type_id
        if self.leaves.type(result).op == opcodes.OpTypeVoid:
            return []
        count = len(self.unit.letters(result)) if self.leaves.is_flat(result) else 1
        names = [f"r{k}" for k in range(count)]
        self.unset.extend(names)
        return names

    def _dispatch(self, low: int, high: int) -> None:
        if high - low == 1:
            self._chain(low)
            return
        middle = (low + high) // 2
        for head, start, end in ((f"if b < {1 << middle}:", low, middle), ("else:", middle, high)):
            self.put(head)
            self.indent += 1
            self._dispatch(start, end)
            self.indent -= 1

    def _chain(self, number: int) -> None:
        """Write the blocks that run one after the other without a choice."""
        self.number = number
        self.wide = set()
        self.put(f"m = m{number}; n = n{number}")
        if self.chains.is_loop_head(number):
            self.put_under("if S.steps > S.checkpoint and S.is_over(m):", "s = m", *LEAVE)
        instructions = self.chains.instructions(number)
        if self.unit.traced:
            self.put(f"S.ranges.work({len(instructions)})")
        for instruction in instructions:
            self.instruction(instruction)

    def instruction(self, found: Instruction) -> None:
        """Write one instruction."""
        if found.op in _SKIPPED:
            return
        write = WRITERS.get(found.op)
        if write is None:
            raise refuse(f"{NAME[found.op]}, in many lanes", found)
        write(self, found)


LEAVE: Final = ("m, n, live, whole = S.leave(s, m, n, live, whole)", "if not n: continue")
