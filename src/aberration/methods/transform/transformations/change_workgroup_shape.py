"""Number the invocations of a workgroup in other directions, and find the old numbers again."""

from __future__ import annotations

from typing import Final

from aberration.core.errors import must_exist
from aberration.languages.spirv import types
from aberration.languages.spirv.declaring import declare_global
from aberration.languages.spirv.enums import (
    BuiltIn,
    Capability,
    Decoration,
    ExecutionMode,
    StorageClass,
)
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpAccessChain,
    OpCapability,
    OpCompositeConstruct,
    OpCopyMemory,
    OpDecorate,
    OpEntryPoint,
    OpIAdd,
    OpIMul,
    OpInBoundsAccessChain,
    OpLoad,
    OpName,
    OpStore,
    OpTypeInt,
    OpTypePointer,
    OpTypeVector,
    OpUDiv,
    OpUMod,
    OpVariable,
)
from aberration.languages.spirv.preamble import decorations, entry_points
from aberration.methods.transform.analysis.convergence import is_compute
from aberration.methods.transform.analysis.workgroup_shape import (
    Shape,
    built_in_variable,
    shape_of,
    size_decorations,
    size_mode,
)
from aberration.methods.transform.transformation import Transformation, all_fresh
from aberration.methods.transform.transformations.add_idle_barrier import find_uint

LARGEST: Final = (128, 128, 64)
"""What every device can do in each direction (maxComputeWorkGroupSize), ..."""
MOST: Final = 128
"""... and in all (maxComputeWorkGroupInvocations)."""
COUNT: Final = 12
"""Fresh ids that are used at most."""
KEPT: Final = frozenset(
    (BuiltIn.LOCAL_INVOCATION_INDEX, BuiltIn.WORKGROUP_ID, BuiltIn.NUM_WORKGROUPS)
)
"""Built-ins that do not depend on the shape."""
CHANGED: Final = (BuiltIn.LOCAL_INVOCATION_ID, BuiltIn.GLOBAL_INVOCATION_ID)
HARMLESS_CAPABILITIES: Final = frozenset(
    (
        Capability.MATRIX,
        Capability.SHADER,
        Capability.INT8,
        Capability.INT16,
        Capability.INT64,
        Capability.FLOAT16,
        Capability.FLOAT64,
        Capability.IMAGE_QUERY,
        Capability.VULKAN_MEMORY_MODEL,
        Capability.VARIABLE_POINTERS,
        Capability.VARIABLE_POINTERS_STORAGE_BUFFER,
    )
)
"""They bring no groups of neighbours: with any other one, it might matter who is next to whom."""
_CHAINS: Final = (OpAccessChain, OpInBoundsAccessChain)
_NAMED: Final = (OpName, OpDecorate, OpEntryPoint)


