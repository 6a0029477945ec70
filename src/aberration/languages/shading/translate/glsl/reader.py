"""The reading of GLSL and ESSL: its state, and what a target of these languages has to say."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final

from ...analysis.facts import Facts
from ...builtins.signature import Overload
from ...checker.symbols import FunctionSymbol, VariableSymbol
from ...tree import (
    Call,
    Discard,
    Evaluate,
    Expression,
    InitList,
    Node,
    Param,
    Statement,
    TypeName,
)
from ...tree.walk import walk
from ...types import Struct, Type, element_of
from ..declarations import Output
from ..emitter import Emitter, parts_of
from ..reader import Given, Reader, Readers
from ..values import Key, TranslatedValue

ReadExpression = Callable[["FamilyReader", Any], TranslatedValue]
ReadStatement = Callable[["FamilyReader", Any], None]


class FamilyReader(Reader):
    """`memory` are the target's names that lie in memory, so that they can be indexed and pointed
    at, `local_memory` those of functions; `uniform_names` its variables in the uniform address
    space; `block_members` what blocks without a name give by variables; `before_main` the variables
    whose values are given at the beginning; `discarded` is the target's variable that says that
    this invocation has discarded.
    """

    for_parts = (*Reader.for_parts, Evaluate)

    def __init__(self, given: Given, emitter: Emitter, readers: Readers[FamilyReader]) -> None:
        super().__init__(given, emitter)
        self.readers: Final = readers
        self.memory: Final[set[str]] = set()
        self.local_memory: Final[set[str]] = set()
        self.uniform_names: Final[set[str]] = set()
        self.discarding: Final = functions_with(given.facts, lambda node: isinstance(node, Discard))
        self.discarded = ""
        self.outputs: Final[list[Output]] = []
        self.before_main: Final[list[tuple[VariableSymbol, Expression]]] = []
        self.block_members: Final[dict[Key, Key]] = {
            symbol: (resource.type, symbol.name)
            for resource in given.shader.resources
            if resource.members and isinstance(resource.type, Struct)
            for symbol in resource.symbols
        }
        rules = emitter.rules
        self.hoists: Final = bool(rules.reason("AssignExpr"))
        """Whether the target's expressions write nothing, so that statements before them do."""
        self.passes_pointers: Final = bool(rules.refusal(Param("a", TypeName("a"), "inout")))
        """Whether the target has pointers in place of parameters that are copied back."""

    # ---- what each target says

    @abstractmethod
    def stage_variable(self, symbol: VariableSymbol) -> Expression | None:
        """Return what a variable of the stage is in the target; None where it has none."""

    @abstractmethod
    def texture_call(
        self, node: Call, callee: Overload, values: list[TranslatedValue]
    ) -> TranslatedValue:
        """Return what a texture function gives."""

    @abstractmethod
    def leaving_entry(self) -> Statement:
        """Return how the entry point is left."""

    # ---- what is read

    def value(self, node: Expression) -> TranslatedValue:
        self.emitter.node = node
        return self.readers.expressions[type(node)](self, node)

    def value_as(self, node: Expression, wanted: Type) -> TranslatedValue:
        if isinstance(node, InitList):
            return self.emitter.construct(wanted, self.values(node.items, parts_of(wanted)))
        return self.as_type(self.value(node), wanted)

    def as_type(self, value: TranslatedValue, wanted: Type) -> TranslatedValue:
        """Return a value as the type that its place asks for."""
        if value.type is wanted or element_of(wanted) is None:
            return value
        return self.emitter.convert(value, wanted)

    def statement(self, node: Statement) -> None:
        self.emitter.node = node
        self.readers.statements[type(node)](self, node)


def functions_with(facts: Facts, is_meant: Callable[[Node], bool]) -> set[FunctionSymbol]:
    """Return the functions that have such a node, or call one that has."""
    found: set[FunctionSymbol] = set()
    for function in facts.order_from_leaves():
        own = any(map(is_meant, walk(facts.definitions[function])))
        if own or any(callee in found for callee in facts.calls[function]):
            found.add(function)
    return found
