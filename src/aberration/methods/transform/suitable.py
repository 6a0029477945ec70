"""Which modules can be transformed at all.

What is not known to be harmless is refused by name: a capability because it is not listed. Results
that depend on a clock prove nothing about a compiler; of those that depend on how it groups
invocations, the interpreter compares none.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import (
    Capability,
    ExecutionModel,
    FunctionControl,
    StorageClass,
)
from aberration.languages.spirv.generate import constant_name
from aberration.languages.spirv.given_constants import numbered_constants
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.operands import core_table
from aberration.languages.spirv.preamble import entry_points, has_capability
from aberration.languages.spirv.uniform_only import has_choices_in_subgroups
from aberration.languages.spirv.varyings import Unmatched, matches

STAGES: Final = (ExecutionModel.VERTEX, ExecutionModel.FRAGMENT, ExecutionModel.GL_COMPUTE)
CAPABILITIES: Final = frozenset(
    (
        Capability.MATRIX,
        Capability.SHADER,
        Capability.GEOMETRY,
        Capability.TESSELLATION,
        Capability.FLOAT16,
        Capability.FLOAT64,
        Capability.INT64,
        Capability.INT64_ATOMICS,
        Capability.INT16,
        Capability.INT8,
        Capability.IMAGE_GATHER_EXTENDED,
        Capability.STORAGE_IMAGE_MULTISAMPLE,
        Capability.CLIP_DISTANCE,
        Capability.CULL_DISTANCE,
        Capability.UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING,
        Capability.SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING,
        Capability.STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING,
        Capability.STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING,
        Capability.IMAGE_CUBE_ARRAY,
        Capability.SAMPLE_RATE_SHADING,
        Capability.INPUT_ATTACHMENT,
        Capability.MIN_LOD,
        Capability.SAMPLED1_D,
        Capability.IMAGE1_D,
        Capability.SAMPLED_CUBE_ARRAY,
        Capability.SAMPLED_BUFFER,
        Capability.IMAGE_BUFFER,
        Capability.IMAGE_MS_ARRAY,
        Capability.IMAGE_QUERY,
        Capability.STORAGE_IMAGE_EXTENDED_FORMATS,
        Capability.DERIVATIVE_CONTROL,
        Capability.INTERPOLATION_FUNCTION,
        Capability.DRAW_PARAMETERS,
        Capability.STORAGE_IMAGE_READ_WITHOUT_FORMAT,
        Capability.STORAGE_IMAGE_WRITE_WITHOUT_FORMAT,
        Capability.DEVICE_GROUP,
        Capability.MULTI_VIEW,
        Capability.STORAGE_BUFFER16_BIT_ACCESS,
        Capability.UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
        Capability.STORAGE_PUSH_CONSTANT16,
        Capability.STORAGE_INPUT_OUTPUT16,
        Capability.STORAGE_BUFFER8_BIT_ACCESS,
        Capability.UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
        Capability.STORAGE_PUSH_CONSTANT8,
        Capability.VARIABLE_POINTERS_STORAGE_BUFFER,
        Capability.VARIABLE_POINTERS,
        Capability.DENORM_PRESERVE,
        Capability.DENORM_FLUSH_TO_ZERO,
        Capability.SIGNED_ZERO_INF_NAN_PRESERVE,
        Capability.ROUNDING_MODE_RTE,
        Capability.ROUNDING_MODE_RTZ,
        Capability.VULKAN_MEMORY_MODEL,
        Capability.VULKAN_MEMORY_MODEL_DEVICE_SCOPE,
        Capability.SHADER_NON_UNIFORM,
        Capability.RUNTIME_DESCRIPTOR_ARRAY,
        Capability.INPUT_ATTACHMENT_ARRAY_DYNAMIC_INDEXING,
        Capability.UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
        Capability.STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
        Capability.UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
        Capability.SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
        Capability.STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
        Capability.STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
        Capability.INPUT_ATTACHMENT_ARRAY_NON_UNIFORM_INDEXING,
        Capability.UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
        Capability.STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
        Capability.PHYSICAL_STORAGE_BUFFER_ADDRESSES,
        Capability.GROUP_NON_UNIFORM,
        Capability.GROUP_NON_UNIFORM_VOTE,
        Capability.GROUP_NON_UNIFORM_ARITHMETIC,
        Capability.GROUP_NON_UNIFORM_BALLOT,
        Capability.GROUP_NON_UNIFORM_SHUFFLE,
        Capability.GROUP_NON_UNIFORM_SHUFFLE_RELATIVE,
        Capability.GROUP_NON_UNIFORM_CLUSTERED,
        Capability.GROUP_NON_UNIFORM_QUAD,
        Capability.DEMOTE_TO_HELPER_INVOCATION,
        Capability.DOT_PRODUCT,
        Capability.DOT_PRODUCT_INPUT_ALL,
        Capability.DOT_PRODUCT_INPUT4X8_BIT,
        Capability.DOT_PRODUCT_INPUT4X8_BIT_PACKED,
        Capability.BIT_INSTRUCTIONS,
    )
)
EXTENDED: Final = ("GLSL.std.450", "NonSemantic.DebugPrintf")
"""Sets of extended instructions whose operands may be any value of the same meaning."""
ARITHMETIC: Final = {
    (o.OpTypeInt, 8): Capability.INT8,
    (o.OpTypeInt, 16): Capability.INT16,
    (o.OpTypeFloat, 16): Capability.FLOAT16,
}
"""Without these capabilities, narrow values may only be stored and converted."""
PROMISES: Final = FunctionControl.PURE | FunctionControl.CONST
LISTED_BEFORE_1_4: Final = (StorageClass.INPUT, StorageClass.OUTPUT)
VERSION_1_4: Final = 0x00010400


def refusal(module: Module) -> str:
    """Return why a module cannot be transformed; empty if it can."""
    for capability in module.by_opcode(o.OpCapability):
        if capability.ops[0] not in CAPABILITIES:
            return f"the capability {_name(capability.ops[0])} is not supported"
    for (op, width), needed in ARITHMETIC.items():
        declared = any(found.ops[0] == width for found in module.by_opcode(op))
        if declared and not has_capability(module, needed):
            return f"it has values of {width} bits without the capability {_name(needed)}"
    if not has_capability(module, Capability.SHADER):
        return "it declares no capability Shader"
    for found in module.by_opcode(o.OpExtInstImport):
        data = b"".join(word.to_bytes(4, "little") for word in found.ops)
        name = data.partition(b"\0")[0].decode("utf-8", "replace")
        if name not in EXTENDED:
            return (
                f"the extended instructions {name!r} are not supported (spirv-opt "
                f"--strip-debug removes debuggers')"
            )
    if has_choices_in_subgroups(module):
        return "it chooses one invocation of each subgroup, or asks a ballot for its own vote"
    if module.by_opcode(o.OpDecorationGroup):
        return "decoration groups are not supported; spirv-opt --flatten-decorations removes them"
    return _entry_refusal(module) or _function_refusal(module)


def pair_refusal(module: Module, companion: bytes) -> str:
    """Return why a stage of a pair cannot be transformed while the other one stays, or nothing:
    what both read of the host would change for one of them.
    """
    if not companion:
        return ""
    other = Module.parse(companion)
    try:
        vertices = [
            one
            for one in (module, other)
            for entry in entry_points(one)
            if entry.ops[0] == ExecutionModel.VERTEX
        ]
        if len(vertices) != 1:
            return "its pair is not a vertex and a fragment shader"
        (vertex,) = vertices
        matches(vertex, other if vertex is module else module)
        if numbered_constants(other):
            return "the other stage of its pair has specialisation constants"
        if all(any(map(_is_given, one.by_opcode(o.OpVariable))) for one in (module, other)):
            return "both stages of its pair have blocks"
    except Unmatched as error:
        return error.message
    finally:
        other.clear()
    return ""


def _is_given(variable: Instruction) -> bool:
    return variable.ops[0] in (
        StorageClass.UNIFORM,
        StorageClass.PUSH_CONSTANT,
        StorageClass.STORAGE_BUFFER,
        StorageClass.UNIFORM_CONSTANT,
    )


def _name(capability: int) -> str:
    name = core_table().kinds["Capability"].names.get(capability)
    return constant_name("Capability", name) if name else str(capability)


def _entry_refusal(module: Module) -> str:
    """One entry point: what belongs to another must not be used in its functions."""
    entries = entry_points(module)
    if len(entries) != 1:
        return f"expected one entry point, came {len(entries)}"
    if entries[0].ops[0] not in STAGES:
        return f"the execution model {entries[0].ops[0]} is not supported"
    listed = set(module.operand_ids(entries[0]))
    for variable in module.by_opcode(o.OpVariable):
        if variable.block is not None or variable.result_id in listed:
            continue
        if module.version >= VERSION_1_4 or variable.ops[0] in LISTED_BEFORE_1_4:
            return f"the variable {variable.result_id} is not in the interface of the entry point"
    return ""


def _function_refusal(module: Module) -> str:
    for function in module.functions:
        if not function.blocks:
            return f"the function {function.id} has no body"
        if function.definition.ops[0] & PROMISES:
            return f"the function {function.id} promises to be Pure or Const"
        is_variable = [each.op == o.OpVariable for each in function.blocks[0].instructions]
        if is_variable != sorted(is_variable, reverse=True):
            return f"in the function {function.id} variables follow other instructions"
    return ""
