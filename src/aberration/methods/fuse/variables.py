"""Which variables of a wrapper are dead where another one begins, and how that one is put in their
place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, cast

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Assign,
    Block,
    Call,
    Declare,
    Expression,
    For,
    Function,
    Name,
    Node,
    Statement,
    TypeName,
    TypeSyntax,
    Variable,
)
from aberration.languages.shading.tree.walk import with_children

from .fusion import Fusion
from .locals import Local
from .placed import Placed

_WRITING: Final = frozenset(
    ("modf", "frexp", "uaddCarry", "usubBorrow", "umulExtended", "imulExtended")
)
Value = Callable[[Expression], Expression]


def is_dead_before(fusion: Fusion, dead: Local, name: Local) -> bool:
    """Whether a variable is in scope, but named no more, where another one begins."""
    if fusion.branches or not dead.is_outer or dead.last >= name.first:
        return False
    return dead.name not in fusion.locals().pointed_at


def put_in_place(
    fusion: Fusion,
    dead: Local,
    name: Local,
    read: Value | None = None,
    give: Value | None = None,
    called: frozenset[str] = frozenset(),
) -> None:
    """Let the dead variable hold what the other one held. `read` makes the value of that one out of
    the variable, `give` what is assigned to it out of the value, with functions that are `called`.
    """
    old, new = name.name, dead.name
    write = give or (lambda value: value)

    def assignment(variable: Variable) -> Statement | None:
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
            return replace(made, init=assignment(node.init.variables[0]))
        if isinstance(node, Block):
            return replace(node, statements=tuple(_each(node.statements)))
        return with_children(node, change)

    def _each(statements: tuple[Statement, ...]) -> Iterator[Statement]:
        for one in statements:
            if _declares(one, old):
                assert isinstance(one, Declare)
                made = assignment(one.variables[0])
                if made is not None:
                    yield made
            else:
                yield cast(Statement, change(one))

    def without_old(item: Placed[Statement]) -> Iterator[Placed[Statement]]:
        if old not in item.names:
            yield item
            return
        for node in _each((item.node,)):
            known = item.known.after(old, called | {new})
            yield Placed(item.part, node, known, merged=item.merged)

    start, end = name.first, name.last + 1
    between = (one for item in fusion.items[start:end] for one in without_old(item))
    fusion.items = (*fusion.items[:start], *between, *fusion.items[end:])
    fusion.mixed = True


def _declares(node: Node | None, name: str) -> bool:
    return isinstance(node, Declare) and len(node.variables) == 1 and node.variables[0].name == name


def _is(node: Expression | None, name: str) -> bool:
    return isinstance(node, Name) and node.name == name


def zero(type: TypeSyntax) -> Expression:
    """Return the zero of a type of WGSL."""
    plain = isinstance(type, TypeName) and not type.args
    return Call(callee=Name(name=type.name) if plain and isinstance(type, TypeName) else type)


def writing_functions(fusion: Fusion) -> frozenset[str]:
    """Return the functions that may write to an argument that is a name: those of the parts, and
    those of the language that do.
    """
    own = (one.node.name for one in fusion.decls if isinstance(one.node, Function))
    return _WRITING.union(own)
