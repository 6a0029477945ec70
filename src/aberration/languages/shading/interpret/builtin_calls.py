"""Calls of built-in functions: some as operators of Python, atomics and barriers, all others by
the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from ..analysis.facts import BARRIERS, FENCES
from ..builtins.accuracy import Bound
from ..builtins.signature import Overload
from ..tree import Call
from ..types import (
    BOOL,
    VOID,
    Matrix,
    Scalar,
    Struct,
    Type,
    Vector,
    element_of,
    is_numeric,
)
from .builtin import Loose, Origin, component_function, is_scalar_wise, open_hazards, whole_function
from .conversion import convert, settled_as, value_as
from .generator import Generator
from .geometry import write_emission
from .operators import operation, to_width
from .places import Place, place_of, place_through, store
from .products import sum_of_products
from .settling import in_order, known_value, settle, simple, spill
from .subgroup_calls import subgroup_call
from .texture_calls import texture_call
from .trap import Refused
from .value import Value, count_of, scalar_of

_COMPARISONS: Final = {
    "lessThan": "<",
    "lessThanEqual": "<=",
    "greaterThan": ">",
    "greaterThanEqual": ">=",
    "equal": "==",
    "notEqual": "!=",
}
_TEXTURES: Final = frozenset(("texture", "wgsl texture"))
_ATOMICS: Final = {
    "atomicAdd": "add",
    "atomicSub": "subtract",
    "atomicMin": "smaller",
    "atomicMax": "larger",
    "atomicAnd": "both",
    "atomicOr": "either",
    "atomicXor": "differing",
    "atomicExchange": "exchanged",
}
_OTHER_FENCES: Final = frozenset(
    ("memoryBarrierShared", "memoryBarrierImage", "memoryBarrierAtomicCounter")
)
"""Memory barriers that order nothing here: `barrier()` orders shared memory without them."""
Places = list[tuple[Place, Type]]
_EXACT_BOUNDS: Final = frozenset(("exact", "correctly rounded"))


def builtin_call(gen: Generator, node: Call, callee: Overload) -> Value | None:
    """Return what a built-in gives; None where it gives nothing."""
    builtin = callee.builtin
    if builtin.theme == "image":
        raise Refused(f"{callee.name}: textures and images")
    if builtin.theme in _TEXTURES:
        return texture_call(gen, node, callee)
    known = known_value(gen, node, callee.result)
    if known is not None:
        return known
    if builtin.theme == "barrier":
        _barrier(gen, node, callee)
        return None
    if builtin.theme == "emission":
        write_emission(gen, callee.name)
        return None
    if builtin.theme == "atomic":
        return _atomic(gen, node, callee)
    if builtin.theme == "derivative":
        return _derivative(gen, node, callee)
    if builtin.theme == "subgroup":
        return subgroup_call(gen, node, callee)
    if builtin.meaning is None:
        raise Refused(f"the built-in function {callee.name}")
    _note_inexact(gen, callee)
    return _compute(gen, node, callee)


def _note_inexact(gen: Generator, callee: Overload) -> None:
    element = callee.result if isinstance(callee.result, Scalar) else None
    bound: Bound = callee.builtin.bound_in(gen.rules.language)
    floats = any(
        is_numeric(type) and scalar_of(type).is_float for type in (*callee.types, callee.result)
    )
    loses = bound.kind not in _EXACT_BOUNDS and element is not BOOL
    if floats and loses:
        gen.inexact[f"{callee.name}"] = None
    # What `packHalf2x16` and its like round is not among the other ways to round.
    packs = callee.builtin.name.startswith("pack")
    if floats and (loses or packs) and gen.rounding is not None and _loose(gen, callee) is None:
        gen.rounding.beyond_model = True


def _compute(gen: Generator, node: Call, callee: Overload) -> Value | None:
    pairs = zip(node.args, callee.types, callee.directions, strict=True)
    places: Places = []
    makers: list[Callable[[], Value]] = []
    for argument, type, direction in pairs:
        if direction == "in":
            makers.append(partial(settled_as, gen, argument, type))
        else:
            places.append((place_of(gen, argument, frozen=True), type))
    values = in_order(gen, makers)
    if places or isinstance(callee.result, Struct):
        return _with_outputs(gen, node, callee, values, places)
    inlined = _inline(gen, node, callee, values)
    return inlined if inlined is not None else _by_table(gen, node, callee, values)


# ---- as operators


def _inline(gen: Generator, node: Call, callee: Overload, values: list[Value]) -> Value | None:
    name, type = callee.name, callee.result
    depth = max((value.depth for value in values), default=0) + 2
    if name in _COMPARISONS and isinstance(type, Vector):
        return operation(gen, node, _COMPARISONS[name], values[0], values[1], type)
    # Where NaN never arises, `min` and `max` have no hazard.
    is_number = name in ("min", "max") and gen.options.nonfinite == "trap"
    if not isinstance(type, Scalar | Vector) or (
        open_hazards(callee, gen.semantics) and not is_number
    ):
        return None
    if name == "abs":
        value = values[0]
        ends = abs(value.low), abs(value.high)
        low = 0 if value.low <= 0 <= value.high else min(ends)
        return Value(type, tuple(f"abs({t})" for t in value.texts), low, max(ends), depth=depth)
    if name == "not":
        return Value(type, tuple(f"(not {t})" for t in values[0].texts), depth=depth)
    if name in ("min", "max"):
        return _extreme(name, _all_to_width(gen, values, len(values[0].texts)), type, depth)
    if callee.builtin.name == "mix by bool":
        return _selection(gen, values, type, depth)
    if name == "dot" and scalar_of(type).is_float:
        left, right = simple(gen, values[0]), simple(gen, values[1])
        text = sum_of_products(gen, node, list(left.texts), list(right.texts), scalar_of(type))
        return spill(gen, Value(type, (text,)))
    return None


def _all_to_width(gen: Generator, values: list[Value], count: int) -> list[Value]:
    return [to_width(gen, simple(gen, value), count) for value in values]


def _extreme(name: str, values: list[Value], type: Type, depth: int) -> Value:
    sign = "<" if name == "min" else ">"
    pairs = zip(values[0].texts, values[1].texts, strict=True)
    texts = tuple(f"({b} if {b} {sign} {a} else {a})" for a, b in pairs)
    pick = min if name == "min" else max
    low, high = pick(v.low for v in values), pick(v.high for v in values)
    return Value(type, texts, low, high, depth=depth)


def _selection(gen: Generator, values: list[Value], type: Type, depth: int) -> Value:
    first, second, which = _all_to_width(gen, values, count_of(type))
    rows = zip(first.texts, second.texts, which.texts, strict=True)
    low, high = min(first.low, second.low), max(first.high, second.high)
    return Value(type, tuple(f"({b} if {c} else {a})" for a, b, c in rows), low, high, depth=depth)


# ---- by the table


def _by_table(gen: Generator, node: Call, callee: Overload, values: list[Value]) -> Value:
    type = callee.result
    if is_scalar_wise(callee):
        function = component_function(callee, gen.semantics, gen.options, _loose(gen, callee))
        name = gen.add_object("f", function, Origin(callee, False))
        equally_wide = _all_to_width(gen, values, count_of(type)) if count_of(type) > 1 else values
        rows = zip(*[value.texts for value in equally_wide], strict=True)
        texts = gen.writer.mark_each(node, [f"{name}({', '.join(row)})" for row in rows])
        return Value(type, texts, depth=max([value.depth for value in values], default=0) + 2)
    text = _whole_text(gen, node, callee, values)
    if isinstance(type, Scalar):
        return spill(gen, Value(type, (text,)))
    names = tuple(gen.writer.temporary() for _ in range(count_of(type)))
    gen.writer.line(f"{_tuple_text(type, names)} = {text}")
    return Value(type, names)


def _loose(gen: Generator, callee: Overload) -> Loose | None:
    """Return what computes a function of floats, rounded another way; None where the
    nearest is wanted.
    """
    rounding, language, element = gen.rounding, gen.rules.language, element_of(callee.result)
    if rounding is None or element is None or element.kind != "float" or "out" in callee.directions:
        return None
    return lambda *arguments: rounding.builtin(callee, language, arguments)


def _whole_text(gen: Generator, node: Call, callee: Overload, values: list[Value]) -> str:
    function = whole_function(callee, gen.semantics, gen.options, _loose(gen, callee))
    name = gen.add_object("f", function, Origin(callee, True))
    given = ", ".join(_tuple_text(value.type, value.texts) for value in values)
    return gen.writer.mark(node, f"{name}({given})")


def _with_outputs(
    gen: Generator, node: Call, callee: Overload, values: list[Value], places: Places
) -> Value | None:
    """Functions with `out` parameters, and WGSL's that give structures."""
    text = _whole_text(gen, node, callee, values)
    result = callee.result
    if isinstance(result, Struct):
        return Value(result, (f"listed({text})",), fresh=True)
    types = [result, *(type for _, type in places)]
    made = [
        Value(type, tuple(gen.writer.temporary() for _ in range(count_of(type)))) for type in types
    ]
    gen.writer.line(f"{', '.join(_tuple_text(value.type, value.texts) for value in made)} = {text}")
    for (place, _), value in zip(places, made[1:], strict=True):
        store(gen, place, convert(gen, value, place.type))
    return None if result is VOID else made[0]


