"""What is rare by chance: some built-in functions, pairs of statements and pairs of operators that
each program holds for certain.

Which ones is a function of the program's number alone: they are drawn from the whole table of what
its language and its features allow, in a stream of random numbers of their own. So over many
programs each comes up as often as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aberration.languages.shading.builtins.signature import Overload
from aberration.languages.shading.tree import (
    Call,
    CallStatement,
    Expression,
    Name,
    Statement,
    Unary,
)
from aberration.languages.shading.types import BOOL, FLOAT, INT, VOID, Scalar, Type, parts

from .calls import call_with_results, runtime_arguments
from .idioms.packed import STATEMENTS as PACKING
from .idioms.parts import amount_type, binary, block, conditional, local, observe, operand
from .idioms.rounded import call_to_round
from .state import Generator
from .statements import MAKERS, has_kind

NESTING: Final = ("if", "switch", "guided switch", "while", "for", "guided for", "do", "loop")
_LOOPS: Final = ("while", "for", "guided for", "do", "loop")
_LEFT: Final = ("break", "continue")
Form = tuple[Type, Type]
"""The type that an operator gives, and that of its operands."""
_NUMBERS: Final[tuple[Form, ...]] = ((INT, INT),)
_ORDER: Final[tuple[Form, ...]] = ((BOOL, INT),)
_TRUTH: Final[tuple[Form, ...]] = ((BOOL, BOOL),)
_FORMS: Final[Mapping[str, tuple[Form, ...]]] = {
    **dict.fromkeys(("+", "-", "*", "/", "%", "<<", ">>", "^", "-x", "+x", "~x"), _NUMBERS),
    **dict.fromkeys(("<", "<=", ">", ">="), _ORDER),
    **dict.fromkeys(("==", "!="), (*_ORDER, *_TRUTH)),
    **dict.fromkeys(("&&", "||", "^^", "!x"), _TRUTH),
    **dict.fromkeys(("&", "|"), _NUMBERS),
    "?:": (*_NUMBERS, *_TRUTH),
}
_ONLY_FAMILY: Final = ("^^", "+x")
_IN_WGSL: Final[Mapping[str, tuple[Form, ...]]] = {
    **{op: forms for op, forms in _FORMS.items() if op not in _ONLY_FAMILY},
    **dict.fromkeys(("&", "|"), (*_NUMBERS, *_TRUTH)),
}


def rare_statements(gen: Generator) -> list[Statement]:
    """Return statements with this program's share of what is rare, each looked at."""
    count = gen.settings.steered
    found = [
        *(_call(gen) for _ in range(count)),
        *(_draw_rounded(gen) for _ in range(count // 2)),
        *(_packing(gen) for _ in range(count // 2)),
        *(_operators(gen) for _ in range(count)),
    ]
    return [one for one in found if one is not None]


# ---- built-in functions


def _call(gen: Generator) -> Statement | None:
    """Call a function of the table for what it gives; None where nothing takes what it writes."""
    overload = gen.steering.choose(gen.steering.choose(gen.rows()))
    if any(direction != "in" for direction in overload.directions):
        made = call_with_results(gen, overload)
    else:
        made = _plain_call(gen, overload)
    if made is None or overload.result is VOID:
        return None if made is None else CallStatement(call=made)
    return _looked_at(gen, made, overload.result)


def _plain_call(gen: Generator, overload: Overload) -> Call:
    needed = runtime_arguments(overload)
    exact = overload.builtin.bound_in(gen.language).kind == "exact"
    args = tuple(
        gen.expression(type, 3, runtime=gen.wgsl and k in needed) if exact else _few(gen, type)
        for k, type in enumerate(overload.types)
    )
    return Call(callee=Name(name=overload.name), args=args)


def _few(gen: Generator, type: Type) -> Expression:
    """Return whole numbers below 8, for functions that are exact on small ones alone."""
    if type.scalar is not FLOAT:
        return gen.expression(type, 3, runtime=gen.wgsl)
    count = parts(type)
    varies = gen.rng.below(count)
    items = tuple(
        _one_of_few(gen) if k == varies else gen.syntax.literal(float(gen.rng.below(8)), FLOAT)
        for k in range(count)
    )
    return items[0] if isinstance(type, Scalar) else gen.syntax.construct(type, items)


def _one_of_few(gen: Generator) -> Expression:
    low = binary("&", operand(gen, INT), gen.syntax.literal(7, INT))
    return gen.syntax.construct(FLOAT, (low,))


def _draw_rounded(gen: Generator) -> Statement | None:
    made = call_to_round(gen)
    return None if made is None else _looked_at(gen, made, INT)


def _packing(gen: Generator) -> Statement | None:
    gen.scopes.enter()
    made = gen.steering.choose(PACKING)(gen)
    gen.scopes.leave()
    return made


def _looked_at(gen: Generator, value: Expression, type: Type) -> Statement:
    gen.scopes.enter()
    given, declared = local(gen, type, value)
    gen.scopes.leave()
    return block(declared, observe(gen, given, type))


# ---- operators


def _operators(gen: Generator) -> Statement | None:
    """An operator whose operand is another one."""
    rng, forms = gen.steering, _IN_WGSL if gen.wgsl else _FORMS
    outer = rng.choose(tuple(forms))
    result, wanted = rng.choose(forms[outer])
    fitting = [name for name in forms if any(form[0] is wanted for form in forms[name])]
    inner = rng.choose(fitting)
    form = rng.choose([one for one in forms[inner] if one[0] is wanted])
    if BOOL in (result, wanted) and BOOL not in gen.scalars:
        return None
    inside = _operation(gen, inner, form, operand(gen, form[1]))
    return _looked_at(gen, _operation(gen, outer, (result, wanted), inside), result)


def _operation(gen: Generator, op: str, form: Form, first: Expression) -> Expression:
    """Return an operator with an operand on either side, as far as its language lets it stand."""
    result, wanted = form
    if op.endswith("x"):
        return Unary(op=op[0], operand=first)
    if op == "?:":
        if wanted is BOOL and gen.rng.chance(0.5):
            return conditional(gen, first, operand(gen, result), operand(gen, result))
        return conditional(gen, operand(gen, BOOL), first, operand(gen, result))
    if op in ("<<", ">>"):
        return binary(op, first, operand(gen, amount_type(gen, INT)))
    other = operand(gen, wanted)
    return binary(op, first, other) if gen.rng.chance(0.5) else binary(op, other, first)


# ---- statements


def nest_statements(gen: Generator, *, in_function: bool) -> Statement | None:
    """Return a statement of one kind with one of another kind in it; jumps out of loops get a loop
    around, and `return` stands in functions alone.
    """
    rng = gen.steering
    names = [name for name, weight in gen.features.statements if weight and has_kind(gen, name)]
    outer = [name for name in names if name in NESTING]
    lacking = ["together"]
    lacking += [] if in_function else ["return"]
    lacking += [] if gen.stage == "fragment" else ["discard"]
    inner = [name for name in names if name not in lacking]
    if not outer or not inner:
        return None
    path = [rng.choose(outer), rng.choose(inner)]
    loops = [name for name in outer if name in _LOOPS]
    if path[1] in _LEFT and path[0] not in _LOOPS and loops:
        path.insert(0, rng.choose(loops))
    gen.wanted[:] = reversed(path[1:])
    made = MAKERS[path[0]](gen)
    gen.wanted.clear()
    return made
