"""What is known of a C program: its functions, statements, program points between them, and what
may be read and written there.

All offsets are bytes into `data`. A *program point* is a place right before a statement of a
compound statement, where new statements may stand; it is known by its ordinal, which no edit
changes. `front_end.parse` makes a `Source`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

from aberration.languages.c.floats import FloatKind
from aberration.languages.c.fragments import Fragment
from aberration.languages.c.integers import IntType
from aberration.languages.c.outlines import Outline

Storage = Literal["local", "parameter", "static", "global"]


class Place(msgspec.Struct, frozen=True):
    """An integer lvalue without side effects, such as `g_5`, `g_7[1][2]` or `l_3.f0`.

    `declared` is its type as it is written, without qualifiers: `declared + " name"` declares
    another of that type. `object` names the declared object that it lies in, and no other (name
    and offset of its declaration). `bits` is the width of a bit-field, 0 for what is none. A place
    that is not `writable` may be read only. `addressable` says that `&` may stand before it (no
    bit-field, not `register`).
    """

    text: str
    type: IntType
    declared: str
    storage: Storage
    object: str
    writable: bool
    addressable: bool
    bits: int = 0


class FloatPlace(msgspec.Struct, frozen=True):
    """A `float` or `double` that never-run code may read and write."""

    text: str
    kind: FloatKind


class Pointer(msgspec.Struct, frozen=True):
    """A pointer variable that may be read: `declared` as in `Place`, `pointee` the canonical type
    that it points to.

    One that `may_dangle` could hold the address of an object that is gone: it has a value, but no
    edit may read it where control comes.
    """

    text: str
    declared: str
    pointee: str
    storage: Storage
    object: str
    writable: bool
    may_dangle: bool = True


class Addressed(msgspec.Struct, frozen=True):
    """An object whose address may be taken (`&text`) and compared with a pointer of the same
    canonical `type`.
    """

    text: str
    type: str
    object: str
    place: Place | None = None


class Callee(msgspec.Struct, frozen=True):
    """A function that is declared before another and takes integers only: what never-run code
    may call.
    """

    name: str
    parameters: tuple[IntType, ...]


class FunctionName(msgspec.Struct, frozen=True):
    """A function that is defined in the program, and its canonical type; declared from the offset
    `start` on.
    """

    name: str
    type: str
    start: int


class Function(msgspec.Struct, frozen=True):
    """A function definition of the main file.

    `start` is where new functions may be put before it (file scope). Declared before it, and fit to
    be called in it, are `callees` and, by type, `calls`; its locals hide the names `hidden`.
    `frozen` functions (such as csmith's `main`, those with a `restrict` parameter or what else
    makes an edit unsound) are never changed: they have no program points.
    """

    name: str
    start: int
    end: int
    callees: tuple[Callee, ...] = ()
    calls: tuple[FunctionName, ...] = ()
    hidden: frozenset[str] = frozenset()


class Statement(msgspec.Struct, frozen=True):
    """A statement right behind the program point of the same ordinal; `end` is after its semicolon
    or brace.

    `wrappable`: it may become the body of an `if` (no declaration; no label inside or at its head,
    and no `case` or `default` of a switch around it), or an empty statement where it is never
    executed.
    `escapes`: a `break` or `continue` in it belongs to a loop or switch around it.
    """

    start: int
    end: int
    kind: str
    wrappable: bool
    escapes: bool


class ProgramPoint(msgspec.Struct, frozen=True):
    """A place for new statements: `offset`, the function (index) and the compound (index) that it
    lies in.

    `in_loop` says that `continue` is allowed, `in_breakable` that `break` is. `depth` counts
    enclosing loops. `statement` is what stands right behind it.
    """

    ordinal: int
    offset: int
    function: int
    compound: int
    in_loop: bool
    in_breakable: bool
    depth: int
    statement: Statement


class Scope(msgspec.Struct, frozen=True):
    """What may be used at a program point, the nearest first: locals of inner compounds,
    parameters, then globals.

    All of it may be read there without undefined behaviour whenever control comes there: never
    volatile, always initialised. What never-run code may name besides (uninitialised locals)
    is in `never_run`, `arrays` and `floats`.
    """

    places: tuple[Place, ...]
    pointers: tuple[Pointer, ...]
    addressed: tuple[Addressed, ...]
    never_run: tuple[Place, ...] = ()
    arrays: tuple[ArrayName, ...] = ()
    floats: tuple[FloatPlace, ...] = ()


class ArrayName(msgspec.Struct, frozen=True):
    """A one-dimensional, writable array of integers that never-run code may index:
    `text[anything]`.
    """

    text: str
    element: IntType
    length: int


class StatementReader(Protocol):
    """Reads statements from the tree of a program, when they are first asked for."""

    def fragment(self, ordinal: int, count: int, portable: bool) -> Fragment | None:
        """Return up to `count` statements from a program point on as a fragment, or None where
        they are none.
        """

    def outline(self, ordinal: int, count: int) -> Outline | None:
        """Return exactly so many statements from a program point on as an outline, or None where
        they cannot be moved.
        """


class Source(msgspec.Struct, frozen=True):
    """A parsed program; `program points` in the order of their offsets, `scopes` by program point
    ordinal (made when first asked for).

    `prints` says that `printf` is declared; `pointer_arithmetic` that a pointer may point past an
    object somewhere (an address comparison then proves nothing about which object it is); `csmith`
    that the functions of its header are there.
    """

    data: bytes
    functions: tuple[Function, ...]
    program_points: tuple[ProgramPoint, ...]
    scopes: Sequence[Scope]
    prints: bool
    pointer_arithmetic: bool
    csmith: bool
    statements: StatementReader
