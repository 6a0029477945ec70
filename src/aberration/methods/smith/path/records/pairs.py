"""Built-in functions with two results: by `out` parameters in GLSL, as members in WGSL."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from aberration.languages.shading.tree import Assign, Call, CallStatement, Field, Name
from aberration.languages.shading.types import FLOAT, INT, UINT, Scalar, Type, with_element

from ..builder import Builder, Known
from ..expr import Expr, constant
from ..memory import Memory, Signal, Value
from ..plan import Pair
from ..values import VALUE_TYPES, to_int, to_uint


class _Row(msgspec.Struct, frozen=True, eq=False):
    """`meaning` gives the result and what is written, or both that are written where the function
    is `void`. `members` are WGSL's for the two; empty: it lacks the function.
    """

    element: Scalar
    operands: int
    others: tuple[Scalar, Scalar]
    meaning: Callable[..., tuple[Any, Any]]
    void: bool = False
    members: tuple[str, str] | None = None
    glsl_since: int = 0
    essl_since: int = 0


def _parts(x: float) -> tuple[float, float]:
    whole = float(math.trunc(x))
    return x - whole, whole


def _mantissa(x: float) -> tuple[float, int]:
    """|m| in 0.5..1 and the exponent; of 0 both are 0."""
    exponent = 0
    while abs(x) >= 1.0:
        x, exponent = x / 2, exponent + 1
    while 0.0 < abs(x) < 0.5:
        x, exponent = x * 2, exponent - 1
    return x, exponent


_UU: Final = (UINT, UINT)
_II: Final = (INT, INT)
ROWS: Final[Mapping[str, _Row]] = MappingProxyType(
    {
        "uaddCarry": _Row(UINT, 2, _UU, lambda x, y: (to_uint(x + y), (x + y) // 2**32),
                          glsl_since=400, essl_since=310),
        "usubBorrow": _Row(UINT, 2, _UU, lambda x, y: (to_uint(x - y), int(y > x)),
                           glsl_since=400, essl_since=310),
        "umulExtended": _Row(UINT, 2, _UU, lambda x, y: (x * y // 2**32, to_uint(x * y)),
                             void=True, glsl_since=400, essl_since=310),
        "imulExtended": _Row(INT, 2, _II, lambda x, y: (x * y // 2**32, to_int(x * y)),
                             void=True, glsl_since=400, essl_since=310),
        "modf": _Row(FLOAT, 1, (FLOAT, FLOAT), _parts, members=("fract", "whole")),
        "frexp": _Row(FLOAT, 1, (FLOAT, INT), _mantissa, members=("fract", "exp"),
                      glsl_since=400, essl_since=310),
    }
)  # fmt: skip


def write_pair(b: Builder, record: Pair) -> bool:
    """Write a call, and make both results known."""
    row, type = ROWS.get(record.function), VALUE_TYPES.get(record.kind)
    if row is None or type is None or type.scalar is not row.element or not _has(b, row):
        return False
    first = b.runtime(type, record.operands[0] if record.operands else 1)
    if first is None:
        return False
    args = [first, *[b.operand(type, number) for number in record.operands[1 : row.operands]]]
    if len(args) != row.operands:
        return False
    (_members if b.wgsl else _outputs)(b, record.function, row, type, args)
    return True


def _has(b: Builder, row: _Row) -> bool:
    if b.wgsl:
        return row.members is not None
    return b.version >= (row.glsl_since if b.language == "glsl" else row.essl_since)


def _results(row: _Row, type: Type, args: list[Expr], memory: Memory) -> tuple[Value, Value]:
    given = [one.value(memory) for one in args]
    if isinstance(type, Scalar):
        return row.meaning(*given)
    pairs = [row.meaning(*parts) for parts in zip(*given, strict=True)]
    return tuple([one for one, _ in pairs]), tuple([other for _, other in pairs])


def _members(b: Builder, name: str, row: _Row, type: Type, args: list[Expr]) -> None:
    """`modf(x).fract`, and the other member."""
    assert row.members is not None
    call = Call(callee=Name(name=name), args=tuple([one.node for one in args]))
    for k, member in enumerate(row.members):
        value = Expr(
            Field(base=call, name=member),
            with_element(type, row.others[k]),
            _getter(row, type, args, k),
        )
        b.declare(value.type, value, fixed=True)


def _getter(row: _Row, type: Type, args: list[Expr], k: int) -> Callable[[Memory], Value]:
    return lambda memory: _results(row, type, args, memory)[k]


def _outputs(b: Builder, name: str, row: _Row, type: Type, args: list[Expr]) -> None:
    """`a = uaddCarry(x, y, c);`, with variables for what is written."""
    types = [with_element(type, one) for one in row.others]
    places = [_fresh(b, one) for one in types]
    written = places if row.void else places[1:]
    nodes = [*[one.node for one in args], *[one.read.node for one in written]]
    call = Call(callee=Name(name=name), args=tuple(nodes))

    def action(memory: Memory) -> Signal:
        found = _results(row, type, args, memory)
        for place, value in zip(places, found, strict=True):
            memory.values[place.root] = value
        return ""

    if row.void:
        b.emit(CallStatement(call=call), action)
    else:
        b.emit(Assign(op="=", target=places[0].read.node, value=call), action)


def _fresh(b: Builder, type: Type) -> Known:
    return b.declare(type, constant(b.syntax, type, (1,)))
