"""Built-in functions that stay in Python, called from C."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, Final

from ...types import Matrix, Type, Vector
from ..builtin import Cast
from ..compiled import Compiled
from ..runtime import helpers
from .cells import cells_of, value_at
from .kinds import FLOAT, Kind, Row, cells, kind_of

FUNCTION: Final = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
"""int64_t host(int64_t number, cell *arguments, cell *result): other than 0 where the function
raises.
"""


class HostedFunction:
    """One function: from cells to cells."""

    def __init__(
        self, function: Callable[..., Any], given: tuple[Type | None, ...], kind: Kind
    ) -> None:
        self.function: Final = function
        self.given: Final = given
        self.kinds: Final = Row(tuple(FLOAT if type is None else kind_of(type) for type in given))
        self.kind: Final = kind
        self.size: Final = 8 * cells(self.kinds)

    def __call__(self, arguments: int, result: int) -> None:
        data = memoryview((ctypes.c_char * self.size).from_address(arguments)).cast("B")
        values, _ = value_at(self.kinds, data)
        found = self.function(
            *[_as_argument(type, value) for type, value in zip(self.given, values, strict=True)]
        )
        made = cells_of(self.kind, found)
        ctypes.memmove(result, made, len(made))


def host(compiled: Compiled, names: tuple[tuple[str, Kind], ...]) -> Any:
    """Return the function that C calls for all of them."""
    functions = [_function_of(compiled, name, kind) for name, kind in names]

    def call_back(number: int, arguments: int, result: int) -> int:
        try:
            functions[number](arguments, result)
        except Exception:
            return 1
        return 0

    return FUNCTION(call_back)


def _function_of(compiled: Compiled, name: str, kind: Kind) -> HostedFunction:
    origin = compiled.text.origins.get(name)
    if origin is None:
        function: Any = helpers(compiled.semantics, compiled.options)[name]
        return HostedFunction(function, (None,), kind)
    made: Any = compiled.text.objects[name]
    given = (origin.source,) if isinstance(origin, Cast) else origin.argument_types
    return HostedFunction(made, given, kind)


def _as_argument(type: Type | None, value: Any) -> Any:
    """Vectors and matrices are tuples; a bool is one."""
    if isinstance(type, Matrix):
        return tuple(tuple(column) for column in value)
    if isinstance(type, Vector):
        return tuple([_as_argument(type.component, part) for part in value])
    return bool(value) if type is not None and type.glsl == "bool" else value
