"""Bits of floats and results of low precision: all exact."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.outcome import Buffers
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import generate
from aberration.methods.smith.generate.idioms import packed, table

from .test_rounded import ALONE

WANTED = {
    "wgsl": ("unpack4x8snorm", "unpack2x16float", "pack2x16float", "quantizeToF16"),
    "glsl": ("unpackUnorm4x8", "unpackHalf2x16", "packHalf2x16", "intBitsToFloat", "findMSB"),
    "essl": ("unpackSnorm2x16", "uintBitsToFloat", "packUnorm4x8", "bitCount"),
}


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_no_legal_rounding_changes_them(
    language: LanguageName, version: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "STATEMENTS", packed.STATEMENTS)
    texts = ""
    for rng_seed in range(4):
        made = generate(language, version, rng_seed, replace(ALONE, idioms=40))
        shader = read(write(made.module), language)
        text = recondition(shader, "compute").text(shader)
        texts += text
        results = [
            Interpreter(
                read(text, language), "compute", made.inputs, Options(rounding=number)
            ).dispatch()
            for number in (None, 0, 5, 6, 7, 11)
        ]
        assert isinstance(results[0], Buffers), str(results[0])
        assert all(one == results[0] for one in results)
    assert [one for one in WANTED[language] if one not in texts] == []


def test_essl_adds_nothing_to_halves_of_medium_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "STATEMENTS", (packed.shown_packing,))
    lines = [
        line
        for rng_seed in range(4)
        for line in write(
            generate("essl", 310, rng_seed, replace(ALONE, idioms=40)).module
        ).splitlines()
        if "= int(" in line and "unpackHalf2x16" in line
    ]
    assert lines
    assert not any("+ 0.5" in line for line in lines)