# ---- memory and other invocations


def _barrier(gen: Generator, node: Call, callee: Overload) -> None:
    if callee.name in BARRIERS:
        wait_at(gen, node, callee.name)
    elif callee.name in FENCES:
        gen.writer.effect("watch.fence(me)")
    elif callee.name not in _OTHER_FENCES:
        raise Refused(f"the built-in function {callee.name}")


def wait_at(gen: Generator, node: Call, name: str) -> None:
    """Wait for the workgroup: the text gives the node's number, and what memory that orders."""
    workgroup, storage = BARRIERS[name]
    gen.writer.at(node)
    gen.writer.effect(f"yield ({gen.writer.number(node)}, {int(workgroup)}, {int(storage)})")


def _atomic(gen: Generator, node: Call, callee: Overload) -> Value | None:
    place = place_through(gen, node.args[0], frozen=True)
    (slot,) = place.slots
    where, log = f"{slot.container}, {slot.index}", place.tracked
    given = zip(node.args[1:], callee.types[1:], strict=True)
    values = in_order(gen, [partial(settled_as, gen, argument, type) for argument, type in given])
    texts = [value.text for value in values]
    name = gen.writer.temporary()
    gen.writer.at(node)
    if callee.name == "atomicStore":
        gen.writer.effect(f"{log}.atomic({where}, exchanged, {texts[0]}, me)")
        return None
    if callee.name == "atomicLoad":
        gen.writer.effect(f"{name} = {log}.atomic_load({where}, me)")
    elif callee.name in ("atomicCompSwap", "atomicCompareExchangeWeak"):
        gen.writer.effect(f"{name} = {log}.atomic_swap({where}, {texts[0]}, {texts[1]}, me)")
    elif callee.name in _ATOMICS:
        _modify(gen, callee, where, texts[0], name, log)
    else:
        raise Refused(f"the built-in function {callee.name}")
    if isinstance(callee.result, Struct):
        return Value(callee.result, (f"[{name}, {name} == {texts[0]}]",), fresh=True)
    return Value(callee.result, (name,))


