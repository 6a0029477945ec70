"""From a Python exception in generated code to the operation of the shader that it comes from."""

from __future__ import annotations

from types import FrameType, TracebackType
from typing import Any, Final

from aberration.core.errors import InternalError

from ..checker.typing import Typing
from ..read import Shader
from ..source import Source
from ..tree import Name, Node
from ..tree.walk import find, walk
from .builtin import values_text
from .module import Text
from .trap import Trap, TrapKind, Undefined

FILE: Final = "<shader>"
_EXCERPT: Final = 80
_VALUES: Final = 8
_LONGEST: Final = 60


class Locator:
    """Knows one generated text."""

    def __init__(
        self, text: Text, typing: Typing, source: Source | None, companion: Shader | None = None
    ) -> None:
        self._companion: Final = companion
        self.text: Final = text
        self.typing: Final = typing
        self.source: Final = source

    def trap(self, error: BaseException, invocation: tuple[int, ...]) -> Trap:
        """Return the trap that an exception stands for; raise `InternalError` for one that is a
        bug of the interpreter.
        """
        kind, message = _kind_and_message(error)
        frame, line = _innermost_frame(error.__traceback__)
        node = self.text.places.get(line)
        return self.trap_at(kind, message, node, invocation, frame)

    def trap_at(
        self,
        kind: TrapKind,
        message: str,
        node: Node | None,
        invocation: tuple[int, ...],
        frame: FrameType | None = None,
    ) -> Trap:
        if node is not None and self._companion is not None and self._is_beside(node):
            line, _ = self._companion.source.line_and_column(max(node.span.start, 0))
            return Trap(
                kind, f"{message}, in line {line} of the other stage", -1, invocation=invocation
            )
        start, end = (-1, -1) if node is None else (node.span.start, node.span.end)
        values = () if node is None or frame is None else self._values(node, frame)
        if self.source is None or start < 0:
            return Trap(kind, message, start, values=values, invocation=invocation, end=end)
        line, column = self.source.line_and_column(start)
        excerpt = _clip(" ".join(self.source.text[start:end].split()), _EXCERPT)
        return Trap(
            kind, message, start, line, column, excerpt, values, invocation, self.source.where, end
        )

    def _is_beside(self, node: Node) -> bool:
        """Whether a node is of the other stage of a pair."""
        assert self._companion is not None
        return any(node is one for one in walk(self._companion.module))

    def _values(self, node: Node, frame: FrameType) -> tuple[tuple[str, str], ...]:
        """The variables that a node names, with what they hold."""
        found: dict[str, str] = {}
        code = frame.f_code
        names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
        # Variables that nothing was written to have no value in the frame.
        held: dict[str, Any] = {**dict.fromkeys(names), **frame.f_locals}
        for name in find(node, Name):
            symbol = self.typing.symbols.get(id(name))
            if symbol is None or name.name in found or len(found) == _VALUES:
                continue
            constant = type(symbol.constant) in (bool, int, float, tuple)
            python = self.text.names.get(symbol, ())
            if constant:
                found[name.name] = _clip(values_text((symbol.constant,)), _LONGEST)
            elif python:
                # Variables of the invocation that a function does not name are not in its frame.
                parts = [_part_text(held[one]) if one in held else "not read" for one in python]
                text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
                found[name.name] = _clip(text, _LONGEST)
        return tuple(found.items())


def _part_text(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_part_text(part) for part in value[:16])}]"
    return "unwritten" if value is None else values_text((value,))


def _clip(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}..."


def _innermost_frame(traceback: TracebackType | None) -> tuple[FrameType | None, int]:
    """Return the innermost frame of generated code, and its line."""
    frame, line = None, 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == FILE:
            frame, line = traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next
    return frame, line


def _kind_and_message(error: BaseException) -> tuple[TrapKind, str]:
    if isinstance(error, Undefined):
        return error.kind, error.message
    if isinstance(error, ZeroDivisionError):
        return "division", "division by zero"
    if isinstance(error, IndexError):
        return "out-of-bounds", "an index beyond the end"
    unset = isinstance(error, NameError) and "not associated with a value" in str(error)
    if unset or (isinstance(error, TypeError) and "NoneType" in str(error)):
        return "uninitialised", "read before anything was written"
    if isinstance(error, OverflowError):
        return "nan", "the result is beyond the largest float"
    raise InternalError(
        f"the interpreter's own code fails: {type(error).__name__}: {error}"
    ) from error
