"""A part with names of its own: whatever it declares is named apart from the other part, and no two
of its variables share a name, so that statements can move from one scope to another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from aberration.languages.shading.checker import Typing
from aberration.languages.shading.checker.symbols import FunctionSymbol, VariableSymbol
from aberration.languages.shading.tree import (
    Alias,
    Call,
    Function,
    Interface,
    Name,
    Node,
    Param,
    Requalify,
    StructDecl,
    StructSyntax,
    TypeName,
    Variable,
)
from aberration.languages.shading.tree.walk import walk, with_children
from aberration.languages.shading.types import Type, stored_type

N = TypeVar("N", bound=Node)
_TYPES: Final = (Alias, StructDecl, StructSyntax)


class Renaming:
    """New names for all that a checked module declares: `prefix`, then the old name, then a number
    where several variables had that name.

    `variables` are the new names by symbol, `functions` and `types` by old name, `members` of
    blocks without an instance by the block's identity and the old name. `outputs` are the built-in
    variables that become variables of the part.
    """

    def __init__(self, typing: Typing, prefix: str, outputs: Mapping[str, str]) -> None:
        self._typing: Final = typing
        self.prefix: Final = prefix
        self._taken: Final[set[str]] = set(outputs.values())
        self.outputs: Final = outputs
        self.types: Final[dict[str, str]] = {}
        self.functions: Final[dict[str, str]] = {}
        self.variables: Final[dict[VariableSymbol, str]] = {}
        self.members: Final[dict[tuple[int, str], str]] = {}
        self.blocks: Final[dict[int, str]] = {}
        self._name_module()

    def type_of(self) -> dict[str, Type]:
        """Return the types of the variables by their new names."""
        return {name: stored_type(symbol.type) for symbol, name in self.variables.items()}

    def rename(self, node: N) -> N:
        """Return a node of the module with the new names."""
        return cast(N, self._change(node))

    # ---- the names

    def _name_module(self) -> None:
        nodes = list(walk(self._typing.module))
        for node in nodes:
            if isinstance(node, _TYPES) and node.name:
                self.types.setdefault(node.name, self._own(node.name))
        for node in nodes:
            if isinstance(node, Function) and node.name not in self.functions:
                self.functions[node.name] = self._own(node.name)
        for node in nodes:
            if isinstance(node, Interface):
                self._name_block(node)
            elif isinstance(node, Variable | Param) and id(node) in self._typing.declared:
                self.variables[self._typing.declared[id(node)]] = self._own(node.name)

    def _name_block(self, node: Interface) -> None:
        self.blocks[id(node)] = self._own(node.name)
        names = [node.instance] if node.instance else [member.name for member in node.members]
        for name in names:
            self.members[id(node), name] = self._own(name)

    def _own(self, name: str) -> str:
        # Two underscores in a row are kept for the languages; a digit keeps `_x` apart from `x`.
        base = f"{self.prefix}_{name}" if not name.startswith("_") else f"{self.prefix}0{name}"
        found, number = base, 1
        while found in self._taken:
            number += 1
            found = f"{base}{number}" if base.endswith("_") else f"{base}_{number}"
        self._taken.add(found)
        return found

    # ---- the tree

    def _change(self, node: Node) -> Node:
        made = with_children(node, self._change)
        change = _CHANGES.get(type(node))
        return made if change is None else change(self, node, made)

    def of_name(self, node: Name) -> str:
        """Return what a name in an expression becomes."""
        symbol = self._typing.symbols.get(id(node))
        if symbol is None:
            return node.name
        if isinstance(symbol.node, Interface):
            return self.members[id(symbol.node), symbol.name]
        if symbol in self.variables:
            return self.variables[symbol]
        return self.outputs.get(symbol.name, node.name) if symbol.role == "out" else node.name

    def callee(self, node: Call) -> str:
        """Return what the name of a called function or type becomes."""
        assert isinstance(node.callee, Name)
        name = node.callee.name
        if isinstance(self._typing.callees.get(id(node)), FunctionSymbol):
            return self.functions[name]
        return self.types.get(name, name)

    def new_name(self, node: Node, name: str) -> str:
        """Return the new name of a declared variable or parameter."""
        symbol = self._typing.declared.get(id(node))
        if symbol is not None and symbol in self.variables:
            return self.variables[symbol]
        return f"{self.prefix}_{name}" if name else name


def _name(renaming: Renaming, node: Name, made: Name) -> Node:
    new = renaming.of_name(node)
    return made if new == node.name else Name(name=new, span=node.span)


def _call(renaming: Renaming, node: Call, made: Call) -> Node:
    if not isinstance(node.callee, Name):
        return made
    return replace(made, callee=Name(name=renaming.callee(node)))


def _type_name(renaming: Renaming, node: TypeName, made: TypeName) -> Node:
    new = renaming.types.get(node.name, node.name)
    return made if new == node.name else replace(made, name=new)


def _function(renaming: Renaming, node: Function, made: Function) -> Node:
    return replace(made, name=renaming.functions[node.name])


def _with_new_name(renaming: Renaming, node: Variable | Param, made: Variable | Param) -> Node:
    return replace(made, name=renaming.new_name(node, node.name))


def _type(renaming: Renaming, node: Node, made: Alias | StructDecl | StructSyntax) -> Node:
    return replace(made, name=renaming.types[made.name]) if made.name else made


def _block(renaming: Renaming, node: Interface, made: Interface) -> Node:
    name = renaming.blocks[id(node)]
    if node.instance:
        return replace(made, name=name, instance=renaming.members[id(node), node.instance])
    members = tuple(
        replace(member, name=renaming.members[id(node), member.name]) for member in made.members
    )
    return replace(made, name=name, members=members)


def _requalify(renaming: Renaming, node: Requalify, made: Requalify) -> Node:
    by_name = {symbol.name: name for symbol, name in renaming.variables.items()}
    return replace(made, names=tuple(by_name.get(name, name) for name in node.names))


_CHANGES: Final[Mapping[type[Node], Callable[[Renaming, Any, Any], Node]]] = {
    Name: _name,
    Call: _call,
    TypeName: _type_name,
    Function: _function,
    Variable: _with_new_name,
    Param: _with_new_name,
    Alias: _type,
    StructDecl: _type,
    StructSyntax: _type,
    Interface: _block,
    Requalify: _requalify,
}
