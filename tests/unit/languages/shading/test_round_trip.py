"""Tree to text and back: for 500 programs of the generator `smith` a language, for made trees of
the versions that it does not write, and for the bundled corpus.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.sampling import one_in
from helpers.shading_modules import made, modules
from helpers.smith_programs import VERSIONS, program_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.checker import check
from aberration.languages.shading.dialects import dialect_of, rules_for
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
OLD = [rules for rules in RULES if rules.version not in VERSIONS[rules.language]]
"""Versions that `smith` does not write."""
PROGRAMS = 500
BATCH = 100
OLDER = sorted(
    path
    for folder in ("references", "compute", "donors")
    for path in (ROOT / folder).iterdir()
    if path.suffix != ".json"
)


@pytest.mark.parametrize("batch", one_in(5, range(PROGRAMS // BATCH)))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_of_smith_is_legal_and_its_text_reads_as_the_same_tree(
    language: LanguageName, batch: int
) -> None:
    for number in range(batch * BATCH, (batch + 1) * BATCH):
        drawn = program_of(language, number)
        module = drawn.module
        text = write(module)
        shader = read(text, language)
        assert shader.module == module, text
        assert write(shader.module) == text
        check(shader.module, drawn.stage, shader.source)
        assert first_refusal(module, rules_for(module)) is None


@pytest.mark.parametrize("rules", OLD, ids=lambda rules: rules.title)
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
