"""One operation: how it is written, for which languages, versions and types, when it is defined,
and what it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from aberration.languages.shading.tree import (
    Binary,
    Call,
    Conditional,
    Expression,
    LanguageName,
    Name,
    TypeName,
    Unary,
)
from aberration.languages.shading.types import (
    BOOL,
    FLOAT,
    INT,
    UINT,
    Scalar,
    Type,
    Vector,
    scalar_or_vector,
    size_of,
)

from ...generate.syntax import Syntax

Args = Sequence[Expression]
Spelling = Callable[[Syntax, Type, Args], Expression]
"""From the type of the result and the operands to the node."""
Meaning = Callable[..., Any]
Test = Callable[..., bool]
_ELEMENTS: Final = {"i": INT, "u": UINT, "f": FLOAT, "b": BOOL}


def always(*_: Any) -> bool:
    return True


class Row(msgspec.Struct, frozen=True, eq=False):
    """`operands` has a letter for each: `T` the row's type; `i`, `u`, `f`, `b` one as wide, of that
    element; capitals of these a scalar; `e` a scalar of T's element. `result` is such a letter.

    `meaning` and `defined` ask for scalars, component by component, or for whole values where the
    row is `whole`. `defined` is GLSL's rule, `wgsl_defined` WGSL's. `safe` has, for each operand
    that the rule rests on, constants that are right whatever the others are: a literal there is
    one of these. `versions`: since when GLSL, ESSL and WGSL (0) have it.
    """

    name: str
    elements: tuple[Scalar, ...]
    operands: str
    result: str
    meaning: Meaning
    gl: Spelling | None = None
    wgsl: Spelling | None = None
    sizes: tuple[int, ...] = (1, 2, 3, 4)
    defined: Test = always
    wgsl_defined: Test | None = None
    safe: Mapping[int, tuple[int | float, ...]] = {}
    glsl_since: int = 0
    essl_since: int = 0
    whole: bool = False

    def types(self, type: Type) -> tuple[Type, ...]:
        """Return the types of the operands."""
        return tuple([_type_of(letter, type) for letter in self.operands])

    def result_type(self, type: Type) -> Type:
        return _type_of(self.result, type)

    def spelling(self, language: LanguageName, version: int) -> Spelling | None:
        """Return how a version writes the operation, None where it lacks it."""
        if language == "wgsl":
            return self.wgsl
        since = self.glsl_since if language == "glsl" else self.essl_since
        return self.gl if version >= since else None

    def is_defined(self, language: LanguageName) -> Test:
        own = self.wgsl_defined if language == "wgsl" else None
        return own or self.defined


def _type_of(letter: str, type: Type) -> Type:
    assert type.scalar is not None
    if letter == "T":
        return type
    if letter == "e":
        return type.scalar
    element = _ELEMENTS[letter.lower()]
    return element if letter.isupper() else scalar_or_vector(element, size_of(type))


# ---- spellings


def infix(op: str) -> Spelling:
    return lambda syntax, type, args: Binary(op=op, left=args[0], right=args[1])


def prefix(op: str) -> Spelling:
    return lambda syntax, type, args: Unary(op=op, operand=args[0])


def call(name: str) -> Spelling:
    return lambda syntax, type, args: Call(callee=Name(name=name), args=tuple(args))


def by_width(scalar: Spelling, vector: Spelling) -> Spelling:
    """One spelling for scalars, another one where the result is a vector."""
    return lambda syntax, type, args: (vector if isinstance(type, Vector) else scalar)(
        syntax, type, args
    )


def constructor(syntax: Syntax, type: Type, args: Args) -> Expression:
    return syntax.construct(type, tuple(args))


def bitcast(syntax: Syntax, type: Type, args: Args) -> Expression:
    callee = TypeName(name="bitcast", args=(syntax.type(type),))
    return Call(callee=callee, args=tuple(args))


def conditional(syntax: Syntax, type: Type, args: Args) -> Expression:
    return Conditional(condition=args[2], then=args[1], otherwise=args[0])
