"""A whole module as C: one function for each of its own, over a few arrays of cells.

Private, Output and Input variables, and what functions keep in memory, lie in an array of the
invocation (no function calls itself, so each has its place once and for all); Workgroup variables
in one of the group; blocks in one of all; constants that are no scalars in a fourth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.texels import SUBTEXEL_BITS
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import Decoration, StorageClass
from aberration.languages.spirv.instruction import Function, Instruction
from aberration.languages.spirv.interpret.analysis import Analysis
from aberration.languages.spirv.interpret.elected import elected_blocks
from aberration.languages.spirv.interpret.helpers import has_helpers
from aberration.languages.spirv.interpret.images import Images
from aberration.languages.spirv.interpret.interface import Interface, Variable
from aberration.languages.spirv.interpret.layout import Slot
from aberration.languages.spirv.interpret.leaves import Cell as Value
from aberration.languages.spirv.interpret.leaves import Leaf, Leaves
from aberration.languages.spirv.interpret.probes import Probe
from aberration.languages.spirv.interpret.subgroups import Subgroups, refuse_quads_of_pixels
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module

from .cells import BOUNDS_TYPES, CODES, EXACT_TYPES, FLOATS, Cell, bits_of, kind_of, literal
from .firmness import Firmness
from .pending import Pending
from .pointer import GROUP, OWN, SPACES, NativePointer
from .written import FILLED, Written

SHARED: Final = (StorageClass.WORKGROUP, StorageClass.STORAGE_BUFFER)
_BLOCK_CLASSES: Final = (
    StorageClass.UNIFORM,
    StorageClass.PUSH_CONSTANT,
    StorageClass.STORAGE_BUFFER,
)


class NativeUnit:
    """What is known of a module while it is written, and what its run needs to know of the text.

    `loose` are ids that were found to have several values although nothing in the text says so;
    `apart` are operations of subgroups that not all invocations give the same;
    `probes` are places that tell what some values are there; `weight_bits` are those below the
    texel that a weight of a linear filter is made of.
    With `bounds`, numbers are intervals; else each is one number.
    """

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        interface: Interface,
        inputs: Inputs,
        *,
        bounds: bool = False,
        loose: frozenset[int] = frozenset(),
        apart: frozenset[int] = frozenset(),
        probes: Sequence[Probe] = (),
        weight_bits: int = SUBTEXEL_BITS,
    ) -> None:
        self.module = module
        self.weight_bits = weight_bits
        self.leaves = leaves
        self.interface = interface
        self.inputs = inputs
        self.bounds = bounds
        self.probes = tuple(probes)
        self.probes_at = _by_place(self.probes)
        kept = frozenset(value_id for probe in probes for value_id in probe.values)
        self.analysis = Analysis(module, leaves, interface.entry_id, kept)
        self.elected = elected_blocks(leaves, self.analysis) if bounds else {}
        shares = [each for elected in self.elected.values() for each in elected.own.values()]
        if shares:
            self.analysis = Analysis(module, leaves, interface.entry_id, kept.union(shares))
        self.images = Images(leaves, self.analysis, interface.stage, inputs)
        self.analysis.find_pauses(self.images.takes_slopes)
        has_helpers(self.analysis, interface)
        self.pauses = interface.entry_id in self.analysis.pausing
        self.subgroups = Subgroups(leaves, self.analysis, interface, inputs)
        self.alike: dict[int, int] = {}
        if bounds:
            alike = sorted(self.subgroups.alike_ids() - apart)
            self.alike = {value_id: slot for slot, value_id in enumerate(alike)}
            loose |= self.subgroups.open_ids() | apart
        else:
            refuse_quads_of_pixels(self.subgroups.operations, interface.stage)
        self.written = Written(module, leaves, self.analysis)
        self.loose = (
            Firmness(module, leaves, self.analysis, self.written, loose).loose
            if bounds
            else frozenset()
        )
        self.flagged_results = frozenset() if bounds else self._flagged_results()
        self.types = BOUNDS_TYPES if bounds else EXACT_TYPES
        self.sites: list[Instruction] = []
        self._site_numbers: dict[int, int] = {}
        self.pointers: dict[int, NativePointer] = {}
        self.slots: dict[int, list[Slot]] = {}
        self.constants: list[tuple[int, int, bool]] = []
        self._constant_places: dict[int, int] = {}
        self.numbers: dict[tuple[str, str], int] = {}
        self.undefs: dict[tuple[str, int], int] = {}
        self.blocks: list[tuple[Leaf, Variable]] = []
        self.group: list[Leaf] = []
        self.own_cells = 0
        self.group_cells = 0
        self.block_cells = 0
        self.pending: Pending | None = None
        if bounds and interface.stage == "compute":
            self.pending = Pending(module, leaves, self.analysis)
        self.unordered = {value_id for value_id in loose if self._is_atomic(value_id)}
        self.relaxed: frozenset[int] = self._relaxed_ids() if bounds else frozenset()
        self.traced: dict[int, int] = self._number_traced() if bounds else {}
        for variable in interface.variables.values():
            self._place(variable)

    # ---- sites

    def site(self, instruction: Instruction) -> int:
        """Return the number of an instruction as a place where something may go wrong."""
        known = self._site_numbers.get(id(instruction))
        if known is None:
            known = self._site_numbers[id(instruction)] = len(self.sites)
            self.sites.append(instruction)
        return known

    # ---- shared memory

    def own_share(self, atomic: Instruction) -> list[int]:
        """Return what an invocation reports itself in place of what was reduced, if it does."""
        block = atomic.block
        if block is None or not self.elected:
            return []
        at = self.module.position(atomic)
        return [
            elected.own[at]
            for elected in self.elected.values()
            if elected.block == block.id and at in elected.own
        ]

    def _is_atomic(self, value_id: int) -> bool:
        found = self.module.definition(value_id)
        return found is not None and opcodes.OpAtomicLoad <= found.op <= opcodes.OpAtomicXor

    def hangs_on_order(self, pointer_id: int) -> bool:
        """Say whether an atomic operation on this variable gives what is used, and is not known
        to be in any order.
        """
        root = self.analysis.root_of(pointer_id)
        return any(each.result_id not in self.unordered for each in self.atomics_of(root))

    def atomics_of(self, root_id: int) -> list[Instruction]:
        """Return the atomic operations on a variable (or on what a parameter points to) whose
        results are used.
        """
        return [
            each
            for function in self.analysis.functions
            for block in self.analysis.blocks[function.id]
            for each in block.instructions
            if each.result_id
            and opcodes.OpAtomicLoad <= each.op <= opcodes.OpAtomicXor
            and self.analysis.root_of(each.ops[0]) == root_id
            and any(user.block is not None for user in self.module.users(each.result_id))
        ]

    def is_unused_atomic(self, value_id: int) -> bool:
        """Say whether a value is what an atomic operation gives, and nobody asked whether that
        hangs on the order.
        """
        return self._is_atomic(value_id) and not any(
            user.block is not None for user in self.module.users(value_id)
        )

    # ---- what is noted of results

    def _relaxed_ids(self) -> frozenset[int]:
        """Return the ids that are decorated RelaxedPrecision, and the variables of which a
        member is.
        """
        kinds = ((opcodes.OpDecorate, 1), (opcodes.OpMemberDecorate, 2))
        marks = [
            (mark.ops[0], mark.ops[at]) for op, at in kinds for mark in self.module.by_opcode(op)
        ]
        found = {target for target, kind in marks if kind == Decoration.RELAXED_PRECISION}
        for group in self.module.by_opcode(opcodes.OpGroupDecorate):
            if group.ops[0] in found:
                found.update(group.ops[1:])
        if self.module.by_opcode(opcodes.OpGroupMemberDecorate):
            # Which members a group decorates is not looked up: so rare that all count as relaxed.
            found.update(self.interface.variables)
        for variable in self.interface.variables.values():
            if not found.isdisjoint(self._parts_of(variable.type_id)):
                found.add(variable.id)
        return frozenset(found)

    def _parts_of(self, type_id: int) -> set[int]:
        found, waiting = {type_id}, [type_id]
        while waiting:
            definition = self.leaves.type(waiting.pop())
            parts = definition.ops if definition.op == opcodes.OpTypeStruct else []
            if definition.op in (opcodes.OpTypeArray, opcodes.OpTypeRuntimeArray):
                parts = definition.ops[:1]
            waiting += [part for part in parts if part not in found]
            found.update(parts)
        return found

    def _number_traced(self) -> dict[int, int]:
        """Number the results that are booleans or integers of 32 bits."""
        found: dict[int, int] = {}
        for function in self.analysis.functions:
            for block in self.analysis.blocks[function.id]:
                for each in block.instructions:
                    if each.result_id and self._is_traced(each.type_id):
                        found[each.result_id] = len(found)
        return found

    def _is_traced(self, type_id: int) -> bool:
        definition = self.leaves.type(type_id)
        if definition.op == opcodes.OpTypeBool:
            return True
        return definition.op == opcodes.OpTypeInt and definition.ops[0] == 32

    # ---- memory

    def allocate(self, count: int) -> int:
        """Return the first of `count` cells of the invocation's own memory."""
        self.own_cells += count
        return self.own_cells - count

    def _place(self, variable: Variable) -> None:
        space = SPACES.get(variable.storage, OWN)
        count = self.leaves.count(variable.type_id)
        pointer = self.pointers[variable.id] = NativePointer(variable.id, space)
        pointer.marked = variable.storage not in FILLED
        pointer.external = variable.storage == StorageClass.STORAGE_BUFFER
        pointer.logged = variable.storage in SHARED and self.analysis.is_written(variable.id)
        if space == OWN:
            pointer.offset = self.allocate(count)
        elif space == GROUP:
            pointer.offset = self.group_cells
            self.group_cells += count
            self.group += self.leaves.of(variable.type_id)
        else:
            self._place_block(variable, pointer, count)

    def _place_block(self, variable: Variable, pointer: NativePointer, count: int) -> None:
        slots = self.slots[variable.id] = self.interface.slots(variable, self.inputs)
        pointer.offset = self.block_cells
        self.block_cells += len(slots)
        self.blocks += [(leaf, variable) for _, leaf in slots]
        # The bytes that are bound may be fewer than the type declares, or a runtime array take what
        # is left: then the end is known at run time only.
        if len(slots) < count or self.interface.layout(variable).stride:
            pointer.end = str(self.block_cells)

    # ---- constants

    def constant_cells(self, value_id: int) -> list[Cell]:
        """Return the leaves of a constant as C expressions."""
        found = self.module.definition(value_id)
        if self.bounds and found is not None and found.op == opcodes.OpUndef:
            return [self._undef(found, leaf) for leaf in self.leaves.of(found.type_id)]
        leaves = self.leaves.of(self.module.type_of(value_id))
        return [
            self.number(kind_of(leaf), value)
            for leaf, value in zip(leaves, self.leaves.constant(value_id), strict=True)
        ]

    def number(self, kind: str, value: Value) -> Cell:
        """Return a constant. An interval is an object of the text, made before anything runs."""
        text = literal(kind, value)
        if not self.bounds or kind not in FLOATS:
            return Cell(text, kind)
        # To make an interval from two ends in each evaluation costs more than to read it.
        place = self.numbers.setdefault((kind, text), len(self.numbers))
        return Cell(f"K[{place}]", kind)

    def _undef(self, found: Instruction, leaf: Leaf) -> Cell:
        kind = kind_of(leaf, loose=True)
        name = kind if kind in ("J", "E") else "F"
        place = self.undefs.setdefault((name, self.site(found)), len(self.undefs))
        return Cell(f"U{name}[{place}]", kind)

    def constant_place(self, value_id: int) -> int:
        """Return where the leaves of a constant lie in memory."""
        known = self._constant_places.get(value_id)
        if known is None:
            found = self.module.definition(value_id)
            unknown = self.bounds and found is not None and found.op == opcodes.OpUndef
            cells = self.leaves.constant(value_id)
            known = self._constant_places[value_id] = self._keep(
                self.module.type_of(value_id), cells, not unknown
            )
        return known

    def initial_place(self, variable: Variable) -> int:
        """Return where the leaves that a variable begins with lie in memory."""
        # Ids are positive: the negative ones are free for the variables' own beginnings.
        key = -variable.id
        known = self._constant_places.get(key)
        if known is None:
            cells = tuple(self.interface.initial_cells(variable))
            known = self._constant_places[key] = self._keep(variable.type_id, cells, True)
        return known

    def _keep(self, type_id: int, cells: tuple[Value, ...], is_known: bool) -> int:
        start = len(self.constants)
        for leaf, value in zip(self.leaves.of(type_id), cells, strict=True):
            kind = kind_of(leaf)
            self.constants.append(
                (
                    CODES[kind],
                    0 if value is None else bits_of(kind, value),
                    is_known and value is not None,
                )
            )
        return start

    # ---- functions

    def _flagged_results(self) -> frozenset[int]:
        """Return the functions that may give what was never written."""
        maybe_unset = map(self.module.definition, sorted(self.written.maybe_unset))
        return frozenset(
            call.ops[0]
            for call in maybe_unset
            if call is not None and call.op == opcodes.OpFunctionCall
        )

    def function(self, function_id: int) -> Function:
        """Return a function that is called."""
        found = self.module.function(function_id)
        if found is None:
            raise Refused(f"a call of %{function_id}, which is no function")
        return found

    def is_shared(self, pointer_type: int) -> bool:
        """Say whether a pointer of this type leads to memory that invocations share."""
        return self.leaves.type(pointer_type).ops[0] in (*SHARED, StorageClass.UNIFORM)

    def is_block(self, pointer_type: int) -> bool:
        """Say whether a pointer of this type leads into a block."""
        return self.leaves.type(pointer_type).ops[0] in _BLOCK_CLASSES

    def space_of(self, pointer_type: int) -> str:
        """Return the space that a pointer of this type leads into."""
        return SPACES.get(self.leaves.type(pointer_type).ops[0], OWN)


def _by_place(probes: Sequence[Probe]) -> dict[tuple[int, int], list[tuple[int, Probe]]]:
    """Return the probes with their numbers, by block and index in it."""
    found: dict[tuple[int, int], list[tuple[int, Probe]]] = {}
    for number, probe in enumerate(probes):
        found.setdefault((probe.block, probe.at), []).append((number, probe))
    return found
