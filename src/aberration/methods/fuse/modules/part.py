"""One of the two modules of a fused program, with what has to be known of it."""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.constructs import construct_header
from aberration.languages.spirv.enums import (
    Decoration,
    ExecutionMode,
    ExecutionModel,
    MemoryModel,
    StorageClass,
)
from aberration.languages.spirv.glsl_functions import GLSL_NAME
from aberration.languages.spirv.grammar import DERIVATIVES
from aberration.languages.spirv.interpret.block_arrays import has_block_array
from aberration.languages.spirv.interpret.helpers import ASKS, DEMOTES, sees_helpers
from aberration.languages.spirv.interpret.interface import Interface
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.undefined import Refused
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import decode_string
from aberration.languages.spirv.preamble import decorations, entry_points
from aberration.languages.spirv.types import (
    component_count,
    is_float,
    is_vector,
    pointee,
    scalar_of,
)
from aberration.languages.spirv.types import width as width_of

_UNKNOWN: Final = (
    (o.OpDecorationGroup, "decoration groups"),
    (o.OpExecutionModeId, "execution modes that constants set"),
    (o.OpTypeForwardPointer, "pointers to what is declared later"),
)
_ENDS: Final = frozenset((o.OpKill, o.OpTerminateInvocation))
_WAITS: Final = DERIVATIVES | {o.OpControlBarrier}
_MODES: Final = (
    ExecutionMode.ORIGIN_UPPER_LEFT,
    ExecutionMode.EARLY_FRAGMENT_TESTS,
    ExecutionMode.LOCAL_SIZE,
)
"""What our interpreter knows, or what changes no result. Others say how floats are rounded."""
_COLOUR: Final = 4
_WORD: Final = 32
_FLOAT: Final = 32


class ModulePart(msgspec.Struct, frozen=True, eq=False):
    """A module that is only read. `entry` is its entry function, `colour` its output at location 0
    (0 for compute), `modes` its execution modes, `size` that of its workgroups, `spec_ids` numbers
    of its specialisation constants.

    `derives`: it takes derivatives; `waits`: its invocations wait for each other, for derivatives
    or at barriers; `ends`: it ends invocations; `demotes`: they go on as helpers; `asks`: what it
    does depends on which are helpers; `leaves_early`: its entry function has several ends, or one
    in a loop or branch, so that its invocations may come apart. `shared` are the bytes of memory
    that the invocations of a workgroup share.
    """

    program: Program
    module: Module
    entry: int
    colour: int
    modes: frozenset[tuple[int, ...]]
    size: tuple[int, int, int]
    spec_ids: frozenset[int]
    derives: bool
    waits: bool
    ends: bool
    demotes: bool
    asks: bool
    leaves_early: bool
    shared: int

    @property
    def discards(self) -> bool:
        """Whether it may leave a pixel as it was."""
        return self.ends or self.demotes

    @property
    def resources(self) -> tuple[int, ...]:
        """Return the variables at bindings, in text order."""
        kinds = (StorageClass.UNIFORM, StorageClass.STORAGE_BUFFER)
        return tuple(
            found.result_id
            for found in self.module.globals
            if found.op == o.OpVariable and found.ops[0] in kinds
        )

    @property
    def is_of_old_memory_model(self) -> bool:
        """Whether what its invocations share is marked as such (GLSL450), and not each access."""
        return any(
            found.op == o.OpMemoryModel and found.ops[1] == MemoryModel.GLSL450
            for found in self.module.preamble
        )

    @property
    def has_old_buffers(self) -> bool:
        """Whether it declares storage buffers as uniforms (BufferBlock)."""
        return any(
            found.op == o.OpDecorate and found.ops[1] == Decoration.BUFFER_BLOCK
            for found in self.module.preamble
        )

    @property
    def pushed(self) -> bool:
        """Whether it has push constants."""
        return any(
            found.op == o.OpVariable and found.ops[0] == StorageClass.PUSH_CONSTANT
            for found in self.module.globals
        )


