"""Mutants that get the reading of images wrong."""

from __future__ import annotations

import pytest
from experiments.transform_soundness.textured import textured_programs
from helpers.mutants import module, rewritten

from aberration.core.program import Program
from aberration.languages.spirv.assembly import disassemble
from aberration.targets.mutants.catalogue import MUTANTS
from aberration.targets.runners.spirv.mutant import apply_mutant

IMAGES = """
%float = OpTypeFloat 32
%v2int = OpTypeVector %int 2
%v2float = OpTypeVector %float 2
%v4float = OpTypeVector %float 4
%picture = OpTypeImage %float 2D 0 0 0 1 Unknown
%sampled = OpTypeSampledImage %picture
%sampler = OpTypeSampler
%p_picture = OpTypePointer UniformConstant %picture
%p_sampler = OpTypePointer UniformConstant %sampler
%v3float = OpTypeVector %float 3
%half = OpConstant %float 0.5
%unit = OpConstant %float 1
%level = OpConstant %float 0
%half_more = OpConstant %float 1.5
%there = OpConstantComposite %v2float %half %half
%five = OpConstant %int 5
%none = OpConstantComposite %v2int %nil %nil
%moved = OpConstantComposite %v2int %five %one
%first = OpVariable %p_picture UniformConstant
%second = OpVariable %p_picture UniformConstant
%mirror = OpVariable %p_sampler UniformConstant
%clamp = OpVariable %p_sampler UniformConstant
"""
PLACES = "\n".join(
    f"OpDecorate %{name} DescriptorSet 0\nOpDecorate %{name} Binding {k}"
    for k, name in enumerate(("first", "second", "mirror", "clamp"))
)
LOADED = """
%a = OpLoad %picture %first
%b = OpLoad %picture %second
%m = OpLoad %sampler %mirror
%c = OpLoad %sampler %clamp
%x = OpLoad %int %in
%p = OpCompositeConstruct %v2int %x %one
%f = OpConvertSToF %v2float %p
%s = OpSampledImage %sampled %a %m
%t = OpSampledImage %sampled %a %c
"""
END = "\nOpStore %out %one\nOpReturn"


def reading(lines: str) -> bytes:
    """Return a module that loads two images and two samplers, then has these lines."""
    capabilities = "OpCapability ImageQuery\n"
    return module(
        LOADED + lines + END, declarations=IMAGES, decorations=PLACES, capabilities=capabilities
    )


FETCH = "%r = OpImageFetch %v4float %a {} {}"
SUM = "%q = OpISub %v2int %p %moved\n"
SAMPLE = "OpImageSampleExplicitLod %v4float %s"
MADE = """
%g = OpFAdd %v2float %f %there
%h = OpFMul %v2float %g %there
"""
SCALED = "%k = OpVectorTimesScalar %v2float %f {}\n%q = OpCompositeConstruct %v3float {} {}\n"
PROJECTIVE = "%r = OpImageSampleProjExplicitLod %v4float %s %q Lod %level"
CASES = {
    "gather-corner": (
        MADE + "%r = OpImageGather %v4float %s %h %two\n%y = OpCompositeExtract %float %r 3",
        MADE + "%r = OpImageGather %v4float %s %h %two\n%y = OpCompositeExtract %float %r 2",
    ),
    "projected-scale": (
        SCALED.format("%half", "%k", "%half") + PROJECTIVE,
        SCALED.format("%half", "%f", "%half") + PROJECTIVE,
    ),
    "merged-offset": (
        SUM + FETCH.format("%q", "Lod|ConstOffset %nil %moved"),
        SUM + FETCH.format("%q", "Lod %nil"),
    ),
    "gather-offset": (
        "%r = OpImageGather %v4float %s %f %two ConstOffset %none",
        "%r = OpImageGather %v4float %s %f %zero ConstOffset %none",
    ),
    "repeated-read": (
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %f Lod %level\n"
        f"%r3 = {SAMPLE} %there Lod %level\n%y = OpFAdd %v4float %r2 %r3",
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %f Lod %level\n"
        f"%r3 = {SAMPLE} %there Lod %level\n%y = OpFAdd %v4float %r2 %r",
    ),
    "rejoined-sampler": (
        "%i = OpImage %picture %t\n%u = OpSampledImage %sampled %i %c",
        "%i = OpImage %picture %t\n%u = OpSampledImage %sampled %i %m",
    ),
    "size-cache": (
        "%q1 = OpImageQuerySizeLod %v2int %a %nil\n%q2 = OpImageQuerySizeLod %v2int %b %nil\n"
        "%q3 = OpImageQuerySizeLod %v2int %a %nil\n%y = OpIAdd %v2int %q1 %q3",
        "%q1 = OpImageQuerySizeLod %v2int %a %nil\n%q2 = OpImageQuerySizeLod %v2int %b %nil\n"
        "%q3 = OpImageQuerySizeLod %v2int %a %nil\n%y = OpIAdd %v2int %q1 %q2",
    ),
    "offset-key": (
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %there Lod|ConstOffset %level %none\n"
        "%y = OpFAdd %v4float %r %r2",
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %there Lod|ConstOffset %level %none\n"
        "%y = OpFAdd %v4float %r %r",
    ),
    "next-level": (
        f"%r = {SAMPLE} %f Lod|ConstOffset %level %none\n"
        f"%r2 = {SAMPLE} %there Lod|ConstOffset %half %none",
        f"%r = {SAMPLE} %f Lod|ConstOffset %unit %none\n"
        f"%r2 = {SAMPLE} %there Lod|ConstOffset %half_more %none",
    ),
}
"""What each mutant is given, and what it makes of it."""


