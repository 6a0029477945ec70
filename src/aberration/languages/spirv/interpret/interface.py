"""What a shader sees of the world: its variables by kind, built-ins, blocks filled from inputs,
outputs, the image.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.program import DRAWN, Stage
from aberration.languages.spirv import opcodes
from aberration.languages.spirv.enums import (
    BuiltIn,
    Decoration,
    ExecutionMode,
    ExecutionModel,
    StorageClass,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations, entry_points, has_decoration
from aberration.languages.spirv.types import pointee

from .images import declared_elements
from .layout import BlockLayout, Slot, block_bytes, cells_of_bytes, layout_of, place_of, push_bytes
from .leaves import Cell, Leaves
from .pair import JoinedStages
from .storage_images import is_storage_image
from .subgroup_inputs import OF_WORKGROUPS, SUBGROUP_BUILT_INS, lone_input
from .undefined import Refused, refuse
from .vertices import (
    VERTEX_BUILT_INS,
    AttributePart,
    attribute_parts,
    built_ins_of,
    point_parts,
)

_BLOCKS: Final = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER, StorageClass.PUSH_CONSTANT)
_KNOWN: Final = (
    *_BLOCKS,
    StorageClass.INPUT,
    StorageClass.OUTPUT,
    StorageClass.PRIVATE,
    StorageClass.WORKGROUP,
)
FRAGMENT_BUILT_INS: Final = {
    BuiltIn.FRAG_COORD: 4,
    BuiltIn.FRONT_FACING: 1,
    BuiltIn.SAMPLE_ID: 1,
    BuiltIn.HELPER_INVOCATION: 1,
}
UNSEEN: Final = (BuiltIn.FRAG_DEPTH,)
"""Built-in outputs of fragment shaders that change nothing: nothing is tested by depth here."""
COMPUTE_BUILT_INS: Final = {
    BuiltIn.NUM_WORKGROUPS: 3,
    BuiltIn.WORKGROUP_SIZE: 3,
    BuiltIn.WORKGROUP_ID: 3,
    BuiltIn.LOCAL_INVOCATION_ID: 3,
    BuiltIn.GLOBAL_INVOCATION_ID: 3,
    BuiltIn.LOCAL_INVOCATION_INDEX: 1,
}


_BUILT_INS: Final[Mapping[Stage, Collection[int]]] = MappingProxyType(
    {
        "vertex": VERTEX_BUILT_INS,
        "fragment": {*FRAGMENT_BUILT_INS, *SUBGROUP_BUILT_INS} - {*OF_WORKGROUPS},
        "compute": {*COMPUTE_BUILT_INS, *SUBGROUP_BUILT_INS},
    }
)
_STAGES: Final[Mapping[int, Stage]] = MappingProxyType(
    {
        ExecutionModel.VERTEX: "vertex",
        ExecutionModel.FRAGMENT: "fragment",
        ExecutionModel.GL_COMPUTE: "compute",
    }
)


class Variable(msgspec.Struct, frozen=True):
    """A variable outside of functions. `storage` is its storage class, StorageBuffer too for
    old-style buffers; `built_in` and `location` are -1 where there is none.
    """

    id: int
    storage: int
    type_id: int
    built_in: int = -1
    location: int = -1


class Interface:
    """The variables of a module and how they are filled. Raises `Refused` for what is not known."""

    def __init__(self, module: Module, leaves: Leaves, stages: JoinedStages | None = None) -> None:
        self.module = module
        self.leaves = leaves
        self.stages: Final = stages
        entries = entry_points(module)
        if not entries or entries[0].ops[0] not in _STAGES:
            raise Refused("a module without a vertex, fragment or compute entry point")
        self.stage: Final = _STAGES[entries[0].ops[0]]
        if self.stage == "vertex" and len(entries) > 1:
            raise Refused("a vertex shader beside other entry points")
        self.entry_id: int = entries[0].ops[1] if stages is None else stages.entry
        self.variables = {
            found.result_id: self._variable(found)
            for found in module.globals
            if found.op == opcodes.OpVariable
        }
        vertices = [one for one in self.variables if self.stage_of(one) == "vertex"]
        self.point = point_parts(module, leaves, vertices) if vertices or self.is_vertex else ()
        self.local_size = self._local_size()
        self._layouts: dict[int, BlockLayout] = {}

    @property
    def is_vertex(self) -> bool:
        """Whether each invocation is a vertex, and no fragment."""
        return self.stage == "vertex"

    def stage_of(self, variable: int) -> Stage:
        """Return the stage of a variable: of a pair, that of its module."""
        return "vertex" if self.stages and variable in self.stages.of_vertex else self.stage

    @property
    def draws(self) -> bool:
        """Whether the result is an image, of which each pixel has one invocation."""
        return self.stage in DRAWN

    def of_storage(self, *classes: int) -> list[Variable]:
        """Return the variables of some storage classes, in text order."""
        return [variable for variable in self.variables.values() if variable.storage in classes]

    def _variable(self, found: Instruction) -> Variable:
        module = self.module
        storage, type_id = found.ops[0], pointee(module, found.type_id)
        if storage == StorageClass.UNIFORM_CONSTANT:
            # Buffers stand for storage images.
            if not is_storage_image(module, found):
                declared_elements(self.leaves, found)
            return Variable(found.result_id, storage, type_id)
        if storage not in _KNOWN:
            self.leaves.of(type_id)
            raise refuse(f"storage class {storage}", found)
        if self.stages is not None and found.result_id in self.stages.between:
            return Variable(found.result_id, StorageClass.PRIVATE, type_id)
        built_in, location = -1, -1
        for mark in decorations(module, found.result_id):
            if mark.ops[1] == Decoration.BUILT_IN:
                built_in = mark.ops[2]
            elif mark.ops[1] == Decoration.LOCATION:
                location = mark.ops[2]
        if storage == StorageClass.UNIFORM and has_decoration(
            module, type_id, Decoration.BUFFER_BLOCK
        ):
            storage = StorageClass.STORAGE_BUFFER
        if storage == StorageClass.INPUT:
            self._check_input(found, built_in, location)
        # What a vertex shader says of its point is looked at by `point_parts`.
        of_vertex = self.stage_of(found.result_id) == "vertex"
        points = of_vertex and built_ins_of(module, found.result_id, type_id)
        if storage == StorageClass.OUTPUT and not points:
            self._check_output(found, built_in, location)
        return Variable(found.result_id, storage, type_id, built_in, location)

    def _check_input(self, found: Instruction, built_in: int, location: int) -> None:
        stage = self.stage_of(found.result_id)
        if built_in >= 0:
            if built_in not in _BUILT_INS[stage]:
                raise refuse(f"built-in {built_in}", found)
            if self.stages is not None and built_in in SUBGROUP_BUILT_INS:
                raise refuse(f"built-in {built_in} in a pair", found)
        elif stage != "vertex":
            raise refuse("an input from a vertex shader", found)
        elif location < 0 or has_decoration(self.module, found.result_id, Decoration.COMPONENT):
            raise refuse("an attribute that does not begin a location", found)

    def _check_output(self, found: Instruction, built_in: int, location: int) -> None:
        if self.stage == "fragment" and built_in in UNSEEN:
            return
        if built_in >= 0 or location < 0:
            raise refuse("an output that is a built-in or a block", found)

    def _local_size(self) -> tuple[int, int, int]:
        for mark in self.module.by_opcode(opcodes.OpDecorate):
            is_size = mark.ops[1] == Decoration.BUILT_IN and mark.ops[2] == BuiltIn.WORKGROUP_SIZE
            if is_size and self.leaves.is_constant(mark.ops[0]):
                return _triple(self.leaves.constant(mark.ops[0]))
        for mode in self.module.preamble:
            if mode.op == opcodes.OpExecutionMode and mode.ops[1] == ExecutionMode.LOCAL_SIZE:
                return mode.ops[2], mode.ops[3], mode.ops[4]
            if mode.op == opcodes.OpExecutionModeId and mode.ops[1] == ExecutionMode.LOCAL_SIZE_ID:
                return _triple(
                    tuple(self.leaves.constant(value_id)[0] for value_id in mode.ops[2:5])
                )
        return 1, 1, 1

    # ---- blocks

    def layout(self, variable: Variable) -> BlockLayout:
        """Return the layout of a block variable."""
        known = self._layouts.get(variable.id)
        if known is None:
            known = self._layouts[variable.id] = layout_of(self.leaves, variable.type_id)
        return known

    def bytes_of(self, variable: Variable, inputs: Inputs) -> bytes:
        """Return the bytes of a block before the run."""
        if variable.storage == StorageClass.PUSH_CONSTANT:
            return push_bytes(inputs)
        return block_bytes(
            inputs, self.place(variable), variable.storage == StorageClass.STORAGE_BUFFER
        )

    def place(self, variable: Variable) -> tuple[int, int]:
        """Return (set, binding) of a block variable."""
        return place_of(self.leaves, variable.id)

    def slots(self, variable: Variable, inputs: Inputs) -> list[Slot]:
        """Return the leaves of a block with their byte offsets, as many as the buffer holds."""
        return self.layout(variable).slots(len(self.bytes_of(variable, inputs)))

    def array_length(self, variable: Variable, inputs: Inputs) -> int:
        """Return the number of elements of the runtime array at the end of a variable; 0 where
        there is none.
        """
        if variable.storage == StorageClass.WORKGROUP:
            return 0
        layout = self.layout(variable)
        if not layout.stride:
            return 0
        size = len(self.bytes_of(variable, inputs))
        return max(0, size - min(slot[0] for slot in layout.tail)) // layout.stride

    def block_cells(self, variable: Variable, inputs: Inputs) -> list[Cell]:
        """Return the leaves of a block before the run."""
        return cells_of_bytes(self.slots(variable, inputs), self.bytes_of(variable, inputs))

    # ---- attributes

    def attributes(self) -> list[Variable]:
        """Return the inputs of a vertex shader that are no built-ins."""
        return [
            variable
            for variable in self.of_storage(StorageClass.INPUT)
            if variable.built_in < 0 and self.stage_of(variable.id) == "vertex"
        ]

    def attribute_parts(self, variable: Variable, inputs: Inputs) -> list[AttributePart]:
        """Return what fills the leaves of an attribute; raise `Refused` where the inputs lack
        it.
        """
        found = self.module.definition(variable.id)
        assert found is not None
        return attribute_parts(self.leaves, found, variable.type_id, variable.location, inputs)

    # ---- cells before the run

    def initial_cells(self, variable: Variable) -> list[Cell]:
        """Return the leaves of a Private, Workgroup or Output variable before the run: None, or
        its initializer.
        """
        definition = self.module.definition(variable.id)
        if definition is not None and len(definition.ops) > 1:
            return list(self.leaves.constant(definition.ops[1]))
        return [None] * self.leaves.count(variable.type_id)


def _triple(cells: tuple[Cell, ...]) -> tuple[int, int, int]:
    x, y, z = (int(cell or 0) for cell in cells)
    return x, y, z


# ---- built-in inputs


def fragment_input(built_in: int, x: int, y: int, *, is_point: bool = False) -> tuple[Cell, ...]:
    """Return what pixel (x, y) sees in a built-in: our triangle lies at depth 0 and shows its
    back; what is no polygon is seen from the front (Vulkan 1.3, 15.9.4 "FrontFacing").
    """
    if built_in == BuiltIn.FRONT_FACING:
        return (is_point,)
    if built_in in SUBGROUP_BUILT_INS:
        return lone_input(built_in, 0, 0)
    if built_in == BuiltIn.FRAG_COORD:
        return x + 0.5, y + 0.5, 0.0, 1.0
    return (0,) if built_in == BuiltIn.SAMPLE_ID else (False,)


def compute_input(
    built_in: int,
    groups: tuple[int, ...],
    size: tuple[int, ...],
    group: tuple[int, ...],
    local: tuple[int, ...],
) -> tuple[Cell, ...]:
    """Return what an invocation sees in a built-in."""
    if built_in == BuiltIn.NUM_WORKGROUPS:
        return groups
    if built_in == BuiltIn.WORKGROUP_SIZE:
        return size
    if built_in == BuiltIn.WORKGROUP_ID:
        return group
    if built_in == BuiltIn.LOCAL_INVOCATION_ID:
        return local
    if built_in == BuiltIn.GLOBAL_INVOCATION_ID:
        return tuple(g * s + own for g, s, own in zip(group, size, local, strict=True))
    index = local[0] + size[0] * (local[1] + size[1] * local[2])
    if built_in in SUBGROUP_BUILT_INS:
        return lone_input(built_in, index, size[0] * size[1] * size[2])
    return (index,)


# ---- the image

KILLED: Final = b"\0\0\0\0"
"""What a discarded pixel shows: the image is cleared to transparent black."""


def unorm8(value: float) -> int:
    """Return a colour channel as eight bits: clamped, scaled in 32 bits and rounded to nearest,
    ties to even.

    The specification leaves ties open; the drivers that we know do it so.
    """
    if value <= 0.0:
        return 0
    if value >= 1.0:
        return 255
    _SINGLE[0] = value * 255.0
    return round(_SINGLE[0])


_SINGLE: Final = array("f", [0.0])
