"""Derivatives: their values are those of any way to pair pixels."""

from __future__ import annotations

import pytest

from aberration.core.outcome import Image
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings as Rewriting
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import Call, LanguageName, Name
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Settings, generate

DERIVING = Settings(
    main_length=1,
    program_statements=4,
    idioms=0,
    functions=1,
    together=4,
    steered=0,
    swarm=0.0,
    fragment_share=1.0,
    statements=(("declaration", 1), ("assignment", 1), ("together", 2)),
    types=("int", "uint", "bool", "float", "vectors"),
    expressions=(("unary", 1),),
)


@pytest.mark.parametrize(("language", "version"), [("wgsl", 0), ("glsl", 450), ("essl", 310)])
def test_the_way_to_pair_pixels_shows_nowhere(language: LanguageName, version: int) -> None:
    names = set()
    for rng_seed in range(5):
        made = generate(language, version, rng_seed, DERIVING)
        shader = read(write(made.module), language)
        text = recondition(shader, made.stage, Rewriting(one_budget=True)).text(shader)
        names |= {
            node.callee.name
            for node in walk(made.module)
            if isinstance(node, Call) and isinstance(node.callee, Name)
        }
        # Coarse derivatives are one for all four pixels, where the usual ones are of rows.
        images = [
            execute(read(text, language), made.stage, made.inputs, Options(rounding=number))
            for number in (None, 0, 5, 6)
        ]
        assert isinstance(images[0], Image), str(images[0])
        assert all(one == images[0] for one in images)
    stem = "dpd" if language == "wgsl" else "dFd"
    assert {f"{stem}x", f"{stem}y", "fwidth"} <= names


def test_a_program_that_discards_takes_none() -> None:
    settings = Settings(fragment_share=1.0, swarm=0.0, together=3)
    texts = [write(generate("glsl", 450, rng_seed, settings).module) for rng_seed in range(16)]
    assert any("discard;" in text for text in texts)
    assert any("slope_" in text for text in texts)
    assert not any("discard;" in text and "slope_" in text for text in texts)
