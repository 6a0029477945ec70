"""What all parts of the code generator share."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ..builtins.values import fitted
from ..checker.symbols import UNKNOWN, FunctionSymbol, VariableSymbol
from ..rules import Rules
from ..semantics import Semantics
from ..tree import Expression, Node, Param, Statement, Variable
from ..types import Array, Atomic, Matrix, Pointer, Scalar, Struct, Type, Vector
from .builtin import Cast, Origin
from .facts import Facts
from .options import Options
from .rounding import Rounding
from .trap import Refused
from .value import Value, count_of, is_numeric, is_simple, scalar_of, stored
from .writer import Writer

_DEEP: Final = 24
"""Expressions in text nested deeper are cut: Python takes 200 brackets in each other."""
_NOT_A_WORD: Final = re.compile(r"[^A-Za-z0-9_]")


class Base:
    """State of one generation. Each part adds its methods by deriving from the part before.

    `objects` are what the generated text finds by name beside the helpers, `origins` what built-in
    functions these are; `inexact` why results may differ in bits.
    """

    def __init__(self, facts: Facts, rules: Rules, semantics: Semantics, options: Options) -> None:
        self.facts: Final = facts
        self.typing: Final = facts.typing
        self.rules: Final = rules
        self.semantics: Final = semantics
        self.options: Final = options
        self.rounding: Final = None if options.rounding is None else Rounding(options.rounding)
        self.writer: Final = Writer()
        self.objects: Final[dict[str, object]] = {}
        self.origins: Final[dict[str, Origin | Cast]] = {}
        self.inexact: Final[dict[str, None]] = {}
        self.names: Final[dict[VariableSymbol, tuple[str, ...]]] = {}
        self.functions: Final[dict[FunctionSymbol, str]] = {}
        self.ranges: Final[dict[VariableSymbol, tuple[int, int]]] = {}
        self.tracked: Final[dict[VariableSymbol, str]] = {}
        self.function: FunctionSymbol | None = None

    # ---- what later parts give

    def value(self, node: Expression) -> Value:
        raise NotImplementedError

    def statement(self, node: Statement) -> None:
        raise NotImplementedError

    # ---- types

    def type_of(self, node: Expression) -> Type:
        """Return the type of an expression's value."""
        return stored(self.typing.types[id(node)])

    def constant_of(self, node: Expression) -> Any:
        """Return the value of a constant expression of numbers, or None."""
        found = self.typing.constants.get(id(node))
        return None if found is None or found is UNKNOWN else found

    # ---- names

    def names_of(self, symbol: VariableSymbol) -> tuple[str, ...]:
        """Return the Python variables of a variable: one for each scalar, or one list."""
        found = self.names.get(symbol)
        if found is None:
            stem = f"v{len(self.names)}_{_NOT_A_WORD.sub('', symbol.name)}"
            type = stored(symbol.type)
            count = 1 if self.is_in_memory(symbol) or isinstance(type, Pointer) else count_of(type)
            found = (stem,) if count == 1 else tuple(f"{stem}_{k}" for k in range(count))
            self.names[symbol] = found
        return found

    def is_in_memory(self, symbol: VariableSymbol) -> bool:
        return symbol in self.facts.in_memory or not (
            is_numeric(stored(symbol.type)) or isinstance(stored(symbol.type), Pointer)
        )

    def is_inlined(self, symbol: VariableSymbol) -> bool:
        """Whether a constant of numbers stands in the text wherever it is named, and is no
        Python variable.
        """
        known = type(symbol.constant) in (bool, int, float, tuple)
        if known and self.rounding is not None and is_numeric(stored(symbol.type)):
            known = not scalar_of(stored(symbol.type)).is_float
        return known and is_numeric(stored(symbol.type)) and not self.is_in_memory(symbol)

    def is_written_first(self, symbol: VariableSymbol) -> bool:
        """Whether no read can come before the first write."""
        node = symbol.node
        if self.semantics.zero_initialised or symbol.role not in ("var", "out", "param"):
            return True
        if isinstance(node, Variable):
            return node.init is not None
        return not (isinstance(node, Param) and node.direction == "out")

    def give(self, stem: str, thing: object, origin: Origin | Cast | None = None) -> str:
        """Return the name under which the generated text finds an object; `origin` tells what
        it is.
        """
        name = f"{stem}{len(self.objects)}"
        self.objects[name] = thing
        if origin is not None:
            self.origins[name] = origin
        return name

    def refuse(self, what: str) -> Refused:
        return Refused(what)

    # ---- values

    def constant_value(self, value: Any, type: Type) -> Value:
        """Return a numeric constant."""
        element = scalar_of(type)
        scalars = [fitted(scalar, element) for scalar in _flat(value)]
        texts = tuple([literal(scalar) for scalar in scalars])
        if element.is_integer:
            return Value(type, texts, int(min(scalars)), int(max(scalars)))
        return Value(type, texts)

    def settled(self, value: Value, node: Node | None = None) -> Value:
        """Return the value with integers within their type, and never None."""
        if value.unsure:
            value = self._sure(value, node)
        if value.is_settled:
            return value
        texts = tuple([self.wrapped(text, scalar_of(value.type)) for text in value.texts])
        return Value(value.type, texts, depth=value.depth + 2)

    def certain(self, value: Value) -> Value:
        """Return the value, which is never None."""
        return self._sure(value, None) if value.unsure else value

    def wrapped(self, text: str, element: Scalar) -> str:
        if element.kind == "uint":
            return f"({text} & 4294967295)"
        return f"(({text} + 2147483648 & 4294967295) - 2147483648)"

    def _sure(self, value: Value, node: Node | None) -> Value:
        if not is_numeric(value.type):
            return Value(value.type, value.texts, fresh=value.fresh)
        texts = [
            f"({t} if {t} is not None else sure(None))" if is_simple(t) else f"sure({t})"
            for t in value.texts
        ]
        where = value.origin or node
        if where is not None:
            texts = [self.writer.marked(where, text) for text in texts]
        return Value(value.type, tuple(texts), value.low, value.high, depth=value.depth + 2)

    def shallow(self, value: Value) -> Value:
        """Return the value with texts that are not nested too deeply."""
        return self.spilled(value) if value.depth > _DEEP else value

    def spilled(self, value: Value) -> Value:
        """Return the value in temporary variables."""
        texts = []
        for text in value.texts:
            name = self.writer.temporary()
            self.writer.line(f"{name} = {text}")
            texts.append(name)
        return value_like(value, tuple(texts))

    def simple(self, value: Value) -> Value:
        """Return the value with texts that may stand more than once."""
        return value if all(is_simple(text) for text in value.texts) else self.spilled(value)

    def values(self, makers: list[Callable[[], Value]]) -> list[Value]:
        """Return values in order: what comes first is kept where what comes later changes
        anything.
        """
        found: list[Value] = []
        for make in makers:
            effects, mark = self.writer.effects, len(self.writer.lines)
            made = self.shallow(make())
            if self.writer.effects != effects:
                found = self._frozen(found, mark)
            found.append(made)
        return found

    def _frozen(self, values: list[Value], mark: int) -> list[Value]:
        """Evaluate values before the lines from `mark` on."""
        after = self.writer.lines[mark:]
        del self.writer.lines[mark:]
        kept = [self._kept(value) for value in values]
        self.writer.lines.extend(after)
        return kept

    def _kept(self, value: Value) -> Value:
        if all(is_literal(text) for text in value.texts):
            return value
        if is_numeric(value.type) or value.fresh or isinstance(value.type, Pointer):
            return self.spilled(value)
        return self.spilled(Value(value.type, (self.as_list(value),), fresh=True))

    # ---- lists

    def as_list(self, value: Value) -> str:
        """Return a value as it lies in a list: a scalar itself, all else a list that nothing
        else holds.
        """
        type = value.type
        if isinstance(type, Scalar):
            return value.text
        if isinstance(type, Vector):
            return f"[{', '.join(value.texts)}]"
        if isinstance(type, Matrix):
            rows, texts = type.rows, value.texts
            columns = [
                f"[{', '.join(texts[k * rows : k * rows + rows])}]" for k in range(type.columns)
            ]
            return f"[{', '.join(columns)}]"
        return value.text if value.fresh else self.copy_of(type, value.text)

    def copy_of(self, type: Type, text: str) -> str:
        """Return the text of a copy of a list."""
        return copy_text(type, text, 0)

    def blank(self, type: Type) -> str:
        """Return a variable without initialiser, as a list: of zeros, or of None where the
        language leaves it open.
        """
        zero = self.semantics.zero_initialised
        return blank_text(type, zero)


