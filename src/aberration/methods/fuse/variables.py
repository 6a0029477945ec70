"""Which variables of a wrapper are dead where another one begins, and how that one is put in their
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

import msgspec
from msgspec.structs import replace

from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    Block,
    Call,
    Declare,
    Expression,
    For,
    InitList,
    Name,
    Node,
    Statement,
    TypeName,
    TypeSyntax,
    Variable,
)
from aberration.languages.shading.tree.walk import walk, with_children

from .fusion import Fusion

Value = Callable[[Expression], Expression]


class Local(msgspec.Struct, frozen=True, eq=False):
    """A variable of the wrapper: its declaration, the first and last statement that name it, and
    whether it is declared by a statement of the wrapper itself, and not inside one.
    """

    variable: Variable
    first: int
    last: int
    is_outer: bool


def local(fusion: Fusion, name: str) -> Local | None:
    """Return a `var` of the wrapper by name; None where there is none, or where its declaration
    cannot become an assignment.
    """
    return next((one for one in locals_of(fusion) if one.variable.name == name), None)


def locals_of(fusion: Fusion) -> Iterator[Local]:
    """Give the variables of the wrapper whose declarations can become assignments."""
    for at, item in enumerate(fusion.items):
        for statement in _replaceable(item.node):
            variable = statement.variables[0]
            if not _can_be_assigned(variable):
                continue
            last = max(k for k, one in enumerate(fusion.items) if variable.name in one.names)
            yield Local(variable, at, last, statement is item.node)


def _can_be_assigned(variable: Variable) -> bool:
    return (
        variable.kind == "var"
        and not variable.qualifiers
        and not variable.attributes
        and not isinstance(variable.init, InitList)
    )


def _replaceable(node: Statement) -> Iterator[Declare]:
    """Give the declarations of one variable that stand where an assignment may."""
    if isinstance(node, Declare):
        yield from _single(node)
    for below in walk(node):
        if isinstance(below, For) and isinstance(below.init, Declare):
            # Without a first value there would be nothing to assign.
            if below.init.variables[0].init is not None:
                yield from _single(below.init)
        elif isinstance(below, Block):
            for one in below.statements:
                if isinstance(one, Declare):
                    yield from _single(one)


def _single(node: Declare) -> Iterator[Declare]:
    if len(node.variables) == 1:
        yield node


def is_pointed_at(fusion: Fusion, name: str) -> bool:
    """Whether a pointer to a variable may be kept (WGSL)."""
    for item in fusion.items:
        if name not in item.names:
            continue
        for node in walk(item.node):
            kept = isinstance(node, Variable) and node.init is not None
            if kept and any(_points_at(below, name) for below in walk(cast(Variable, node))):
                return True
    return False


def _points_at(node: Node, name: str) -> bool:
    return isinstance(node, AddressOf) and any(
        isinstance(below, Name) and below.name == name for below in walk(node)
    )


def is_dead_before(fusion: Fusion, dead: Local, name: Local) -> bool:
    """Whether a variable is in scope, but named no more, where another one begins."""
    if fusion.branches or not dead.is_outer or dead.last >= name.first:
        return False
    return not is_pointed_at(fusion, dead.variable.name)


def put_in_place(
    fusion: Fusion, dead: Local, name: Local, read: Value | None = None, give: Value | None = None
) -> None:
    """Let the dead variable hold what the other one held. `read` makes the value of that one out of
    the variable, `give` what is assigned to it out of the value.
    """
    old, new = name.variable.name, dead.variable.name
    write = give or (lambda value: value)

    def assigned(variable: Variable) -> Statement | None:
        value = variable.init
        if value is None and fusion.wgsl and variable.type is not None:
            value = zero(variable.type)
        return None if value is None else _assign(write(change_value(value)))

    def _assign(value: Expression) -> Assign:
        return Assign(op="=", target=Name(name=new), value=value)

    def change_value(node: Expression) -> Expression:
        return cast(Expression, change(node))

    def change(node: Node) -> Node:
        if isinstance(node, Name) and node.name == old:
            return Name(name=new) if read is None else read(Name(name=new))
        if isinstance(node, Assign) and give is not None and _is(node.target, old):
            value = change_value(node.value)
            if node.op != "=":
                raise LookupError("only plain assignments are rewritten")
            return _assign(give(value))
        if isinstance(node, For) and _declares(node.init, old):
            assert isinstance(node.init, Declare)
            made = with_children(replace(node, init=None), change)
            return replace(made, init=assigned(node.init.variables[0]))
        if isinstance(node, Block):
            return replace(node, statements=tuple(_each(node.statements)))
        return with_children(node, change)

    def _each(statements: tuple[Statement, ...]) -> Iterator[Statement]:
        for one in statements:
            if _declares(one, old):
                assert isinstance(one, Declare)
                made = assigned(one.variables[0])
                if made is not None:
                    yield made
            else:
                yield cast(Statement, change(one))

    for at in reversed(range(name.first, name.last + 1)):
        item = fusion.items[at]
        if old in item.names:
            fusion.replace_item(at, *_each((item.node,)))
    fusion.mixed = True


def _declares(node: Node | None, name: str) -> bool:
    return isinstance(node, Declare) and len(node.variables) == 1 and node.variables[0].name == name


def _is(node: Expression | None, name: str) -> bool:
    return isinstance(node, Name) and node.name == name


def zero(type: TypeSyntax) -> Expression:
    """Return the zero of a type of WGSL."""
    plain = isinstance(type, TypeName) and not type.args
    return Call(callee=Name(name=type.name) if plain and isinstance(type, TypeName) else type)
