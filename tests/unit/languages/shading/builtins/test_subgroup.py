"""The operations of subgroups, against glslang's table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.glslang_symbols import Symbol, dump

from aberration.languages.shading.builtins.lookup import KNOWN, lookup
from aberration.languages.shading.builtins.row import Language
from aberration.languages.shading.builtins.subgroup import BALLOT, BASIC, with_basic

ALL: Final = frozenset(name for name in KNOWN if name.startswith("GL_KHR_shader_subgroup_"))
NARROW: Final = ("16", "int8", "uint8", "int64", "uint64", "i8", "u8", "i64", "u64")
"""Types of further extensions (GL_EXT_shader_subgroup_extended_types)."""


def is_ours(symbol: Symbol) -> bool:
    types = " ".join((symbol.result, *symbol.parameters))
    return (
        symbol.name.startswith("subgroup")
        and "Partition" not in symbol.name
        and not symbol.name.endswith("NV")
        and not any(narrow in types for narrow in NARROW)
    )


@pytest.mark.parametrize(
    ("language", "version", "stage"),
    [("glsl", 450, "comp"), ("glsl", 450, "frag"), ("essl", 320, "comp")],
)
def test_the_table_is_that_of_glslang(
    language: Language, version: int, stage: str, tmp_path: Path
) -> None:
    theirs = {
        (one.name, one.result, one.parameters)
        for one in dump(language, version, stage, tmp_path)
        if is_ours(one) and "Rotate" not in one.name and not one.name.startswith("subgroupQuadA")
    }
    if language == "essl":
        theirs = {row for row in theirs if not any("d" in type[:1] for type in row[2])}
    table = lookup(language, version, "compute" if stage == "comp" else "fragment", ALL)
    ours = {
        (one.name, one.result.glsl, tuple(type.glsl for type in one.types))
        for name in table.names
        if name.startswith("subgroup")
        for one in table.overloads(name)
    }
    assert ours == theirs


def test_each_extension_brings_its_own_and_the_basic_ones() -> None:
    table = lookup("glsl", 450, "compute", frozenset((BALLOT,)))
    assert table.has("subgroupBallot")
    assert table.has("subgroupElect")
    assert not table.has("subgroupAdd")
    assert not lookup("glsl", 450, "compute").has("subgroupElect")
    assert not lookup("glsl", 130, "fragment", ALL).has("subgroupElect")


def test_others_bring_no_basic_ones() -> None:
    assert with_basic(frozenset((BALLOT,))) == {BALLOT, BASIC}
    assert with_basic(frozenset(("GL_ARB_gpu_shader5",))) == {"GL_ARB_gpu_shader5"}