def lines_without_names(code: bytes) -> list[str]:
    """Return the lines of a module with its ids in the order in which they appear."""
    numbers: dict[str, str] = {}
    return [
        " ".join(
            numbers.setdefault(word, f"%{len(numbers)}") if word.startswith("%") else word
            for word in line.split()
        )
        for line in disassemble(code).splitlines()
    ]


@pytest.mark.parametrize("name", CASES)
def test_each_breaks_what_it_is_meant_to_break(name: str) -> None:
    given, wanted = CASES[name]
    assert lines_without_names(rewritten(name, reading(given))) == lines_without_names(
        reading(wanted)
    )


INNOCENT = {
    "gather-corner": (
        "%r = OpImageGather %v4float %s %f %two\n%y = OpCompositeExtract %float %r 3",
        MADE
        + "%r = OpImageGather %v4float %s %h %two\n%y = OpCompositeExtract %float %r 3\n"
        + "%z = OpCompositeExtract %float %r 1",
    ),
    "projected-scale": (
        SCALED.format("%half", "%k", "%level") + PROJECTIVE,
        SCALED.format("%unit", "%k", "%unit") + PROJECTIVE,
        SCALED.format("%half", "%f", "%half") + PROJECTIVE,
    ),
    "merged-offset": (
        FETCH.format("%p", "Lod|ConstOffset %nil %moved"),
        SUM + FETCH.format("%q", "Lod %nil"),
    ),
    "gather-offset": (
        "%r = OpImageGather %v4float %s %f %two ConstOffset %moved",
        "%r = OpImageGather %v4float %s %f %nil ConstOffset %none",
        "%r = OpImageGather %v4float %s %f %two",
    ),
    "repeated-read": (
        f"%r = {SAMPLE} %f Lod %level\n%r3 = {SAMPLE} %there Lod %level",
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %f Lod %level",
    ),
    "rejoined-sampler": ("%u = OpSampledImage %sampled %a %c",),
    "size-cache": (
        "%q1 = OpImageQuerySizeLod %v2int %a %nil\n%q2 = OpImageQuerySizeLod %v2int %b %nil",
        "%q1 = OpImageQuerySizeLod %v2int %a %nil\n%q2 = OpImageQuerySizeLod %v2int %a %nil",
    ),
    "offset-key": (
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %there Lod %level",
        f"%r = {SAMPLE} %f Lod %level\n%r2 = {SAMPLE} %there Lod|ConstOffset %level %moved",
        f"%r2 = {SAMPLE} %there Lod|ConstOffset %level %none\n%r = {SAMPLE} %f Lod %level",
    ),
    "next-level": (
        f"%r = {SAMPLE} %f Lod %level",
        f"%r = {SAMPLE} %f Lod|ConstOffset %level %moved",
        f"%z = OpConvertSToF %float %x\n%r = {SAMPLE} %f Lod|ConstOffset %z %none",
    ),
}


@pytest.mark.parametrize(
    ("name", "lines"), [(name, lines) for name, group in INNOCENT.items() for lines in group]
)
def test_each_leaves_all_else_alone(name: str, lines: str) -> None:
    code = reading(lines)
    assert rewritten(name, code) == code


@pytest.mark.parametrize("program", textured_programs(), ids=lambda program: program.name)
def test_none_is_shown_by_a_shader_as_it_stands(program: Program) -> None:
    touched = [one.name for one in MUTANTS if apply_mutant(one, program.source) != program.source]
    assert touched == []
