"""C programs read through libclang: where new statements may stand, and what they may use there.

Whatever cannot be proved sound is left out: a statement is not wrappable, a variable is not in
scope, a function has no program points, or the program is refused (`BadInput`).
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from clang import cindex

from aberration.core.errors import BadInput, TargetUnavailable
from aberration.core.process import first_line
from aberration.languages.c import lexical, libclang
from aberration.languages.c.compilers import Compiler, csmith_include, find_compilers
from aberration.languages.c.declarations import Declarations, Definition
from aberration.languages.c.escapes import find_initialisation, judge_pointers
from aberration.languages.c.excerpt import TreeReader
from aberration.languages.c.excerpts import Excerpts
from aberration.languages.c.facts import Facts
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.libclang import Cursor, Library
from aberration.languages.c.scopes import Globals, NamesInScope, Scopes, Variable
from aberration.languages.c.shapes import Shapes
from aberration.languages.c.source import Function, Source
from aberration.languages.c.statements import Walker

# CXDiagnostic_Error; 4 is fatal
_ERROR: Final = 3
_DEEPEST: Final = 2000
_BETWEEN: Final = re.compile(rb"[;,{}]")
_BRACES: Final = re.compile(rb"[{}]")
_OPERATORS: Final = tuple(bytes([sign]) for sign in b"-+*/%!~&|^?:([<>=.")


def unavailable() -> str:
    """Return why C programs cannot be read on this machine, or nothing."""
    try:
        libclang.load()
        _headers()
    except TargetUnavailable as error:
        return str(error)
    return ""


@cache
def version() -> str:
    """Return what libclang calls itself."""
    return libclang.load().version()


def parse(data: bytes, name: str = "program.c") -> Source:
    """Read a C program. Raise `BadInput` for one with errors, and for one that no edit would be
    sound in.
    """
    text = lexical.read(data, name)
    _check_depth(data, name)
    unit = _translation_unit(data, name)
    return _Reader(libclang.load(), text, name, unit).read()


def _check_depth(data: bytes, name: str) -> None:
    """Refuse what is so deep that libclang, which recurses, would end this process: also over
    blocks that it only skips, behind an error.
    """
    depth = 0
    for brace in _BRACES.findall(data):
        depth += 1 if brace == b"{" else -1
        if depth > _DEEPEST:
            raise BadInput(
                f"expected at most {_DEEPEST:,} blocks within each other, but here are more",
                where=name,
            )
    for piece in _BETWEEN.split(data):
        if sum(map(piece.count, _OPERATORS)) > _DEEPEST:
            raise BadInput(
                f"expected at most {_DEEPEST:,} operators in an expression, but here are more",
                where=name,
            )


def _translation_unit(data: bytes, name: str) -> cindex.TranslationUnit:
    libclang.load()
    # gnu17: C23 changes what `f()` means and makes `bool` a word.
    arguments = ["-std=gnu17", "-w", "-isystem", _headers(), *_csmith()]
    try:
        unit = cindex.TranslationUnit.from_source(name, arguments, unsaved_files=[(name, data)])
    except cindex.TranslationUnitLoadError:
        raise BadInput("expected a C program, but libclang could not read it", where=name) from None
    for problem in unit.diagnostics:
        if problem.severity >= _ERROR:
            where = f"{name}:{problem.location.line}:{problem.location.column}"
            raise BadInput(
                f"expected a C program without errors, but: {problem.spelling}", where=where
            )
    return unit


@cache
def _csmith() -> tuple[str, ...]:
    folder = csmith_include()
    return ("-I", folder) if folder else ()


@cache
def _headers() -> str:
    """Return a folder of an installed compiler with `stddef.h` and the like, which the wheel of
    libclang lacks.
    """
    compilers = [
        compiler
        for compiler in find_compilers(os.environ.get("PATH", ""))
        # tcc's own headers define built-ins by its own means.
        if compiler.family != "tcc"
    ]
    for compiler in sorted(compilers, key=_likeness):
        folder = _header_folder(compiler)
        if (folder / "stddef.h").is_file() and (folder / "stdarg.h").is_file():
            return str(folder)
    raise TargetUnavailable(
        "libclang needs the headers of a compiler, and none was found",
        hint="sudo apt-get install gcc",
    )


def _likeness(compiler: Compiler) -> tuple[bool, int, str]:
    """Sort compilers by how near their headers are to libclang's own."""
    own, theirs = re.search(r"\d+", version()), re.search(r"\d+$", compiler.name)
    distance = abs(int(own[0]) - int(theirs[0])) if own and theirs else 99
    return compiler.family != "clang", distance, compiler.name


def _header_folder(compiler: Compiler) -> Path:
    question = "-print-resource-dir" if compiler.family == "clang" else "-print-file-name=include"
    try:
        answer = first_line([compiler.path, question])
    except (OSError, subprocess.SubprocessError):
        answer = ""
    return Path(answer or "nowhere") / ("include" if compiler.family == "clang" else "")


