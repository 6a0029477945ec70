"""Whatever text is given: a tree or an error of our own, and nothing else."""

from __future__ import annotations

import random

import pytest
from helpers.shading_modules import made
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aberration.core.errors import BadInput
from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.glsl.lexicon import line_lexicon
from aberration.languages.shading.lexer import lex
from aberration.languages.shading.parser.cursor import DEPTH
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName, Module
from aberration.languages.shading.tree.walk import depth
from aberration.languages.shading.write import write

HEADS: dict[LanguageName, str] = {"glsl": "#version 450\n", "essl": "#version 310 es\n", "wgsl": ""}
LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")
BRIEF = settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
WORDS = """
    if else for while do loop continuing switch case default return struct fn var let const array
    layout in out uniform int vec3 void defined precision highp true invariant discard 1u 1.5e9
    0x 0x1p9999 1e9999 09 é __x // /* */ ##
"""
PIECES = (
    *"()[]{}<>;,.=+-&*?:@#$'\"\t\n\u200e_a0",
    *WORDS.split(),
    *(
        "\\\n",
        "\n#if 1\n",
        "\n#define a(x) x a\n",
        "\n#undef a\n",
        "\n#if\n",
        "\n#else\n",
        "\n#endif\n",
        "\n#line 7\n",
    ),
    "9" * 500,
)


def tree_or_error(text: str | bytes, language: LanguageName) -> Module | None:
    """Return the tree, or None for an error of our own, which shows where it is and fits a
    terminal.
    """
    module, error = None, None
    try:
        module = read(text, language, "x").module
    except BadInput as refusal:
        error = refusal
    if module is None:
        assert error is not None
        assert error.where.startswith("x")
        assert max(map(len, str(error).splitlines())) < 1000
        return None
    assert depth(module) < DEPTH + 10
    assert read(write(module), language).module == module
    return module


@pytest.mark.parametrize("language", LANGUAGES)
@BRIEF
@given(text=st.text() | st.binary())
def test_any_text(language: LanguageName, text: str | bytes) -> None:
    tree_or_error(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
@BRIEF
@given(pieces=st.lists(st.sampled_from(PIECES), max_size=40), blank=st.sampled_from(("", " ")))
def test_any_words(language: LanguageName, pieces: list[str], blank: str) -> None:
    tree_or_error(HEADS[language] + blank.join(pieces), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_shaders_with_one_word_changed(language: LanguageName) -> None:
    """Most are refused, some are not; both have to happen."""
    rules = dialect_of(language).rules(dialect_of(language).versions[-1])
    chance = random.Random(language)
    read_well = 0
    for seed in range(60):
        text = write(made(seed, rules, 2))
        tokens = lex(text, line_lexicon(rules))
        at = chance.randrange(len(tokens))
        start, end = tokens.starts[at], tokens.ends[at]
        new = chance.choice(
            (chance.choice(PIECES), "", tokens.texts[chance.randrange(len(tokens))])
        )
        read_well += tree_or_error(text[:start] + new + text[end:], language) is not None
    assert 2 < read_well < 58


NESTED = ("( )", "-( )", "a( )", "a[ ]", "1+ ", "1*( )", "(1+ )", "! ", "a&( )", "vec2(1, )")
BLOCKS = ("{ }", "if(a){ }", "if(a){}else {}", "for(;;){ }", "switch(1){default:{ }break;}")
HOLDERS: dict[LanguageName, str] = {"glsl": "void", "essl": "void", "wgsl": "fn"}


@pytest.mark.parametrize(
    ("count", "is_read"), [(100, True), (480, True), (600, False), (20_000, False)]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_expressions_nested_deeply(language: LanguageName, count: int, is_read: bool) -> None:
    for opening, _, closing in (form.partition(" ") for form in NESTED):
        text = (
            f"{HEADS[language]}{HOLDERS[language]} f() {{ x = "
            f"{opening * count}1{closing * count}; }}"
        )
        assert (tree_or_error(text, language) is not None) == is_read, opening


@pytest.mark.parametrize(("count", "is_read"), [(100, True), (600, False), (20_000, False)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_statements_nested_deeply(language: LanguageName, count: int, is_read: bool) -> None:
    for opening, _, closing in (form.partition(" ") for form in BLOCKS):
        closing = closing.replace("break;", "") if language == "wgsl" else closing
        inner = opening.replace("else", "else ") * count + closing * (
            1 if "else" in opening else count
        )
        text = f"{HEADS[language]}{HOLDERS[language]} f() {{ {inner} }}"
        assert (tree_or_error(text, language) is not None) == is_read, opening


@pytest.mark.parametrize("language", LANGUAGES)
def test_chains_without_brackets_are_counted_too(language: LanguageName) -> None:
    head, tail = ("fn f() { x = a", "; }") if language == "wgsl" else ("void f() { x = a", "; }")
    for link in ("+1", ".x", "[0]", "*a"):
        assert tree_or_error(f"{HEADS[language]}{head}{link * 400}{tail}", language) is not None
        assert tree_or_error(f"{HEADS[language]}{head}{link * 600}{tail}", language) is None


def test_types_nested_without_end() -> None:
    assert tree_or_error(f"alias a = {'array<' * 400}i32{'>' * 400};", "wgsl") is not None
    assert tree_or_error(f"alias a = {'array<' * 20_000}i32{'>' * 20_000};", "wgsl") is None
    assert tree_or_error(f"#version 450\nint a{'[2]' * 300};", "glsl") is not None
    assert tree_or_error(f"#version 450\nint a{'[2]' * 20_000};", "glsl") is None
    assert tree_or_error(f"#version 450\n{'struct {' * 20_000}", "glsl") is None


@pytest.mark.slow
def test_macros_that_grow_without_end_are_refused() -> None:
    doubling = "".join(f"#define m{i + 1} m{i} m{i}\n" for i in range(40))
    assert tree_or_error(f"#version 450\n#define m0 a\n{doubling}int b = m40;", "glsl") is None
    nested = "(".join("f" for _ in range(3000)) + ")" * 3000
    assert tree_or_error(f"#version 450\n#define f(x) x x\nint b = {nested};", "glsl") is None
    deep = "(".join("f" for _ in range(50)) + "1" + ")" * 50
    assert tree_or_error(f"#version 450\n#define f(x) g##x(x)\nint b = {deep};", "glsl") is None
    assert tree_or_error("#version 450\n#define a a a\n#define b a b a\nint c = b;", "glsl") is None
