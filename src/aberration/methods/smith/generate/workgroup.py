"""The declarations of workgroup memory, and its first values.

See `shared` for the rules; `exchange` writes the barriers.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Assign,
    Declaration,
    Declare,
    Index,
    Literal,
    Name,
    Statement,
    TypeName,
    TypeSyntax,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import (
    INT,
    UINT,
    Scalar,
    Type,
    item_count,
    item_type,
    parts,
)

from .group import own_index
from .scope import Variable
from .shared import Cells
from .state import Generator

_MOST: Final = 3
_LARGEST: Final = 64
"""Scalars in a cell: 24 invocations of three such arrays stay below 16 KiB."""


def workgroup_variables(gen: Generator) -> list[Declaration]:
    """Declare the workgroup memory of a program of several invocations."""
    rng, members = gen.rng, gen.features.group.members
    if gen.stage != "compute" or members == 1 or not gen.has("exchange"):
        return []
    found: list[Declaration] = []
    for _ in range(rng.between(1, _MOST)):
        type = _small_type(gen)
        name = gen.name("cells")
        found.append(_declare(name, gen.syntax.type(type.array(members))))
        gen.shared.cells.append(_see(gen, name, type, members))
    for _ in range(rng.between(1, 2)):
        scalar, name = rng.choose((INT, UINT)), gen.name("counters")
        found.append(_declare(name, _counters(gen, scalar, members)))
        gen.shared.counters.append((name, scalar))
    for _ in range(rng.below(3)):
        type, name = _small_type(gen), gen.name("single")
        found.append(_declare(name, gen.syntax.type(type)))
        gen.shared.singles.append((name, type))
    return found


def _small_type(gen: Generator) -> Type:
    type = gen.any_type()
    return type if _scalars(type) <= _LARGEST else gen.rng.choose(gen.values)


def _scalars(type: Type) -> int:
    if type.scalar is not None:
        return parts(type)
    return sum(_scalars(item_type(type, k)) for k in range(item_count(type) or 1))


def _see(gen: Generator, name: str, type: Type, members: int) -> Cells:
    array = Name(name=name)
    own = Variable(
        name, type, Index(base=array, index=own_index(wgsl=gen.wgsl)), module=True, shadowable=False
    )
    all_ = Variable(
        f"{name}[]", type.array(members), array, writable=False, module=True, shadowable=False
    )
    gen.scopes.declare(own)
    gen.scopes.declare(all_)
    all_.hidden += 1
    return Cells(own, name, array, type, all_)


def _declare(name: str, type: TypeSyntax) -> Declare:
    made = Declared(kind="var", name=name, type=type, storage="workgroup")
    return Declare(variables=(made,))


def _counters(gen: Generator, scalar: Scalar, members: int) -> TypeSyntax:
    if not gen.wgsl:
        return gen.syntax.type(scalar.array(members))
    atomic = TypeName(name="atomic", args=(gen.syntax.type(scalar),))
    return TypeName(name="array", args=(atomic, Literal(kind="abstract_int", value=members)))


def first_values(gen: Generator) -> list[Statement]:
    """Return statements that each invocation writes its cells with: GLSL begins them with nothing,
    WGSL with zeros.
    """
    found: list[Statement] = []
    with gen.shared.hide_all():
        for one in gen.shared.cells:
            if one.is_stored or (gen.wgsl and gen.rng.chance(0.5)):
                continue
            value = gen.expression(one.element, gen.settings.expression_depth)
            found.append(Assign(op="=", target=one.own.node, value=value))
    return found
