"""Trees that hold what their language lacks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.shading_damage import damaged

from aberration.core.errors import BadInput
from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    KINDS,
    Assign,
    AssignExpr,
    Binary,
    Block,
    Clause,
    Comma,
    Conditional,
    Deref,
    Function,
    LanguageName,
    Literal,
    Loop,
    Member,
    Module,
    Name,
    Node,
    Param,
    StructDecl,
    Switch,
    TypeName,
    Unary,
)

A = Name("a")
INT = TypeName("int")
LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")


def shaders(language: LanguageName) -> list[Path]:
    return sorted(
        path for path in (ROOT / "shading" / language).iterdir() if path.suffix != ".json"
    )


def refusal(node: Node, language: LanguageName, version: int) -> str:
    found = first_refusal(node, dialect_of(language).rules(version))
    return found[1] if found is not None else ""


@pytest.mark.parametrize(
    ("node", "language", "version", "reason"),
    [
        (Loop(Block()), "glsl", 450, "GLSL has no loop with a continuing part"),
        (Deref(A), "essl", 310, "GLSL has no pointers"),
        (TypeName("vec3", (INT,)), "glsl", 450, "GLSL has no template arguments"),
        (Literal("half", 1.0), "glsl", 450, "GLSL has no half-precision"),
        (Literal("double", 1.0), "essl", 320, "ESSL has no doubles"),
        (Binary("<<", A, A), "essl", 100, "came with ESSL 3.00"),
        (Conditional(A, A, A), "wgsl", 0, "WGSL has no conditional operator"),
        (Comma(A, A), "wgsl", 0, "WGSL has no comma operator"),
        (AssignExpr("=", A, A), "wgsl", 0, "WGSL has no assignment inside an expression"),
        (Unary("+", A), "wgsl", 0, "WGSL has no unary plus"),
        (Binary("^^", A, A), "wgsl", 0, "WGSL has no logical exclusive or"),
        (Param("a", INT, "inout"), "wgsl", 0, "WGSL passes by value"),
        (Member("a", INT, precision="highp"), "wgsl", 0, "WGSL has no precision"),
        (
            Switch(A, (Clause((A,), Block(), falls_through=True),)),
            "wgsl",
            0,
            "WGSL's switch does not fall through",
        ),
        (Module("wgsl", 0), "glsl", 450, "this is GLSL"),
    ],
)
def test_what_a_language_lacks_has_a_reason(
    node: Node, language: LanguageName, version: int, reason: str
) -> None:
    assert refusal(node, language, version).startswith(reason) or reason in refusal(
        node, language, version
    )
    inside = Function("f", body=Block((Assign("=", A, Unary("-", A)),)))
    assert refusal(inside, language, version) == ""


def test_the_first_one_is_found_with_its_node() -> None:
    wrong = Literal("half", 1.0)
    tree = StructDecl("S", (Member("a", INT), Member("b", TypeName("x", (wrong,)))))
    found = first_refusal(tree, dialect_of("glsl").rules(450))
    assert found is not None
    assert found[0] is tree.members[1].type


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_refusals_speak_of_kinds_and_fields_that_there_are(language: LanguageName) -> None:
    for version in dialect_of(language).versions:
        rules = dialect_of(language).rules(version)
        for kind, refusals in rules.refusals.items():
            assert kind in KINDS
            fields = kind.__struct_fields__
            assert all(
                refusal.reason and (not refusal.field or refusal.field in fields)
                for refusal in refusals
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_read_holds_nothing_that_its_language_lacks(language: LanguageName) -> None:
    """Reading looks only for refusals of what the grammar has a text for; the others it cannot
    give.
    """
    texts = {name: [path.read_text() for path in shaders(name)] for name in LANGUAGES}
    chance = random.Random(f"spelled {language}")
    taken = 0
    for _ in range(400):
        other = chance.choice(texts[chance.choice(LANGUAGES)])
        try:
            shader = read(damaged(chance.choice(texts[language]), other, chance), language)
        except BadInput:
            continue
        taken += 1
        assert first_refusal(shader.module, shader.rules) is None
    assert taken > 40


@pytest.mark.parametrize(
    ("language", "text", "reason"),
    [
        ("essl", "#version 300 es\nvoid main() { float x = 1.0lf; }", "ESSL has no doubles"),
        ("essl", "void main() { int x = 1 << 2; }", "came with ESSL 3.00"),
        ("glsl", "#version 330\nvoid main() { int x[2] = {1, 2}; }", "came with GLSL 4.20"),
        ("glsl", "#version 420\nint x[2][2]; void main() {}", "came with GLSL 4.30"),
    ],
)
def test_reading_refuses_what_only_other_versions_have(
    language: LanguageName, text: str, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason):
        read(text, language)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_words_are_of_one_sort_only(language: LanguageName) -> None:
    for version in dialect_of(language).versions:
        rules = dialect_of(language).rules(version)
        assert not rules.keywords & rules.type_words
        assert not rules.keywords & rules.reserved
        assert not rules.type_words & rules.reserved
        assert {"if", "else", "return", "true", "false"} <= rules.keywords
