"""Code of a relation as instructions: the text that stands in a shader, read by our reader of GLSL,
becomes SPIR-V.

The handful of operators that relations are written with is known; another one is a defect of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from aberration.core.errors import InternalError
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import (
    Assign,
    Binary,
    Block,
    Call,
    Expression,
    Field,
    If,
    Literal,
    Module,
    Name,
    Node,
    Statement,
)
from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import GlslStd450

from ..written import statements_of
from .writing import COLOUR, Value, Writer

_ARITHMETIC: Final[Mapping[str, int]] = MappingProxyType(
    {"+": o.OpFAdd, "-": o.OpFSub, "*": o.OpFMul, "/": o.OpFDiv}
)
_COMPARISONS: Final[Mapping[str, int]] = MappingProxyType(
    {
        ">=": o.OpFOrdGreaterThanEqual,
        ">": o.OpFOrdGreaterThan,
        "<=": o.OpFOrdLessThanEqual,
        "<": o.OpFOrdLessThan,
        "==": o.OpFOrdEqual,
        # Unlike the others it holds of NaN.
        "!=": o.OpFUnordNotEqual,
    }
)
_FUNCTIONS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "floor": GlslStd450.FLOOR,
        "abs": GlslStd450.F_ABS,
        "min": GlslStd450.F_MIN,
        "max": GlslStd450.F_MAX,
        "step": GlslStd450.STEP,
        "clamp": GlslStd450.F_CLAMP,
    }
)
_COMPONENTS: Final = "xyzw"


class Translator:
    """Writes the code of a relation; `values` are those of the names that it may use, `variables`
    where it may store.
    """

    def __init__(
        self, writer: Writer, values: Mapping[str, Value], variables: Mapping[str, int]
    ) -> None:
        self._writer = writer
        self._values = values
        self._variables = variables

    def statements(self, nodes: Sequence[Statement]) -> None:
        """Write statements."""
        for node in nodes:
            match node:
                case Block():
                    self.statements(node.statements)
                case If():
                    self._branch(node)
                case Assign(op="=", target=Name(name=name)) if name in self._variables:
                    value = self._writer.widen(self.value(node.value), COLOUR)
                    self._writer.put(o.OpStore, self._variables[name], value.id)
                case _:
                    raise unknown(node)

    def condition(self, node: Expression) -> int:
        """Write a condition; return its truth value."""
        match node:
            case Binary(op=op) if op in _COMPARISONS:
                left, right = self.value(node.left), self.value(node.right)
                return self._writer.compare(_COMPARISONS[op], left, right)
        raise unknown(node)

    def value(self, node: Expression) -> Value:
        """Write an expression; return its value."""
        match node:
            case Literal(kind="float"):
                return self._writer.number(float(node.value))
            case Name(name=name) if name in self._values:
                return self._values[name]
            case Field(name=name) if name in tuple(_COMPONENTS):
                return self._writer.component(self.value(node.base), _COMPONENTS.index(name))
            case Binary(op=op) if op in _ARITHMETIC:
                left, right = self.value(node.left), self.value(node.right)
                return self._writer.arithmetic(_ARITHMETIC[op], left, right)
            case Call(callee=Name(name="vec4"), args=(one,)):
                return self._writer.widen(self.value(one), COLOUR)
            case Call(callee=Name(name=name)) if name in _FUNCTIONS:
                args = [self.value(one) for one in node.args]
                return self._writer.library_call(_FUNCTIONS[name], *args)
        raise unknown(node)

    def _branch(self, node: If) -> None:
        self._writer.branch(
            self.condition(node.condition),
            lambda: self.statements([node.then]),
            lambda: self.statements([] if node.otherwise is None else [node.otherwise]),
        )


def unknown(node: Node) -> InternalError:
    """Return the defect that a relation has code of another kind."""
    return InternalError(f"a relation has a {type(node).__name__}, which has no form in SPIR-V")


def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a text in GLSL."""
    return statements_of(text, _like())


def condition(text: str) -> Expression:
    """Return a condition of a text in GLSL."""
    (found,) = statements_of(f"if ({text}) {{ }}", _like())
    assert isinstance(found, If)
    return found.condition


@lru_cache(maxsize=1)
def _like() -> Module:
    return read("#version 450\nvoid main() {}\n", "glsl").module