def value_like(value: Value, texts: tuple[str, ...]) -> Value:
    return Value(
        value.type,
        texts,
        value.low,
        value.high,
        fresh=value.fresh,
        unsure=value.unsure,
        origin=value.origin,
    )


def is_literal(text: str) -> bool:
    return text[:1].isdigit() or text[:2] == "(-" or text in ("True", "False")


def literal(scalar: bool | int | float) -> str:
    """Return a number as Python writes it, in brackets where it is negative."""
    if isinstance(scalar, float) and scalar - scalar != 0.0:
        return "nan" if scalar != scalar else "inf" if scalar > 0 else "(-inf)"
    text = repr(scalar)
    return f"({text})" if text[0] == "-" else text


def _flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [scalar for part in value for scalar in _flat(part)]
    return [value]


def is_flat(type: Type) -> bool:
    """Whether a list of the type holds no lists."""
    if isinstance(type, Vector):
        return True
    if isinstance(type, Array):
        return isinstance(type.element, Scalar | Atomic)
    return isinstance(type, Struct) and all(
        isinstance(member.type, Scalar | Atomic) for member in type.members
    )


def copy_text(type: Type, text: str, depth: int) -> str:
    if isinstance(type, Scalar | Atomic):
        return text
    if is_flat(type):
        return f"{text}[:]"
    if isinstance(type, Array | Matrix):
        inner = type.element if isinstance(type, Array) else type.column
        return f"[{copy_text(inner, f'e{depth}', depth + 1)} for e{depth} in {text}]"
    assert isinstance(type, Struct)
    if not is_simple(text):
        return f"deep({text})"
    members = [
        copy_text(member.type, f"{text}[{k}]", depth) for k, member in enumerate(type.members)
    ]
    return f"[{', '.join(members)}]"


def blank_text(type: Type, zero: bool) -> str:
    if isinstance(type, Scalar):
        return (
            "None"
            if not zero
            else "False"
            if type.kind == "bool"
            else "0.0"
            if type.is_float
            else "0"
        )
    if isinstance(type, Atomic):
        return "0" if zero else "None"
    if isinstance(type, Struct):
        return f"[{', '.join(blank_text(member.type, zero) for member in type.members)}]"
    inner, count = _parts(type)
    text = blank_text(inner, zero)
    if isinstance(inner, Scalar | Atomic):
        return f"[{text}] * {count}"
    return f"[{text} for e in range({count})]"


def _parts(type: Type) -> tuple[Type, int]:
    if isinstance(type, Vector):
        return type.component, type.size
    if isinstance(type, Matrix):
        return type.column, type.columns
    if isinstance(type, Array) and type.size is not None:
        return type.element, type.size
    raise Refused(f"a variable of type {type.glsl}")