def _modify(gen: Generator, callee: Overload, where: str, text: str, name: str, log: str) -> None:
    kind = "_u" if isinstance(callee.result, Scalar) and callee.result.kind == "uint" else ""
    operation = _ATOMICS[callee.name]
    wraps = operation in ("add", "subtract")
    gen.writer.effect(
        f"{name} = {log}.atomic({where}, {operation}{kind if wraps else ''}, {text}, me)"
    )


def _derivative(gen: Generator, node: Call, callee: Overload) -> Value:
    if callee.name.startswith("interpolate"):
        raise Refused(f"{callee.name}: inputs of fragment shaders")
    gen.inexact[callee.name] = None
    value = settle(gen, value_as(gen, node.args[0], callee.types[0]), node)
    name = gen.writer.temporary()
    gen.writer.at(node)
    given = f"({', '.join(value.texts)},)"
    gen.writer.effect(f"{name} = yield ({gen.writer.number(node)}, {callee.name!r}, {given})")
    return Value(callee.result, tuple(f"{name}[{k}]" for k in range(len(value.texts))))


def _tuple_text(type: Type, texts: tuple[str, ...]) -> str:
    """Return a value as the table takes and gives it; also what it is unpacked into."""
    if isinstance(type, Vector):
        return f"({', '.join(texts)})"
    if isinstance(type, Matrix):
        rows = type.rows
        columns = [f"({', '.join(texts[k * rows : k * rows + rows])})" for k in range(type.columns)]
        return f"({', '.join(columns)})"
    return texts[0]
