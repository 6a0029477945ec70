"""Variables that are read before they are written."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...tree import (
    Assign,
    Block,
    Declare,
    Expression,
    Field,
    For,
    Function,
    Index,
    Interface,
    Literal,
    Name,
    Node,
    Statement,
    StructSyntax,
    Variable,
    While,
)
from ...types import Array, Type, is_opaque, without_arrays
from ..context import Context
from ..rule import Rewritten, rule
from ..values import zero, zeros_into


@rule(
    "a variable is read that nothing was written to, or an output is not written",
    "zeros: as its initialiser, or assigned after the declaration, at the start of the function "
    "for a parameter, at the start of main for an output",
    (Declare, Function),
    "uninitialised",
    "unwritten-output",
    of_wgsl=False,
)
def initialisation(context: Context, old: Node, new: Node) -> Rewritten:
    """Begin variables with zeros.

    `shared` memory stays as it is: it has no initialiser, and who would write it is open. So does
    an array in the head of a `for` of a version without array constructors.
    """
    if isinstance(old, Declare) and isinstance(new, Declare):
        return _declaration(context, old, new)
    assert isinstance(old, Function)
    assert isinstance(new, Function)
    if new.body is None:
        return None
    begin = tuple(_for_parameters(context, old))
    if old.name == "main":
        begin += tuple(_for_globals(context)) + tuple(_for_outputs(context))
    body = Block(statements=(*begin, *new.body.statements), span=new.body.span)
    return replace(new, body=body) if begin else None


def _declaration(context: Context, old: Declare, new: Declare) -> Rewritten:
    # A type that is written in place can stand once alone: its variables stay together.
    splits = not any(isinstance(one.type, StructSyntax) for one in old.variables)
    done: list[Statement] = []
    group: list[Variable] = []
    behind: list[Statement] = []
    for before, variable in zip(old.variables, new.variables, strict=True):
        type = _type_to_begin(context, before)
        value = None if type is None else zero(context, type)
        group.append(variable if value is None else replace(variable, init=value))
        if type is None or value is not None or not _is_local(context, old):
            continue
        behind += zeros_into(context, Name(name=before.name), type)
        if splits:
            done += [replace(new, variables=tuple(group)), *behind]
            group, behind = [], []
    if group:
        done += [replace(new, variables=tuple(group)), *behind]
    if len(done) == 1:
        return None if done[0] == new else done[0]
    return tuple(done)


def _is_local(context: Context, node: Declare) -> bool:
    """Whether a declaration stands where statements can follow it in a function."""
    parent = context.parent_of(node)
    return not (parent is context.module or isinstance(parent, For | While))


def _type_to_begin(context: Context, node: Variable) -> Type | None:
    """Return the type of a plain variable without value."""
    if node.kind != "var" or node.init is not None:
        return None
    if node.storage not in ("", "function", "private"):
        return None
    type = context.typing.declared[id(node)].type
    return None if is_opaque(type) or _is_unsized(type) else type


def _is_unsized(type: Type) -> bool:
    return isinstance(type, Array) and (type.size is None or _is_unsized(type.element))


# ---- what is written at the start of functions


def _for_parameters(context: Context, node: Function) -> Iterator[Statement]:
    for param in node.params:
        if param.direction == "out" and param.name:
            type = context.typing.declared[id(param)].type
            yield from zeros_into(context, Name(name=param.name), type)


def _for_globals(context: Context) -> Iterator[Statement]:
    """Begin variables of the module that an initialiser cannot begin."""
    for variable in _module_variables(context):
        type = _type_to_begin(context, variable)
        if type is not None and zero(context, type) is None:
            yield from zeros_into(context, Name(name=variable.name), type)


def _for_outputs(context: Context) -> Iterator[Statement]:
    for variable in _module_variables(context):
        passed = variable.storage == "varying" and context.stage == "vertex"
        if variable.storage == "out" or passed:
            type = context.typing.declared[id(variable)].type
            yield from _output(context, Name(name=variable.name), type)
    for node in context.module.decls:
        if isinstance(node, Interface) and node.storage == "out" and not node.array:
            yield from _output_block(context, node)
    names = {
        symbol.name: symbol.type
        for symbol in context.typing.symbols.values()
        if symbol.node is None and symbol.role == "out"
    }
    for name, type in names.items():
        yield from _output(context, Name(name=name), type)


def _output(context: Context, place: Name, type: Type) -> Iterator[Statement]:
    if place.name == "gl_FragDepth":
        # This depth is right also where the program promises a greater one, or a smaller one.
        value = Field(base=Name(name="gl_FragCoord"), name="z")
        yield Assign(op="=", target=place, value=value)
    elif place.name.startswith("gl_") and isinstance(type, Array):
        # The size may be left open, and elements are only those that are used.
        for k in sorted(_elements_used(context, place.name)):
            element = Index(base=place, index=Literal(kind="int", value=k))
            yield from zeros_into(context, element, type.element)
    elif not _is_unsized(type):
        yield from zeros_into(context, place, type)


def _elements_used(context: Context, name: str) -> set[int]:
    known = {
        context.facts.access.constants.get(id(node.index))
        if not isinstance(node.index, Literal)
        else node.index.value
        for node in context.nodes.of(Index)
        if isinstance(node.base, Name) and node.base.name == name
    }
    return {one for one in known if isinstance(one, int)}


def _output_block(context: Context, node: Interface) -> Iterator[Statement]:
    if node.name.startswith("gl_"):
        return
    for name, type in _members_named(context, node):
        base = Name(name=node.instance)
        place: Expression = Field(base=base, name=name) if node.instance else Name(name=name)
        if not _is_unsized(type) and not is_opaque(without_arrays(type)):
            yield from zeros_into(context, place, type)


def _members_named(context: Context, node: Interface) -> Iterator[tuple[str, Type]]:
    struct = context.typing.structs.get(id(node))
    if struct is not None:
        yield from ((member.name, member.type) for member in struct.members)


def _module_variables(context: Context) -> Iterator[Variable]:
    for node in context.module.decls:
        if isinstance(node, Declare):
            yield from node.variables
