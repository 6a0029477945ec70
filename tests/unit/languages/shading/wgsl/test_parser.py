"""What WGSL text becomes."""

from __future__ import annotations

import pytest
from helpers.shading import expression, module, refused, statements

from aberration.languages.shading.tree import (
    AddressOf,
    Alias,
    Assign,
    Attribute,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    ConstAssert,
    Declare,
    Deref,
    Directive,
    Field,
    For,
    Function,
    If,
    Increment,
    Index,
    Literal,
    Loop,
    Member,
    Name,
    Node,
    Param,
    Return,
    StructDecl,
    Switch,
    TypeName,
    Unary,
    Variable,
    While,
)

A, B, C = Name("a"), Name("b"), Name("c")
I32, F32 = TypeName("i32"), TypeName("f32")
ONE, TWO = Literal("abstract_int", 1), Literal("abstract_int", 2)
PLACED = (Attribute("group", (ONE,)), Attribute("binding", (TWO,)))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c", Binary("+", A, Binary("*", B, C))),
        ("a * b + c", Binary("+", Binary("*", A, B), C)),
        ("a & b & c", Binary("&", Binary("&", A, B), C)),
        ("a == b && b == c", Binary("&&", Binary("==", A, B), Binary("==", B, C))),
        ("a << b < c", Binary("<", Binary("<<", A, B), C)),
        ("a + b < c - a", Binary("<", Binary("+", A, B), Binary("-", C, A))),
        ("--a", Unary("-", Unary("-", A))),
        ("-*a.b", Unary("-", Deref(Field(A, "b")))),
        ("&a[1]", AddressOf(Index(A, ONE))),
        ("vec3<f32>(1)", Call(TypeName("vec3", (F32,)), (ONE,))),
        ("array<i32, 2>(1, 2,)", Call(TypeName("array", (I32, TWO)), (ONE, TWO))),
        (
            "bitcast<array<i32, a>>(b)",
            Call(TypeName("bitcast", (TypeName("array", (I32, A)),)), (B,)),
        ),
        ("f(a < b, c)", Call(Name("f"), (Binary("<", A, B), C))),
        ("true", Literal("bool", True)),
        ("1.5h", Literal("half", 1.5)),
    ],
)
def test_expressions(text: str, tree: Node) -> None:
    assert expression(text, "wgsl") == tree


@pytest.mark.parametrize(
    "text",
    [
        "a & b + c", "a & b | c", "a << b << c", "a + b << c", "a && b || c", "a < b < c",
        "a == b != c", "a & b == c",
        "a << b + c",        "a || b && c", "-a & b * c", "a ^ b & c",
    ],
)  # fmt: skip
def test_operators_that_may_not_meet_without_brackets(text: str) -> None:
    message = refused(f"fn f() {{ x = {text}; }}", "wgsl")
    assert "expected brackets where a" in message
    bracketed = text.split(" ")
    assert expression(f"({' '.join(bracketed[:3])}) {' '.join(bracketed[3:])}", "wgsl") is not None


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("var a = 1;", Declare((Variable("var", "a", None, ONE, "function"),))),
        ("let a: i32 = 1;", Declare((Variable("let", "a", I32, ONE),))),
        ("const a = 1;", Declare((Variable("const", "a", None, ONE),))),
        ("var<function> a: i32;", Declare((Variable("var", "a", I32, None, "function"),))),
        ("_ = a;", Assign("=", None, A)),
        ("*a += b;", Assign("+=", Deref(A), B)),
        ("(*a).b = c;", Assign("=", Field(Deref(A), "b"), C)),
        ("a++;", Increment("++", A)),
        ("a[1]--;", Increment("--", Index(A, ONE))),
        ("f(a);", CallStatement(Call(Name("f"), (A,)))),
        ("const_assert a;", ConstAssert(A)),
        ("if a { } else if (b) { } else { return; }",
            If(A, Block(), If(B, Block(), Block((Return(),))))),
        ("while a { break; }", While(A, Block((Break(),)))),
        ("for (;;) { }", For(None, None, None, Block())),
        ("for (var a = 1; a < b; a++) { }", For(
            Declare((Variable("var", "a", None, ONE, "function"),)), Binary("<", A, B),
            Increment("++", A), Block())),
        ("switch a { case 1, 2, default: { } case b { } }", Switch(
            A, (Clause((ONE, TWO), Block(), has_default=True), Clause((B,), Block())))),
        ("switch (a) { default { } }", Switch(A, (Clause((), Block(), has_default=True),))),
        ("loop { a++; continuing { b++; break if c; } }", Loop(
            Block((Increment("++", A),)), Block((Increment("++", B),)), C)),
        ("loop { }", Loop(Block())),
        ("@id(1) { }", Block((), (Attribute("id", (ONE,)),))),
        ("@id loop @size { }", Loop(Block((), (Attribute("size"),)),
            attributes=(Attribute("id"),))),
        ("@id switch a @size { default { } }", Switch(
            A, (Clause((), Block(), has_default=True),), (Attribute("id"),), (Attribute("size"),))),
    ],
)  # fmt: skip
def test_statements(text: str, tree: Node) -> None:
    assert statements(text, "wgsl") == (tree,)
    assert statements(f";{text};", "wgsl") == (tree,)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("var<private> a = 1;", Declare((Variable("var", "a", None, ONE, "private"),))),
        ("@group(1) @binding(2) var<storage, read_write> a: i32;", Declare((Variable(
            "var", "a", I32, None, "storage", "read_write", attributes=PLACED),))),
        ("var a: texture_2d<f32>;", Declare((Variable("var", "a", TypeName("texture_2d", (F32,)),
            None, "handle"),))),
        ("@id(1) override a: f32;", Declare((Variable("override", "a", F32,
            attributes=(Attribute("id", (ONE,)),)),))),
        ("alias a = array<f32>;", Alias("a", TypeName("array", (F32,)))),
        ("struct S { a: i32, @align(1) b: f32 }", StructDecl("S", (
            Member("a", I32), Member("b", F32, attributes=(Attribute("align", (ONE,)),))))),
        ("@vertex fn f(@location(1) a: i32,) -> @builtin(position) f32 { return a; }", Function(
            "f", (Param("a", I32, attributes=(Attribute("location", (ONE,)),)),), F32,
            Block((Return(A),)),
            attributes=(Attribute("vertex"),),
            result_attributes=(Attribute("builtin", (Name("position"),)),))),
    ],
)  # fmt: skip
def test_declarations(text: str, tree: Node) -> None:
    assert module(f"{text};", "wgsl").decls == (tree,)


