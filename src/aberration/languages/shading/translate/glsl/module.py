"""Reading a whole module of GLSL or ESSL: names, functions, variables; how the outside is
written, the targets say.
"""

from __future__ import annotations

from typing import Final

from ...builtins.signature import Overload
from ...checker import arithmetic
from ...checker.symbols import UNKNOWN, VariableSymbol
from ...interpret.interface import Resource
from ...tree import (
    Call,
    Declaration,
    Expression,
    InitList,
    Interface,
    Name,
    Node,
    Statement,
    StructDecl,
    StructSyntax,
    Variable,
)
from ...tree.walk import walk
from ...types import Array, Struct, Type, element_of, is_opaque
from ..declarations import Output
from ..reader import part_of, structs_of
from ..values import TranslatedValue
from .places import give, key_of
from .reader import FamilyReader

_FIRST_OUTPUTS: Final = ("gl_FragColor", "gl_FragData")


# ---- what the module holds


def note_atomics(r: FamilyReader) -> None:
    """Mark what atomic functions touch, where the target has types for it."""
    for node in walk(r.typing.module):
        if isinstance(node, Call) and node.args:
            callee = r.typing.callees.get(id(node))
            atomic = isinstance(callee, Overload) and callee.builtin.theme == "atomic"
            key = key_of(r, node.args[0]) if atomic else None
            if key is not None:
                r.emitter.atomic.add(key)


def name_structs(r: FamilyReader) -> list[Struct]:
    """Name the structures of the program, without blocks, and return them, each after those that
    it holds.
    """
    nodes = (node for node in walk(r.typing.module) if isinstance(node, StructDecl | StructSyntax))
    types = structs_of(r.typing, nodes)
    for type in types:
        if is_opaque(type):
            raise r.emitter.refuse("textures", f"the structure {type.name}")
        r.emitter.name_struct(type, type.name or "Anonymous")
    return types


def variables_used(r: FamilyReader) -> list[VariableSymbol]:
    """Return the variables that functions name, by name."""
    return sorted(set(r.typing.symbols.values()), key=lambda one: one.name)


def refuse_opaque(r: FamilyReader) -> None:
    """Refuse what no target takes from outside."""
    for symbol in variables_used(r):
        if is_opaque(symbol.type):
            raise r.emitter.refuse("textures", symbol.name, symbol.node)


# ---- variables


def constants_and_privates(r: FamilyReader) -> list[Declaration]:
    """Declare the module's constants and variables; values that are no constants are given
    at the beginning.
    """
    found: list[Declaration] = []
    for node in r.typing.module.decls:
        for variable in getattr(node, "variables", ()):
            symbol = r.typing.declared[id(variable)]
            if (
                variable.kind == "const"
                and symbol.constant is not None
                and symbol.constant is not UNKNOWN
            ):
                name = r.emitter.names.of_module(variable.name)
                r.bound[symbol] = Name(name)
                found.append(r.emitter.constant_decl(name, symbol.type, symbol.constant))
            elif variable in r.shader.private:
                found.append(_private(r, variable, symbol, "private"))
            elif symbol in r.shader.shared:
                found.append(_private(r, variable, symbol, "workgroup"))
    return found


def _private(r: FamilyReader, node: Variable, symbol: VariableSymbol, space: str) -> Declaration:
    name = r.emitter.names.of_module(node.name)
    r.bound[symbol] = Name(name)
    r.memory.add(name)
    init = None
    if node.init is not None:
        init = _constant_init(r, node.init, symbol.type)
        if init is None:
            r.before_main.append((symbol, node.init))
    return r.emitter.global_variable(name, symbol, symbol.type, space, init)


def _constant_init(r: FamilyReader, node: Expression, type: Type) -> Expression | None:
    value = None if isinstance(node, InitList) else r.typing.constants.get(id(node))
    if value is None or value is UNKNOWN:
        return None
    source, target = element_of(r.type_of(node)), element_of(type)
    if source is not target and source is not None and target is not None:
        value = arithmetic.convert(value, source, target)
    return r.emitter.constant(value, type)


# ---- functions


def name_functions(r: FamilyReader) -> None:
    for function in r.facts.order_from_leaves():
        if function.node.name != "main" or function.types:
            r.functions[function] = r.emitter.names.of_module(function.name)


def main_body(r: FamilyReader) -> list[Statement]:
    """Return the statements of `main`, after the values of variables that are no constants."""
    node = r.facts.definitions[r.shader.entry]
    assert node.body is not None
    r.function = r.shader.entry
    with r.emitter.collecting() as body:
        for symbol, init in r.before_main:
            value = r.value_as(init, symbol.type)
            give(r, TranslatedValue(r.bound[symbol], symbol.type), value)
        body += r.block(node.body.statements).statements
    return body


# ---- outputs


def bind_outputs(r: FamilyReader) -> None:
    for location, symbol in r.shader.outputs:
        if element_of(symbol.type) is None:
            raise r.emitter.refuse("outputs", f"the output {symbol.name}", symbol.node)
        _output(r, symbol, location, symbol.type)
    for symbol in variables_used(r):
        if symbol.name in _FIRST_OUTPUTS and symbol.node is None:
            type = symbol.type.element if isinstance(symbol.type, Array) else symbol.type
            _output(r, symbol, 0, type)


def _output(r: FamilyReader, symbol: VariableSymbol, location: int, type: Type) -> None:
    name = r.emitter.names.of_module(symbol.name.removeprefix("gl_"))
    r.bound[symbol] = Name(name)
    r.memory.add(name)
    r.outputs.append(Output(location, name, type))


# ---- blocks


def bind_block(r: FamilyReader, resource: Resource, base: Expression | None) -> None:
    """Let the names of a block be members of what it became, or that itself; None: members
    are names.
    """
    type = resource.type
    assert isinstance(type, Struct)
    for symbol in resource.symbols:
        if base is None:
            r.bound[symbol] = Name(r.emitter.fields[type, symbol.name])
        elif resource.members:
            r.bound[symbol] = part_of(r.emitter, TranslatedValue(base, type), symbol.name).expr
        else:
            r.bound[symbol] = base


def is_read_only(node: Node | None) -> bool:
    return isinstance(node, Interface) and (
        "readonly" in node.qualifiers
        or all("readonly" in member.qualifiers for member in node.members)
    )
