"""What GLSL and ESSL text becomes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from helpers.shading import expression, module, refused, statements

from aberration.core.errors import MalformedShader
from aberration.languages.shading.glsl.lexicon import lexicon
from aberration.languages.shading.glsl.parser import GlslParser
from aberration.languages.shading.glsl.rules import rules
from aberration.languages.shading.lexer import lex
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import (
    ArrayOf,
    Assign,
    AssignExpr,
    Attribute,
    Binary,
    Block,
    Break,
    Call,
    CallStatement,
    Clause,
    Comma,
    Conditional,
    Declare,
    Evaluate,
    Field,
    For,
    Function,
    If,
    Increment,
    IncrementExpr,
    Index,
    InitList,
    Interface,
    Literal,
    Member,
    Name,
    Node,
    Param,
    Precision,
    Requalify,
    Return,
    StructDecl,
    StructSyntax,
    Switch,
    TypeName,
    Unary,
    Variable,
    While,
)

A, B, C = Name("a"), Name("b"), Name("c")
INT, FLOAT = TypeName("int"), TypeName("float")
ONE, TWO = Literal("int", 1), Literal("int", 2)
PLACED = (Attribute("group", (ONE,)), Attribute("binding", (TWO,)))
FLAT = ("flat", "centroid")
KNOWN = "110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c", Binary("+", A, Binary("*", B, C))),
        ("(a + b) * c", Binary("*", Binary("+", A, B), C)),
        ("a - b - c", Binary("-", Binary("-", A, B), C)),
        ("a || b && c", Binary("||", A, Binary("&&", B, C))),
        ("a ^^ b || c", Binary("||", Binary("^^", A, B), C)),
        ("a | b ^ c & a", Binary("|", A, Binary("^", B, Binary("&", C, A)))),
        ("a << b + c", Binary("<<", A, Binary("+", B, C))),
        ("a < b == c", Binary("==", Binary("<", A, B), C)),
        ("-a++", Unary("-", IncrementExpr("++", A, False))),
        ("- --a", Unary("-", IncrementExpr("--", A, True))),
        ("!~+a", Unary("!", Unary("~", Unary("+", A)))),
        ("a ? b : c ? a : b", Conditional(A, B, Conditional(C, A, B))),
        ("a ? b, c : a", Conditional(A, Comma(B, C), A)),
        ("a = b += c", AssignExpr("=", A, AssignExpr("+=", B, C))),
        ("(a, b)", Comma(A, B)),
        ("a.xy.x", Field(Field(A, "xy"), "x")),
        ("a[b][1]", Index(Index(A, B), ONE)),
        ("a[b[1]].x", Field(Index(A, Index(B, ONE)), "x")),
        ("f(a, b)", Call(Name("f"), (A, B))),
        ("f(void)", Call(Name("f"))),
        ("f()", Call(Name("f"))),
        ("vec3(a)", Call(Name("vec3"), (A,))),
        ("a.length()", Call(Field(A, "length"))),
        ("a[1].length()", Call(Field(Index(A, ONE), "length"))),
        ("int[2](1, 2)", Call(ArrayOf(INT, TWO), (ONE, TWO))),
        ("int[](1)", Call(ArrayOf(INT), (ONE,))),
        ("S[2][1](a)", Call(ArrayOf(ArrayOf(TypeName("S"), ONE), TWO), (A,))),
        ("true", Literal("bool", True)),
        ("1u + 2.5", Binary("+", Literal("uint", 1), Literal("float", 2.5))),
        ("f(a = 1, (b, c))", Call(Name("f"), (AssignExpr("=", A, ONE), Comma(B, C)))),
    ],
)
def test_expressions(text: str, tree: Node) -> None:
    assert expression(text) == tree


def local(
    name: str, type_: TypeName | ArrayOf | StructSyntax, init: Node | None = None
) -> Variable:
    assert init is None or isinstance(init, Literal | InitList | Name)
    return Variable("var", name, type_, init, "function")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("int a;", Declare((local("a", INT),))),
        ("int a = 1, b[2], c;", Declare((
            local("a", INT, ONE), local("b", ArrayOf(INT, TWO)), local("c", INT)))),
        ("S a;", Declare((local("a", TypeName("S")),))),
        ("S[2] a;", Declare((local("a", ArrayOf(TypeName("S"), TWO)),))),
        ("int[1] a[2];", Declare((local("a", ArrayOf(ArrayOf(INT, ONE), TWO)),))),
        ("int a[] = { 1, 2, };", Declare((local("a", ArrayOf(INT), InitList((ONE, TWO))),))),
        ("const int a = 1;", Declare((Variable("const", "a", INT, ONE),))),
        ("struct S { int a; } b;", Declare((local("b", StructSyntax("S", (Member("a", INT),))),))),
        ("struct S { int a, b[2]; };", StructDecl(
            "S", (Member("a", INT), Member("b", ArrayOf(INT, TWO))))),
        ("precision highp float;", Precision("highp", FLOAT)),
        ("a * b;", Evaluate(Binary("*", A, B))),
        ("a[1] = b;", Assign("=", Index(A, ONE), B)),
        ("a <<= b;", Assign("<<=", A, B)),
        ("(a = b);", Assign("=", A, B)),
        ("a = b, c = 1;", Evaluate(Comma(AssignExpr("=", A, B), AssignExpr("=", C, ONE)))),
        ("++a;", Increment("++", A)),
        ("a--;", Increment("--", A)),
        ("f(1);", CallStatement(Call(Name("f"), (ONE,)))),
        ("if (a) b = 1; else if (b) ; else { }", If(
            A, Block((Assign("=", B, ONE),)), If(B, Block(), Block()))),
        ("while (bool a = true) break;", While(
            Declare((Variable("var", "a", TypeName("bool"), Literal("bool", True), "function"),)),
            Block((Break(),)))),
        ("for (int a = 1; ; a++, b) ;", For(
            Declare((local("a", INT, ONE),)), None,
            Evaluate(Comma(IncrementExpr("++", A, False), B)), Block())),
        ("return;", Return()),
    ],
)  # fmt: skip
def test_statements(text: str, tree: Node) -> None:
    assert statements(text) == (tree,)
    assert statements(f";{text};;") == (tree,)


def test_a_switch_says_where_it_falls_through() -> None:
    text = "case 1: case 2: b = 1; break; default: return; case 3: { break; } case 4: c = 1;"
    (found,) = statements(f"switch (a) {{ {text} }}")
    three, four = Literal("int", 3), Literal("int", 4)
    assert found == Switch(
        A,
        (
            Clause((ONE, TWO), Block((Assign("=", B, ONE),))),
            Clause((), Block((Return(),)), has_default=True, falls_through=True),
            Clause((three,), Block((Block((Break(),)),)), falls_through=True),
            Clause((four,), Block((Assign("=", C, ONE),))),
        ),
    )


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("int a;", Declare((Variable("var", "a", INT, storage="private"),))),
        ("uniform highp int a, b;", Declare(tuple(
            Variable("var", name, INT, storage="uniform", precision="highp") for name in "ab"))),
        ("layout(set = 1, binding = 2) uniform sampler2D a;", Declare((Variable(
            "var", "a", TypeName("sampler2D"), storage="uniform", attributes=PLACED),))),
        ("in flat centroid int a;", Declare((
            Variable("var", "a", INT, storage="in", qualifiers=FLAT),))),
        ("shared int a;", Declare((Variable("var", "a", INT, storage="workgroup"),))),
        ("layout(local_size_x = 1) in;", Requalify(
            (), "in", (), (Attribute("local_size_x", (ONE,)),))),
        ("invariant a, b;", Requalify(("a", "b"), qualifiers=("invariant",))),
        ("layout(std430) buffer B { readonly int a; int b[]; } it[2];", Interface("B", (
            Member("a", INT, qualifiers=("readonly",)), Member("b", ArrayOf(INT))),
            "storage", "it", (TWO,), (),
            (Attribute("std430"),))),
        ("int f(const in int a, inout float b[2], int);", Function("f", (
            Param("a", INT, "const_in"), Param("b", ArrayOf(FLOAT, TWO), "inout"),
            Param("", INT)), INT)),
        ("void f(void) { }", Function("f", body=Block())),
        ("highp int[2] f() { }", Function("f", (), ArrayOf(INT, TWO), Block(), "highp")),
    ],
)  # fmt: skip
def test_declarations(text: str, tree: Node) -> None:
    assert module(text).decls == (tree,)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("int a = 1 +;", "x:2:12: expected an expression, came ';'"),
        ("int a", "x:2:6: expected ';', came the end of the text"),
        (
            "void main() { for (if (true) { } ; ; ) { } }",
            "x:2:20: expected a declaration or an expression, came 'if'",
        ),
        (
            "int goto;",
            "x:2:5: expected the name of a variable, came 'goto', which GLSL 4.50 reserves",
        ),
        ("int vec2;", "x:2:5: expected the name of a variable, came 'vec2'"),
        ("void f() { a + b = c; }", "x:2:18: expected the end of the expression, came '='"),
        (
            "void f() { 1(2); }",
            "x:2:13: expected an operator or the end of the expression, came '('",
        ),
        (
            "in out int a;",
            "x:2:4: expected a qualifier that agrees with those before it, came 'out'",
        ),
        (
            "const const int a;",
            "x:2:7: expected a qualifier that agrees with those before it, came 'const'",
        ),
        (
            "inout int a;",
            "x:2:11: expected a qualifier of variables, came 'inout', which is for parameters",
        ),
        ("invariant in a;", "x:2:15: expected a type, or a name after `invariant` or `precise`"),
        ("const a;", "x:2:7: expected a type after these qualifiers, came 'a'"),
        ("uniform int f() { }", "x:2:13: expected the name of a variable, came 'f'"),
        (
            "void f(uniform int a);",
            "x:2:16: expected in, out, inout or const in before a parameter, came 'int'",
        ),
        (
            "B { int a; } b;",
            "x:2:1: expected uniform, buffer, in or out before the name of a block, came 'B'",
        ),
        ("struct S { };", "x:2:12: expected a type, came '}'"),
        ("struct { int a; };", "x:2:18: expected the name of a variable of this struct, came ';'"),
        ("void f() { switch (1) { a; } }", "x:2:25: expected case or default, came 'a'"),
        (
            "void f() { switch (1) { case 1: } }",
            "x:2:33: expected a statement after the label, came '}'",
        ),
        ("void f() { precision int; }", "x:2:22: expected lowp, mediump or highp, came 'int'"),
        (
            "int a = 'b';",
            'x:2:9: expected an expression, came "\'", which is no part of GLSL 4.50'.replace(
                '"', "'"
            ),
        ),
        ("int a /* b", "x:2:7: expected ';', came a comment that is not closed"),
        (
            "int é;",
            "x:2:5: expected the name of a variable, came 'é', which is no part of GLSL 4.50",
        ),
        (
            "int a = 4294967296;",
            "x:2:9: expected a whole number of at most 4294967295, came a larger one",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    assert refused(f"#version 450\n{text}", "glsl").startswith(message)


def test_an_error_shows_the_line_and_a_caret() -> None:
    assert refused("#version 450\n\tint a = 1 +;", "glsl").splitlines()[1:] == [
        "   int a = 1 +;",
        "              ^",
    ]


@pytest.mark.parametrize(
    ("version", "text", "reason"),
    [
        ("330", "int a[2] = { 1, 2 };", "the initialiser list came with GLSL 4.20"),
        ("330", "double a;", "reserves"),
        ("330", "float a = float(1.0lf);", "the double came with GLSL 4.00"),
        ("420", "int a[2][2];", "the array of arrays came with GLSL 4.30"),
        ("100", "int a = 1 % 2;", "the operator on bits and remainders came with ESSL 3.00"),
        ("100", "int a = ~1;", "the operator on bits came with ESSL 3.00"),
        ("100", "void f() { a &= 1; }", "the operator on bits and remainders came with ESSL 3.00"),
        ("100", "void f() { switch (1) { default: break; } }", "reserves"),
        ("100", "int a = 1u;", "the unsigned literal came with ESSL 3.00"),
        ("100", "uniform B { int a; };", "the interface block came with ESSL 3.00"),
        ("100", "layout(location = 0) in int a;", "expected the name of a variable"),
        ("300 es", "int a[2][2];", "the array of arrays came with ESSL 3.10"),
        ("300 es", "shared int a;", "expected"),
        ("310 es", "int a[1] = { 1 };", "ESSL has no initialiser lists"),
        ("310 es", "attribute int a;", "reserves"),
    ],
)
def test_what_a_version_lacks_is_refused_by_name(version: str, text: str, reason: str) -> None:
    message = refused(
        f"#version {version}\n{text}", "essl" if version in ("100", "300 es", "310 es") else "glsl"
    )
    assert reason in message
    assert message.startswith("x:2:")


@pytest.mark.parametrize(
    ("head", "language", "message"),
    [
        (
            "#version 7",
            "glsl",
            f"x:1:1: expected #version {KNOWN} of GLSL, came 7",
        ),
        (
            "#version 310 es",
            "glsl",
            f"x:1:1: expected #version {KNOWN} of GLSL, came 310 es",
        ),
        (
            "#version 450",
            "essl",
            "x:1:1: expected #version 100, 300 es, 310 es or 320 es of ESSL, came 450",
        ),
        (
            "#version 300",
            "essl",
            "x:1:1: expected #version 100, 300 es, 310 es or 320 es of ESSL, came 300",
        ),
        (
            "#version x",
            "essl",
            "x:1:1: expected #version with a number and perhaps a profile, came another line",
        ),
    ],
)
def test_versions_that_are_not_known(head: str, language: str, message: str) -> None:
    assert refused(head, "glsl" if language == "glsl" else "essl").startswith(message)


def test_versions_that_are_known() -> None:
    assert module("// a\n/* b */ # version 300 es // c\nint a;", "essl").version == 300
    assert module("#version 100\nint a;", "essl").version == 100
    assert module("\n#version 460 compatibility", "glsl").profile == "compatibility"


class Counted(list[str]):
    """A list that counts how often it is asked for an item."""

    asked = 0

    def __getitem__(self, index: Any) -> Any:
        self.asked += 1
        return super().__getitem__(index)


@pytest.mark.parametrize("closing", ["]", "", "; a"])
def test_brackets_within_brackets_are_looked_through_once(closing: str) -> None:
    """What comes after them decides between a declaration or constructor and an index, at each."""
    text = f"#version 450\nvoid f() {{ a = {'a[' * 400}f({'1, ' * 2000}1){closing * 400}; }}"
    source, known = Source(text), rules(450)
    parser = GlslParser(source, lex(text, lexicon(known), len("#version 450")), known)
    parser.kinds = Counted(parser.kinds)
    with suppress(MalformedShader):
        parser.module()
    assert len(parser.kinds) > 4000
    assert parser.kinds.asked < 40 * len(parser.kinds)
