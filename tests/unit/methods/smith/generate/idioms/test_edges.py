"""Integers at the ends of their ranges: what stands there is defined as it is."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import Call, LanguageName, Name
from aberration.languages.shading.tree.walk import find
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import generate
from aberration.methods.smith.generate.idioms import edges, table

from .test_table import ALONE

WANTED = {
    "wgsl": ("clamp", "extractBits", "insertBits", "firstLeadingBit", "countOneBits", "abs"),
    "glsl": ("clamp", "bitfieldExtract", "bitfieldInsert", "findMSB", "bitCount", "min", "sign"),
    "essl": ("clamp", "bitfieldExtract", "bitfieldInsert", "findMSB", "bitCount", "max"),
}


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_bounds_and_bit_fields_need_no_rewriting(
    language: LanguageName, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "STATEMENTS", (edges.integers_at_edges, edges.counted_bits))
    settings = replace(
        ALONE, idioms=60, steered=0, functions=0, expressions=(("binary", 1),), together=0
    )
    called: set[str] = set()
    for rng_seed in range(3):
        made = generate(language, version, rng_seed, settings)
        check(made.module, made.stage)
        calls = [one.callee for one in find(made.module, Call)]
        called |= {one.name for one in calls if isinstance(one, Name)}
        text = write(recondition(read(write(made.module), language), made.stage).module)
        assert "clamp_ordered" not in text
    assert [one for one in WANTED[language] if one not in called] == []
