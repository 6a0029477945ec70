"""The few raw calls of libclang that the front end lives on; `clang.cindex` alone is several times
slower.

Cursors, types and ranges are plain structures of the C interface (clang-c/Index.h, version 18). A
place in a file has the raw code `base + offset`, a place that comes from a macro has the highest
bit set: `front_end` checks that on every program against the slow, official call.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import (
    CDLL,
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char_p,
    c_int,
    c_longlong,
    c_uint,
    c_void_p,
    py_object,
)
from functools import cache
from typing import Final

from clang import cindex

from aberration.core.errors import TargetUnavailable

# `SourceLocation` of clang: a 31-bit offset into all files and macro expansions, in one sequence;
# the highest bit tells an expansion. The C interface passes it on unchanged as `int_data`.
MACRO: Final = 0x80000000
# enum CXChildVisitResult
_CONTINUE: Final = 1
_RECURSE: Final = 2

# Written out, as `cindex.CursorKind` makes an object for each node that is asked for its kind. The
# numbers are a part of the C interface, which adds new ones and never changes old ones.
# Kinds of cursors (enum CXCursorKind).
UNION: Final = 3
ENUMERATOR: Final = 7
FUNCTION: Final = 8
VARIABLE: Final = 9
PARAMETER: Final = 10
TYPEDEF: Final = 20
TYPE_NAME: Final = 43
UNEXPOSED_EXPRESSION: Final = 100
NAME: Final = 101
MEMBER: Final = 102
CALL: Final = 103
INTEGER: Final = 106
STRING: Final = 109
PARENTHESES: Final = 111
UNARY: Final = 112
SUBSCRIPT: Final = 113
BINARY: Final = 114
COMPOUND_ASSIGNMENT: Final = 115
CAST: Final = 117
COMPOUND_LITERAL: Final = 118
INITIALISER_LIST: Final = 119
LABEL_ADDRESS: Final = 120
STATEMENT_EXPRESSION: Final = 121
GENERIC: Final = 122
UNEXPOSED_STATEMENT: Final = 200
LABEL: Final = 201
COMPOUND: Final = 202
CASE: Final = 203
DEFAULT: Final = 204
IF: Final = 205
SWITCH: Final = 206
WHILE: Final = 207
DO: Final = 208
FOR: Final = 209
GOTO: Final = 210
COMPUTED_GOTO: Final = 211
CONTINUE: Final = 212
BREAK: Final = 213
RETURN: Final = 214
ASSEMBLY: Final = 215
NULL: Final = 230
DECLARATION: Final = 231

# Kinds of types (enum CXTypeKind).
VOID: Final = 2
POINTER_TYPE: Final = 101
RECORD: Final = 105
# 111 has a prototype; 110 is `f()` of C before C23, of whose parameters nothing is said.
FUNCTION_TYPES: Final = frozenset((110, 111))
PROTOTYPED: Final = 111
CONSTANT_ARRAY: Final = 112
# Of constant size, incomplete, of variable length, and of a size that depends on a template.
ARRAYS: Final = frozenset((112, 113, 114, 115))

# Storage classes (enum CX_StorageClass).
AUTOMATIC: Final = 1
EXTERN: Final = 2
STATIC: Final = 3
REGISTER: Final = 7

# Operators (enum CXUnaryOperatorKind, enum CXBinaryOperatorKind).
# x++, x--, ++x, --x
STEPS: Final = frozenset((1, 2, 3, 4))
ADDRESS_OF: Final = 5
# Binary ones: 6 is `+`, 7 is `-`, the two that may move pointers.
ADD_OR_SUBTRACT: Final = frozenset((6, 7))


class Cursor(Structure):
    """CXCursor. `declaration` identifies a declaration, `statement` a statement or expression."""

    _fields_ = (
        ("kind", c_int),
        ("more", c_int),
        ("declaration", c_void_p),
        ("statement", c_void_p),
        ("unit", c_void_p),
    )


class Type(Structure):
    """CXType. For a canonical type, `key` is the same for the same type with the same
    qualifiers.
    """

    _fields_ = (("kind", c_int), ("key", c_void_p), ("unit", c_void_p))


# `data` are two pointers of the implementation (CXSourceLocation); only the code is read.
class _Location(Structure):
    _fields_ = (("data", c_void_p * 2), ("code", c_uint))


class _Range(Structure):
    _fields_ = (("data", c_void_p * 2), ("start", c_uint), ("end", c_uint))


class _String(Structure):
    _fields_ = (("data", c_void_p), ("flags", c_uint))


_VISITOR: Final = CFUNCTYPE(c_int, Cursor, Cursor, py_object)
_FIELD_VISITOR: Final = CFUNCTYPE(c_int, Cursor, py_object)

# All else costs a call into Python for each node of the tree and a copy of its cursor: of what
# `facts` asks, these are the kinds that can hold it.
_INTERESTING: Final = frozenset(
    (
        UNARY,
        BINARY,
        COMPOUND_ASSIGNMENT,
        SUBSCRIPT,
        CAST,
        COMPOUND_LITERAL,
        LABEL_ADDRESS,
        STATEMENT_EXPRESSION,
        UNEXPOSED_STATEMENT,
        LABEL,
        CASE,
        DEFAULT,
        SWITCH,
        GOTO,
        COMPUTED_GOTO,
        ASSEMBLY,
        # A block of assembly in the style of Microsoft.
        ASSEMBLY + 1,
    )
)


def _collect(child: Cursor, parent: Cursor, found: list[Cursor]) -> int:
    found.append(child)
    return _CONTINUE


def _collect_interesting(child: Cursor, parent: Cursor, found: list[tuple[Cursor, Cursor]]) -> int:
    kind = child.kind
    # The conversion of an array to a pointer is unexposed: under a subscript it tells `a[i]` of an
    # array from one of a pointer.
    if kind in _INTERESTING or (kind == UNEXPOSED_EXPRESSION and parent.kind == SUBSCRIPT):
        found.append((child, parent))
    return _RECURSE


def _collect_field(field: Cursor, found: list[Cursor]) -> int:
    # The structures are copied when ctypes makes the argument, so that they outlive the call.
    found.append(field)
    return _CONTINUE


_COLLECT: Final = _VISITOR(_collect)
_COLLECT_INTERESTING: Final = _VISITOR(_collect_interesting)
_COLLECT_FIELD: Final = _FIELD_VISITOR(_collect_field)

_CALLS: Final[dict[str, tuple[object, tuple[object, ...]]]] = {
    "clang_visitChildren": (c_uint, (Cursor, _VISITOR, py_object)),
    "clang_Type_visitFields": (c_uint, (Type, _FIELD_VISITOR, py_object)),
    "clang_getCursorExtent": (_Range, (Cursor,)),
    "clang_getCursorLocation": (_Location, (Cursor,)),
    "clang_getRangeStart": (_Location, (_Range,)),
    "clang_getExpansionLocation": (
        None,
        (_Location, POINTER(c_void_p), POINTER(c_uint), POINTER(c_uint), POINTER(c_uint)),
    ),
    "clang_getCursorSpelling": (_String, (Cursor,)),
    "clang_getTypeSpelling": (_String, (Type,)),
    "clang_getClangVersion": (_String, ()),
    "clang_getCString": (c_char_p, (_String,)),
    "clang_disposeString": (None, (_String,)),
    "clang_getCursorType": (Type, (Cursor,)),
    "clang_getCanonicalType": (Type, (Type,)),
    "clang_getUnqualifiedType": (Type, (Type,)),
    "clang_getPointeeType": (Type, (Type,)),
    "clang_getArrayElementType": (Type, (Type,)),
    "clang_getArraySize": (c_longlong, (Type,)),
    "clang_Type_getSizeOf": (c_longlong, (Type,)),
    "clang_getResultType": (Type, (Type,)),
    "clang_getTypeDeclaration": (Cursor, (Type,)),
    "clang_isConstQualifiedType": (c_uint, (Type,)),
    "clang_isVolatileQualifiedType": (c_uint, (Type,)),
    "clang_isRestrictQualifiedType": (c_uint, (Type,)),
    "clang_isFunctionTypeVariadic": (c_uint, (Type,)),
    "clang_getNumArgTypes": (c_int, (Type,)),
    "clang_isCursorDefinition": (c_uint, (Cursor,)),
    "clang_getCursorReferenced": (Cursor, (Cursor,)),
    "clang_getFieldDeclBitWidth": (c_int, (Cursor,)),
    "clang_Cursor_isFunctionInlined": (c_uint, (Cursor,)),
    "clang_Cursor_getStorageClass": (c_int, (Cursor,)),
    "clang_Cursor_getVarDeclInitializer": (Cursor, (Cursor,)),
    "clang_getCursorBinaryOperatorKind": (c_int, (Cursor,)),
    "clang_getCursorUnaryOperatorKind": (c_int, (Cursor,)),
}


class Library:
    """The calls, with their types declared. It holds no state besides."""

    def __init__(self, path: str) -> None:
        library = CDLL(path)
        for name, (result, arguments) in _CALLS.items():
            call = getattr(library, name)
            call.restype, call.argtypes = result, arguments
        self._visit = library.clang_visitChildren
        self._visit_fields = library.clang_Type_visitFields
        self._extent = library.clang_getCursorExtent
        self._location = library.clang_getCursorLocation
        self._range_start = library.clang_getRangeStart
        self._expansion = library.clang_getExpansionLocation
        self._c_string = library.clang_getCString
        self._dispose = library.clang_disposeString
        self._cursor_spelling = library.clang_getCursorSpelling
        self._type_spelling = library.clang_getTypeSpelling
        self._version = library.clang_getClangVersion
        self._type = library.clang_getCursorType
        self._canonical = library.clang_getCanonicalType
        self._unqualified = library.clang_getUnqualifiedType
        self._pointee = library.clang_getPointeeType
        self._element = library.clang_getArrayElementType
        self.length: Callable[[Type], int] = library.clang_getArraySize
        """The number of elements of an array type."""
        self.size: Callable[[Type], int] = library.clang_Type_getSizeOf
        """The size of a type in bytes; negative where it has none."""
        self._result = library.clang_getResultType
        self._type_declaration = library.clang_getTypeDeclaration
        self._const = library.clang_isConstQualifiedType
        self._volatile = library.clang_isVolatileQualifiedType
        self._restrict = library.clang_isRestrictQualifiedType
        self.is_variadic: Callable[[Type], int] = library.clang_isFunctionTypeVariadic
        """Whether a function type ends in `...`."""
        self.arguments: Callable[[Type], int] = library.clang_getNumArgTypes
        """How many parameters a function type has."""
        self.is_definition: Callable[[Cursor], int] = library.clang_isCursorDefinition
        """Whether a declaration is a definition, and no tentative one."""
        self._referenced = library.clang_getCursorReferenced
        self.bits: Callable[[Cursor], int] = library.clang_getFieldDeclBitWidth
        """The width of a bit-field, or -1."""
        self.is_inline: Callable[[Cursor], int] = library.clang_Cursor_isFunctionInlined
        """Whether a function is declared `inline`."""
        self.storage: Callable[[Cursor], int] = library.clang_Cursor_getStorageClass
        """The storage class of a variable or function."""
        self._initialiser = library.clang_Cursor_getVarDeclInitializer
        self._binary = library.clang_getCursorBinaryOperatorKind
        self._unary = library.clang_getCursorUnaryOperatorKind

    def version(self) -> str:
        """Return what the library calls itself."""
        return self._text(self._version())

    def children(self, cursor: Cursor) -> list[Cursor]:
        """Return the direct children."""
        found: list[Cursor] = []
        self._visit(cursor, _COLLECT, found)
        return found

    def interesting(self, cursor: Cursor) -> list[tuple[Cursor, Cursor]]:
        """Return (node, parent) of all nodes below that `facts` asks about."""
        found: list[tuple[Cursor, Cursor]] = []
        self._visit(cursor, _COLLECT_INTERESTING, found)
        return found

    def fields(self, record: Type) -> list[Cursor]:
        """Return the fields of a struct."""
        found: list[Cursor] = []
        self._visit_fields(record, _COLLECT_FIELD, found)
        return found

    def extent(self, cursor: Cursor) -> tuple[int, int]:
        """Return the raw codes of its start and of what follows its end."""
        extent = self._extent(cursor)
        return int(extent.start), int(extent.end)

    def location(self, cursor: Cursor) -> int:
        """Return the raw code of its name (declarations) or start."""
        return int(self._location(cursor).code)

    def expansion(self, cursor: Cursor) -> tuple[int | None, int]:
        """Return (file handle, offset) of the start of a cursor, of the macro's use if it comes
        from a macro.
        """
        file, offset = c_void_p(), c_uint()
        start = self._range_start(self._extent(cursor))
        self._expansion(start, byref(file), None, None, byref(offset))
        return file.value, offset.value

    def name(self, cursor: Cursor) -> str:
        """Return the name of a declaration or label."""
        return self._text(self._cursor_spelling(cursor))

    def type(self, cursor: Cursor) -> Type:
        """Return the canonical type of a declaration or expression."""
        return self.canonical(self._type(cursor))

    def type_kind(self, cursor: Cursor) -> int:
        """Return the kind of the canonical type of an expression."""
        return int(self._canonical(self._type(cursor)).kind)

    def canonical(self, of: Type) -> Type:
        """Return a type without typedefs."""
        canonical = self._canonical(of)
        assert isinstance(canonical, Type)
        return canonical

    def spelling(self, of: Type) -> str:
        """Return how an unqualified type is written."""
        return self._text(self._type_spelling(self._unqualified(of)))

    def pointee(self, of: Type) -> Type:
        """Return what a pointer type points to."""
        return self.canonical(self._pointee(of))

    def element(self, of: Type) -> Type:
        """Return the element type of an array type."""
        return self.canonical(self._element(of))

    def result(self, of: Type) -> Type:
        """Return the result type of a function type."""
        return self.canonical(self._result(of))

    def is_union(self, of: Type) -> bool:
        """Return whether a record is a union."""
        return int(self._type_declaration(of).kind) == UNION

    def qualifiers(self, of: Type) -> tuple[bool, bool, bool]:
        """Return (const, volatile, restrict)."""
        return bool(self._const(of)), bool(self._volatile(of)), bool(self._restrict(of))

    def referenced_cursor(self, cursor: Cursor) -> Cursor:
        """Return the declaration that a name refers to."""
        declaration = self._referenced(cursor)
        assert isinstance(declaration, Cursor)
        return declaration

    def initialiser(self, variable: Cursor) -> int:
        """Return the kind of a variable's initialiser, 0 if it has none."""
        # Without one comes the null cursor, whose kind lies among the invalid ones from 70 on,
        # below all expressions.
        kind = int(self._initialiser(variable).kind)
        return kind if kind >= UNEXPOSED_EXPRESSION else 0

    def operator(self, expression: Cursor) -> int:
        """Return the operator of a unary or binary expression."""
        call = self._unary if expression.kind == UNARY else self._binary
        return int(call(expression))

    def _text(self, string: _String) -> str:
        raw: bytes | None = self._c_string(string)
        # The characters belong to the string: they are copied (`c_char_p` does) before it goes.
        self._dispose(string)
        return (raw or b"").decode("utf-8", "replace")


@cache
def load() -> Library:
    """Return the library that the PyPI wheel brings; raise `TargetUnavailable` with the reason."""
    try:
        return Library(str(cindex.conf.get_filename()))
    except (OSError, AttributeError, cindex.LibclangError) as error:
        raise TargetUnavailable(
            f"libclang cannot be loaded: {error}",
            hint="pip install 'libclang>=18,<19' into this environment",
        ) from error


def address(cursor: Cursor) -> int:
    """Return what identifies a statement or expression."""
    return int(cursor.statement or 0)


def raw_cursor(cursor: ctypes.Structure) -> Cursor:
    """Return a cursor of `clang.cindex` as a `Cursor`."""
    # Both are CXCursor in memory; the copy keeps no Python object of `cindex` alive, and does not
    # have to: the translation unit owns what the pointers lead to.
    return Cursor.from_buffer_copy(cursor)
