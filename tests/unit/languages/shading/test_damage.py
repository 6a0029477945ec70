"""The corpus, damaged: each input gives a tree that prints as itself, or an error of our own, and
nothing else.
"""

import random

import pytest
from helpers.corpus import ROOT
from helpers.shading_damage import DAMAGES, Damage, damaged, said_of

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.tree import LanguageName

LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")
STAGES: tuple[Stage, ...] = ("fragment", "compute", "vertex")
FILES = {
    name: sorted(p for p in (ROOT / "shading" / name).iterdir() if p.suffix != ".json")
    for name in LANGUAGES
}
COUNT = 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_damaged_shaders_of_the_corpus(language: LanguageName) -> None:
    texts = [path.read_text() for path in FILES[language]]
    assert len(texts) >= 10
    chance = random.Random(f"damage {language}")
    found = {
        said_of(damaged(chance.choice(texts), chance.choice(texts), chance), language, STAGES)
        for _ in range(COUNT)
    }
    assert found == {"malformed", "refused", "typed"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_shaders_of_the_corpus_are_typed(language: LanguageName) -> None:
    """What is damaged was whole before: else the other test would show nothing."""
    assert {said_of(path.read_bytes(), language, STAGES) for path in FILES[language][:12]} == {
        "typed"
    }


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_each_way_of_damaging_changes_the_text(damage: Damage) -> None:
    first, second = (path.read_text() for path in FILES["essl"][:2])
    made = {damage(first, second, random.Random(seed)) for seed in range(8)}
    assert len(made - {first}) >= 6