class ChangeWorkgroupShape(Transformation, frozen=True, gc=False):
    """Precondition: the module is a compute shader with one entry point, a known size of the
    workgroup, and no capability by which it would matter who is next to whom. `shape` is another
    one with as many invocations, and within the limits of every device. The built-in
    LocalInvocationIndex is declared; WorkgroupId too, if GlobalInvocationId is. LocalInvocationId
    and GlobalInvocationId are only loaded or copied from, directly or through access chains.
    Pointer types of class Private to their type and its component exist, and relevant constants of
    the old size. `fresh` are COUNT ids.
    Effect: changes the execution mode; a constant that was the size of the workgroup is an ordinary
    one from now on. At the start of the entry point, the old numbers of the invocation are computed
    from its index and stored to private variables, which are read in place of the built-ins.
    Facts: none used, none added. The index of an invocation is what it was.
    """

    shape: Shape
    fresh: tuple[int, ...]

    def is_applicable(self, module: Module) -> bool:
        if not is_compute(module) or len(self.fresh) != COUNT or not all_fresh(module, *self.fresh):
            return False
        old, mode = shape_of(module), size_mode(module)
        x, y, z = self.shape
        if old is None or mode is None or not self._knows_all_built_ins(module):
            return False
        if self.shape == old or x * y * z != old[0] * old[1] * old[2] or x * y * z > MOST:
            return False
        if not all(1 <= size <= most for size, most in zip(self.shape, LARGEST, strict=True)):
            return False
        if not all(
            capability.ops[0] in HARMLESS_CAPABILITIES
            for capability in module.by_opcode(OpCapability)
        ):
            return False
        return all(find_uint(module, size) for size in old) and all(
            _can_route(module, variable) for variable in _shaped_inputs(module)
        )

    def _knows_all_built_ins(self, module: Module) -> bool:
        """Say whether all inputs are known to depend on the shape or not, and those that are
        needed exist.
        """
        for entry in entry_points(module):
            for variable_id in module.operand_ids(entry)[1:]:
                variable = module.definition(variable_id)
                if variable is None or variable.op != OpVariable:
                    return False
                if variable.ops[0] != StorageClass.INPUT:
                    continue
                marks = decorations(module, variable_id)
                kinds = [mark.ops[2] for mark in marks if mark.ops[1] == Decoration.BUILT_IN]
                if len(kinds) != 1 or (kinds[0] not in KEPT and kinds[0] not in CHANGED):
                    return False
        index, uint = (
            built_in_variable(module, BuiltIn.LOCAL_INVOCATION_INDEX),
            module.find(OpTypeInt, 0, 32, 0),
        )
        if index is None or not uint or types.pointee(module, index.type_id) != uint:
            return False
        group = built_in_variable(module, BuiltIn.WORKGROUP_ID)
        if built_in_variable(module, BuiltIn.GLOBAL_INVOCATION_ID) is None:
            return True
        return group is not None and types.pointee(module, group.type_id) == _vector(module)

    def apply(self, module: Module) -> None:
        old, mode = must_exist(shape_of(module)), must_exist(size_mode(module))
        for found in size_decorations(module):
            module.remove(found)
        module.set_operands(mode, [mode.ops[0], ExecutionMode.LOCAL_SIZE, *self.shape])
        if _shaped_inputs(module):
            self._compute(module, old)

    def _compute(self, module: Module, old: Shape) -> None:
        """Compute the old numbers at the start of the entry point, and have them read in place
        of the built-ins.
        """
        index, x, rest, y, z, local, group, size, scaled, all_, local_variable, global_variable = (
            self.fresh
        )
        uint, vector = module.find(OpTypeInt, 0, 32, 0), _vector(module)
        wide, high, deep = (find_uint(module, number) for number in old)
        made = [
            Instruction(OpLoad, uint, index, [_id_of(module, BuiltIn.LOCAL_INVOCATION_INDEX)]),
            Instruction(OpUMod, uint, x, [index, wide]),
            Instruction(OpUDiv, uint, rest, [index, wide]),
            Instruction(OpUMod, uint, y, [rest, high]),
            Instruction(OpUDiv, uint, z, [rest, high]),
            Instruction(OpCompositeConstruct, vector, local, [x, y, z]),
        ]
        local_id, global_id = (built_in_variable(module, built_in) for built_in in CHANGED)
        if local_id is not None:
            made.append(_route(module, local_id, local_variable, local))
        if global_id is not None:
            made += [
                Instruction(OpLoad, vector, group, [_id_of(module, BuiltIn.WORKGROUP_ID)]),
                Instruction(OpCompositeConstruct, vector, size, [wide, high, deep]),
                Instruction(OpIMul, vector, scaled, [group, size]),
                Instruction(OpIAdd, vector, all_, [scaled, local]),
                _route(module, global_id, global_variable, all_),
            ]
        module.insert_before(_start(module), *made)


def _shaped_inputs(module: Module) -> list[Instruction]:
    """Return the variables whose values depend on the shape."""
    found = [built_in_variable(module, built_in) for built_in in CHANGED]
    return [variable for variable in found if variable is not None]


def _id_of(module: Module, built_in: int) -> int:
    variable = built_in_variable(module, built_in)
    return 0 if variable is None else variable.result_id


def _vector(module: Module) -> int:
    uint = module.find(OpTypeInt, 0, 32, 0)
    return module.find(OpTypeVector, 0, uint, 3) if uint else 0


def _can_route(module: Module, variable: Instruction) -> bool:
    """Say whether another variable, of class Private, can be read wherever this one is."""
    vector = _vector(module)
    if (
        not vector
        or types.pointee(module, variable.type_id) != vector
        or not _private_pointer(module, vector)
    ):
        return False
    for user in module.users(variable.result_id):
        if user.op in _NAMED or _reads(user, variable.result_id):
            continue
        if user.op not in _CHAINS or user.ops[0] != variable.result_id or len(user.ops) != 2:
            return False
        if not _private_pointer(module, types.component_type(module, vector)):
            return False
        if not all(
            each.op == OpName or _reads(each, user.result_id)
            for each in module.users(user.result_id)
        ):
            return False
    return True


def _reads(user: Instruction, pointer_id: int) -> bool:
    """Say whether an instruction loads or copies from a pointer, and does nothing else with it."""
    if user.op == OpCopyMemory:
        return user.ops[1] == pointer_id and user.ops[0] != pointer_id
    return user.op == OpLoad


def _private_pointer(module: Module, type_id: int) -> int:
    return module.find(OpTypePointer, 0, StorageClass.PRIVATE, type_id)


def _route(module: Module, variable: Instruction, shadow: int, value: int) -> Instruction:
    """Declare a private variable, read it in place of another one, and return the store that
    fills it.
    """
    vector = _vector(module)
    declare_global(module, shadow, _private_pointer(module, vector), StorageClass.PRIVATE)
    for user in list(module.users(variable.result_id)):
        if user.op in _CHAINS:
            type_id = _private_pointer(module, types.component_type(module, vector))
            ops = [shadow, *user.ops[1:]]
            module.replace(user, Instruction(user.op, type_id, user.result_id, ops))
        elif user.op not in _NAMED:
            module.replace_in(user, variable.result_id, shadow)
    return Instruction(OpStore, 0, 0, [shadow, value])


def _start(module: Module) -> Instruction:
    """Return the first instruction of the entry point that is no variable."""
    function = module.function(entry_points(module)[0].ops[1])
    instructions = function.blocks[0].instructions if function is not None else []
    return next(each for each in instructions if each.op != OpVariable)
