"""Statements by which the invocations of a workgroup exchange values: between barriers, where all
of them come.

Each is a block that leaves all memory as it found it: own again (`shared`). So it may stand in
any place that all invocations reach together: at the top of `main`, in loops of a constant number
of turns, and behind conditions that are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from aberration.languages.shading.tree import (
    AddressOf,
    Assign,
    Binary,
    Block,
    Call,
    CallStatement,
    Declare,
    Expression,
    If,
    Index,
    Literal,
    Name,
    Statement,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import BOOL, INT, UINT, Scalar, Type

from .fold import CHECKSUM, fold_into
from .group import own_index
from .places import index
from .scope import Variable
from .shared import Cells
from .state import Generator
from .together import together

_FENCES: Final = ("memoryBarrierBuffer", "memoryBarrier", "groupMemoryBarrier")
_MORE_FENCES: Final = ("memoryBarrierShared", "memoryBarrierImage", *_FENCES)
_CHANGES: Final = (("Add", "Sub"), ("And",), ("Or",), ("Xor",), ("Min",), ("Max",))
"""Atomic operations that give the same in any order, if no others come between."""


def exchange(gen: Generator) -> Statement | None:
    """Exchange values in one of several ways, at times in a loop or behind a condition."""
    units: list[Callable[[Generator], Statement]] = []
    units += [read_others] * 3 if gen.shared.cells else []
    units += [count_together] * 2 if gen.shared.counters else []
    units += [publish] if gen.shared.singles else []
    if not units:
        return None
    return together(gen, lambda: gen.rng.choose(units)(gen))


def barriers(gen: Generator, *, stored: bool) -> list[Statement]:
    """Return what all wait at, and what orders workgroup memory; `stored`: storage memory, too."""
    rng = gen.rng
    if gen.wgsl:
        both = stored or rng.chance(0.2)
        names = rng.shuffled(("workgroupBarrier", *(("storageBarrier",) if both else ())))
        return [_call(one) for one in names]
    names = [rng.choose(_FENCES)] if stored else []
    names += [one for one in _MORE_FENCES if rng.chance(0.15)]
    return [_call(one) for one in (*names, "barrier")]


def _call(name: str, *args: Expression) -> CallStatement:
    return CallStatement(call=Call(callee=Name(name=name), args=args))


# ---- cells


def read_others(gen: Generator) -> Statement:
    """Read cells of other invocations: as random statements do, and some of them for certain."""
    chosen = [one for one in gen.shared.cells if gen.rng.chance(0.6)]
    chosen = chosen or [gen.rng.choose(gen.shared.cells)]
    stored = any(one.is_stored for one in chosen)
    before = barriers(gen, stored=stored)
    gen.scopes.enter()
    gen.depth += 1
    with gen.shared.open_to_all(chosen):
        body = [one for cells in chosen for one in _look(gen, cells)]
        body += gen.fill(4)
    gen.depth -= 1
    gen.scopes.leave()
    return Block(statements=(*before, *body, *barriers(gen, stored=stored)))


def _look(gen: Generator, cells: Cells) -> list[Statement]:
    """Read one cell into a variable, which is looked at."""
    at = _cell_of_group(gen) if cells.is_stored else _other_cell(gen)
    return _observe(gen, cells.element, Index(base=cells.array, index=at))


def _other_cell(gen: Generator) -> Expression:
    """Return an index into the cells: the neighbour's, the opposite one, or any integer."""
    members = gen.features.group.members
    own, form = own_index(wgsl=gen.wgsl), gen.rng.below(4)
    if form == 0:
        by = Literal(kind="uint", value=gen.rng.between(1, max(members - 1, 1)))
        return _modulo(Binary(op="+", left=own, right=by), members)
    if form == 1:
        return Binary(op="-", left=Literal(kind="uint", value=members - 1), right=own)
    return index(gen, members, 2)


def _cell_of_group(gen: Generator) -> Expression:
    """Return an index into a buffer, of a cell of this workgroup, whatever is done to indexes."""
    own = own_index(wgsl=gen.wgsl)
    base = Binary(op="-", left=gen.cell(), right=own)
    among = _modulo(gen.expression(UINT, 3, runtime=True), gen.features.group.members)
    return Binary(op="+", left=base, right=among)


def _modulo(number: Expression, by: int) -> Expression:
    return Binary(op="%", left=number, right=Literal(kind="uint", value=by))


def _observe(gen: Generator, type: Type, value: Expression) -> list[Statement]:
    """Declare a variable of a value, and fold it into what the program gives."""
    name = gen.name("var")
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(type), init=value, storage="function"
    )
    gen.scopes.declare(Variable(name, type, Name(name=name), space="function"))
    folded = fold_into(gen, CHECKSUM, Name(name=name), type, fixed=False)
    return [Declare(variables=(made,)), *folded]


