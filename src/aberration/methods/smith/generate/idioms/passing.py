"""Calls: copies and places as arguments, results that come back by arguments, the module's
variables around calls.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    AddressOf,
    AssignExpr,
    Block,
    Call,
    CallStatement,
    Expression,
    Field,
    If,
    IncrementExpr,
    Name,
    Statement,
    Unary,
    While,
)
from aberration.languages.shading.types import BOOL, INT, UINT, Array, Type, vector

from ..state import Generator, StatementMaker, UserFunction
from .choices import truth
from .parts import (
    INTEGERS,
    assign,
    binary,
    block,
    count_up,
    edge,
    element,
    literal,
    local,
    observe,
    operand,
    private_local,
)

_OPERATORS: Final = ("+=", "-=", "*=", "^=")


def _helper(gen: Generator, shape: str) -> UserFunction | None:
    found = gen.shaped.get(shape)
    if not found:
        return None
    chosen = gen.rng.choose(found)
    gen.uses |= chosen.uses
    return chosen


def _call(gen: Generator, function: UserFunction, *args: Expression) -> Call:
    """Return a call of a helper: what it writes is given by WGSL as a pointer."""
    given = [
        AddressOf(operand=one) if direction == "pointer" else one
        for one, direction in zip(args, function.directions, strict=True)
    ]
    return Call(callee=Name(name=function.name), args=tuple(given))


def copy_kept(gen: Generator) -> Statement | None:
    """`r = f(x); ... x ...`: the callee changed its copy of `x`, and `x` is used again."""
    function = _helper(gen, "changes copy")
    if function is None:
        return None
    type = function.types[0]
    given, declared = local(gen, type, edge(gen, type))
    result, kept = local(gen, type, _call(gen, function, given, operand(gen, INT)))
    again: Statement | list[Statement] = (
        assign(given, result, gen.rng.choose(_OPERATORS)) if gen.rng.chance(0.5) else []
    )
    return block(
        declared, kept, observe(gen, given, type), again, observe(gen, given, type),
        observe(gen, result, type),
    )  # fmt: skip


def compound_with_call(gen: Generator) -> Statement | None:
    """`x op= f(x)`, where the callee changes `x`."""
    function = _helper(gen, "changes argument")
    if function is None:
        return None
    type = function.types[0]
    given, declared = local(gen, type, edge(gen, type))
    called = _call(gen, function, given, operand(gen, INT))
    form = gen.rng.below(3)
    if form == 0:
        step = assign(given, called, gen.rng.choose((*_OPERATORS, "=")))
    elif form == 1:
        step = assign(given, binary(gen.rng.choose("+-^"), called, given))
    else:
        step = assign(given, binary(gen.rng.choose("+-^"), given, called))
    return block(declared, step, observe(gen, given, type))


def element_as_argument(gen: Generator) -> Statement | None:
    """`f(a[i])`, of an array or of an array of arrays, where the callee changes it."""
    function = _helper(gen, gen.rng.choose(("changes argument", "changes element")))
    if function is None:
        return None
    type = function.types[0]
    if isinstance(type, Array) and not gen.nests_arrays:
        return None
    array = type.array(gen.rng.between(2, 4))
    size = array.size or 1
    given, declared = local(gen, array, _any_value(gen, array))
    at, index = private_local(gen, INT, _index(gen, size))
    called = _call(gen, function, element(given, at), operand(gen, INT))
    if function.result is None:
        return block(
            declared, index, CallStatement(call=called), observe(gen, given, array)
        )  # fmt: skip
    result, kept = local(gen, function.result, called)
    shown = observe(gen, result, function.result)
    return block(declared, index, kept, observe(gen, given, array), shown)


def step_call(gen: Generator, given: Expression) -> Expression | None:
    """Return the call of a function that gives an int and changes an int."""
    fitting = [one for one in gen.shaped.get("changes argument", ()) if one.types[0] is INT]
    if not fitting:
        return None
    gen.uses |= fitting[0].uses
    return _call(gen, fitting[0], given, operand(gen, INT))


def _index(gen: Generator, size: int) -> Expression:
    """Return an index known only at run time, within so many items."""
    return binary("&", operand(gen, INT), literal(gen, 1 if size < 4 else 3, INT))


def _any_value(gen: Generator, type: Array) -> Expression:
    """Return an array whose elements differ."""
    inner = type.element
    if isinstance(inner, Array):
        items = [_any_value(gen, inner) for _ in range(type.size or 1)]
    else:
        items = [edge(gen, inner) for _ in range(type.size or 1)]
    return gen.syntax.construct(type, tuple(items))


def two_results(gen: Generator) -> Statement | None:
    """`f(a, b, x)` with two results: into two variables, elements, or parts of a vector."""
    function = _helper(gen, "gives two")
    if function is None:
        return None
    type = function.types[0]
    if not gen.wgsl and gen.rng.chance(0.4) and "vectors" in gen.features.types:
        return _into_vector(gen, function, type)
    first, declared = local(gen, type, edge(gen, type))
    second, more = local(gen, type, edge(gen, type))
    places = (first, second) if gen.rng.chance(0.5) else (second, first)
    called = CallStatement(call=_call(gen, function, *places, operand(gen, type)))
    difference = assign(first, second, "-=")
    return block(
        declared, more, called, observe(gen, first, type), difference, observe(gen, first, type)
    )


def _into_vector(gen: Generator, function: UserFunction, type: Type) -> Statement | None:
    """Results into components; there are no pointers to these."""
    if type not in INTEGERS:
        return None
    whole = vector(UINT if type is UINT else INT, gen.rng.between(2, 4))
    given, declared = local(gen, whole, edge(gen, whole))
    letters = gen.rng.shuffled("xyzw"[: whole.size])
    places = [Field(base=given, name=letter) for letter in letters[:2]]
    called = CallStatement(call=_call(gen, function, *places, operand(gen, type)))
    return block(declared, called, observe(gen, given, whole))


def around_a_call(gen: Generator) -> Statement | None:
    """A variable of the module is read, changed by a call, and read again."""
    function = _helper(gen, "counts")
    if function is None:
        return None
    type, place = function.types[0], gen.tallies[function.name]
    reset: Statement | list[Statement] = (
        assign(place, edge(gen, type)) if gen.rng.chance(0.3) else []
    )
    before, first = local(gen, type, binary(gen.rng.choose("+^"), place, edge(gen, type)))
    called = _call(gen, function, edge(gen, type))
    result, second = local(gen, type, called)
    after, third = local(gen, type, binary(gen.rng.choose("+-^"), place, before))
    return block(reset, first, second, third, observe(gen, after, type), observe(gen, result, type))


def early_return(gen: Generator) -> Statement | None:
    """Calls, in a loop, of a function that returns out of a loop of its own."""
    function = _helper(gen, "leaves early")
    if function is None:
        return None
    type = function.types[0]
    total, declared = private_local(gen, type, edge(gen, type))
    counter, head = count_up(gen, gen.rng.between(2, 5), INT)
    given = binary("+", gen.syntax.construct(type, (counter,)), operand(gen, type))
    step = assign(total, _call(gen, function, given), gen.rng.choose(("+=", "^=")))
    return block(declared, replace(head, body=block(step)), observe(gen, total, type))


# ---- what is evaluated or not


def lazy_effect(gen: Generator) -> Statement | None:
    """`a && f(x)`, `a || x++ < 3`: the right side changes something, in a value, `if` or loop."""
    made = _effect(gen)
    if made is None:
        return None
    given, type, declared, effect = made
    op = gen.rng.choose(("&&", "||"))
    counter, head = count_up(gen, gen.rng.between(2, 4))
    bit = binary(
        "&", binary(gen.rng.choose("+^"), counter, operand(gen, INT)), literal(gen, 1, INT)
    )
    left = binary(gen.rng.choose(("==", "!=")), bit, literal(gen, 0, INT))
    test: Expression = binary(op, left, effect)
    if gen.rng.chance(0.2):
        test = Unary(op="!", operand=test)
    body = _use_of(gen, test, given, type)
    return block(declared, replace(head, body=body), observe(gen, given, type))


def _effect(gen: Generator) -> tuple[Name, Type, Statement, Expression] | None:
    """Return a variable with its type and declaration, and a bool that changes it."""
    function = _helper(gen, "tests")
    if function is not None and (gen.wgsl or gen.rng.chance(0.6)):
        given, declared = local(gen, function.types[0], edge(gen, function.types[0]))
        return given, function.types[0], declared, _call(gen, function, given)
    if gen.wgsl:
        return None
    type = gen.rng.choose(INTEGERS)
    given, declared = local(gen, type, edge(gen, type))
    if gen.rng.chance(0.5):
        changed: Expression = IncrementExpr(op="++", target=given, prefix=gen.rng.chance(0.5))
    else:
        changed = AssignExpr(op=gen.rng.choose(_OPERATORS), target=given, value=edge(gen, type))
    low = binary("&", changed, literal(gen, 3, type))
    return given, type, declared, binary(gen.rng.choose(("<", "!=")), low, literal(gen, 2, type))


def _use_of(gen: Generator, test: Expression, given: Name, type: Type) -> Block:
    form = gen.rng.below(4)
    if form == 0:
        kept, declared = private_local(gen, BOOL, test)
        return block(declared, observe(gen, kept, BOOL), observe(gen, given, type))
    changed = block(assign(given, literal(gen, gen.rng.between(3, 99), type), "+="))
    if form == 1:
        otherwise = block(observe(gen, given, type))
        return block(If(condition=test, then=changed, otherwise=otherwise))
    if form == 2:
        return block(If(condition=test, then=changed), observe(gen, given, type))
    turns, declared = private_local(gen, INT, literal(gen, 0, INT))
    bound = binary("<", turns, literal(gen, gen.rng.between(1, 4), INT))
    loop = While(
        condition=binary("&&", bound, test), body=block(assign(turns, literal(gen, 1, INT), "+="))
    )
    return block(declared, loop, observe(gen, turns, INT))


def chosen_by_truth(gen: Generator) -> Statement:
    """`if` with one assignment in each arm."""
    type = gen.rng.choose(INTEGERS)
    given, declared = local(gen, type, edge(gen, type))
    test = truth(gen)
    if gen.rng.chance(0.5):
        mask = literal(gen, 1, type)
        op = gen.rng.choose(("!=", "=="))
        test = binary(op, binary("&", given, mask), literal(gen, gen.rng.below(2), type))
    op = gen.rng.choose(("=", "=", "+="))
    then = block(assign(given, edge(gen, type), op))
    otherwise = block(assign(given, edge(gen, type), op)) if gen.rng.chance(0.8) else None
    chosen = If(condition=test, then=then, otherwise=otherwise)
    return block(declared, chosen, observe(gen, given, type))


PASSING: Final[tuple[StatementMaker, ...]] = (
    copy_kept,
    compound_with_call,
    element_as_argument,
    two_results,
    around_a_call,
    early_return,
    lazy_effect,
    lazy_effect,
    chosen_by_truth,
)
