"""Whatever a program is, checking it ends in types or in `BadInput`, and in nothing else."""

import random
from pathlib import Path

import pytest
from helpers.shading_mutants import PROGRAMS, words_of
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Evaluate,
    Expression,
    Function,
    LanguageName,
    Literal,
    Module,
)

OUTCOMES = {"malformed", "refused", "typed"}
FILES = sorted(PROGRAMS.iterdir())


def language_of(name: str) -> LanguageName:
    if name.endswith(".wgsl"):
        return "wgsl"
    return "essl" if name.startswith("essl") else "glsl"


def outcome(text: str, name: str) -> str:
    """Return whether a program is well-formed, well-typed, or neither."""
    try:
        shader = read(text, language_of(name), name)
    except BadInput:
        return "malformed"
    try:
        check(shader.module, "compute" if "comp" in name else "fragment", shader.source)
    except BadInput as error:
        return "refused" if error.where.startswith(name) else f"no place: {error}"
    return "typed"


def patchwork(name: str, text: str, seed: int) -> str:
    """Return the program with several words put in place of others, all of the same kind:
    names, or all else.
    """
    chance = random.Random(seed)
    words = words_of(text)
    chosen = sorted(chance.sample(range(len(words)), 6), reverse=True)
    for k in chosen:
        begin, end, word = words[k]
        similar = [other for _, _, other in words if other[0].isalnum() == word[0].isalnum()]
        text = text[:begin] + chance.choice(similar) + text[end:]
    return text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_patchworks_end_in_types_or_bad_input(path: Path) -> None:
    text = path.read_text()
    found = {outcome(patchwork(path.name, text, seed), path.name) for seed in range(60)}
    assert found <= OUTCOMES
    assert found != {"typed"}


WORDS = sorted(
    {word for path in FILES if path.suffix == ".wgsl" for _, _, word in words_of(path.read_text())}
)


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_soups_of_words_in_wgsl(soup: str) -> None:
    assert {
        outcome(f"fn f() {{ var a = 1; var v = vec3(1.5); let p = &a; a = {soup}; }}", "a.wgsl")
    } <= OUTCOMES


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_soups_of_words_in_glsl(soup: str) -> None:
    assert {
        outcome(
            f"#version 460\nvoid main() {{ int a = 1; vec3 v = vec3(1.5); a = {soup}; }}", "glsl"
        )
    } <= OUTCOMES


@pytest.mark.parametrize("language", ["glsl", "wgsl"])
def test_a_made_tree_that_is_too_deep(language: LanguageName) -> None:
    value: Expression = Literal("int", 1)
    for _ in range(40_000):
        value = Binary("+", value, Literal("int", 1))
    made = Evaluate(value) if language == "glsl" else Assign("=", None, value)
    module = Module(
        language, 460 if language == "glsl" else 0, decls=(Function("f", body=Block((made,))),)
    )
    with pytest.raises(BadInput, match="too deep"):
        check(module)