class _Reader:
    """Makes the `Source` of one program."""

    def __init__(
        self, library: Library, text: SourceText, name: str, unit: cindex.TranslationUnit
    ) -> None:
        self._library, self._text, self._name = library, text, name
        self._unit = unit
        self._shapes = Shapes(library, text.macros)
        # clang numbers all files in one sequence; the program begins at this number, wherever
        # headers made it lie.
        self._base = int(cindex.SourceLocation.from_offset(unit, unit.get_file(name), 0).int_data)
        everything = library.children(libclang.raw_cursor(unit.cursor))
        self._declared = Declarations(library, text, name, self._base, self._shapes, everything)

    def read(self) -> Source:
        """Return what the program holds."""
        definitions = self._declared.definitions
        if self._text.has_restrict_outside([(one.start, one.end) for one in definitions]):
            raise BadInput(
                "expected a program whose `restrict` stands in functions only",
                where=self._name,
                hint="take it out",
            )
        facts = [self._facts(one.cursor) for one in definitions]
        computes = any(
            one.computes for one in (*facts, *map(self._facts, self._declared.variables))
        )
        walker = Walker(self._library, self._text, self._base, self._shapes)
        locals_of = [self._walk(walker, at, one, facts[at]) for at, one in enumerate(definitions)]
        functions = [self._function(*pair) for pair in zip(definitions, locals_of, strict=True)]
        scopes = self._scopes(walker, facts, locals_of)
        return Source(
            self._text.data,
            tuple(functions),
            tuple(walker.program_points),
            scopes,
            self._declared.prints,
            computes,
            self._text.csmith,
            Excerpts(
                TreeReader(self._library, self._text, self._base, self._shapes),
                self._unit,
                walker.statements,
                walker.program_points,
                functions,
                [frozenset(one.taken) for one in facts],
            ),
        )

    def _facts(self, declaration: Cursor) -> Facts:
        return Facts(self._library, self._text, self._base, declaration)

    def _walk(
        self, walker: Walker, number: int, definition: Definition, facts: Facts
    ) -> list[Variable]:
        """Walk over a definition, and return its locals."""
        first = len(walker.program_points)
        frozen = self._is_frozen(definition, facts)
        walker.function(number, definition.parameters, definition.body, frozen)
        names = {variable.name for variable in walker.locals}
        # A local that has the name of a typedef hides the type: text that is inserted may mean the
        # one and get the other.
        if not names.isdisjoint(self._declared.types):
            walker.drop_program_points(first)
        return walker.locals

    def _is_frozen(self, definition: Definition, facts: Facts) -> bool:
        if definition.in_macro or facts.unfit or (self._text.csmith and definition.name == "main"):
            return True
        if not self._text.begins_a_declaration(definition.start):
            return True
        return self._text.is_frozen(definition.start, definition.end)

    def _function(self, definition: Definition, variables: list[Variable]) -> Function:
        hidden = {variable.name for variable in variables} | {definition.name}
        before = self._declared.callees[: definition.callees]
        # A call that closes a circle of functions that are always inlined is an error.
        defined = set() if b"always_inline" in self._text.words else self._declared.defined
        callees = tuple(
            callee for callee in before if callee.name in defined and callee.name not in hidden
        )
        calls = tuple(
            function
            for function in self._declared.functions
            if function.start < definition.start
            and function.name in defined
            and function.name not in hidden
        )
        return Function(
            definition.name, definition.start, definition.end, callees, calls, frozenset(hidden)
        )

    def _scopes(
        self, walker: Walker, facts: list[Facts], locals_of: list[list[Variable]]
    ) -> Scopes:
        initialisation = find_initialisation(
            self._text, [variable for some in locals_of for variable in some]
        )
        dangle = judge_pointers(self._text, facts, locals_of)
        for variable in (variable for some in locals_of for variable in some):
            variable.initialisation = initialisation
        variables = [self._global(cursor, dangle) for cursor in self._declared.variables]
        for variable in variables:
            variable.initialisation = initialisation
        known: dict[int, Globals] = {}
        seen: list[NamesInScope] = []
        for definition, fact in zip(self._declared.definitions, facts, strict=True):
            count = definition.variables
            # Functions without a variable between them see the same globals.
            if count not in known:
                known[count] = self._globals_before(variables[:count])
            seen.append(NamesInScope(fact.jumps, known[count]))
        return Scopes(
            [
                (chain, seen[program_point.function])
                for chain, program_point in zip(walker.chains, walker.program_points, strict=True)
            ]
        )

    def _global(self, cursor: Cursor, dangle: bool) -> Variable:
        name, place = self._library.name(cursor), self._library.location(cursor)
        usable = (
            not place & libclang.MACRO
            and name not in self._text.macros
            and name in self._declared.defined
        )
        shape = self._shapes.of(self._library.type(cursor)) if usable else None
        variable = Variable(name, shape, "global", f"{name}@{place - self._base}")
        variable.may_dangle = dangle
        return variable

    def _globals_before(self, variables: list[Variable]) -> Globals:
        """Return the newest usable declaration of each name, the nearest first; all have the
        identity of the first.
        """
        found: dict[str, Variable] = {}
        for variable in variables:
            old = found.get(variable.name)
            if old is None or old.shape is None or old.shape.kind == "other":
                found[variable.name] = variable
        return Globals(tuple(reversed(found.values())))
