"""Our assembly text against the programs of SPIRV-Tools."""

from __future__ import annotations

import pytest
from helpers.corpus import all_modules
from helpers.spirv_synthesis import Synthesis
from helpers.spirv_tools import spirv_as, spirv_dis

from aberration.core.errors import MalformedAssembly
from aberration.languages.spirv.assembly import assemble, disassemble

CORPUS = dict(all_modules())
SEEDS = range(4)


@pytest.mark.parametrize("name", CORPUS)
def test_corpus_disassembles_as_spirv_dis(name: str) -> None:
    assert disassemble(CORPUS[name]).splitlines() == spirv_dis(CORPUS[name]).splitlines()


@pytest.mark.parametrize("preserve", [True, False])
@pytest.mark.parametrize("name", CORPUS)
def test_corpus_assembles_as_spirv_as(name: str, preserve: bool) -> None:
    text = disassemble(CORPUS[name])
    assert assemble(text, preserve_numeric_ids=preserve) == spirv_as(
        text, preserve_numeric_ids=preserve
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_every_instruction_disassembles_as_spirv_dis(seed: int) -> None:
    data = Synthesis(seed).module()
    assert disassemble(data).splitlines() == spirv_dis(data).splitlines()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_instruction_assembles_as_spirv_as(seed: int) -> None:
    text = disassemble(Synthesis(seed).module())
    assert assemble(text, (1, 6)) == spirv_as(text, "spv1.6")


LITERALS = {
    "OpTypeInt 8 0": [
        "0",
        "255",
        "256",
        "-1",
        "0xff",
        "0x100",
        "010",
        "08",
        "+3",
        "1.0",
        "1e2",
        "0x",
    ],
    "OpTypeInt 8 1": ["127", "128", "-128", "-129", "0x7f", "0x80", "0xff", "0x100", "-0x80"],
    "OpTypeInt 16 0": ["65535", "65536", "0xffff"],
    "OpTypeInt 16 1": ["-32768", "32768", "0x8000"],
    "OpTypeInt 32 0": ["4294967295", "4294967296", "0xFFFFFFFF"],
    "OpTypeInt 32 1": ["2147483647", "2147483648", "-2147483648", "0x80000000", "--1"],
    "OpTypeInt 64 0": ["18446744073709551615", "18446744073709551616", "0xffffffffffffffff"],
    "OpTypeInt 64 1": ["-9223372036854775808", "9223372036854775808", "0x8000000000000000"],
    "OpTypeFloat 16": [
        "0",
        "-0",
        "1",
        "65504",
        "65519",
        "65520",
        "0.1",
        "5.9e-8",
        "0x1p-24",
        "0x1p+16",
        "-0x1.8p+16",
    ],
    "OpTypeFloat 32": [
        *[
            "0.1",
            "-.5",
            "1.",
            "1e39",
            "3.4028236e38",
            "1e-45",
            "1e-46",
            "1e400",
            "inf",
            "nan",
            "+1",
            "e5",
            "1e",
        ],
        *[
            "0x1p+128",
            "-0x1p+128",
            "0x1.8p+128",
            "0x1p+129",
            "0x1p-149",
            "0x1.8p-149",
            "0x1p-150",
            "0x.8p0",
            "0x1",
        ],
        *[
            "1.00000005960464477539062",
            "1.00000005960464477539063",
            "16777217",
            "0x1.fffffffp0",
            "0x1.P3",
        ],
    ],
    "OpTypeFloat 64": [
        "0.1",
        "4.9e-324",
        "1e-400",
        "1e309",
        "0x1.8p+1024",
        "0x1p-1074",
        "2.2250738585072011e-308",
    ],
}
CASES = [
    (number_type, literal) for number_type, literals in LITERALS.items() for literal in literals
]


def or_none(text: str) -> bytes | None:
    try:
        return assemble(text)
    except MalformedAssembly:
        return None


@pytest.mark.parametrize(("number_type", "literal"), CASES)
def test_literals_as_spirv_as(number_type: str, literal: str) -> None:
    text = f"%number = {number_type}\n%value = OpConstant %number {literal}\n"
    assert or_none(text) == spirv_as(text)


TEXTS = {
    "names and numbers": "%5 = OpTypeVoid %a = OpTypeBool %2 = OpTypeSampler",
    "comments": '; head\nOpName %a "x ; y" ; tail\n;',
    "several lines": "%u = OpTypeInt\n 32 ; width\n 0\n%v\n=\nOpTypeVoid",
    "escapes": 'OpName %a "a\\"b\\\\c\\n\nd"',
    "masks": "OpStore %p %q Volatile|Aligned|Nontemporal 4",
    "mask of nothing": "OpStore %p %q None",
    "mask twice": "OpCopyMemory %p %q Volatile Aligned 4",
    "literal mask": "OpStore %p %q 1",
    "no spaces": 'OpName%a"x"',
    "switch": "%i=OpTypeInt 16 1",
    "switch 64": "%i = OpTypeInt 64 1 %s = OpUndef %i OpSwitch %s %d -5 %a 0x7fffffffffffffff %b",
    "switch 8": "%i = OpTypeInt 8 1 %s = OpUndef %i OpSwitch %s %d -5 %a 0x80 %b",
    "switch without type": "OpSwitch %s %d 1 %a",
    "extended": '%m = OpExtInstImport "GLSL.std.450" %r = OpExtInst %t %m FMix %a %b %c',
    "extended, unknown name": (
        '%m = OpExtInstImport "GLSL.std.450" %r = OpExtInst %t %m Mix %a %b %c'
    ),
    "extended, too few": '%m = OpExtInstImport "GLSL.std.450" %r = OpExtInst %t %m FMix %a %b',
    "extended, no import": "%r = OpExtInst %t %m FMix %a %b %c",
    "constant operation": "%r = OpSpecConstantOp %t CompositeExtract %c 0 1",
    "constant operation with Op": "%r = OpSpecConstantOp %t OpIAdd %c %d",
    "constant operation of memory": "%r = OpSpecConstantOp %t Load %c",
    "alias": "%r = OpDecorateStringGOOGLE %a UserSemantic",
    "alias of an enumerant": "OpDecorate %a NonUniformEXT",
    "loop control": "OpLoopMerge %a %b Unroll|MinIterations|MaxIterations 3 4",
    "decoration": 'OpDecorate %a LinkageAttributes "f" Export',
    "image": "%r = OpImageSampleExplicitLod %t %i %c Lod|ConstOffset %l %o",
    "too many": "OpReturn %a",
    "too few": "%r = OpIAdd %t %a",
    "result wanted": "OpIAdd %t %a %b",
    "no result wanted": "%r = OpReturn",
    "unknown": "OpNonsense",
    "not an opcode": "hello",
    "bad id": 'OpName %a-b "x"',
    "open string": 'OpName %a "x',
    "number for a string": "OpName %a 12",
    "comment only": "; nothing",
}


@pytest.mark.parametrize("preserve", [True, False])
@pytest.mark.parametrize("name", TEXTS)
def test_texts_as_spirv_as(name: str, preserve: bool) -> None:
    text = TEXTS[name]
    try:
        ours: bytes | None = assemble(text, preserve_numeric_ids=preserve)
    except MalformedAssembly:
        ours = None
    assert ours == spirv_as(text, preserve_numeric_ids=preserve)
