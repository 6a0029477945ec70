"""Pieces of generated Python text as they are, and as the C that the fast path makes of them."""

from __future__ import annotations

import ast
import ctypes
from collections.abc import Mapping
from typing import Any

from aberration.languages.native.compiler import build
from aberration.languages.shading.glsl.semantics import GLSL
from aberration.languages.shading.interpret.compiled import SEMANTICS
from aberration.languages.shading.interpret.native.kinds import FLOAT, INT, Kind, NativeNumber
from aberration.languages.shading.interpret.native.prelude import CELLS, HELPERS
from aberration.languages.shading.interpret.native.tables import TABLES
from aberration.languages.shading.interpret.native.writer import NativeVariable, NativeWriter
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.runtime import helpers
from aberration.languages.shading.interpret.trap import Undefined
from aberration.languages.shading.semantics import Semantics
from aberration.languages.shading.tree import LanguageName

Scalar = int | float
TRAP = "trap"
"""What is found where an operation has no result."""
_RAISED = (Undefined, ZeroDivisionError, IndexError, NameError, TypeError, OverflowError)
_AROUND = """
static jmp_buf out_of_here;
static void stop(int64_t code) { longjmp(out_of_here, (int)code); }
static void wait_at(int64_t number, int64_t workgroup, int64_t storage) { stop(number); }
"""


def writer(semantics: Semantics = GLSL, known: Mapping[str, Kind] | None = None) -> NativeWriter:
    """Return a writer of C that stands in a function."""
    made = NativeWriter("own.", semantics, {}, {}, TABLES, {}, holds_none=True)
    made.scope = "function"
    made.known.update(known or {})
    return made


def kind_of(value: Scalar) -> NativeNumber:
    return FLOAT if isinstance(value, float) else INT


class Piece:
    """Statements that work on given numbers and leave a number in `found`."""

    def __init__(
        self,
        text: str,
        given: Mapping[str, Scalar],
        language: LanguageName = "glsl",
        known: Mapping[str, Kind] | None = None,
    ) -> None:
        self.text = text
        self.kinds = {name: kind_of(value) for name, value in given.items()}
        self.semantics = SEMANTICS[language]
        made = writer(self.semantics, known)
        for name, kind in self.kinds.items():
            made.variables[name] = NativeVariable(name, kind)
            made.written.add(name)
        made.statements(ast.parse(text).body)
        self.kind = made.variables["found"].kind
        self.checks = sum("NONE) stop" in line for line in made.lines)
        taken = [
            f"{kind.ctype} {name} = in[{k}].{kind.field};"
            for k, (name, kind) in enumerate(self.kinds.items())
        ]
        assert isinstance(self.kind, NativeNumber)
        fields = " ".join(["int64_t none;", *made.fields])
        lines = [
            *taken,
            *made.locals,
            *made.lines,
            f"out[0].{self.kind.field} = found; return 0; }}",
        ]
        start = "int64_t piece(cell *in, cell *out) { if (setjmp(out_of_here)) return 1;"
        whole = [
            CELLS,
            _AROUND,
            HELPERS,
            f"static struct {{ {fields} }} own;",
            *made.statics,
            start,
            *lines,
        ]
        self.library = build("\n".join(whole))

    def in_c(self, **given: Scalar) -> Any:
        """Return what C finds, or `TRAP`."""
        data = (ctypes.c_int64 * max(len(given), 1))()
        for k, name in enumerate(self.kinds):
            _put(data, k, given[name])
        result = (ctypes.c_int64 * 1)()
        if self.library.functions.piece(data, result):
            return TRAP
        return ctypes.c_double.from_buffer(result).value if self.kind == FLOAT else result[0]

    def in_python(self, **given: Scalar) -> Any:
        """Return what Python finds, or `TRAP`."""
        names: dict[str, Any] = {**helpers(self.semantics, Options()), **given}
        names["Undefined"] = Undefined
        try:
            exec(compile(self.text, "piece", "exec"), names)
        except _RAISED:
            return TRAP
        return int(names["found"]) if self.kind == INT else names["found"]


def _put(data: Any, k: int, value: Scalar) -> None:
    if isinstance(value, float):
        ctypes.c_double.from_buffer(data, 8 * k).value = value
    else:
        data[k] = value
