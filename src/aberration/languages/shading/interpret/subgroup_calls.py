"""Operations of subgroups whose result is the invocation's own operand, whichever invocations form
a subgroup: the others are refused by name.

That are clusters of one invocation, shuffles by 0, and votes, extremes and the first one's value of
what is the same in all invocations: constants, uniforms and numbers of the workgroup. Floats may be
rounded otherwise in each, and their sums lose the sign of a zero.
"""

from __future__ import annotations

from typing import Final

from ..builtins.signature import Overload
from ..checker.symbols import VariableSymbol
from ..checker.typing import Callee
from ..tree import (
    Binary,
    Call,
    Conditional,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Param,
    Unary,
)
from ..types import Matrix, Type, element_of, stored_type
from .conversion import rounded_text, value_as
from .generator import Generator
from .settling import settle
from .texts import constant_value
from .trap import Refused
from .value import Value, scalar_of

_BACK_BY_ZERO: Final = frozenset(("subgroupShuffleXor", "subgroupShuffleUp", "subgroupShuffleDown"))
_CLUSTERED: Final = "subgroupClustered"
_SCANS: Final = ("", "Inclusive")
_FIRST: Final = "subgroupBroadcastFirst"
_KEPT: Final = frozenset(
    (
        "subgroupAll",
        "subgroupAny",
        *(f"subgroup{scan}{name}" for scan in _SCANS for name in ("Min", "Max", "And", "Or")),
    )
)
_SHARED: Final = frozenset(
    ("gl_WorkGroupID", "gl_NumWorkGroups", "gl_WorkGroupSize", "workgroup_id", "num_workgroups")
)
_WHOLE: Final = ("int", "uint", "bool", "abstract int")


def subgroup_call(gen: Generator, node: Call, callee: Overload) -> Value:
    """Return what an operation of a subgroup gives; raise `Refused` where that hangs on the
    grouping.
    """
    name, result = callee.name, callee.result
    if gen.facts.derived or any(_derives(each) for each in gen.typing.callees.values()):
        # A helper invocation need not be active in a subgroup: what it gets nobody knows, and its
        # neighbours would derive it.
        raise Refused(f"{name} beside derivatives")
    is_the_same = bool(node.args) and _is_the_same_in_all(gen, node.args[0])
    is_whole = bool(callee.types) and _is_whole(callee.types[0])
    # A float that is loaded twice may be NaN, which equals nothing, or flushed once in an extreme.
    if name == "subgroupAllEqual" and is_the_same and is_whole:
        return constant_value(True, result)
    kept = name == _FIRST or (name in _KEPT and is_whole)
    if _is_own(gen, node, name, result) or (kept and is_the_same):
        value = settle(gen, value_as(gen, node.args[0], callee.types[0]), node.args[0])
        is_computed = name.startswith(_CLUSTERED) and not is_whole
        return _flush(gen, value) if is_computed else value
    raise Refused(f"{name}, whose result hangs on which invocations form a subgroup")


def _flush(gen: Generator, value: Value) -> Value:
    """Return floats that an operation gave, which may be flushed as those of any other."""
    element = scalar_of(value.type)
    if gen.rounding is None or element.kind not in ("float", "half"):
        return value
    return value.like(tuple([rounded_text(gen, text, element) for text in value.texts]))


def _derives(callee: Callee) -> bool:
    return isinstance(callee, Overload) and callee.builtin.theme == "derivative"


def _is_own(gen: Generator, node: Call, name: str, result: Type) -> bool:
    """Say whether the operation asks an invocation for nothing but its own value."""
    if name in _BACK_BY_ZERO:
        return gen.integer_of(node.args[1]) == 0
    if not name.startswith(_CLUSTERED) or gen.integer_of(node.args[1]) != 1:
        return False
    # Of floats, the sign of a zero may be lost in a sum, and of NaN nothing is promised.
    return _is_whole(result) or (name != f"{_CLUSTERED}Add" and gen.options.nonfinite == "trap")


def _is_whole(type: Type) -> bool:
    element = element_of(stored_type(type))
    return element is not None and not isinstance(type, Matrix) and element.kind in _WHOLE


def _is_the_same_in_all(gen: Generator, node: Expression) -> bool:
    """Say whether integers and booleans are the same in all invocations, without running any."""
    if gen.constant_of(node) is not None or isinstance(node, Literal):
        return _is_whole(gen.typing.type_of(node))
    if isinstance(node, Name):
        symbol = gen.typing.symbol_of(node)
        return symbol.role == "uniform" or _is_of_workgroup(symbol)
    if isinstance(node, Field | Index):
        # What is taken out of a uniform may be an integer beside floats.
        return all(_is_the_same_in_all(gen, one) for one in _parts(node))
    if not isinstance(node, Unary | Binary | Conditional) and not _is_made(gen, node):
        return False
    return _is_whole(gen.typing.type_of(node)) and all(
        _is_the_same_in_all(gen, one) and _is_whole(gen.typing.type_of(one)) for one in _parts(node)
    )


def _is_made(gen: Generator, node: Expression) -> bool:
    """Say whether an expression is a value made of others, or one of another type."""
    return isinstance(node, Call) and isinstance(gen.typing.callees.get(id(node)), Type)


def _is_of_workgroup(symbol: VariableSymbol) -> bool:
    """Say whether a variable or an input is a number of the workgroup."""
    if symbol.node is None:
        return symbol.name in _SHARED
    return isinstance(symbol.node, Param) and any(
        attribute.name == "builtin" and str(getattr(attribute.args[0], "name", "")) in _SHARED
        for attribute in symbol.node.attributes
    )


def _parts(node: Expression) -> tuple[Expression, ...]:
    if isinstance(node, Field):
        return (node.base,)
    if isinstance(node, Index):
        return node.base, node.index
    if isinstance(node, Unary):
        return (node.operand,)
    if isinstance(node, Call):
        return node.args
    if isinstance(node, Conditional):
        return node.condition, node.then, node.otherwise
    assert isinstance(node, Binary)
    return node.left, node.right
