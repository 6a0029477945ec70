"""Operations of subgroups whose result is the invocation's own operand, whichever invocations form
a subgroup: the others are refused by name.

That are clusters of one invocation, shuffles by 0, and votes, extremes and the first one's value of
what is the same in all invocations: constants, uniforms and numbers of the workgroup. Floats may be
rounded otherwise in each, and their sums lose the sign of a zero.
"""

from __future__ import annotations

from typing import Final

from ..builtins.signature import Overload
from ..checker.typing import Callee
from ..tree import Binary, Call, Conditional, Expression, Field, Index, Literal, Name, Unary
from ..types import Matrix, Type, element_of
from .conversion import value_as
from .generator import Generator
from .settling import settle
from .texts import constant_value
from .trap import Refused
from .value import Value

_BACK_BY_ZERO: Final = frozenset(("subgroupShuffleXor", "subgroupShuffleUp", "subgroupShuffleDown"))
_CLUSTERED: Final = "subgroupClustered"
_SCANS: Final = ("", "Inclusive")
_KEPT: Final = frozenset(
    (
        "subgroupAll",
        "subgroupAny",
        "subgroupBroadcastFirst",
        *(f"subgroup{scan}{name}" for scan in _SCANS for name in ("Min", "Max", "And", "Or")),
    )
)
_SHARED: Final = frozenset(("gl_WorkGroupID", "gl_NumWorkGroups", "gl_WorkGroupSize"))
_WHOLE: Final = ("int", "uint", "bool")


def subgroup_call(gen: Generator, node: Call, callee: Overload) -> Value:
    """Return what an operation of a subgroup gives; raise `Refused` where that hangs on the
    grouping.
    """
    name, result = callee.name, callee.result
    if any(_derives(each) for each in gen.typing.callees.values()):
        # A helper invocation need not be active in a subgroup: what it gets nobody knows, and its
        # neighbours would derive it.
        raise Refused(f"{name} beside derivatives")
    if name == "subgroupAllEqual" and _is_the_same_in_all(gen, node.args[0]):
        return constant_value(True, result)
    own = _is_own(gen, node, name, result)
    if own or (name in _KEPT and _is_the_same_in_all(gen, node.args[0])):
        return settle(gen, value_as(gen, node.args[0], callee.types[0]), node.args[0])
    raise Refused(f"{name}, whose result hangs on which invocations form a subgroup")


def _derives(callee: Callee) -> bool:
    return isinstance(callee, Overload) and callee.builtin.theme == "derivative"


def _is_own(gen: Generator, node: Call, name: str, result: Type) -> bool:
    """Say whether the operation asks an invocation for nothing but its own value."""
    if name in _BACK_BY_ZERO:
        return gen.integer_of(node.args[1]) == 0
    if not name.startswith(_CLUSTERED) or gen.integer_of(node.args[1]) != 1:
        return False
    return name != f"{_CLUSTERED}Add" or _is_whole(result)


def _is_whole(type: Type) -> bool:
    element = element_of(type)
    return element is not None and not isinstance(type, Matrix) and element.kind in _WHOLE


def _is_the_same_in_all(gen: Generator, node: Expression) -> bool:
    """Say whether integers and booleans are the same in all invocations, without running any."""
    if gen.constant_of(node) is not None or isinstance(node, Literal):
        return _is_whole(gen.typing.type_of(node))
    if isinstance(node, Name):
        symbol = gen.typing.symbol_of(node)
        return symbol.role == "uniform" or symbol.name in _SHARED
    if isinstance(node, Field | Index):
        # What is taken out of a uniform may be an integer beside floats.
        return all(_is_the_same_in_all(gen, one) for one in _parts(node))
    if not isinstance(node, Unary | Binary | Conditional):
        return False
    return _is_whole(gen.typing.type_of(node)) and all(
        _is_the_same_in_all(gen, one) and _is_whole(gen.typing.type_of(one)) for one in _parts(node)
    )


def _parts(node: Expression) -> tuple[Expression, ...]:
    if isinstance(node, Field):
        return (node.base,)
    if isinstance(node, Index):
        return node.base, node.index
    if isinstance(node, Unary):
        return (node.operand,)
    if isinstance(node, Conditional):
        return node.condition, node.then, node.otherwise
    assert isinstance(node, Binary)
    return node.left, node.right
