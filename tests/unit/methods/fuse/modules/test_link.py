"""Two modules become one: what both declare is declared once, and outputs stay inside."""

from __future__ import annotations

import pytest
from helpers.fused_modules import ACROSS, DOWN, fragment, fused, fusion, result, text_of

from aberration.core.errors import BadInput
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.module import Module
from aberration.methods.fuse.modules.link import PartToLink, link

FIRST, SECOND = fragment(ACROSS), fragment(DOWN)
FILLED = """
%red = OpFMul %float %x %eighth
%mixed = OpCompositeConstruct %v4 %red %half %zero %one
OpStore %colour %mixed
%called = OpFunctionCall %void %fill
"""
FILL = """
%fill = OpFunction %void None %main_type
%fill_begin = OpLabel
%component = OpAccessChain %out_float %colour %i1
OpStore %component %one
OpReturn
OpFunctionEnd
"""
BY_POINTER = fragment(FILLED, functions=FILL)


def linked(*sources: bytes) -> Module:
    parts = [
        PartToLink(Module.parse(source), f"{letter}_", {})
        for letter, source in zip("ab", sources, strict=True)
    ]
    return link(parts).module


def test_types_constants_and_imports_are_declared_once() -> None:
    made = linked(FIRST.source, SECOND.source)
    shapes = [(one.op, one.type_id, *one.ops) for one in made.globals if one.op != o.OpVariable]
    assert len(shapes) == len(set(shapes))
    assert len(made.by_opcode(o.OpExtInstImport)) == 1
    assert len(made.by_opcode(o.OpMemoryModel)) == 1
    assert len(made.functions) == 2


def test_a_built_in_is_one_variable_and_outputs_are_private() -> None:
    made = linked(FIRST.source, SECOND.source)
    classes = [one.ops[0] for one in made.by_opcode(o.OpVariable)]
    assert sorted(classes) == [StorageClass.INPUT, StorageClass.PRIVATE, StorageClass.PRIVATE]
    assert StorageClass.OUTPUT not in [one.ops[0] for one in made.by_opcode(o.OpTypePointer)]


def test_pointers_into_outputs_follow() -> None:
    whole = fused(fusion(BY_POINTER, BY_POINTER))
    assert result(whole) == result(BY_POINTER)


def test_debug_names_say_of_which_part_they_are() -> None:
    text = text_of(fused(fusion(FIRST, SECOND)))
    for name in ("a_main", "b_main", "a_colour", "b_colour", "main", "fused_colour"):
        assert f'"{name}"' in text
    # The variable is that of both.
    assert text.count("gl_FragCoord") == 1


def test_relaxed_precision_is_left_out() -> None:
    relaxed = fragment(
        ACROSS, annotations="OpDecorate %red RelaxedPrecision\nOpDecorate %place RelaxedPrecision"
    )
    text = text_of(fused(fusion(relaxed, SECOND)))
    assert "RelaxedPrecision" not in text
    assert text.count("BuiltIn FragCoord") == 1


def test_what_is_precise_stays_precise() -> None:
    text = text_of(
        fused(fusion(fragment(ACROSS, annotations="OpDecorate %red NoContraction"), SECOND))
    )
    assert text.count("NoContraction") == 1


def test_capabilities_and_extensions_are_united() -> None:
    wide = fragment(ACROSS, capabilities="OpCapability Int64")
    made = linked(wide.source, SECOND.source)
    assert len(made.by_opcode(o.OpCapability)) == 2
    fused(fusion(SECOND, wide))


def test_memory_models_must_agree() -> None:
    other = bytearray(SECOND.source)
    place = other.index((14 | 3 << 16).to_bytes(4, "little"))
    other[place + 8 : place + 12] = (3).to_bytes(4, "little")
    with pytest.raises(BadInput, match="memory model"):
        linked(FIRST.source, bytes(other))


def test_other_declarations_of_a_built_in_are_refused() -> None:
    flat = fragment(ACROSS, annotations="OpDecorate %place NoPerspective")
    with pytest.raises(BadInput, match="built-in"):
        linked(FIRST.source, flat.source)
