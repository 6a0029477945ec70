"""The reading of WGSL: its state, and what its target has to say. What is constant is written as
its value: abstract numbers have no other type.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final

from ...checker import arithmetic
from ...checker.symbols import UNKNOWN
from ...checker.wgsl.conversion_rank import concrete
from ...tree import Expression, Name, Statement
from ...types import Type
from ..emitter import Emitter
from ..reader import Given, Reader, Readers
from ..values import TranslatedValue

ReadExpression = Callable[["WgslReader", Any], TranslatedValue]
ReadStatement = Callable[["WgslReader", Any], None]


class WgslReader(Reader):
    """State of one translation's reading of WGSL."""

    def __init__(self, given: Given, emitter: Emitter, readers: Readers[WgslReader]) -> None:
        super().__init__(given, emitter)
        self.readers: Final = readers

    @abstractmethod
    def leave_entry(self, value: Expression | None) -> list[Statement]:
        """Return how the entry point is left."""

    def value(self, node: Expression) -> TranslatedValue:
        return self.value_as(node, concrete(self.type_of(node)))

    def value_as(self, node: Expression, wanted: Type) -> TranslatedValue:
        self.emitter.node = node
        known = self._constant_of(node, wanted)
        if known is not None:
            return TranslatedValue(known, wanted)
        return self.readers.expressions[type(node)](self, node)

    def _constant_of(self, node: Expression, wanted: Type) -> Expression | None:
        value = self.typing.constants.get(id(node))
        if value is None or value is UNKNOWN:
            return None
        given = self.type_of(node)
        if isinstance(node, Name) and given is wanted:
            bound = self.bound.get(self.typing.symbol_of(node))
            if bound is not None:
                return bound
        source, target = arithmetic.innermost(given), arithmetic.innermost(wanted)
        if source is not None and target is not None and source is not target:
            value = arithmetic.convert(value, source, target)
        return self.emitter.constant(value, wanted)

    def statement(self, node: Statement) -> None:
        self.emitter.node = node
        self.readers.statements[type(node)](self, node)
