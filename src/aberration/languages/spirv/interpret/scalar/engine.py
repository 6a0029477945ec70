"""Runs a compiled module: single pixels (with their quad, where derivatives ask for it), whole
dispatches.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Callable, Generator, Iterator, Sequence
from types import TracebackType
from typing import Final

from aberration.core.errors import InternalError
from aberration.core.inputs import Inputs
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.constructs import loop_header
from aberration.languages.spirv.enums import MemorySemantics, StorageClass
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.analysis import CHAINS
from aberration.languages.spirv.interpret.interface import (
    Interface,
    Variable,
    compute_input,
    fragment_input,
)
from aberration.languages.spirv.interpret.layout import Slot, write_cells
from aberration.languages.spirv.interpret.leaves import Cell, Leaves
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.undefined import (
    Refused,
    Trap,
    TrapKind,
    Trapped,
    Undefined,
)
from aberration.languages.spirv.interpret.vertices import AttributePart, vertex_built_in
from aberration.languages.spirv.module import Module

from .quads import Apart, Lane, quad
from .races import Accesses, Conflict, Races, nothing
from .runtime import Killed, LoopLimit
from .trace import assembly_of
from .unit import FILE, Unit

Values = tuple[Cell, ...]
Paused = Generator[object, object, Values]
_BUFFER_ORDER: Final = MemorySemantics.UNIFORM_MEMORY
_GROUP_ORDER: Final = MemorySemantics.WORKGROUP_MEMORY
_ALL_ORDERS: Final = _BUFFER_ORDER | _GROUP_ORDER


class ScalarEngine:
    """One module with its inputs, ready to run invocations one after the other."""

    def __init__(
        self,
        module: Module,
        leaves: Leaves,
        interface: Interface,
        inputs: Inputs,
        options: Options | None = None,
    ) -> None:
        self.module = module
        self.leaves = leaves
        self.interface = interface
        self.options = options or Options()
        self.unit = Unit(module, leaves, interface, self.options, inputs)
        self.namespace = self.unit.namespace
        self.blocks: list[int] = [0] * len(self.unit.counted)
        self.values: dict[int, list[Values]] = {
            value_id: [] for value_id in self.options.trace_values
        }
        self.namespace.update(BLOCKS=self.blocks, VALUES=self.values, FENCE=self._fence)
        exec(self.unit.code, self.namespace)
        self.invocation: Callable[..., object] = self._entry()
        self.pauses = interface.entry_id in self.unit.analysis.pausing
        self._fences = 0
        self._precise = False
        self.bind(inputs)

    def _entry(self) -> Callable[..., object]:
        found = self.namespace["invocation"]
        if not callable(found):
            raise InternalError("the generated code has no entry")
        return found

    # ---- inputs

    def bind(self, inputs: Inputs) -> None:
        """Fill uniforms, push constants, buffers and attributes."""
        self.inputs = inputs
        self.slots: dict[int, list[Slot]] = {}
        self.regions: dict[int, list[Cell]] = {}
        self.races: dict[int, Races] = {}
        self.accesses: dict[int, Accesses] = {}
        self.attributes: dict[int, list[AttributePart]] = {
            variable.id: self.interface.attribute_parts(variable, inputs)
            for variable in self.interface.attributes()
        }
        for variable in self.interface.variables.values():
            self._bind(variable)

    def _bind(self, variable: Variable) -> None:
        pointer = self.unit.pointers[variable.id]
        if variable.storage == StorageClass.WORKGROUP:
            cells = self.interface.initial_cells(variable)
        elif variable.storage in _BLOCKS:
            self.slots[variable.id] = self.interface.slots(variable, self.inputs)
            cells = self.interface.block_cells(variable, self.inputs)
        else:
            return
        if pointer.cells is not None:
            if len(cells) < len(pointer.cells):
                raise Refused(f"block %{variable.id}, which is larger than its buffer")
            self.namespace.update(zip(pointer.cells, cells, strict=False))
            return
        self.regions[variable.id] = cells
        self.namespace[pointer.region] = cells
        self.namespace[f"n{variable.id}"] = self.interface.array_length(variable, self.inputs)
        if not pointer.races:
            return
        if self._precise:
            self.races[variable.id] = Races()
        else:
            self.accesses[variable.id] = Accesses()

    # ---- pixels, each a fragment or a vertex

    def pixel(self, x: int, y: int) -> Values | None:
        """Return the leaves of all outputs of one pixel, None if it was discarded; raise
        `Trapped`.
        """
        if self.pauses:
            return self._quad(x, y)
        invocation = self.invocation
        try:
            found = invocation(self._ticks(), *self._built_ins(x, y))
        except Killed:
            return None
        except Exception as error:
            raise self._trap_of_exception(error, (x, y)) from None
        return found if isinstance(found, tuple) else ()

    def _ticks(self) -> Iterator[None]:
        # The cheapest counter that Python has: the `for` over it ends by itself when the budget is
        # used up.
        return itertools.repeat(None, self.options.steps)

    def _built_ins(self, x: int, y: int) -> list[object]:
        cells = [cell for variable, _ in self.unit.inputs for cell in self._input(variable, x, y)]
        return [*cells, *(nothing for _ in self.unit.tracked for _ in "rwa")]

    def _input(self, variable: Variable, x: int, y: int) -> tuple[Cell, ...]:
        interface = self.interface
        if interface.stage_of(variable.id) != "vertex":
            is_point = interface.stages is not None
            return fragment_input(variable.built_in, x, y, is_point=is_point)
        if variable.built_in >= 0:
            return vertex_built_in(variable.built_in, self.inputs, x, y)
        return tuple(part.value(self.inputs, x, y) for part in self.attributes[variable.id])

    def _quad(self, x: int, y: int) -> Values | None:
        # Quads lie at even places, as on all hardware; the pixel may be any of the four.
        left, top = x & ~1, y & ~1
        places = [(left, top), (left + 1, top), (left, top + 1), (left + 1, top + 1)]
        running: list[Paused] = []
        for place in places:
            started = self.invocation(self._ticks(), *self._built_ins(*place))
            if not isinstance(started, Generator):
                raise InternalError("an invocation with derivatives does not pause")
            running.append(started)
        try:
            return quad(running, self.unit.sites)[places.index((x, y))]
        except Lane as lane:
            raise self._trap_of_exception(lane.error, places[lane.number]) from None
        except Apart as apart:
            message = "not all four invocations of the quad reach the same derivative"
            trap = self._trap(
                "derivative", self.unit.sites[apart.site], message, places[apart.number]
            )
            raise Trapped(trap) from None

    # ---- workgroups

    def dispatch(self) -> None:
        """Run all workgroups; buffers are changed in place. Raise `Trapped`."""
        # x runs fastest, as in the numbering of workgroups.
        counts = reversed(self.inputs.groups)
        self._groups(
            [(x, y, z) for z, y, x in itertools.product(*(range(count) for count in counts))]
        )

    def workgroup(self, group: tuple[int, int, int]) -> None:
        """Run one workgroup. Raise `Trapped`."""
        self._groups([group])

    def _groups(self, groups: list[tuple[int, int, int]]) -> None:
        """Run workgroups; if they race or trap, again from the start to find the first
        undefined access.
        """
        try:
            for number, group in enumerate(groups):
                self._group(group, number)
            return
        except (Conflict, Trapped):
            if not self.accesses:
                raise
        # Sets of places tell cheaply that there is a race; which access was the first takes a hook
        # on each, which costs many times as much and is paid in the second run alone.
        self._precise = True
        try:
            for known in self.values.values():
                known.clear()
            self.bind(self.inputs)
            for number, group in enumerate(groups):
                self._group(group, number)
        finally:
            self._precise = False
        raise InternalError("a race was met that cannot be found again")

    def _group(self, group: tuple[int, int, int], number: int) -> None:
        size = self.interface.local_size
        for variable in self.interface.of_storage(StorageClass.WORKGROUP):
            if variable.id in self.regions:
                self.regions[variable.id][:] = self.interface.initial_cells(variable)
                if variable.id in self.races:
                    self.races[variable.id].forget()
        locals_ = [
            (x, y, z) for z in range(size[2]) for y in range(size[1]) for x in range(size[0])
        ]
        arguments = [self._compute_inputs(group, local) for local in locals_]
        if self.pauses:
            self._in_step(group, number, locals_, arguments)
            return
        for index, values in enumerate(arguments):
            if self._precise:
                self._turn(number, index)
            try:
                self.invocation(self._ticks(), *values, *self._hooks(index))
            except Exception as error:
                raise self._trap_of_exception(error, self._global(group, locals_[index])) from None
        self._end_group()

    def _hooks(self, index: int) -> list[Callable[[int], None]]:
        """Return what notes the accesses of an invocation, in the order of the unit's tracked
        variables.
        """
        found: list[Callable[[int], None]] = []
        for variable_id in self.unit.tracked:
            if self._precise:
                races = self.races[variable_id]
                found += (races.read, races.write, races.atomic)
            else:
                places = self.accesses[variable_id].places_of(index)
                found += (places.read.add, places.write.add, places.atomic.add)
        return found

    def _end_group(self) -> None:
        for variable_id, accesses in self.accesses.items():
            accesses.end_group(
                self.interface.variables[variable_id].storage == StorageClass.WORKGROUP
            )

    def _turn(self, group: int, index: int) -> None:
        for races in self.races.values():
            races.turn(group, index)

    def _in_step(
        self,
        group: tuple[int, int, int],
        number: int,
        locals_: Sequence[tuple[int, int, int]],
        arguments: Sequence[list[Cell]],
    ) -> None:
        """Run all invocations from barrier to barrier."""
        running: list[Paused] = []
        for values in arguments:
            started = self.invocation(self._ticks(), *values, *self._hooks(len(running)))
            if isinstance(started, Generator):
                running.append(started)
        while True:
            together = _ALL_ORDERS
            sites: set[object] = set()
            for index, invocation in enumerate(running):
                self._fences = 0
                if self._precise:
                    self._turn(number, index)
                try:
                    sites.add(next(invocation))
                except StopIteration:
                    sites.add(None)
                except Exception as error:
                    raise self._trap_of_exception(
                        error, self._global(group, locals_[index])
                    ) from None
                # None stands among them for an invocation that has ended: the others wait for it at
                # a barrier that it never reaches.
                if len(sites) > 1:
                    raise self._missed_barrier(sites, self._global(group, locals_[index]))
                # Only what all of them fenced is ordered by the barrier that follows.
                together &= self._fences
                (site,) = sites
            if not isinstance(site, int):
                self._end_group()
                return
            self._order(self.unit.sites[site], together)

    def _missed_barrier(self, sites: set[object], invocation: tuple[int, ...]) -> Trapped:
        site = next(site for site in sites if isinstance(site, int))
        message = "not all invocations of the workgroup reach the same barrier"
        return Trapped(self._trap("barrier", self.unit.sites[site], message, invocation))

    def _order(self, barrier: Instruction, fences: int) -> None:
        """Note what a barrier orders: what its semantics name, and what `fences` of all invocations
        before it did.

        A fence of one side alone orders nothing: the other may keep what it has (Vulkan's memory
        model).
        """
        semantics = fences | int(self.leaves.constant(barrier.ops[2])[0] or 0)
        for variable_id, races in self.races.items():
            if semantics & self._order_of(variable_id):
                races.epoch += 1
        for variable_id, accesses in self.accesses.items():
            if semantics & self._order_of(variable_id):
                accesses.pass_barrier()

    def _order_of(self, variable_id: int) -> int:
        """Return the bit of the memory semantics that orders a variable."""
        shared = self.interface.variables[variable_id].storage == StorageClass.WORKGROUP
        return _GROUP_ORDER if shared else _BUFFER_ORDER

    def _fence(self, semantics: int) -> None:
        self._fences |= semantics

    def _compute_inputs(
        self, group: tuple[int, int, int], local: tuple[int, int, int]
    ) -> list[Cell]:
        groups, size = self.inputs.groups, self.interface.local_size
        return [
            cell
            for variable, _ in self.unit.inputs
            for cell in compute_input(variable.built_in, groups, size, group, local)
        ]

    def _global(self, group: tuple[int, int, int], local: tuple[int, int, int]) -> tuple[int, ...]:
        return tuple(
            g * s + own for g, s, own in zip(group, self.interface.local_size, local, strict=True)
        )

    def buffers(self) -> dict[tuple[int, int], bytes]:
        """Return the bytes of the storage buffers as they are now, by (set, binding)."""
        found: dict[tuple[int, int], bytes] = {}
        for variable in self.interface.of_storage(StorageClass.STORAGE_BUFFER):
            place = self.interface.place(variable)
            data = bytearray(found.get(place, self.interface.bytes_of(variable, self.inputs)))
            if self.unit.analysis.is_written(variable.id):
                write_cells(self.slots[variable.id], self.regions[variable.id], data)
            found[place] = bytes(data)
        return found

    def entered_blocks(self) -> dict[int, int]:
        """Return how often each block was entered, if the options ask for it."""
        return dict(zip(self.unit.counted, self.blocks, strict=True))

    # ---- traps

    def trap(
        self, undefined: Undefined, found: Instruction | None, invocation: tuple[int, ...]
    ) -> Trap:
        """Return the trap of an instruction that is known."""
        if found is None:
            raise InternalError("a trap without an instruction")
        return self._trap(undefined.kind, found, undefined.message, invocation)

    def _trap_of_exception(self, error: BaseException, invocation: tuple[int, ...]) -> Trapped:
        """Return the trap that an exception of generated code stands for."""
        # The line of generated text leads back to the instruction that it was written for.
        line = _line_of(error.__traceback__)
        origin = self.unit.lines.origins[line - 1] if line else None
        if isinstance(error, LoopLimit):
            message = f"more than {self.options.steps} blocks were entered"
            return Trapped(
                self._trap("loop-limit", self._loop(error.number, origin), message, invocation)
            )
        kind, message = _meaning_of(error)
        if kind is None or origin is None:
            raise InternalError(f"the interpreter failed at {origin!r}: {error!r}") from error
        return Trapped(self._trap(kind, self._chain_of(kind, origin), message, invocation))

    def _chain_of(self, kind: TrapKind, origin: Instruction) -> Instruction:
        """Return the access chain whose index an access found to be out of bounds."""
        if kind == "out-of-bounds" and origin.op in _ACCESSES:
            for pointer_id in origin.ops[: 2 if origin.op == opcodes.OpCopyMemory else 1]:
                chain = self.module.definition(pointer_id)
                while chain is not None and chain.op == opcodes.OpCopyObject:
                    chain = self.module.definition(chain.ops[0])
                if chain is not None and chain.op in CHAINS:
                    return chain
        return origin

    def _loop(self, number: int, function: Instruction | None) -> Instruction:
        """Return the OpLoopMerge of the innermost loop around a dispatched block."""
        if function is None:
            raise InternalError("a loop without a function")
        block = self.unit.analysis.blocks[function.result_id][number]
        header = loop_header(self.module, block) or block
        return header.instructions[-2] if len(header.instructions) > 1 else header.terminator

    def _trap(
        self, kind: TrapKind, found: Instruction, message: str, invocation: tuple[int, ...]
    ) -> Trap:
        block = found.block
        return Trap(
            kind=kind,
            instruction=assembly_of(self.module, found),
            message=message,
            result_id=found.result_id,
            opcode=found.op,
            function_id=0 if block is None else block.function.id,
            block_id=0 if block is None else block.id,
            invocation=invocation,
        )


_BLOCKS: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER, StorageClass.PUSH_CONSTANT)
_ACCESSES: Final = frozenset(
    (
        opcodes.OpLoad,
        opcodes.OpStore,
        opcodes.OpCopyMemory,
        opcodes.OpExtInst,
        *range(opcodes.OpAtomicLoad, opcodes.OpAtomicXor + 1),
    )
)


def _line_of(traceback: TracebackType | None) -> int:
    """Return the line of generated code that an exception came through last."""
    line = 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == FILE:
            line = traceback.tb_lineno
        # Down to the last frame of generated text: what that called (the runtime) is no
        # instruction.
        traceback = traceback.tb_next
    return line


def _meaning_of(error: BaseException) -> tuple[TrapKind | None, str]:
    if isinstance(error, Undefined):
        return error.kind, error.message
    # All that can be done to None raises one of these, and generated text does nothing else that
    # would.
    if isinstance(error, TypeError | KeyError | AttributeError | struct.error):
        return "uninitialised", "a value is used that was never written"
    if isinstance(error, ZeroDivisionError):
        return "division", "the divisor is 0"
    if isinstance(error, IndexError):
        return "out-of-bounds", "an index is not less than the number of parts"
    if isinstance(error, OverflowError):
        return "conversion", "an infinity is converted to an integer"
    if isinstance(error, ValueError):
        return "nan", "a NaN is converted to an integer"
    return None, ""
