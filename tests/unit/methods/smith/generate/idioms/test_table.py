"""Idioms: each is drawn in each language that has it, is legal, and is looked at."""

from __future__ import annotations

import pytest
from helpers.sampling import one_in

from aberration.languages.shading.checker import check
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Settings, generate
from aberration.methods.smith.generate.idioms import table
from aberration.methods.smith.generate.state import StatementMaker

LANGUAGES: tuple[tuple[LanguageName, int], ...] = (("wgsl", 0), ("glsl", 450), ("essl", 310))
PROGRAMS = 4
ALONE = Settings(idioms=6, main_length=1, functions=1, swarm=0.0, scope_depth=1)


@pytest.mark.parametrize("idiom", one_in(3, dict.fromkeys(table.STATEMENTS)))
@pytest.mark.parametrize(("language", "version"), LANGUAGES)
def test_each_idiom_is_legal_and_seen(
    language: LanguageName, version: int, idiom: StatementMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "STATEMENTS", (idiom,))
    seen = 0
    for rng_seed in range(PROGRAMS):
        made = generate(language, version, rng_seed, ALONE)
        check(made.module, made.stage)
        seen += write(made.module).count("checksum =")
    # One of these is the declaration of the checksum.
    assert seen > PROGRAMS


def test_a_tiny_program_has_no_idioms() -> None:
    made = generate("glsl", 450, 3, Settings(idioms=0, statements=(("declaration", 1),)))
    assert "does_" not in write(made.module)
