"""Trees that hold what their language lacks."""

from __future__ import annotations

import pytest

from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.dialects import dialect_of
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
        (Switch(A, (Clause((A,), Block(), falls_through=True),)), "wgsl", 0, "WGSL's switch does not fall through"),
        (Module("wgsl", 0), "glsl", 450, "this is GLSL"),
    ],
)
def test_what_a_language_lacks_has_a_reason(node: Node, language: LanguageName, version: int, reason: str) -> None:
    assert refusal(node, language, version).startswith(reason) or reason in refusal(node, language, version)
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
            assert all(refusal.reason and (not refusal.field or refusal.field in fields) for refusal in refusals)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_words_are_of_one_sort_only(language: LanguageName) -> None:
    for version in dialect_of(language).versions:
        rules = dialect_of(language).rules(version)
        assert not rules.keywords & rules.type_words
        assert not rules.keywords & rules.reserved
        assert not rules.type_words & rules.reserved
        assert {"if", "else", "return", "true", "false"} <= rules.keywords