def read_module(program: Program) -> ModulePart:
    """Return a program as a part; raise `BadInput` for one that cannot be fused."""
    if program.inputs.constants:
        message = "it cannot be fused: it has given specialisation constants"
        raise BadInput(message, where=program.name)
    if program.inputs.attachments:
        raise BadInput("it cannot be fused: it has several attachments", where=program.name)
    module = Module.parse(program.source)
    try:
        interface = _interface(module)
        colour = _colour(module, interface) if interface.stage == "fragment" else 0
    except BadInput as error:
        raise error.at(program.name) from None
    used = {one.op for block in module.blocks for one in block.instructions}
    return ModulePart(
        program,
        module,
        interface.entry_id,
        colour,
        frozenset(tuple(one.ops[1:]) for one in module.preamble if one.op == o.OpExecutionMode),
        interface.local_size,
        frozenset(
            one.ops[2]
            for one in module.preamble
            if one.op == o.OpDecorate and one.ops[1] == Decoration.SPEC_ID
        ),
        derives=bool(used & DERIVATIVES),
        waits=bool(used & _WAITS),
        ends=bool(used & _ENDS),
        demotes=DEMOTES in used,
        asks=ASKS in used or sees_helpers(interface),
        leaves_early=_leaves_early(module, interface.entry_id),
        shared=_shared_bytes(interface),
    )


def _interface(module: Module) -> Interface:
    """Return what the module sees of the world; raise `BadInput` for what cannot be fused."""
    for op, what in _UNKNOWN:
        if any(found.op == op for found in (*module.preamble, *module.globals)):
            raise BadInput(f"it cannot be fused: it has {what}")
    for found in module.preamble:
        if found.op == o.OpExtInstImport and found.ops != GLSL_NAME:
            raise BadInput(f"it cannot be fused: it has {decode_string(found.ops)}")
        if found.op == o.OpExecutionMode and found.ops[1] not in _MODES:
            raise BadInput(f"it cannot be fused: its execution mode {found.ops[1]}")
    if len(entry_points(module)) != 1:
        raise BadInput(f"expected one entry point, came {len(entry_points(module))}")
    if any(
        found.op == o.OpVariable and found.ops[0] == StorageClass.UNIFORM_CONSTANT
        for found in module.globals
    ):
        raise BadInput("it cannot be fused: it has textures or samplers")
    if has_block_array(module):
        raise BadInput("it cannot be fused: it has an array of blocks")
    if entry_points(module)[0].ops[0] == ExecutionModel.VERTEX:
        raise BadInput(
            "it cannot be fused: it is a vertex shader, whose points lie each in a pixel"
        )
    try:
        return Interface(module, Leaves(module))
    except Refused as error:
        raise BadInput(f"it cannot be fused: {error.message}") from None


def _shared_bytes(interface: Interface) -> int:
    """Return the bytes of memory that the invocations of a workgroup share, truth values as
    words.
    """
    leaves, shared = interface.leaves, interface.of_storage(StorageClass.WORKGROUP)
    return sum(max(leaf.width, _WORD) // 8 for one in shared for leaf in leaves.of(one.type_id))


def _leaves_early(module: Module, function_id: int) -> bool:
    function = module.function(function_id)
    blocks = () if function is None else function.blocks
    ends = [block for block in blocks if block.terminator.op == o.OpReturn]
    return len(ends) > 1 or any(construct_header(module, one) is not None for one in ends)


def _colour(module: Module, interface: Interface) -> int:
    """Return the output at location 0, which must be a vector of four floats."""
    for one in interface.of_storage(StorageClass.OUTPUT):
        if one.location == 0 and not _is_second_source(module, one.id):
            definition = module.definition(one.id)
            type_id = 0 if definition is None else pointee(module, definition.type_id)
            is_colour = is_vector(module, type_id) and component_count(module, type_id) == _COLOUR
            scalar = scalar_of(module, type_id)
            if is_colour and is_float(module, scalar) and width_of(module, scalar) == _FLOAT:
                return one.id
            raise BadInput("it cannot be fused: its colour is no vector of four floats")
    raise BadInput("it cannot be fused: it has no output at location 0")


def _is_second_source(module: Module, variable_id: int) -> bool:
    """Whether an output is the second source of blending, or begins behind the first component."""
    return any(
        one.ops[1] in (Decoration.INDEX, Decoration.COMPONENT) and one.ops[2] != 0
        for one in decorations(module, variable_id)
    )
