"""Which modules can be transformed at all.

What is not known to be harmless is refused by name: a capability because it is not listed. Results
that depend on how a compiler groups invocations, or on a clock, prove nothing about it.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import enums
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import ExecutionModel, FunctionControl, StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import entry_points, has_capability

C: Final = enums.Capability
STAGES: Final = (ExecutionModel.VERTEX, ExecutionModel.FRAGMENT, ExecutionModel.GL_COMPUTE)
CAPABILITIES: Final = frozenset(
    (
        *(
            C.MATRIX,
            C.SHADER,
            C.GEOMETRY,
            C.TESSELLATION,
            C.FLOAT16,
            C.FLOAT64,
            C.INT64,
            C.INT64_ATOMICS,
        ),
        *(
            C.INT16,
            C.INT8,
            C.IMAGE_GATHER_EXTENDED,
            C.STORAGE_IMAGE_MULTISAMPLE,
            C.CLIP_DISTANCE,
            C.CULL_DISTANCE,
        ),
        *(C.UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING, C.SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING),
        *(C.STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING, C.STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING),
        *(
            C.IMAGE_CUBE_ARRAY,
            C.SAMPLE_RATE_SHADING,
            C.INPUT_ATTACHMENT,
            C.MIN_LOD,
            C.SAMPLED1_D,
            C.IMAGE1_D,
        ),
        *(C.SAMPLED_CUBE_ARRAY, C.SAMPLED_BUFFER, C.IMAGE_BUFFER, C.IMAGE_MS_ARRAY, C.IMAGE_QUERY),
        *(
            C.STORAGE_IMAGE_EXTENDED_FORMATS,
            C.DERIVATIVE_CONTROL,
            C.INTERPOLATION_FUNCTION,
            C.DRAW_PARAMETERS,
        ),
        *(
            C.STORAGE_IMAGE_READ_WITHOUT_FORMAT,
            C.STORAGE_IMAGE_WRITE_WITHOUT_FORMAT,
            C.DEVICE_GROUP,
            C.MULTI_VIEW,
        ),
        *(
            C.STORAGE_BUFFER16_BIT_ACCESS,
            C.UNIFORM_AND_STORAGE_BUFFER16_BIT_ACCESS,
            C.STORAGE_PUSH_CONSTANT16,
        ),
        *(
            C.STORAGE_INPUT_OUTPUT16,
            C.STORAGE_BUFFER8_BIT_ACCESS,
            C.UNIFORM_AND_STORAGE_BUFFER8_BIT_ACCESS,
        ),
        *(C.STORAGE_PUSH_CONSTANT8, C.VARIABLE_POINTERS_STORAGE_BUFFER, C.VARIABLE_POINTERS),
        *(
            C.DENORM_PRESERVE,
            C.DENORM_FLUSH_TO_ZERO,
            C.SIGNED_ZERO_INF_NAN_PRESERVE,
            C.ROUNDING_MODE_RTE,
        ),
        *(
            C.ROUNDING_MODE_RTZ,
            C.VULKAN_MEMORY_MODEL,
            C.VULKAN_MEMORY_MODEL_DEVICE_SCOPE,
            C.SHADER_NON_UNIFORM,
        ),
        *(C.RUNTIME_DESCRIPTOR_ARRAY, C.INPUT_ATTACHMENT_ARRAY_DYNAMIC_INDEXING),
        *(
            C.UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
            C.STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
        ),
        *(C.UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING, C.SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING),
        *(C.STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING, C.STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING),
        *(
            C.INPUT_ATTACHMENT_ARRAY_NON_UNIFORM_INDEXING,
            C.UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
        ),
        *(C.STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING, C.PHYSICAL_STORAGE_BUFFER_ADDRESSES),
        *(
            C.DEMOTE_TO_HELPER_INVOCATION,
            C.DOT_PRODUCT,
            C.DOT_PRODUCT_INPUT_ALL,
            C.DOT_PRODUCT_INPUT4X8_BIT,
        ),
        *(C.DOT_PRODUCT_INPUT4X8_BIT_PACKED, C.BIT_INSTRUCTIONS),
    )
)
EXTENDED: Final = ("GLSL.std.450", "NonSemantic.DebugPrintf")
"""Sets of extended instructions whose operands may be any value of the same meaning."""
ARITHMETIC: Final = {
    (o.OpTypeInt, 8): C.INT8,
    (o.OpTypeInt, 16): C.INT16,
    (o.OpTypeFloat, 16): C.FLOAT16,
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
    if not has_capability(module, C.SHADER):
        return "it declares no capability Shader"
    for found in module.by_opcode(o.OpExtInstImport):
        data = b"".join(word.to_bytes(4, "little") for word in found.ops)
        name = data.partition(b"\0")[0].decode("utf-8", "replace")
        if name not in EXTENDED:
            return (
                f"the extended instructions {name!r} are not supported (spirv-opt "
                f"--strip-debug removes debuggers')"
            )
    if module.by_opcode(o.OpDecorationGroup):
        return "decoration groups are not supported; spirv-opt --flatten-decorations removes them"
    return _entry_refusal(module) or _function_refusal(module)


def _name(capability: int) -> str:
    return next((name for name, value in vars(C).items() if value == capability), str(capability))


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
