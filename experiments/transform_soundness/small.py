"""Small fragment shaders for what the corpus has no place for: a module without booleans and
integers, and images.
"""

from __future__ import annotations

from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble

BARE: Final = 24
"""So many shaders of floats alone."""
IMAGES: Final = 6
OPERATIONS: Final = 12
SAMPLES: Final = 12
INPUTS: Final = Inputs(width=64, height=64)
VERSIONS: Final = ((1, 3), (1, 5))
HEAD: Final = """
    OpCapability Shader
    OpCapability Sampled1D
    OpMemoryModel Logical GLSL450
    OpEntryPoint Fragment %1 "main" {interface}
    OpExecutionMode %1 OriginUpperLeft
    OpDecorate %2 BuiltIn FragCoord
    OpDecorate %3 Location 0
    {decorations}
    %4 = OpTypeVoid
    %5 = OpTypeFunction %4
    %6 = OpTypeFloat 32
    %7 = OpTypeVector %6 2
    %8 = OpTypeVector %6 3
    %9 = OpTypeVector %6 4
    %10 = OpTypePointer Input %9
    %11 = OpTypePointer Output %9
    %12 = OpTypeFunction %6 %6
    %13 = OpConstant %6 0.5
    %14 = OpConstant %6 1.25
    {globals_}
    %2 = OpVariable %10 Input
    %3 = OpVariable %11 Output
    %1 = OpFunction %4 None %5
    %15 = OpLabel
    %16 = OpLoad %9 %2
    %17 = OpCompositeExtract %6 %16 0
    %18 = OpCompositeExtract %6 %16 1
"""
TAIL: Final = """
    OpReturn
    OpFunctionEnd
    %20 = OpFunction %6 None %12
    %21 = OpFunctionParameter %6
    %22 = OpLabel
    %23 = OpFMul %6 %21 %13
    %24 = OpFAdd %6 %23 %14
    OpReturnValue %24
    OpFunctionEnd
"""
KINDS: Final = (
    ("1D 0 0", 1, False),
    ("2D 0 0", 2, False),
    ("2D 0 1", 3, False),
    ("2D 1 0", 2, True),
)
"""Images: dimension, depth and arrayed; the components of a coordinate; whether depths are
compared.
"""
IMAGE, SAMPLED, POINTER, VARIABLE = 40, 50, 60, 70


def small_programs() -> list[Program]:
    """Return all of them, as programs of the method."""
    bare = [_program(f"bare_{number}", number, *_floats(number)) for number in range(BARE)]
    return bare + [
        _program(f"images_{number}", number, *_images(number)) for number in range(IMAGES)
    ]


def _program(name: str, number: int, globals_: str, decorations: str, body: str) -> Program:
    version = VERSIONS[number % len(VERSIONS)]
    variables = (
        [f"%{VARIABLE + k}" for k in range(len(KINDS))] if globals_ and version > (1, 3) else []
    )
    interface = " ".join(["%2", "%3", *variables])
    text = (
        HEAD.format(interface=interface, globals_=globals_, decorations=decorations) + body + TAIL
    )
    return Program("spirv", "fragment", assemble(text, version), INPUTS, name)


def _floats(number: int) -> tuple[str, str, str]:
    rng = Rng.of(number, "bare shader")
    values = [13, 14, 17, 18]
    lines = []
    for new in range(100, 100 + OPERATIONS):
        lines.append(f"%{new} = {_operation(rng, values)}")
        values.append(new)
    return "", "", "\n".join([*lines, _stored(values[-4:])])


def _operation(rng: Rng, values: list[int]) -> str:
    one, other = (rng.choose(values) for _ in range(2))
    kinds = (
        f"OpFAdd %6 %{one} %{other}",
        f"OpFSub %6 %{one} %{other}",
        f"OpFMul %6 %{one} %13",
        f"OpFNegate %6 %{one}",
        f"OpFunctionCall %6 %20 %{one}",
    )
    return rng.choose(kinds)


def _stored(parts: list[int]) -> str:
    together = " ".join(f"%{part}" for part in parts)
    return f"%90 = OpCompositeConstruct %9 {together}\nOpStore %3 %90"


def _images(number: int) -> tuple[str, str, str]:
    rng = Rng.of(number, "shader with images")
    globals_, decorations, lines = [], [], []
    for k, (kind, _, _) in enumerate(KINDS):
        globals_ += [
            f"%{IMAGE + k} = OpTypeImage %6 {kind} 0 1 Unknown",
            f"%{SAMPLED + k} = OpTypeSampledImage %{IMAGE + k}",
            f"%{POINTER + k} = OpTypePointer UniformConstant %{SAMPLED + k}",
            f"%{VARIABLE + k} = OpVariable %{POINTER + k} UniformConstant",
        ]
        decorations += [
            f"OpDecorate %{VARIABLE + k} DescriptorSet 0",
            f"OpDecorate %{VARIABLE + k} Binding {k}",
        ]
        lines.append(f"%{80 + k} = OpLoad %{SAMPLED + k} %{VARIABLE + k}")
    lines += ["%91 = OpCompositeConstruct %7 %17 %18", "%92 = OpCompositeConstruct %8 %91 %13"]
    found = []
    for new in range(100, 100 + 2 * SAMPLES, 2):
        lines.append(_sample(rng, new))
        found.append(new + 1)
    sums = [
        f"%{200 + k} = OpFAdd %6 %{found[k]} %{200 + k - 1 if k else 17}" for k in range(SAMPLES)
    ]
    return (
        "\n".join(globals_),
        "\n".join(decorations),
        "\n".join([*lines, *sums, _stored([200 + SAMPLES - 1] * 4)]),
    )


def _sample(rng: Rng, new: int) -> str:
    """Return a sampling of any image, and a number of it (`new` + 1)."""
    k = rng.below(len(KINDS))
    _, components, compared = KINDS[k]
    coordinate = {1: 18, 2: 91, 3: 92}[components]
    explicit = rng.chance(0.5)
    op = f"OpImageSample{'Dref' if compared else ''}{'Explicit' if explicit else 'Implicit'}Lod"
    operands = (
        f"%{80 + k} %{coordinate}{' %13' if compared else ''}{' Lod %14' if explicit else ''}"
    )
    if compared:
        return f"%{new} = {op} %6 {operands}\n%{new + 1} = OpFMul %6 %{new} %13"
    return f"%{new} = {op} %9 {operands}\n%{new + 1} = OpCompositeExtract %6 %{new} {rng.below(4)}"
