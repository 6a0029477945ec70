"""One function of a module while it becomes C: its values by id, its declarations and lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.leaves import Leaf
from aberration.languages.spirv.interpret.undefined import refuse
from aberration.languages.spirv.preamble import decorations

from .cells import FLOATS, Cell, kind_of
from .pointer import NativePointer
from .unit import NativeUnit

Write = Callable[["NativeWriter", Instruction], None]
CONSTANTS = "c"


class Aggregate(NamedTuple):
    """An array or struct as a value: its leaves lie in memory from `place` on, in the own or
    the constants' space.
    """

    space: str
    place: str

    def leaf(self, offset: int) -> str:
        """Return the place of a leaf."""
        if self.place.isdigit():
            return str(int(self.place) + offset)
        return f"{self.place} + {offset}" if offset else self.place

    def at_offset(self, offset: int) -> Aggregate:
        """Return a part."""
        return Aggregate(self.space, self.leaf(offset))


class NativeWriter:
    """State, and the questions that all writers of instructions ask."""

    def __init__(self, unit: NativeUnit, function: Function) -> None:
        self.unit = unit
        self.module = unit.module
        self.leaves = unit.leaves
        self.function = function
        self.blocks = unit.analysis.blocks[function.id]
        self.is_entry = function.id == unit.interface.entry_id
        self.values: dict[int, list[Cell]] = {}
        self.aggregates: dict[int, Aggregate] = {}
        self.pointers: dict[int, NativePointer] = dict(unit.pointers)
        self.declared: list[str] = []
        self.entered: list[str] = []
        self.local: list[str] = []
        self.variables = 0
        self.lines: list[str] = []
        self.origin: Instruction = function.definition
        self.in_block = False
        self._temporaries = 0

    # ---- lines and names

    def put(self, text: str) -> None:
        """Add a statement."""
        self.lines.append(text)

    @property
    def site(self) -> int:
        """The number of the instruction under way."""
        return self.unit.site(self.origin)

    def declare(self, name: str, ctype: str, local: bool, value: str = "") -> None:
        """Declare a C variable for the block under way, or for the function."""
        text = f"{ctype} {name}{f' = {value}' if value else ''};"
        self.variables += 1
        (self.local if local and self.in_block else self.declared).append(text)

    def temporary(self, kind: str) -> str:
        """Return a new C variable of the block."""
        self._temporaries += 1
        name = f"t{self._temporaries}"
        self.declare(name, self.unit.types[kind], True)
        return name

    # ---- values

    def is_flat(self, value_id: int) -> bool:
        """Say whether a value is kept leaf by leaf."""
        return self.leaves.is_flat(self.module.type_of(value_id))

    def leaf_of(self, value_id: int) -> Leaf:
        """Return the scalar type that a value consists of."""
        return self.leaves.of(self.module.type_of(value_id))[0]

    def count_of(self, value_id: int) -> int:
        """Return the number of leaves of a value."""
        return self.leaves.count(self.module.type_of(value_id))

    def cells(self, value_id: int) -> list[Cell]:
        """Return the leaves of a scalar, vector or matrix."""
        found = self.values.get(value_id)
        if found is None:
            if not self.leaves.is_constant(value_id):
                raise refuse("a value of this kind", self.module.definition(value_id))
            found = self.values[value_id] = self.unit.constant_cells(value_id)
        return found

    def one(self, value_id: int) -> Cell:
        """Return a scalar."""
        return self.cells(value_id)[0]

    def aggregate(self, value_id: int) -> Aggregate:
        """Return where an array or struct lies."""
        found = self.aggregates.get(value_id)
        if found is None:
            if not self.leaves.is_constant(value_id):
                raise refuse("a value of this kind", self.module.definition(value_id))
            found = self.aggregates[value_id] = Aggregate(
                CONSTANTS, str(self.unit.constant_place(value_id))
            )
        return found

    def need(self, cells: Sequence[Cell]) -> None:
        """Trap where a number may never have been written."""
        for cell in cells:
            if cell.flag:
                self.put(f"NEED({cell.flag}, {self.site})")

    def operand_cells(self, value_id: int) -> list[Cell]:
        """Return the leaves of an operand that is computed with."""
        cells = self.cells(value_id)
        self.need(cells)
        return cells

    # ---- results

    def is_loose(self, value_id: int) -> bool:
        """Say whether integers and booleans of a value may have several values."""
        return value_id in self.unit.loose

    def stays(self, found: Instruction) -> bool:
        """Say whether all that uses a result, by other names too, is in its block."""
        return found.op != opcodes.OpPhi and self.unit.analysis.last_use(found) >= 0

    def results(self, found: Instruction, local: bool | None = None) -> list[Cell]:
        """Declare the C variables of a scalar, vector or matrix, and enter them as its value."""
        leaves = self.leaves.of(found.type_id)
        loose = self.is_loose(found.result_id)
        here = self.stays(found) if local is None else local
        cells = []
        for k, leaf in enumerate(leaves):
            name = f"v{found.result_id}" if len(leaves) == 1 else f"v{found.result_id}_{k}"
            kind = kind_of(leaf, loose)
            flag = (
                f"{name}k"
                if found.result_id in self.unit.written.maybe_unset and not self.unit.bounds
                else ""
            )
            self.declare(name, self.unit.types[kind], here)
            if flag:
                self.declare(flag, "int", here)
            cells.append(Cell(name, kind, flag))
        self.values[found.result_id] = cells
        return cells

    def place_for(self, found: Instruction) -> Aggregate:
        """Return memory for the leaves of an array or struct, and enter it as its value."""
        made = Aggregate("m", str(self.unit.allocate(self.leaves.count(found.type_id))))
        self.aggregates[found.result_id] = made
        return made

    def as_loose(self, cell: Cell, width: int) -> Cell:
        """Return an integer or boolean as one that may have several values."""
        if cell.kind in ("J", "E") or cell.kind in FLOATS:
            return cell
        kind = "E" if cell.kind == "B" else "J"
        name = self.temporary(kind)
        self.put(f"{kind}_OF_{cell.kind}({name}, {cell.text}, {width})")
        return Cell(name, kind)

    def as_one_kind(self, cells: Sequence[Cell], width: int) -> list[Cell]:
        """Return operands, all of the loosest kind among them."""
        if not any(cell.kind in ("J", "E") for cell in cells):
            return list(cells)
        return [self.as_loose(cell, width) for cell in cells]

    def as_kind(self, cell: Cell, kind: str, width: int) -> Cell:
        """Return a cell for a place of some kind."""
        return self.as_loose(cell, width) if kind in ("J", "E") else cell

    def copy(self, target: Cell, source: Cell, width: int = 32) -> None:
        """Assign one leaf to another."""
        self.put(f"{target.text} = {self.as_kind(source, target.kind, width).text};")
        if target.flag:
            self.put(f"{target.flag} = {source.flag or '1'};")

    # ---- freedom of floats

    def freedom(self, found: Instruction) -> str:
        """Return which freedom an instruction has to round: its width, whether it may not be
        contracted, relaxed.
        """
        kinds = {kind_of(leaf) for leaf in self.leaves.of(found.type_id)} & set(FLOATS)
        return self.freedom_of(found, min(kinds) if kinds else "F")

    def freedom_of(self, found: Instruction, kind: str) -> str:
        """Return the same for floats of a kind."""
        if not self.unit.bounds:
            return "0"
        marks = (
            {mark.ops[1] for mark in decorations(self.module, found.result_id)}
            if found.result_id
            else set()
        )
        if kind == "F" and Decoration.RELAXED_PRECISION in marks:
            return "RELAXED"
        return f"{kind}{'_RIGID' if Decoration.NO_CONTRACTION in marks else '_FREE'}"
