"""Calls of built-in functions: some as operators of Python, atomics and barriers, all others by
the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..builtins.accuracy import Bound
from ..builtins.signature import Overload
from ..tree import AddressOf, Call, Expression
from ..types import BOOL, VOID, Matrix, Pointer, Scalar, Struct, Type, Vector, element_of
from .builtin import Loose, Origin, component_function, is_scalar_wise, open_hazards, whole_function
from .facts import BARRIERS, FENCES
from .parts import PartsPart
from .places import Place
from .value import Value, count_of, is_numeric, scalar_of

_COMPARISONS: Final = {
    "lessThan": "<",
    "lessThanEqual": "<=",
    "greaterThan": ">",
    "greaterThanEqual": ">=",
    "equal": "==",
    "notEqual": "!=",
}
_REFUSED: Final = frozenset(("texture", "wgsl texture", "image"))
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
_EXACT_BOUNDS: Final = frozenset(("exact", "correctly rounded"))


class BuiltinCallsPart(PartsPart):
    """Calls of built-in functions."""

    def builtin_call(self, node: Call, callee: Overload) -> Value | None:
        """Return what a built-in gives; None where it gives nothing."""
        builtin = callee.builtin
        if builtin.theme in _REFUSED:
            raise self.refuse(f"{callee.name}: textures and images")
        known = self.constant_of(node)
        if (
            known is not None
            and is_numeric(callee.result)
            and scalar_of(callee.result).kind in ("int", "uint", "bool")
        ):
            return self.constant_value(known, callee.result)
        if builtin.theme == "barrier":
            self._barrier(node, callee)
            return None
        if builtin.theme == "atomic":
            return self._atomic(node, callee)
        if builtin.theme == "derivative":
            return self._derivative(node, callee)
        if builtin.meaning is None:
            raise self.refuse(f"the built-in function {callee.name}")
        self._note(callee)
        return self._computed(node, callee)

    def _note(self, callee: Overload) -> None:
        element = callee.result if isinstance(callee.result, Scalar) else None
        bound: Bound = callee.builtin.bound_in(self.rules.language)
        floats = any(
            is_numeric(type) and scalar_of(type).is_float for type in (*callee.types, callee.result)
        )
        if floats and bound.kind not in _EXACT_BOUNDS and element is not BOOL:
            self.inexact[f"{callee.name}"] = None

    def _computed(self, node: Call, callee: Overload) -> Value | None:
        pairs = zip(node.args, callee.types, callee.directions, strict=True)
        places: list[tuple[Place, Type]] = []
        makers: list[Callable[[], Value]] = []
        for argument, type, direction in pairs:
            if direction == "in":
                makers.append(self._settled_maker(argument, type))
            else:
                places.append((self.place(argument, frozen=True), type))
        values = self.values(makers)
        if places or isinstance(callee.result, Struct):
            return self._with_outputs(node, callee, values, places)
        inlined = self._inlined(node, callee, values)
        return inlined if inlined is not None else self._by_table(node, callee, values)

    def _settled_maker(self, node: Expression, type: Type) -> Callable[[], Value]:
        return lambda: self.settled(self.value_as(node, type), node)

    # ---- as operators

    def _inlined(self, node: Call, callee: Overload, values: list[Value]) -> Value | None:
        name, type = callee.name, callee.result
        depth = max((value.depth for value in values), default=0) + 2
        if name in _COMPARISONS and isinstance(type, Vector):
            return self.operation(node, _COMPARISONS[name], values[0], values[1], type)
        if not isinstance(type, Scalar | Vector) or (
            open_hazards(callee, self.semantics) and not self._is_number(name)
        ):
            return None
        if name == "abs":
            low, high = _absolute_bounds(values[0])
            return Value(type, tuple(f"abs({t})" for t in values[0].texts), low, high, depth=depth)
        if name == "not":
            return Value(type, tuple(f"(not {t})" for t in values[0].texts), depth=depth)
        if name in ("min", "max"):
            return self._extreme(name, self._even(values, len(values[0].texts)), type, depth)
        if callee.builtin.name == "mix by bool":
            return self._selected(values, type, depth)
        if name == "dot" and scalar_of(type).is_float:
            left, right = self.simple(values[0]), self.simple(values[1])
            text = self.sum_of_products(node, list(left.texts), list(right.texts), scalar_of(type))
            return self.spilled(Value(type, (text,)))
        return None

    def _is_number(self, name: str) -> bool:
        """Where NaN never arises, `min` and `max` have no hazard."""
        return name in ("min", "max") and self.options.nonfinite == "trap"

    def _even(self, values: list[Value], count: int) -> list[Value]:
        return [self._spread(self.simple(value), count) for value in values]

    def _extreme(self, name: str, values: list[Value], type: Type, depth: int) -> Value:
        sign = "<" if name == "min" else ">"
        pairs = zip(values[0].texts, values[1].texts, strict=True)
        texts = tuple(f"({b} if {b} {sign} {a} else {a})" for a, b in pairs)
        pick = min if name == "min" else max
        low, high = pick(v.low for v in values), pick(v.high for v in values)
        return Value(type, texts, low, high, depth=depth)

    def _selected(self, values: list[Value], type: Type, depth: int) -> Value:
        first, second, which = self._even(values, count_of(type))
        rows = zip(first.texts, second.texts, which.texts, strict=True)
        low, high = min(first.low, second.low), max(first.high, second.high)
        return Value(
            type, tuple(f"({b} if {c} else {a})" for a, b, c in rows), low, high, depth=depth
        )

    # ---- by the table

    def _by_table(self, node: Call, callee: Overload, values: list[Value]) -> Value:
        type = callee.result
        if is_scalar_wise(callee):
            function = component_function(callee, self.semantics, self.options, self._loose(callee))
            name = self.give("f", function, Origin(callee, False))
            spread = self._even(values, count_of(type)) if count_of(type) > 1 else values
            rows = zip(*[value.texts for value in spread], strict=True)
            texts = tuple([self.writer.marked(node, f"{name}({', '.join(row)})") for row in rows])
            return Value(type, texts, depth=max([value.depth for value in values], default=0) + 2)
        return self._whole(node, callee, values)

    def _whole(self, node: Call, callee: Overload, values: list[Value]) -> Value:
        text = self._whole_text(node, callee, values)
        type = callee.result
        if isinstance(type, Scalar):
            return self.spilled(Value(type, (text,)))
        names = tuple(self.writer.temporary() for _ in range(count_of(type)))
        self.writer.line(f"{_pattern(type, names)} = {text}")
        return Value(type, names)

    def _loose(self, callee: Overload) -> Loose | None:
        """Return what computes a function of floats, rounded another way; None where the
        nearest is wanted.
        """
        rounding, language, element = self.rounding, self.rules.language, element_of(callee.result)
        if (
            rounding is None
            or element is None
            or element.kind != "float"
            or "out" in callee.directions
        ):
            return None
        return lambda *arguments: rounding.builtin(callee, language, arguments)

    def _whole_text(self, node: Call, callee: Overload, values: list[Value]) -> str:
        function = whole_function(callee, self.semantics, self.options, self._loose(callee))
        name = self.give("f", function, Origin(callee, True))
        given = ", ".join(_pattern(value.type, value.texts) for value in values)
        return self.writer.marked(node, f"{name}({given})")

    def _with_outputs(
        self, node: Call, callee: Overload, values: list[Value], places: list[tuple[Place, Type]]
    ) -> Value | None:
        """Functions with `out` parameters, and WGSL's that give structures."""
        text = self._whole_text(node, callee, values)
        result = callee.result
        if isinstance(result, Struct):
            return Value(result, (f"listed({text})",), fresh=True)
        types = [result, *(type for _, type in places)]
        made = [
            Value(type, tuple(self.writer.temporary() for _ in range(_count(type))))
            for type in types
        ]
        self.writer.line(
            f"{', '.join(_pattern(value.type, value.texts) for value in made)} = {text}"
        )
        for (place, type), value in zip(places, made[1:], strict=True):
            self.store(
                place, self.converted(value, place.type) if type is not place.type else value
            )
        return None if result is VOID else made[0]

    # ---- memory and other invocations

    def _barrier(self, node: Call, callee: Overload) -> None:
        if callee.name in BARRIERS:
            self.wait_at(node, callee.name)
        elif callee.name in FENCES:
            self.writer.effect("watch.fence(me)")
        elif callee.name not in _OTHER_FENCES:
            raise self.refuse(f"the built-in function {callee.name}")

    def wait_at(self, node: Call, name: str) -> None:
        """Wait for the workgroup: the text gives the node's number, and what memory that orders."""
        workgroup, storage = BARRIERS[name]
        self.writer.at(node)
        self.writer.effect(f"yield ({self.writer.number(node)}, {int(workgroup)}, {int(storage)})")

    def _atomic(self, node: Call, callee: Overload) -> Value | None:
        place = self._atomic_place(node.args[0])
        (slot,) = place.slots
        where, log = f"{slot.container}, {slot.index}", place.tracked
        values = self.values(
            [
                self._settled_maker(arg, type)
                for arg, type in zip(node.args[1:], callee.types[1:], strict=True)
            ]
        )
        texts = [value.text for value in values]
        name = self.writer.temporary()
        self.writer.at(node)
        if callee.name == "atomicStore":
            self.writer.effect(f"{log}.atomic({where}, exchanged, {texts[0]}, me)")
            return None
        if callee.name == "atomicLoad":
            self.writer.effect(f"{name} = {log}.atomic_load({where}, me)")
        elif callee.name in ("atomicCompSwap", "atomicCompareExchangeWeak"):
            self.writer.effect(f"{name} = {log}.atomic_swap({where}, {texts[0]}, {texts[1]}, me)")
        elif callee.name in _ATOMICS:
            self._modify(callee, where, texts[0], name, log)
        else:
            raise self.refuse(f"the built-in function {callee.name}")
        if isinstance(callee.result, Struct):
            return Value(callee.result, (f"[{name}, {name} == {texts[0]}]",), fresh=True)
        return Value(callee.result, (name,))

    def _modify(self, callee: Overload, where: str, text: str, name: str, log: str) -> None:
        kind = "_u" if isinstance(callee.result, Scalar) and callee.result.kind == "uint" else ""
        operation = _ATOMICS[callee.name]
        wraps = operation in ("add", "subtract")
        self.writer.effect(
            f"{name} = {log}.atomic({where}, {operation}{kind if wraps else ''}, {text}, me)"
        )

    def _atomic_place(self, node: Expression) -> Place:
        type = self.type_of(node)
        if not isinstance(type, Pointer):
            return self.place(node, frozen=True)
        if isinstance(node, AddressOf):
            return self.place(node.operand, frozen=True)
        return self._pointed(node, type.store, node)

    def _derivative(self, node: Call, callee: Overload) -> Value:
        if callee.name.startswith("interpolate"):
            raise self.refuse(f"{callee.name}: inputs of fragment shaders")
        self.inexact[callee.name] = None
        value = self.settled(self.value_as(node.args[0], callee.types[0]), node)
        name = self.writer.temporary()
        self.writer.at(node)
        given = f"({', '.join(value.texts)},)"
        self.writer.effect(f"{name} = yield ({self.writer.number(node)}, {callee.name!r}, {given})")
        return Value(callee.result, tuple(f"{name}[{k}]" for k in range(len(value.texts))))


def _count(type: Type) -> int:
    return count_of(type)


def _pattern(type: Type, texts: tuple[str, ...]) -> str:
    """Return a value as the table takes and gives it; also what it is unpacked into."""
    if isinstance(type, Vector):
        return f"({', '.join(texts)})"
    if isinstance(type, Matrix):
        rows = type.rows
        columns = [f"({', '.join(texts[k * rows : k * rows + rows])})" for k in range(type.columns)]
        return f"({', '.join(columns)})"
    return texts[0]


def _absolute_bounds(value: Value) -> tuple[int, int]:
    return (0 if value.low <= 0 <= value.high else min(abs(value.low), abs(value.high))), max(
        abs(value.low), abs(value.high)
    )
