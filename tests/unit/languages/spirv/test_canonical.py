"""Modules that differ in numbers and names alone have one digest."""

import pytest
from helpers.corpus import programs

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.canonical import canonical_digest
from aberration.languages.spirv.module import Module

TEXT = """
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpName %main "main"
OpDecorate %sum NoContraction
%void = OpTypeVoid
%proc = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%long = OpTypeInt 64 0
%one = OpConstant %float 1
%two = OpConstant %float 2
%seven = OpConstant %uint 7
%wide = OpConstant %long 7
%private = OpTypePointer Private %float
%a = OpVariable %private Private
%b = OpVariable %private Private
%main = OpFunction %void None %proc
%entry = OpLabel
%sum = OpFAdd %float %one %two
OpStore %a %sum
OpStore %b %one
OpSelectionMerge %end None
OpSwitch %seven %end 1 %end 4294967298 %end
%end = OpLabel
OpReturn
OpFunctionEnd
"""
TEXT_32 = TEXT.replace("4294967298", "9")


def digest(text: str) -> bytes:
    return canonical_digest(assemble(text))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('OpName %main "main"', 'OpName %main "entry" OpName %sum "s"'),
        (
            "%one = OpConstant %float 1\n%two = OpConstant %float 2",
            "%two = OpConstant %float 2\n%one = OpConstant %float 1",
        ),
        ("%wide = OpConstant %long 7", "%wide = OpConstant %long 7\n%unused = OpConstant %uint 99"),
        (
            "%a = OpVariable %private Private",
            "%z = OpVariable %private Private\n%a = OpVariable %private Private",
        ),
    ],
)
def test_numbers_names_and_what_is_unused_do_not_matter(old: str, new: str) -> None:
    assert old in TEXT_32
    assert digest(TEXT_32.replace(old, new)) == digest(TEXT_32)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("OpStore %b %one", "OpStore %a %one"),
        ("OpFAdd %float %one %two", "OpFAdd %float %two %one"),
        ("OpDecorate %sum NoContraction", "OpDecorate %sum RelaxedPrecision"),
        ("OpDecorate %sum NoContraction\n", ""),
        ("%one = OpConstant %float 1", "%one = OpConstant %float 3"),
        ("LocalSize 1 1 1", "LocalSize 2 1 1"),
        ("1 %end 9 %end", "1 %end 8 %end"),
        (
            "Private\n%b = OpVariable %private Private",
            "Private %two\n%b = OpVariable %private Private",
        ),
    ],
)
def test_what_a_module_does_matters(old: str, new: str) -> None:
    assert old in TEXT_32
    assert digest(TEXT_32.replace(old, new)) != digest(TEXT_32)


def test_cases_of_64_bits_are_no_ids() -> None:
    wide = TEXT.replace("OpSwitch %seven", "OpSwitch %wide")
    assert digest(wide) != digest(wide.replace("4294967298", "4294967299"))


def test_modules_of_the_corpus_have_each_their_own() -> None:
    modules = {program.source for program in (*programs("references"), *programs("compute"))}
    assert len({canonical_digest(source) for source in modules}) == len(modules)
    source = min(modules)
    assert canonical_digest(Module.parse(source).to_bytes()) == canonical_digest(source)
