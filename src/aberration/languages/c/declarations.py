"""What the main file of a program declares at file scope: variables, functions, types; headers
are passed over.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from aberration.core.errors import InternalError
from aberration.languages.c import libclang
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.libclang import MACRO, Cursor, Library
from aberration.languages.c.shapes import Shapes
from aberration.languages.c.source import Callee, FunctionName

_MOST_PARAMETERS: Final = 6


class Definition(NamedTuple):
    """A function definition, with how many variables and callees came before it."""

    cursor: Cursor
    name: str
    start: int
    end: int
    body: Cursor
    parameters: list[Cursor]
    variables: int
    callees: int
    in_macro: bool


class Declarations:
    """The declarations of the main file in their order; `base` is the raw code of its offset 0.

    `functions` are all but `main`, each once. `variables` may declare one name several times.
    `defined` are those, and those functions, that need no other file: what is `inline` and not
    `static` may need one.
    """

    def __init__(
        self,
        library: Library,
        text: SourceText,
        name: str,
        base: int,
        shapes: Shapes,
        all_of: list[Cursor],
    ) -> None:
        self._library, self._text, self._name, self._shapes = library, text, name, shapes
        self._base = base
        self.variables: list[Cursor] = []
        self.definitions: list[Definition] = []
        self.callees: list[Callee] = []
        self.functions: list[FunctionName] = []
        self.names: set[str] = set()
        self.types: set[str] = set()
        self.defined: set[str] = set()
        self.prints = False
        self._sort(all_of)

    def _sort(self, declarations: list[Cursor]) -> None:
        """Sort the declarations of the main file; of those of headers only `printf` counts."""
        main: int | None = None
        for cursor in declarations:
            start, end = self._library.extent(cursor)
            if self._is_here(start):
                main = main or self._main_file(cursor, start)
                self._add(cursor, start - self._base, end - self._base, False)
            elif start & MACRO and (self._is_here(end) or end & MACRO):
                file, offset = self._library.expansion(cursor)
                if file == main:
                    self._add(cursor, offset, end - self._base, True)
            elif cursor.kind == libclang.FUNCTION and not self.prints:
                self.prints = self._library.name(cursor) == "printf"

    def _is_here(self, code: int) -> bool:
        return self._base <= code <= self._base + len(self._text.data)

    def _main_file(self, cursor: Cursor, start: int) -> int | None:
        """Return the handle of the main file; check that raw codes mean what we think."""
        file, offset = self._library.expansion(cursor)
        if offset != start - self._base:
            raise InternalError(
                f"expected offset {start - self._base}, but libclang says {offset}",
                where=self._name,
                hint=(
                    f"this libclang ({self._library.version()}) is not the one that the "
                    f"front end was made for"
                ),
            )
        return file

    def _add(self, cursor: Cursor, start: int, end: int, in_macro: bool) -> None:
        kind = cursor.kind
        if kind == libclang.VARIABLE:
            self.variables.append(cursor)
            self.names.add(self._library.name(cursor))
            if self._library.storage(cursor) != libclang.EXTERN or self._library.initialiser(
                cursor
            ):
                self.defined.add(self._library.name(cursor))
        elif kind == libclang.TYPEDEF:
            self.types.add(self._library.name(cursor))
        elif kind == libclang.FUNCTION:
            self._add_function(cursor, start, end, in_macro)

    def _add_function(self, cursor: Cursor, start: int, end: int, in_macro: bool) -> None:
        name, children = self._library.name(cursor), self._library.children(cursor)
        parameters = [child for child in children if child.kind == libclang.PARAMETER]
        self.prints = self.prints or name == "printf"
        if self._library.is_definition(cursor):
            if (
                not self._library.is_inline(cursor)
                or self._library.storage(cursor) == libclang.STATIC
            ):
                self.defined.add(name)
            body = children[-1]
            counts = (len(self.variables), len(self.callees))
            self.definitions.append(
                Definition(cursor, name, start, end, body, parameters, *counts, in_macro)
            )
        if name not in self.names:
            self.names.add(name)
            if name != "main" and name not in self._text.macros:
                of = self._library.spelling(self._library.type(cursor))
                self.functions.append(FunctionName(name, of, start))
            self.callees.extend(self._callee(cursor, name, parameters))

    def _callee(self, cursor: Cursor, name: str, parameters: list[Cursor]) -> list[Callee]:
        """Return the function, if never-run code may call it."""
        of = self._library.type(cursor)
        if (
            of.kind != libclang.PROTOTYPED
            or self._library.is_variadic(of)
            or len(parameters) > _MOST_PARAMETERS
        ):
            return []
        if self._library.arguments(of) != len(
            parameters
        ):  # it is declared by the name of a function type
            return []
        shapes = [self._shapes.of(self._library.type(parameter)) for parameter in parameters]
        result = self._library.result(of)
        gives_integer = self._shapes.of(result).kind == "integer"
        if (
            not (gives_integer or result.kind == libclang.VOID)
            or name == "main"
            or name in self._text.macros
            or any(one.kind != "integer" for one in shapes)
        ):
            return []
        return [Callee(name, tuple(shape.integer for shape in shapes))]