# ---- atomic operations


def count_together(gen: Generator) -> Statement:
    """Change any cells by atomic operations of one kind, whose order shows nowhere."""
    rng = gen.rng
    name, scalar = rng.choose(gen.shared.counters)
    array = Name(name=name)
    gen.scopes.enter()
    gen.depth += 1
    own = Index(base=array, index=own_index(wgsl=gen.wgsl))
    first = [_store(gen, own, gen.expression(scalar, 2)), *_own_changes(gen, own, scalar)]
    names = [one for one in gen.steering.choose(_CHANGES) if gen.wgsl or one != "Sub"]
    body: list[Statement] = []
    for _ in range(rng.between(1, 3)):
        body += gen.fill(1) if rng.chance(0.4) else []
        body.append(_change(gen, array, scalar, f"atomic{rng.choose(names)}"))
    looked = _observe(gen, scalar, _load(gen, Index(base=array, index=_other_cell(gen))))
    gen.depth -= 1
    gen.scopes.leave()
    waits = [barriers(gen, stored=False) for _ in range(3)]
    return Block(statements=(*first, *waits[0], *body, *waits[1], *looked, *waits[2]))


def _own_changes(gen: Generator, own: Expression, scalar: Scalar) -> list[Statement]:
    """Change the own cell, before others may, and look at what it held."""
    rng = gen.rng
    if not rng.chance(0.6):
        return []
    # WGSL's `atomicCompareExchangeWeak` may fail at any time.
    names = ("Add", "And", "Or", "Xor", "Min", "Max", "Exchange")
    name = gen.steering.choose(names if gen.wgsl else (*names, "CompSwap"))
    given = AddressOf(operand=own) if gen.wgsl else own
    args = [gen.expression(scalar, 3) for _ in range(2 if name == "CompSwap" else 1)]
    made = Call(callee=Name(name=f"atomic{name}"), args=(given, *args))
    return _observe(gen, scalar, made)


def _store(gen: Generator, place: Expression, value: Expression) -> Statement:
    if gen.wgsl:
        return _call("atomicStore", AddressOf(operand=place), value)
    return Assign(op="=", target=place, value=value)


def _load(gen: Generator, place: Expression) -> Expression:
    if gen.wgsl:
        return Call(callee=Name(name="atomicLoad"), args=(AddressOf(operand=place),))
    return place


def _change(gen: Generator, array: Expression, scalar: Scalar, name: str) -> Statement:
    place = Index(base=array, index=index(gen, gen.features.group.members, 2))
    given = AddressOf(operand=place) if gen.wgsl else place
    made = _call(name, given, gen.expression(scalar, 2))
    if gen.rng.chance(0.6):
        return made
    return If(condition=gen.expression(BOOL, 2), then=Block(statements=(made,)))


# ---- one for all


def publish(gen: Generator) -> Statement:
    """One invocation writes a variable, all read it."""
    rng, members = gen.rng, gen.features.group.members
    name, type = rng.choose(gen.shared.singles)
    node = Name(name=name)
    gen.scopes.enter()
    gen.depth += 1
    who = Literal(kind="uint", value=rng.below(members))
    test = Binary(op="==", left=own_index(wgsl=gen.wgsl), right=who)
    write = Assign(op="=", target=node, value=gen.expression(type, 2))
    first = If(condition=test, then=Block(statements=(write,)))
    loads = gen.wgsl and rng.chance(0.6)
    value: Expression = node
    if loads:
        value = Call(callee=Name(name="workgroupUniformLoad"), args=(AddressOf(operand=node),))
    looked = _observe(gen, type, value)
    more: Sequence[Statement] = ()
    if type in (INT, UINT) and gen.shared.cells and rng.chance(0.5):
        # WGSL knows no other value of this memory to be the same for all.
        more = (_behind(gen, looked, type),) if loads or not gen.wgsl else ()
    gen.depth -= 1
    gen.scopes.leave()
    waits = [barriers(gen, stored=False) for _ in range(2)]
    before = [] if loads else waits[0]
    return Block(statements=(first, *before, *looked, *more, *waits[1]))


def _behind(gen: Generator, looked: Sequence[Statement], type: Type) -> Statement:
    """Return an exchange behind a condition of a value that is the same for all."""
    declared = looked[0]
    assert isinstance(declared, Declare)
    left = Name(name=declared.variables[0].name)
    assert isinstance(type, Scalar)
    bound = gen.syntax.literal(gen.rng.below(8), type)
    test = Binary(op=gen.rng.choose(("<", ">", "!=")), left=left, right=bound)
    then = read_others(gen)
    assert isinstance(then, Block)
    return If(condition=test, then=then)
