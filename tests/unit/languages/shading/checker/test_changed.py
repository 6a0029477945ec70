"""Checking a module that was made of a checked one gives what a whole check gives."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from aberration.core.errors import MalformedShader
from aberration.core.rng import Rng
from aberration.languages.shading.checker import Typing, check, check_again
from aberration.languages.shading.checker.symbols import FunctionSymbol, VariableSymbol
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    Binary,
    Literal,
    Module,
    Name,
    Node,
    Variable,
)
from aberration.languages.shading.tree.nodes import Nodes
from aberration.languages.shading.tree.walk import rewrite, walk
from aberration.languages.shading.write import write
from aberration.methods.smith.generate.generate import generate

SHADER = """#version 300 es
precision highp float;
const int many = 3;
int level = 1;
out vec4 colour;
float half_of(float x, inout int seen) { seen++; float whole; whole = x; return whole * 0.5; }
void main() {
    int seen;
    struct Pair { int first; float second; } pair;
    Pair other = Pair(many, 2.0);
    for (int i = 0; i < many; i++) { seen += i; { float seen = 1.0; other.second = seen; } }
    pair = other;
    switch (seen) { case 1: level = 2; break; default: level += pair.first; break; }
    colour = vec4(half_of(other.second, seen), float(seen), float(level), 1.0);
}
"""


def again(module: Module, changed: Module, typing: Typing) -> Typing:
    nodes = Nodes(module)
    return check_again(typing, lambda one: nodes.parent_of(one) is not None, changed, "fragment")


def facts(typing: Typing, module: Module) -> list[object]:
    """All that is known of a module, with what stands for the identity of things."""
    order = {id(node): number for number, node in enumerate(walk(module))}

    def thing(value: object) -> object:
        if isinstance(value, VariableSymbol):
            where = order.get(id(value.node))
            return value.name, str(value.type), value.role, value.constant, where
        if isinstance(value, FunctionSymbol):
            return value.signature, order[id(typing.bodies[value])]
        return str(value)

    tables = (typing.types, typing.callees, typing.symbols, typing.constants, typing.declared)
    found: list[object] = [
        [thing(table.get(id(node))) for table in tables] for node in walk(module)
    ]
    return [*found, sorted(map(str, map(thing, typing.assigned)))]


def longer(node: Node) -> Node:
    """Write `x + 0.0` for each float: constants keep their values."""
    if isinstance(node, Literal) and node.kind == "float":
        return Binary(op="+", left=node, right=Literal(kind="float", value=0.0))
    return node


def test_knows_what_a_whole_check_knows() -> None:
    module = read(SHADER, "essl").module
    changed = rewrite(module, longer)
    assert isinstance(changed, Module)
    assert changed is not module
    known = again(module, changed, check(module, "fragment"))
    assert facts(known, changed) == facts(check(changed, "fragment"), changed)


@pytest.mark.parametrize("number", range(6))
def test_of_random_programs_too(number: int) -> None:
    made = generate("glsl", 450, Rng.of(number, "changed").bits())
    module = read(write(made.module), "glsl").module
    changed = rewrite(module, longer)
    assert isinstance(changed, Module)
    nodes = Nodes(module)
    known = check_again(
        check(module, made.stage),
        lambda one: nodes.parent_of(one) is not None,
        changed,
        made.stage,
    )
    assert facts(known, changed) == facts(check(changed, made.stage), changed)


def test_a_variable_with_another_value_is_known_by_all_its_names() -> None:
    module = read(SHADER, "essl").module
    zero = Literal(kind="int", value=0)

    def begin(node: Node) -> Node:
        bare = isinstance(node, Variable) and node.name == "seen" and node.init is None
        return replace(node, init=zero) if bare else node

    changed = rewrite(module, begin)
    assert isinstance(changed, Module)
    known = again(module, changed, check(module, "fragment"))
    symbols = [
        known.symbols[id(node)]
        for node in walk(changed)
        if isinstance(node, Name) and node.name == "seen" and id(node) in known.symbols
    ]
    integers = [one.node for one in symbols if one.role == "var" and str(one.type) == "int"]
    assert integers
    assert all(isinstance(one, Variable) and one.init is zero for one in integers)


def test_what_is_new_is_checked() -> None:
    module = read(SHADER, "essl").module
    changed = rewrite(module, lambda node: Name(name="nobody") if node == Name(name="i") else node)
    assert isinstance(changed, Module)
    with pytest.raises(MalformedShader, match="nobody"):
        again(module, changed, check(module, "fragment"))
