"""Printing with as little change as can be."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from helpers.shading_modules import made

from aberration.languages.shading.allowed import first_refusal
from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Break,
    CallStatement,
    Clause,
    Declare,
    Expression,
    Function,
    If,
    LanguageName,
    Literal,
    Module,
    Name,
    Node,
    Return,
    Statement,
)
from aberration.languages.shading.tree.paths import Path, at, places, splice, with_node_at
from aberration.languages.shading.tree.walk import find, rewrite
from aberration.languages.shading.write import write, write_changed

TEXT = """#version 450
// a head
#define N 3   // three
layout(location = 0) out vec4 c; // where it goes

/* what it does */
int f(int a) { // the body
    int b = a*2+ N;   // kept

    if (a<b)
        b = (a+1)*b;
    return b;  // done
}
#if 1
void main() { c = vec4(float(f(1))); }
#endif
"""


def shader() -> Shader:
    return read(TEXT, "glsl")


def changed(change: Callable[[Node], Node]) -> str:
    original = shader()
    module = rewrite(original.module, change)
    text = write_changed(original, module)
    assert read(text, "glsl").module == module
    return text


def renamed(old: str, new: Node) -> Callable[[Node], Node]:
    return lambda node: new if node == Name(old) else node


def body(*statements: int | Statement) -> Callable[[Node], Node]:
    """Return a change of the body of `f`: some of its statements by number, and new ones."""

    def change(node: Node) -> Node:
        if not isinstance(node, Block) or len(node.statements) != 3:
            return node
        chosen = tuple(
            node.statements[item] if isinstance(item, int) else item for item in statements
        )
        return Block(chosen, span=node.span)

    return change


def test_without_a_change_the_text_is_the_very_same() -> None:
    assert write_changed(shader(), shader().module) == TEXT
    assert changed(lambda node: node) == TEXT


def test_a_name_changes_where_it_stands_and_nowhere_else() -> None:
    expected = TEXT.replace("(a<b)", "(zz<b)").replace("(a+1)", "(zz+1)").replace("a*2", "zz*2")
    assert changed(renamed("a", Name("zz"))) == expected


def test_brackets_come_where_the_new_expression_needs_them() -> None:
    expected = (
        TEXT.replace("(a<b)", "((p - q)<b)")
        .replace("(a+1)", "((p - q)+1)")
        .replace("a*2", "(p - q)*2")
    )
    assert changed(renamed("a", Binary("-", Name("p"), Name("q")))) == expected


def test_a_statement_is_put_in_and_the_rest_stays() -> None:
    new = Assign("=", Name("b"), Literal("int", 5))
    assert changed(body(0, new, 1, 2)) == TEXT.replace("// kept\n", "// kept\n").replace(
        "+ N;", "+ N;\n    b = 5;"
    )
    assert "{\n    return 1; // the body\n" in changed(body(Return(Literal("int", 1)), 0, 1, 2))


def test_a_statement_is_taken_out_and_the_rest_stays() -> None:
    text = changed(body(0, 2))
    assert "if" not in text.split("f(int a)")[1].split("}")[0]
    assert all(
        comment in text
        for comment in ("// a head", "/* what it does */", "// the body", "// kept", "// done")
    )
    assert "#define N 3   // three" in text
    assert "+ N;" in text


def test_what_is_copied_elsewhere_keeps_its_layout() -> None:
    assert "b = (a+1)*b;" in changed(body(0, 1, 1, 2)).split("return b;")[0].split("if (a<b)")[2]


def test_a_declaration_inside_a_conditional_is_taken_out_without_its_lines() -> None:
    text = changed(
        lambda node: (
            Module("glsl", 450, (), node.decls[:2], span=node.span)
            if isinstance(node, Module)
            else node
        )
    )
    assert text == TEXT.replace("\nvoid main() { c = vec4(float(f(1))); }", "")


def test_a_change_inside_a_macro_is_a_change_of_the_whole_statement() -> None:
    text = changed(lambda node: Literal("int", 4) if node == Literal("int", 3) else node)
    assert "int b = a * 2 + 4;" in text.replace("a*2", "a * 2")
    assert "// the body" in text


def test_a_branch_without_braces_keeps_an_else_to_itself() -> None:
    original = read("#version 450\nvoid f() {\n    if (a) if (b) x = 1;\n}\n", "glsl")

    def with_else(node: Node) -> Node:
        if isinstance(node, If) and node.condition == Name("a"):
            return If(node.condition, node.then, Block((Return(),)), span=node.span)
        return node

    module = rewrite(original.module, with_else)
    text = write_changed(original, module)
    assert read(text, "glsl").module == module


@pytest.mark.parametrize("name", ["N", "c"])
def test_where_a_patch_would_read_otherwise_the_text_is_canonical(name: str) -> None:
    """A variable that has the name of a macro cannot stand in a text that still defines the
    macro.
    """
    original = shader()
    module = rewrite(original.module, renamed("b", Name(name)))
    text = write_changed(original, module)
    assert read(text, "glsl").module == module
    assert (text == write(module)) == (name == "N")


def test_what_a_function_is_called_changes_the_whole_function() -> None:
    def rename(node: Node) -> Node:
        return (
            Function("g", node.params, node.result, node.body, span=node.span)
            if isinstance(node, Function)
            else node
        )

    text = changed(rename)
    assert "int g(int a) {" in text
    assert "// a head" in text


def test_wgsl_changes_likewise() -> None:
    source = "// one\nfn f() -> i32 {\n  let a = 1 ; // two\n  return a  +  2;\n}\n"
    original = read(source, "wgsl")
    two = Literal("abstract_int", 2)
    module = rewrite(original.module, lambda node: Name("a") if node == two else node)
    assert write_changed(original, module) == source.replace("a  +  2", "a  +  a")
    kept = rewrite(module, lambda node: node)
    assert isinstance(kept.decls[0], Function)
    assert not any(isinstance(decl, Declare) for decl in kept.decls)


def may_change(path: Path, node: Node) -> bool:
    """Return whether an expression may become any other: no callee, and nothing that several
    variables share.
    """
    shared = "variables" in path and ("type" in path or "attributes" in path)
    return isinstance(node, Expression) and path[-1] != "callee" and not shared


@pytest.mark.parametrize(("language", "version"), [("glsl", 450), ("essl", 100), ("wgsl", 0)])
def test_made_shaders_with_one_place_changed_read_as_the_changed_tree(
    language: LanguageName, version: int
) -> None:
    rules = dialect_of(language).rules(version)
    unlike = 0
    for seed in range(60):
        text = re.sub(r";$", "; // kept", write(made(seed, rules, 2)), flags=re.MULTILINE)
        original = read(text, language)
        random = Random(seed)
        found = [entry for entry in places(original.module) if may_change(*entry)]
        if not found:
            continue
        path, old = random.choice(found)
        module = with_node_at(original.module, path, Binary("-", Name("p_"), Name("q_")))
        assert isinstance(module, Module)
        if first_refusal(module, rules) is not None or isinstance(
            at(module, path[:-1]), CallStatement
        ):
            continue
        changed_text = write_changed(original, module)
        assert read(changed_text, language).module == module, old
        unlike += changed_text != write(module)
    assert unlike > 20


@pytest.mark.parametrize(("language", "version"), [("glsl", 450), ("essl", 100), ("wgsl", 0)])
def test_made_shaders_with_statements_taken_out_or_doubled(
    language: LanguageName, version: int
) -> None:
    rules = dialect_of(language).rules(version)
    unlike = 0
    for seed in range(60):
        text = re.sub(r";$", "; // kept", write(made(seed, rules, 2)), flags=re.MULTILINE)
        original = read(text, language)
        random = Random(seed)
        found = [entry for entry in places(original.module) if entry[0][-2:-1] == ("statements",)]
        if not found:
            continue
        path, old = random.choice(found)
        module = splice(original.module, path, random.choice(((), (old, old))))
        assert isinstance(module, Module)
        changed_text = write_changed(original, module)
        assert read(changed_text, language).module == module or has_no_form(module)
        unlike += changed_text != write(module)
    assert unlike > 20


def has_no_form(module: Module) -> bool:
    """Return whether a clause that falls through was left without statements, or with a `break`
    at its end.
    """
    return any(
        clause.falls_through
        and (not clause.body.statements or isinstance(clause.body.statements[-1], Break))
        for clause in find(module, Clause)
    )
