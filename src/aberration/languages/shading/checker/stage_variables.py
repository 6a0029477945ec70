"""The built-in variables and constants of GLSL and ESSL (`gl_...`): type, direction, versions,
stage.

Sources: the section "Built-in Variables" of each language's specification; held to glslang's own
table by a test.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, Literal, NamedTuple

from ..builtins.row import ALL_STAGES, NEVER, Language, Stage
from ..builtins.subgroup import BALLOT, BASIC, with_basic
from ..types import BOOL, FLOAT, INT, UINT, Struct, Type, TypeMember, vector

Use = Literal["in", "out", "const", "uniform"]


class StageVariable(NamedTuple):
    """`glsl` and `essl` are the first versions that have it, `glsl_until` and `essl_until` the
    first that have not.
    """

    name: str
    stage: Stage
    use: Use
    type: Type
    glsl: int = NEVER
    essl: int = NEVER
    glsl_until: int = NEVER
    essl_until: int = NEVER
    extension: str = ""
    """What a program has to switch on for it; empty: nothing."""


_COUNT: Final = 32
"""Sizes of arrays that the implementation chooses."""
_VEC2: Final = vector(FLOAT, 2)
_VEC4: Final = vector(FLOAT, 4)
_UVEC3: Final = vector(UINT, 3)
_OF_SUBGROUPS: Final = (
    ("Size", UINT, BASIC),
    ("InvocationID", UINT, BASIC),
    *((f"{which}Mask", vector(UINT, 4), BALLOT) for which in ("Eq", "Ge", "Gt", "Le", "Lt")),
)


def _per_vertex(*more: str) -> Type:
    """Return the type of `gl_in`, as a primitive of one vertex has it: what each vertex was given
    (GLSL 4.60, 7.1.4 "Geometry Shader Special Variables").
    """
    types = {"gl_Position": _VEC4, "gl_PointSize": FLOAT}
    distances = FLOAT.array(_COUNT)
    members = tuple(TypeMember(name, types.get(name, distances)) for name in more)
    return Struct("gl_PerVertex", members).array(1)


_OLD_IN: Final = ("gl_Position", "gl_PointSize", "gl_ClipDistance")
VARIABLES: Final = (
    StageVariable("gl_Position", "vertex", "out", _VEC4, 110, 100),
    StageVariable("gl_PointSize", "vertex", "out", FLOAT, 110, 100),
    StageVariable("gl_ClipDistance", "vertex", "out", FLOAT.array(_COUNT), 130),
    StageVariable("gl_CullDistance", "vertex", "out", FLOAT.array(_COUNT), 450),
    StageVariable("gl_VertexID", "vertex", "in", INT, 130, 300),
    StageVariable("gl_InstanceID", "vertex", "in", INT, 140, 300),
    StageVariable("gl_BaseInstance", "vertex", "in", INT, 460),
    StageVariable("gl_BaseVertex", "vertex", "in", INT, 460),
    StageVariable("gl_DrawID", "vertex", "in", INT, 460),
    StageVariable("gl_in", "geometry", "in", _per_vertex(*_OLD_IN), 150, NEVER, 450),
    StageVariable("gl_in", "geometry", "in", _per_vertex(*_OLD_IN, "gl_CullDistance"), 450),
    StageVariable("gl_in", "geometry", "in", _per_vertex("gl_Position"), NEVER, 320),
    StageVariable("gl_PrimitiveIDIn", "geometry", "in", INT, 150, 320),
    StageVariable("gl_InvocationID", "geometry", "in", INT, 400, 320),
    StageVariable("gl_Position", "geometry", "out", _VEC4, 150, 320),
    StageVariable("gl_PointSize", "geometry", "out", FLOAT, 150),
    StageVariable("gl_ClipDistance", "geometry", "out", FLOAT.array(_COUNT), 150),
    StageVariable("gl_CullDistance", "geometry", "out", FLOAT.array(_COUNT), 450),
    StageVariable("gl_PrimitiveID", "geometry", "out", INT, 150, 320),
    StageVariable("gl_Layer", "geometry", "out", INT, 150, 320),
    StageVariable("gl_ViewportIndex", "geometry", "out", INT, 410),
    StageVariable("gl_FragColor", "fragment", "out", _VEC4, 110, 100, 420, 300),
    StageVariable("gl_FragData", "fragment", "out", _VEC4.array(_COUNT), 110, 100, 420, 300),
    StageVariable("gl_FragCoord", "fragment", "in", _VEC4, 110, 100),
    StageVariable("gl_FrontFacing", "fragment", "in", BOOL, 110, 100),
    StageVariable("gl_PointCoord", "fragment", "in", _VEC2, 120, 100),
    StageVariable("gl_FragDepth", "fragment", "out", FLOAT, 110, 300),
    StageVariable("gl_HelperInvocation", "fragment", "in", BOOL, 450, 310),
    StageVariable("gl_Layer", "fragment", "in", INT, 430, 320),
    StageVariable("gl_ViewportIndex", "fragment", "in", INT, 430),
    StageVariable("gl_NumSamples", "fragment", "uniform", INT, 400, 320),
    StageVariable("gl_PrimitiveID", "fragment", "in", INT, 150, 320),
    StageVariable("gl_SampleID", "fragment", "in", INT, 400, 320),
    StageVariable("gl_SamplePosition", "fragment", "in", _VEC2, 400, 320),
    StageVariable("gl_SampleMask", "fragment", "out", INT.array(_COUNT), 400, 320),
    StageVariable("gl_SampleMaskIn", "fragment", "in", INT.array(_COUNT), 400, 320),
    StageVariable("gl_ClipDistance", "fragment", "in", FLOAT.array(_COUNT), 130),
    StageVariable("gl_CullDistance", "fragment", "in", FLOAT.array(_COUNT), 450),
    StageVariable("gl_NumWorkGroups", "compute", "in", _UVEC3, 430, 310),
    StageVariable("gl_WorkGroupSize", "compute", "const", _UVEC3, 430, 310),
    StageVariable("gl_WorkGroupID", "compute", "in", _UVEC3, 430, 310),
    StageVariable("gl_LocalInvocationID", "compute", "in", _UVEC3, 430, 310),
    StageVariable("gl_GlobalInvocationID", "compute", "in", _UVEC3, 430, 310),
    StageVariable("gl_LocalInvocationIndex", "compute", "in", UINT, 430, 310),
    *(
        StageVariable(name, "compute", "in", UINT, 430, 310, extension=BASIC)
        for name in ("gl_NumSubgroups", "gl_SubgroupID")
    ),
    *(
        StageVariable(f"gl_Subgroup{name}", stage, "in", type, 140, 310, extension=extension)
        for stage in ALL_STAGES
        for name, type, extension in _OF_SUBGROUPS
    ),
)
_LIMITS: Final[tuple[tuple[int, int, str], ...]] = (
    (
        110,
        100,
        (
            "CombinedTextureImageUnits DrawBuffers TextureImageUnits VertexAttribs "
            "VertexTextureImageUnits"
        ),
    ),
    (410, 100, "FragmentUniformVectors VertexUniformVectors VaryingVectors"),
    (NEVER, 300, "FragmentInputVectors VertexOutputVectors"),
    (420, 300, "ProgramTexelOffset"),
    (
        110,
        NEVER,
        (
            "ClipPlanes FragmentUniformComponents Lights TextureCoords TextureUnits "
            "VaryingFloats VertexUniformComponents"
        ),
    ),
    (
        130,
        NEVER,
        "ClipDistances CombinedImageUnitsAndFragmentOutputs ImageSamples VaryingComponents",
    ),
    (150, NEVER, "FragmentInputComponents GeometryVaryingComponents VertexOutputComponents"),
    (
        130,
        310,
        "CombinedImageUniforms CombinedShaderOutputResources FragmentImageUniforms "
        "GeometryImageUniforms ImageUnits"
        " VertexImageUniforms",
    ),
    (
        150,
        310,
        "GeometryInputComponents GeometryOutputComponents GeometryOutputVertices "
        "GeometryTextureImageUnits"
        " GeometryTotalOutputComponents GeometryUniformComponents PatchVertices "
        "TessControlInputComponents"
        " TessControlOutputComponents TessControlTextureImageUnits TessControlTotalOutputComponents"
        " TessControlUniformComponents TessEvaluationInputComponents TessEvaluationOutputComponents"
        " TessEvaluationTextureImageUnits TessEvaluationUniformComponents TessGenLevel "
        "TessPatchComponents",
    ),
    (130, 320, "TessControlImageUniforms TessEvaluationImageUniforms"),
    (410, NEVER, "Viewports"),
    (
        420,
        310,
        "AtomicCounterBindings AtomicCounterBufferSize CombinedAtomicCounterBuffers "
        "CombinedAtomicCounters"
        " ComputeAtomicCounterBuffers ComputeAtomicCounters ComputeImageUniforms "
        "ComputeTextureImageUnits"
        " ComputeUniformComponents FragmentAtomicCounterBuffers FragmentAtomicCounters "
        "GeometryAtomicCounterBuffers"
        " GeometryAtomicCounters VertexAtomicCounterBuffers VertexAtomicCounters",
    ),
    (
        420,
        320,
        "TessControlAtomicCounterBuffers TessControlAtomicCounters "
        "TessEvaluationAtomicCounterBuffers"
        " TessEvaluationAtomicCounters",
    ),
    (440, NEVER, "TransformFeedbackBuffers TransformFeedbackInterleavedComponents"),
    (450, NEVER, "CombinedClipAndCullDistances CullDistances"),
    (450, 310, "Samples"),
)
"""Constants whose value the implementation chooses: `gl_Max` and the name."""
_GONE: Final = {("essl", "VaryingVectors"): 300, ("glsl", "VaryingFloats"): 420}
"""Gone with this version."""


@cache
def stage_variables(
    language: Language, version: int, stage: Stage, extensions: frozenset[str] = frozenset()
) -> Mapping[str, tuple[Use, Type]]:
    """Return the variables and constants of a version and stage, by name; `extensions` are those
    of subgroups that a program switches on.
    """
    switched_on = with_basic(extensions) | {""}
    found: dict[str, tuple[Use, Type]] = {}
    for one in VARIABLES:
        since, until = (
            (one.glsl, one.glsl_until) if language == "glsl" else (one.essl, one.essl_until)
        )
        if one.stage == stage and since <= version < until and one.extension in switched_on:
            found[one.name] = (one.use, one.type)
    for glsl, essl, names in _LIMITS:
        for name in names.split():
            until = _GONE.get((language, name), NEVER)
            if (glsl if language == "glsl" else essl) <= version < until:
                found[f"gl_Max{name}"] = ("const", INT)
    if (420 if language == "glsl" else 300) <= version:
        found["gl_MinProgramTexelOffset"] = ("const", INT)
    if (420 if language == "glsl" else 310) <= version:
        found |= dict.fromkeys(
            ("gl_MaxComputeWorkGroupCount", "gl_MaxComputeWorkGroupSize"), ("const", vector(INT, 3))
        )
    return found
