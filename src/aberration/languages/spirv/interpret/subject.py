"""A program while it is proved: what turned out of it so far, for which it is written anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.core.program import Program
from aberration.core.texels import SUBTEXEL_BITS
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module

from .interface import Interface
from .leaves import Leaves
from .native.program import write_program
from .native.run import UNLIMITED, Native, blocks_reached_otherwise
from .native.unit import NativeUnit
from .outputs import Outputs
from .pair import JoinedStages
from .placed import need_placed
from .probes import Probe
from .undefined import Refused
from .vertices import is_steady

AGAIN: Final = "values that turn out to have several values again and again"


class Subject:
    """A program that is proved. `loose` are ids that turned out to have several values, `apart`
    operations of subgroups to which not all invocations give the same; `spent` is the work so far.
    """

    def __init__(
        self,
        module: Module,
        program: Program,
        probes: Sequence[Probe] = (),
        weight_bits: int = SUBTEXEL_BITS,
        stages: JoinedStages | None = None,
    ) -> None:
        self.module = module
        self.weight_bits = weight_bits
        self.probes = probes
        self.inputs = program.inputs
        self.leaves = Leaves(module)
        self.interface = Interface(module, self.leaves, stages)
        self.outputs = Outputs(self.interface, next(iter(self.inputs.attachments), None))
        need_placed(self.interface, self.inputs)
        self.loose: frozenset[int] = frozenset()
        self.apart: frozenset[int] = frozenset()
        self.spent = 0

    def native(self, long: bool) -> Native:
        """Return the module as C that computes with bounds, ready to run."""
        unit = NativeUnit(
            self.module,
            self.leaves,
            self.interface,
            self.inputs,
            bounds=True,
            loose=self.loose,
            apart=self.apart,
            probes=self.probes,
            weight_bits=self.weight_bits,
        )
        made = Native(unit, write_program(unit, self.outputs), turns=UNLIMITED, long=long)
        made.open()
        made.forget_deviations()
        return made

    def is_steady(self) -> bool:
        """Say whether no way that an invocation takes moves its pixel."""
        interface = self.interface
        if not interface.point:
            return True
        stages = interface.stages
        vertex = interface.entry_id if stages is None else stages.vertex
        return is_steady(self.module, self.leaves, vertex, interface.point)

    def loosen(self, native: Native) -> bool:
        """Note what turned out to have several values in a run; return whether anything did."""
        sites = [native.program.sites[site] for site in native.deviations().loose]
        apart = {site.result_id for site in sites if site.result_id in native.unit.alike}
        if apart:
            self.apart |= apart
            return True
        found = {value_id for site in sites for value_id in _ids_of(site, native)}
        # Written anew with the same marks it would end the same way again.
        if found and found <= self.loose:
            raise Refused(AGAIN)
        self.loose |= found
        return bool(found)

    def part(self, native: Native) -> bool:
        """Note the operations of subgroups to which other implementations may come otherwise than a
        run did, with other operands; return whether there are any.
        """
        otherwise = blocks_reached_otherwise(native) if native.unit.alike else set()
        places = {found.result_id: found.block for found in native.unit.subgroups.operations}
        apart = {
            value_id
            for value_id in native.unit.alike
            if (block := places[value_id]) is not None and block.id in otherwise
        }
        self.apart |= apart
        return bool(apart)


def _ids_of(found: Instruction, native: Native) -> set[int]:
    """Return what to take as loose for an instruction: its result, or the variables that it
    stores into.
    """
    if found.result_id and opcodes.OpAtomicLoad <= found.op <= opcodes.OpAtomicXor:
        root = native.unit.analysis.root_of(found.ops[0])
        return {found.result_id, *(each.result_id for each in native.unit.atomics_of(root))} - {0}
    if found.result_id:
        return {found.result_id}
    return {native.unit.analysis.root_of(pointer_id) for pointer_id in found.ops[:2]}