def test_directives_come_first() -> None:
    found = module("enable f16, a,; requires b; diagnostic(off, c.d,); const a = 1;", "wgsl")
    assert [directive.args for directive in found.directives] == [
        ("f16", "a"),
        ("b",),
        ("off", "c.d"),
    ]
    assert refused("const a = 1; enable f16;", "wgsl").startswith("x:1:14: expected a declaration")
    assert all(isinstance(directive, Directive) for directive in found.directives)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fn f() { x = a ? b : c; }", "x:1:16: expected ';', came '?'\n"),
        ("fn f() { a = b = c; }", "x:1:16: expected ';', came '='\n"),
        ("fn f() { do { } }", "x:1:10: expected a statement, came 'do', which WGSL reserves\n"),
        ("fn f() { a + b; }", "x:1:12: expected an assignment, an increment or a call, came '+'"),
        ("fn f() { let a; }", "x:1:15: expected ':' and a type, or '=' and a value, came ';'"),
        ("fn f() { let a: i32; }", "x:1:20: expected '=' and a value, came ';'"),
        ("fn f() { if a b = 1; }", "x:1:15: expected '{', came 'b'"),
        (
            "fn f() { @id a = 1; }",
            "x:1:14: expected a block, if, switch, loop, for or while after attributes, came 'a'",
        ),
        ("fn f() { loop { continuing { } a = 1; } }", "x:1:32: expected '}', came 'a'"),
        (
            "var<elsewhere> a: i32;",
            "x:1:5: expected function, private, workgroup, uniform or storage",
        ),
        ("var<storage, often> a: i32;", "x:1:14: expected read, write or read_write, came 'often'"),
        (
            "var __a = 1;",
            (
                "x:1:5: expected the name of a variable without two underscores at its "
                "beginning, came '__a'"
            ),
        ),
        ("fn f() { let _ = 1; }", "x:1:14: expected the name of a variable, came '_'"),
        ("struct S { }", "x:1:12: expected the name of a member, came '}'"),
        (
            "@id alias a = i32;",
            "x:1:5: expected fn, var, override or struct after attributes, came 'alias'",
        ),
        ("@other fn f() { }", "x:1:2: expected the name of an attribute, came 'other'"),
        ("diagnostic(some, a);", "x:1:12: expected error, warning, info or off, came 'some'"),
        ("let a = 1;", "x:1:1: expected a declaration: fn, var, const"),
        ("fn f() { x = vec2<>(1); }", "x:1:19: expected"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    assert refused(text, "wgsl").startswith(message)


def test_what_other_languages_have_is_refused_with_the_way_out() -> None:
    assert "WGSL has no conditional operator" in refused("fn f() { x = a ? b : c; }", "wgsl")
    assert "WGSL has no do loop" in refused("fn f() { do { } }", "wgsl")
    assert "WGSL has no assignment inside an expression" in refused("fn f() { a = b = c; }", "wgsl")
    assert "WGSL has no increment inside an expression" in refused("fn f() { x = a++; }", "wgsl")
