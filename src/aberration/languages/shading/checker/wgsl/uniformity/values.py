"""Values of expressions: on what it depends whether they are uniform."""

from __future__ import annotations

from typing import Final

from ....builtins.signature import Overload
from ....source import quote
from ....tree import (
    AddressOf,
    Binary,
    Call,
    Deref,
    Expression,
    Field,
    Index,
    Literal,
    Name,
    Unary,
)
from ....types import Opaque, Pointer, Reference
from ...symbols import FunctionSymbol, VariableSymbol
from .graph import VARIES
from .state import DERIVATIVES, SUBGROUPS, FunctionUniformity, MemoryPlace
from .summary import Made

SAMPLINGS: Final = frozenset(("textureSample", "textureSampleBias", "textureSampleCompare"))
"""They take derivatives of their coordinates."""
LOAD: Final = "workgroupUniformLoad"
_MOVED: Final = frozenset(("subgroupShuffleXor", "subgroupShuffleUp", "subgroupShuffleDown"))
_LAZY: Final = ("&&", "||")
_FIXED: Final = frozenset(("uniform", "handle"))


def value_node(state: FunctionUniformity, node: Expression, flow: int) -> int:
    """Return the node of a value that is computed in some control flow."""
    if id(node) in state.typing.constants or isinstance(node, Literal):
        return flow
    type = state.typing.types.get(id(node))
    if isinstance(type, Reference):
        return held_node(state, place_of(state, node, flow), flow)
    if isinstance(type, Pointer):
        return state.graph.join(flow, *place_of(state, node, flow).chosen)
    if isinstance(node, Name):
        return state.graph.join(flow, state.fixed.get(state.typing.symbols[id(node)], flow))
    if isinstance(node, Binary):
        left = value_node(state, node.left, flow)
        return state.graph.join(
            left, value_node(state, node.right, left if node.op in _LAZY else flow)
        )
    if isinstance(node, Unary):
        return value_node(state, node.operand, flow)
    if isinstance(node, Index):
        return state.graph.join(
            _whole_node(state, node.base, flow), value_node(state, node.index, flow)
        )
    if isinstance(node, Field):
        return _whole_node(state, node.base, flow)
    assert isinstance(node, Call)
    return call_node(state, node, flow)


def _whole_node(state: FunctionUniformity, node: Expression, flow: int) -> int:
    """The value of what stands before `[` or `.`: a pointer is followed."""
    if isinstance(state.typing.types[id(node)], Pointer):
        return held_node(state, place_of(state, node, flow), flow)
    return value_node(state, node, flow)


# ---- places


def place_of(state: FunctionUniformity, node: Expression, flow: int) -> MemoryPlace:
    """Return the place that a reference or pointer names."""
    if isinstance(node, AddressOf | Deref):
        return place_of(state, node.operand, flow)
    if isinstance(node, Field):
        base = place_of(state, node.base, flow)
        return MemoryPlace(base.root, base.chosen, True)
    if isinstance(node, Index):
        base = place_of(state, node.base, flow)
        return MemoryPlace(base.root, (*base.chosen, value_node(state, node.index, flow)), True)
    assert isinstance(node, Name)
    symbol = state.typing.symbols[id(node)]
    return state.pointers.get(symbol, MemoryPlace(symbol))


def held_node(state: FunctionUniformity, place: MemoryPlace, flow: int) -> int:
    """Return the node of what a place holds now."""
    value = state.values.get(place.root)
    if value is None:
        value = flow if _is_the_same_for_all(place.root) else VARIES
    return state.graph.join(flow, value, *place.chosen)


def store(state: FunctionUniformity, place: MemoryPlace, *needs: int) -> None:
    """Let a place hold something else; of a variable in part written the rest stays."""
    old = state.values.get(place.root)
    if old is None:
        return
    kept = (old,) if place.partial else ()
    state.values[place.root] = state.graph.join(*needs, *place.chosen, *kept)


# ---- calls


def call_node(state: FunctionUniformity, node: Call, flow: int) -> int:
    callee = state.typing.callees.get(id(node))
    if isinstance(callee, FunctionSymbol):
        return _call_of_function(state, node, callee, flow)
    values = [value_node(state, argument, flow) for argument in node.args]
    if isinstance(callee, Overload):
        return _call_of_builtin(state, node, callee, flow, values)
    if callee is None and isinstance(node.callee, Name) and node.callee.name == LOAD:
        state.demand(flow, node, _flow_around(LOAD))
        state.demand(
            values[0], node, f"a pointer that is the same for all invocations for {quote(LOAD)}"
        )
        return flow
    return state.graph.join(flow, *values)


def _call_of_builtin(
    state: FunctionUniformity, node: Call, callee: Overload, flow: int, values: list[int]
) -> int:
    theme = callee.builtin.theme
    derives = theme == "derivative" or callee.name in SAMPLINGS
    if theme == "subgroup":
        return _call_of_subgroup(state, node, callee.name, flow, values)
    if theme == "barrier" or (derives and state.severities[DERIVATIVES] == "error"):
        state.demand(flow, node, _flow_around(callee.name))
    # What is loaded from a texture that is written varies: others may write it in the meantime.
    texture = callee.types[0] if callee.name == "textureLoad" else None
    written = isinstance(texture, Opaque) and texture.access == "read_write"
    if derives or theme == "atomic" or written:
        return VARIES
    return state.graph.join(flow, *values)


def _call_of_subgroup(
    state: FunctionUniformity, node: Call, name: str, flow: int, values: list[int]
) -> int:
    """Nothing that it gives counts as uniform, though some results are the same in a subgroup."""
    if state.severities[SUBGROUPS] == "error":
        state.demand(flow, node, _flow_around(name))
        if name in _MOVED:
            state.demand(
                values[1],
                node.args[1],
                f"a number that is the same for all invocations for {quote(name)}",
            )
    return VARIES


def _call_of_function(
    state: FunctionUniformity, node: Call, callee: FunctionSymbol, flow: int
) -> int:
    summary = state.summaries[callee]
    given = [_given_node(state, argument, flow) for argument in node.args]
    if summary.collective:
        state.demand(flow, node, _flow_around(callee.name))
    for k in sorted(summary.needs):
        state.demand(
            given[k],
            node.args[k],
            f"a value that is the same for all invocations for {quote(callee.name)}",
        )
    result = _node_made_of(state, summary.given, given, flow)
    stores = [
        (place_of(state, node.args[k], flow), _node_made_of(state, made, given, flow))
        for k, made in summary.left.items()
    ]
    for place, made in stores:
        store(state, place, made)
    return result


def _given_node(state: FunctionUniformity, node: Expression, flow: int) -> int:
    """What an argument stands for: what a pointer into the function space points at, or the
    value.
    """
    type = state.typing.types[id(node)]
    if isinstance(type, Pointer) and type.space == "function":
        return held_node(state, place_of(state, node, flow), flow)
    return value_node(state, node, flow)


def _node_made_of(state: FunctionUniformity, made: Made, given: list[int], flow: int) -> int:
    if made.varies:
        return VARIES
    return state.graph.join(flow, *[given[k] for k in sorted(made.parameters)])


def _flow_around(name: str) -> str:
    return f"control flow that is the same for all invocations around {quote(name)}"


def _is_the_same_for_all(root: VariableSymbol) -> bool:
    """Whether memory outside of functions cannot be written."""
    type = root.type
    if not isinstance(type, Reference | Pointer):
        return True
    return type.space in _FIXED or (type.space == "storage" and type.access == "read")
