"""Values of expressions: on what it depends whether they are uniform."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from ....builtins.signature import Overload
from ....source import quoted
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
    Node,
    Unary,
)
from ....types import Opaque, Pointer, Reference
from ...symbols import FunctionSymbol, VariableSymbol
from ...typing import Typing
from .graph import VARIES, Graph
from .summary import Made, Summary

SAMPLINGS: Final = frozenset(("textureSample", "textureSampleBias", "textureSampleCompare"))
"""They take derivatives of their coordinates."""
LOAD: Final = "workgroupUniformLoad"
_LAZY: Final = ("&&", "||")
_FIXED: Final = frozenset(("uniform", "handle"))


class Place(msgspec.Struct, frozen=True):
    """A variable, or what a parameter points at; a part of it where `partial`. `chosen` are the
    nodes of indices.
    """

    root: VariableSymbol
    chosen: tuple[int, ...] = ()
    partial: bool = False


class Demand(msgspec.Struct, frozen=True):
    """A node that must be uniform, the call that asks for it, and of what."""

    node: int
    call: Node
    what: str


class ValuesPart:
    """State of the analysis of one function.

    `values` are the nodes of what function variables hold now, and of what parameters point at;
    `fixed` those of `let` and of parameters; `pointers` what pointers in these point at. `severity`
    is that of derivatives here.
    """

    def __init__(
        self, typing: Typing, summaries: Mapping[FunctionSymbol, Summary], severity: str
    ) -> None:
        self.typing: Final = typing
        self.summaries: Final = summaries
        self.severity = severity
        self.graph: Final = Graph()
        self.values: dict[VariableSymbol, int] = {}
        self.fixed: Final[dict[VariableSymbol, int]] = {}
        self.pointers: Final[dict[VariableSymbol, Place]] = {}
        self.demands: Final[list[Demand]] = []

    def value(self, node: Expression, flow: int) -> int:
        """Return the node of a value that is computed in some control flow."""
        if id(node) in self.typing.constants or isinstance(node, Literal):
            return flow
        type = self.typing.types.get(id(node))
        if isinstance(type, Reference):
            return self.held(self.place(node, flow), flow)
        if isinstance(type, Pointer):
            return self.graph.joined(flow, *self.place(node, flow).chosen)
        if isinstance(node, Name):
            return self.graph.joined(flow, self.fixed.get(self.typing.symbols[id(node)], flow))
        if isinstance(node, Binary):
            left = self.value(node.left, flow)
            return self.graph.joined(
                left, self.value(node.right, left if node.op in _LAZY else flow)
            )
        if isinstance(node, Unary):
            return self.value(node.operand, flow)
        if isinstance(node, Index):
            return self.graph.joined(self._whole(node.base, flow), self.value(node.index, flow))
        if isinstance(node, Field):
            return self._whole(node.base, flow)
        assert isinstance(node, Call)
        return self.call(node, flow)

    def _whole(self, node: Expression, flow: int) -> int:
        """The value of what stands before `[` or `.`: a pointer is followed."""
        if isinstance(self.typing.types[id(node)], Pointer):
            return self.held(self.place(node, flow), flow)
        return self.value(node, flow)

    # ---- places

    def place(self, node: Expression, flow: int) -> Place:
        """Return the place that a reference or pointer names."""
        if isinstance(node, AddressOf | Deref):
            return self.place(node.operand, flow)
        if isinstance(node, Field):
            base = self.place(node.base, flow)
            return Place(base.root, base.chosen, True)
        if isinstance(node, Index):
            base = self.place(node.base, flow)
            return Place(base.root, (*base.chosen, self.value(node.index, flow)), True)
        assert isinstance(node, Name)
        symbol = self.typing.symbols[id(node)]
        return self.pointers.get(symbol, Place(symbol))

    def held(self, place: Place, flow: int) -> int:
        """Return the node of what a place holds now."""
        value = self.values.get(place.root)
        if value is None:
            value = flow if _is_the_same_for_all(place.root) else VARIES
        return self.graph.joined(flow, value, *place.chosen)

    def store(self, place: Place, *needs: int) -> None:
        """Let a place hold something else; of a variable in part written the rest stays."""
        old = self.values.get(place.root)
        if old is None:
            return
        kept = (old,) if place.partial else ()
        self.values[place.root] = self.graph.joined(*needs, *place.chosen, *kept)

    # ---- calls

    def call(self, node: Call, flow: int) -> int:
        callee = self.typing.callees.get(id(node))
        if isinstance(callee, FunctionSymbol):
            return self._call_of_function(node, callee, flow)
        values = [self.value(argument, flow) for argument in node.args]
        if isinstance(callee, Overload):
            return self._call_of_builtin(node, callee, flow, values)
        if callee is None and isinstance(node.callee, Name) and node.callee.name == LOAD:
            self.demand(flow, node, _flow_around(LOAD))
            self.demand(
                values[0],
                node,
                f"a pointer that is the same for all invocations for {quoted(LOAD)}",
            )
            return flow
        return self.graph.joined(flow, *values)

    def demand(self, of: int, node: Node, what: str) -> None:
        self.demands.append(Demand(of, node, what))

    def _call_of_builtin(self, node: Call, callee: Overload, flow: int, values: list[int]) -> int:
        theme = callee.builtin.theme
        derives = theme == "derivative" or callee.name in SAMPLINGS
        if theme == "barrier" or (derives and self.severity == "error"):
            self.demand(flow, node, _flow_around(callee.name))
        if derives or theme == "atomic" or (callee.name == "textureLoad" and _is_written(callee)):
            return VARIES
        return self.graph.joined(flow, *values)

    def _call_of_function(self, node: Call, callee: FunctionSymbol, flow: int) -> int:
        summary = self.summaries[callee]
        given = [self._given(argument, flow) for argument in node.args]
        if summary.collective:
            self.demand(flow, node, _flow_around(callee.name))
        for k in sorted(summary.needs):
            self.demand(
                given[k],
                node.args[k],
                f"a value that is the same for all invocations for {quoted(callee.name)}",
            )
        result = self._made(summary.given, given, flow)
        stores = [
            (self.place(node.args[k], flow), self._made(made, given, flow))
            for k, made in summary.left.items()
        ]
        for place, made in stores:
            self.store(place, made)
        return result

    def _given(self, node: Expression, flow: int) -> int:
        """What an argument stands for: what a pointer into the function space points at, or the
        value.
        """
        type = self.typing.types[id(node)]
        if isinstance(type, Pointer) and type.space == "function":
            return self.held(self.place(node, flow), flow)
        return self.value(node, flow)

    def _made(self, made: Made, given: list[int], flow: int) -> int:
        if made.varies:
            return VARIES
        return self.graph.joined(flow, *[given[k] for k in sorted(made.parameters)])


def _flow_around(name: str) -> str:
    return f"control flow that is the same for all invocations around {quoted(name)}"


def _is_written(callee: Overload) -> bool:
    """Whether the texture of a load may be written in the meantime."""
    texture = callee.types[0]
    return isinstance(texture, Opaque) and texture.access == "read_write"


def _is_the_same_for_all(root: VariableSymbol) -> bool:
    """Whether memory outside of functions cannot be written."""
    type = root.type
    if not isinstance(type, Reference | Pointer):
        return True
    return type.space in _FIXED or (type.space == "storage" and type.access == "read")
