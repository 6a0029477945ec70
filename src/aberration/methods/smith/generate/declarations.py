"""Declarations of variables, local and of the module."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    AddressOf,
    Binary,
    ConstAssert,
    Declare,
    Deref,
    Expression,
    InitList,
    Literal,
    Name,
    Statement,
    Storage,
    TypeSyntax,
    VariableKind,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import Array, Type

from .constants import constant
from .scope import Variable
from .state import Generator

_LISTS_SINCE: Final = 420


def new_name(gen: Generator) -> str:
    """Return a name for a variable of the innermost scope, at times one of an outer scope."""
    scopes = gen.scopes
    if gen.has("shadowing") and len(scopes.open) != gen.kept_scope and gen.rng.chance(0.3):
        names = scopes.names_to_hide()
        if names:
            return gen.rng.choose(names)
    return gen.name("var")


def declaration(gen: Generator) -> Statement:
    """Declare a local variable, or a name for a constant, a value or (WGSL) a pointer."""
    rng = gen.rng
    if gen.wgsl and rng.chance(0.03):
        return const_assertion(gen)
    if gen.has("constants") and rng.chance(0.2):
        return _constant(gen)
    if gen.wgsl and rng.chance(0.25):
        found = _pointer(gen) if gen.has("pointers") and rng.chance(0.25) else None
        return found or _let(gen)
    type = gen.any_type()
    return _variables(gen, type)


def _variables(gen: Generator, type: Type) -> Statement:
    """Declare a variable; in GLSL at times another one of the same type."""
    found = [_variable(gen, type)]
    if not gen.wgsl and gen.rng.chance(0.1):
        found.append(_variable(gen, type))
    return Declare(variables=tuple(found))


def _variable(gen: Generator, type: Type) -> Declared:
    bare = gen.has("uninitialised") and gen.rng.chance(0.1)
    init = None if bare else _initial(gen, type)
    inferred = gen.wgsl and init is not None and gen.rng.chance(0.3)
    written = None if inferred else gen.syntax.type(type)
    name = new_name(gen)
    gen.scopes.declare(Variable(name, type, Name(name=name), space="function"))
    return _declare_variable("var", name, written, init)


def _declare_variable(
    kind: VariableKind,
    name: str,
    type: TypeSyntax | None,
    init: Expression | None,
    space: Storage = "function",
) -> Declared:
    return Declared(
        kind=kind, name=name, type=type, init=init, storage=space if kind == "var" else ""
    )


def _initial(gen: Generator, type: Type) -> Expression:
    whole = type.scalar is None
    listed = gen.language == "glsl" and gen.version >= _LISTS_SINCE
    if whole and listed and isinstance(type, Array) and gen.rng.chance(0.2):
        depth = gen.settings.expression_depth
        items = [gen.expression(type.element, depth) for _ in range(type.size or 1)]
        return InitList(items=tuple(items))
    return gen.expression(type)


def _constant(gen: Generator) -> Statement:
    type = gen.any_type()
    name = new_name(gen)
    made = _declare_variable("const", name, gen.syntax.type(type), constant(gen, type))
    gen.scopes.declare(
        Variable(name, type, Name(name=name), writable=False, constant=True, fixed=gen.wgsl)
    )
    return Declare(variables=(made,))


def _let(gen: Generator) -> Statement:
    type = gen.any_type()
    # Naga folds what a name stands for where that is constant: so it is not.
    init = gen.expression(type, runtime=True)
    written = gen.syntax.type(type) if gen.rng.chance(0.5) else None
    name = new_name(gen)
    gen.scopes.declare(Variable(name, type, Name(name=name), writable=False, fixed=True))
    return Declare(variables=(_declare_variable("let", name, written, init),))


def _pointer(gen: Generator) -> Statement | None:
    """`let p = &v;`: what `*p` is."""
    found = [one for one in gen.scopes.visible() if one.space and one.pointer is None]
    if not found:
        return None
    target = gen.rng.choose(found)
    name = gen.name("at")
    node = Name(name=name)
    init = AddressOf(operand=gen.name_of(target))
    gen.scopes.declare(
        Variable(
            name,
            target.type,
            Deref(operand=node),
            shadowable=False,
            space=target.space,
            root=target.root,
            pointer=node,
        )
    )
    return Declare(variables=(_declare_variable("let", name, None, init),))


def const_assertion(gen: Generator) -> ConstAssert:
    """`const_assert 3i < 4i;`."""
    low = gen.rng.below(1000)
    condition = Binary(
        op="<", left=Literal(kind="int", value=low), right=Literal(kind="int", value=low + 1)
    )
    return ConstAssert(condition=condition)


def global_variable(gen: Generator) -> Declare:
    """Declare a variable or constant of the module, with a constant as its first value."""
    rng, type = gen.rng, gen.any_type()
    is_constant = gen.has("constants") and rng.chance(0.3)
    name = gen.name("global")
    bare = gen.wgsl and not is_constant and rng.chance(0.3)
    init = None if bare else constant(gen, type)
    kind: VariableKind = "const" if is_constant else "var"
    made = _declare_variable(kind, name, gen.syntax.type(type), init, "private")
    gen.scopes.declare(
        Variable(
            name,
            type,
            Name(name=name),
            writable=not is_constant,
            constant=is_constant,
            fixed=is_constant and gen.wgsl,
            module=not is_constant,
            space="" if is_constant else "private",
        )
    )
    return Declare(variables=(made,))
