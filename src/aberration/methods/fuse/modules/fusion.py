"""A SPIR-V module that is being fused: both parts linked, and a wrapper that calls them."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from math import prod
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Buffer, Inputs, Uniform
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.types import storage_class

from ..cells import both_cells
from ..outside import free_binding
from ..relations.relation import Relation
from ..wrapper import WEIGHT
from .cells import ModuleCells, cells_of, make_readable
from .link import Linked, link
from .outside import join_outside
from .part import ModulePart
from .words import Combined, LinkedCells
from .wrapper import LinkedEntry, add_entry, wrap

_SHARED: Final = 16384
"""Bytes that the invocations of a workgroup may share everywhere (Vulkan, "Required Limits")."""
_VERSION_1_3: Final = 0x00010300


class ModuleFusion:
    """See the module's text. With `branches` the first part runs only where the relation chooses
    it.
    """

    def __init__(
        self, first: ModulePart, second: ModulePart, relation: Relation, weight: int = 128
    ) -> None:
        refuse_pair(first, second)
        self.parts: Final = (first, second)
        self.relation: Final = relation
        self.weight: Final = weight
        self.cells: Final = self._combined_cells()
        self.branches = False
        self.mixed = False

    def program(self, name: str) -> Program:
        """Return the fused program with its inputs."""
        joined = join_outside(self.parts)
        linked = link(joined.parts)
        module = linked.module
        first, second = (
            LinkedEntry(ids[part.entry], ids.get(part.colour, 0))
            for ids, part in zip(linked.ids, self.parts, strict=True)
        )
        binding = free_binding(joined.inputs, _bindings_of(module))
        combined = self._what_to_combine(linked, binding)
        main = wrap(
            module,
            (first, second),
            self.relation,
            branches=self.branches,
            binding=binding,
            combined=combined,
        )
        add_entry(module, main, self.relation.stage, self.parts[0].modes)
        inputs = self._whole_inputs(joined.inputs, binding)
        source = module.to_bytes()
        module.clear()
        return replace(self.parts[0].program, source=source, inputs=inputs, name=name)

    def _whole_inputs(self, inputs: Inputs, binding: int) -> Inputs:
        if self.cells is not None:
            count = self._cell_count() * self.relation.width
            made = Buffer(binding, bytes(4 * count), (("uint", count),))
            return replace(inputs, buffers=(*inputs.buffers, made))
        if not self.relation.weighted:
            return inputs
        weight = Uniform(WEIGHT, struct.pack("<f", self.weight), binding)
        return replace(inputs, uniforms=(*inputs.uniforms, weight))

    # ---- cells

    def _combined_cells(self) -> tuple[ModuleCells, ModuleCells] | None:
        """Return the cells of both parts that the relation combines, None where it combines none;
        raise `BadInput` where a part has none.
        """
        if self.relation.words is None:
            return None
        first, second = self.parts
        inputs = (first.program.inputs, second.program.inputs)
        return both_cells(self.relation, cells_of(first), cells_of(second), inputs)

    def _cell_count(self) -> int:
        """Return how many pairs of cells the relation combines."""
        assert self.cells is not None
        return min(one.count for one in self.cells)

    def _what_to_combine(self, linked: Linked, binding: int) -> Combined | None:
        """Return what is combined in the linked module, which may be read there."""
        if self.cells is None:
            return None
        first, second = (
            self._linked_cells(linked.module, cells, ids)
            for cells, ids in zip(self.cells, linked.ids, strict=True)
        )
        return Combined(
            (first, second),
            self._cell_count(),
            prod(self.parts[0].size),
            binding,
            old=any(part.has_old_buffers for part in self.parts),
        )

    def _linked_cells(
        self, module: Module, cells: ModuleCells, ids: Mapping[int, int]
    ) -> LinkedCells:
        variable, block = ids[cells.variable], ids[cells.struct]
        shared = prod(self.parts[0].size) > 1
        make_readable(module, variable, block, cells.member, shared=shared)
        storage = storage_class(module, module.type_of(variable))
        return LinkedCells(variable, storage, cells.member, ids[cells.element])


def _bindings_of(module: Module) -> frozenset[int]:
    """Return all bindings in a module."""
    return frozenset(
        one.ops[2]
        for one in module.preamble
        if one.op == o.OpDecorate and one.ops[1] == Decoration.BINDING
    )


def refuse_pair(first: ModulePart, second: ModulePart) -> None:
    """Raise `BadInput` for two parts of which no program can be made."""
    if first.program.stage != second.program.stage:
        raise BadInput("expected parts of one stage, came a fragment and a compute shader")
    if first.size != second.size:
        raise BadInput(
            f"expected parts with workgroups of one size, came {first.size} and {second.size}"
        )
    if first.modes != second.modes:
        raise BadInput("expected parts with the same execution modes, came others")
    if first.spec_ids & second.spec_ids:
        raise BadInput("they cannot be fused: they share numbers of specialisation constants")
    if (first.ends or second.ends) and (first.derives or second.derives):
        # After a discard that ends it, the neighbours of a pixel have undefined derivatives.
        raise BadInput("they cannot be fused: one discards pixels, and one takes derivatives")
    for one, other in ((first, second), (second, first)):
        if one.asks and (other.demotes or other.derives):
            # Our interpreter does not know which helpers there are besides.
            raise BadInput("they cannot be fused: one has helpers, and the other asks for them")
    if first.leaves_early and second.waits:
        # Whether those that return early come together again is not said of calls.
        raise BadInput("they cannot be fused: one may return early, and the other one waits")
    if first.shared + second.shared > _SHARED:
        raise BadInput(f"expected parts that share {_SHARED} bytes at most, came more")
    if first.pushed and second.pushed:
        raise BadInput("they cannot be fused: both have push constants")
    version = max(first.module.version, second.module.version)
    if version > _VERSION_1_3 and (first.has_old_buffers or second.has_old_buffers):
        raise BadInput("they cannot be fused: one has buffers as no module after 1.3 declares them")
