"""Tree to text and back, for made trees of every language and version, and for the bundled
corpus.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.shading_modules import made, modules
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.read import read
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import KINDS, LanguageName
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write

LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")
RULES = [
    dialect_of(language).rules(version)
    for language in LANGUAGES
    for version in dialect_of(language).versions
]
OLDER = sorted(
    path
    for folder in ("references", "compute", "donors")
    for path in (ROOT / folder).iterdir()
    if path.suffix != ".json"
)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.title)
@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_made_tree_is_legal_and_its_text_reads_as_the_same_tree(
    rules: Rules, data: st.DataObject
) -> None:
    module = data.draw(modules(rules))
    assert first_refusal(module, rules) is None
    text = write(module)
    again = read(text, rules.language).module
    assert again == module, text
    assert write(again) == text


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.title)
def test_made_trees_hold_every_kind_that_the_language_has(rules: Rules) -> None:
    met = {type(node) for seed in range(60) for node in walk(made(seed, rules, 3))}
    assert {kind.__name__ for kind in KINDS if not rules.reason(kind.__name__)} == {
        kind.__name__ for kind in met
    }


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_shader_of_the_corpus_is_the_same_tree_after_printing(path: Path) -> None:
    source = path.read_text()
    module = read(source, "glsl", str(path)).module
    assert read(write(module), "glsl").module == module
    assert len(module.decls) > 1
