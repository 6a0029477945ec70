"""The writing side, what both targets share: where statements go, temporaries, types by name,
helper functions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from ..builtins.lookup import lookup
from ..builtins.row import Stage
from ..builtins.signature import Overload
from ..checker.symbols import UNKNOWN
from ..read import read
from ..rules import Rules
from ..semantics import Semantics
from ..source import Source
from ..tree import (
    Assign,
    Block,
    Call,
    CallStatement,
    Clause,
    Declaration,
    Declare,
    Expression,
    Field,
    Function,
    Index,
    Literal,
    Member,
    Name,
    Node,
    Param,
    Statement,
    Storage,
    StructDecl,
    TypeName,
    TypeSyntax,
    Variable,
)
from ..types import BOOL, INT, VOID, Array, Matrix, Scalar, Struct, Type, Vector
from .declarations import TranslatedParameter
from .names import HELPER_PREFIX, Names
from .refusals import untranslatable
from .values import LETTERS, Key, TranslatedPlace, TranslatedValue, is_fixed

LEAST: Final = -(2**31)
_LARGEST_FLOAT: Final = 3.4028235e38
Rule = Callable[["Emitter", Overload, list[TranslatedValue]], TranslatedValue | None]
"""Gives a call of a built-in function, or None where the table knows it."""


class Emitter(ABC):
    """State of one translation's output. Statements go to the innermost sink; what an expression
    needs done before it goes there, too. `given` and `wanted` say what source and target leave
    open; `atomic` are the declarations whose scalars are atomics in the target, `padded` those of
    uniforms whose elements are wrapped, `brought` the structures that built-in functions of the
    source give, which the translation declares.
    """

    indexes_values = True
    """Whether a value that lies in no variable can be indexed by a variable."""
    filler = "int"
    """The type of the only member of an empty structure."""
    builtin_rules: Mapping[str, Rule]
    """Functions by the row's name, asked before the table of built-in functions."""

    def __init__(
        self, rules: Rules, stage: Stage, given: Semantics, wanted: Semantics, source: Source
    ) -> None:
        self.rules: Final = rules
        self.stage: Final[Stage] = stage
        self.given: Final = given
        self.wanted: Final = wanted
        self.source: Final = source
        self.builtins: Final = lookup(rules.language, rules.version, stage)
        words = rules.keywords | rules.type_words | rules.reserved | self.builtins.names
        self.names: Final = Names(words | self.own_words())
        self.structs: Final[dict[Struct, str]] = {}
        self.fields: Final[dict[tuple[Struct, str], str]] = {}
        self.helpers: Final[dict[str, Declaration]] = {}
        self.fixed: Final[set[str]] = set()
        self.atomic: Final[set[Key]] = set()
        self.padded: Final[set[Key]] = set()
        self.brought: Final[list[Struct]] = []
        self.out: list[Statement] = []
        self.node: Node | None = None

    # ---- what each target says

    @abstractmethod
    def own_words(self) -> frozenset[str]:
        """Return the names that the target declares by itself, functions aside."""

    @abstractmethod
    def text_of(self, type: Type) -> str:
        """Return a type as the text of the target has it."""

    @abstractmethod
    def type_syntax(self, type: Type) -> TypeSyntax: ...

    @abstractmethod
    def stored_type(self, key: Key | None, type: Type) -> TypeSyntax:
        """Return how a declaration at module scope, or a member, writes its type."""

    @abstractmethod
    def number(self, value: int | float, type: Scalar) -> Expression:
        """Return a number that its type holds."""

    @abstractmethod
    def constructor(self, type: Type, args: Sequence[Expression]) -> Expression:
        """Return the constructor's call that takes exactly the parts of a type."""

    @abstractmethod
    def declaration(
        self, name: str, type: Type, init: Expression | None, *, fixed: bool
    ) -> Statement:
        """Return a local declaration; `fixed`: it is never written again."""

    @abstractmethod
    def binary(
        self, op: str, left: TranslatedValue, right: TranslatedValue, type: Type
    ) -> TranslatedValue:
        """Return `left op right` as the source means it; both have one element type, but for
        shifts.
        """

    @abstractmethod
    def unary(self, op: str, operand: TranslatedValue) -> TranslatedValue: ...

    @abstractmethod
    def convert(self, value: TranslatedValue, type: Type) -> TranslatedValue:
        """Return a value with another element type; the shape stays."""

    @abstractmethod
    def construct(self, type: Type, values: list[TranslatedValue]) -> TranslatedValue:
        """Return what GLSL's constructor of a type gives."""

    @abstractmethod
    def loop(
        self,
        before: list[Statement],
        condition: Expression | None,
        body: list[Statement],
        step: list[Statement],
    ) -> None:
        """Go round: each turn does `before`, ends where the condition fails, does the body and then
        the step, also after `continue`.
        """

    @abstractmethod
    def switch(self, selector: Expression, clauses: list[Clause]) -> None: ...

    @abstractmethod
    def param(self, param: TranslatedParameter) -> Param: ...

    def precise(self, declaration: Statement) -> Statement:
        """Return a declaration whose value may not be rounded otherwise, where the target can
        say so.
        """
        return declaration

    # ---- refusing

    def refuse(self, reason: str, detail: str, node: Node | None = None) -> Exception:
        """Return the error to raise; without a node it is about what is being translated."""
        return untranslatable(reason, detail, self.source, node or self.node)

    # ---- sinks

    @contextmanager
    def collecting(self) -> Iterator[list[Statement]]:
        """Let statements go to a list of their own."""
        outside, self.out = self.out, []
        try:
            yield self.out
        finally:
            self.out = outside

    def emit(self, *statements: Statement) -> None:
        self.out.extend(statements)

    # ---- temporaries

    def is_fixed(self, node: Expression) -> bool:
        return is_fixed(node, self.fixed)

    def temporary(self, value: TranslatedValue, hint: str = "value") -> TranslatedValue:
        """Keep a value under a name, where what it is made of may change or would be written
        twice.
        """
        # A name that is never written again, or a literal, may be written as often as it is wanted.
        if self.is_fixed(value.expr):
            return value
        name = self.names.local(hint)
        self.emit(self.declaration(name, value.type, value.expr, fixed=True))
        self.fixed.add(name)
        return TranslatedValue(Name(name), value.type)

    def variable(
        self, type: Type, init: Expression | None = None, hint: str = "value"
    ) -> TranslatedValue:
        """Declare a variable."""
        name = self.names.local(hint)
        self.emit(self.declaration(name, type, init, fixed=False))
        return TranslatedValue(Name(name), type)

    def keep_before(
        self, mark: int, values: list[TranslatedValue], places: Collection[int] = ()
    ) -> None:
        """Keep values whose expressions stand for a moment before the statements from `mark` on,
        if there are any; those at `places` stay.
        """
        # Statements that a later operand needs would run before the earlier operands, which may
        # read what they write: these are kept in front.
        late = self.out[mark:]
        if late:
            del self.out[mark:]
            kept = [one if k in places else self.temporary(one) for k, one in enumerate(values)]
            values[:] = kept
            self.out.extend(late)

    # ---- constants

    def constant(self, value: Any, type: Type) -> Expression:
        """Return a constant value, written out."""
        if value is UNKNOWN:
            raise self.refuse(
                "implementation's constant", "a constant that only an implementation knows"
            )
        if isinstance(type, Scalar):
            return self._scalar(value, type)
        parts = zip(value, parts_of(type), strict=True)
        return self.constructor(type, [self.constant(part, inner) for part, inner in parts])

    def _scalar(self, value: Any, type: Scalar) -> Expression:
        if type is BOOL:
            return Literal("bool", bool(value))
        # No literal of an infinity or NaN is portable; the comparison fails for a NaN, too.
        if type.is_float and not abs(float(value)) <= _LARGEST_FLOAT:
            raise self.refuse("implementation's constant", f"the constant {value}")
        return self.number(value, type)

    def zero(self, type: Type) -> Expression:
        """Return the zero value of a type."""
        if isinstance(type, Scalar):
            return self._scalar(0, type)
        return self.constructor(type, [self.zero(inner) for inner in parts_of(type)])

    # ---- structures

    def name_struct(self, type: Struct, wanted: str) -> None:
        """Choose the names of a structure and of its members."""
        self.structs[type] = self.names.of_module(wanted)
        taken: set[str] = set()
        for member in type.members:
            name = self.names.free_name(member.name, taken)
            taken.add(name)
            self.fields[type, member.name] = name

    def members_of(self, type: Struct) -> list[tuple[str, Type]]:
        """Return the members as the target has them."""
        return [(self.fields[type, member.name], member.type) for member in type.members]

    def struct_decl(self, type: Struct) -> Declaration:
        members = [
            Member(self.fields[type, one.name], self.stored_type((type, one.name), one.type))
            for one in type.members
        ]
        empty = Member("nothing", TypeName(self.filler))
        return StructDecl(self.structs[type], tuple(members or [empty]))

    def global_variable(
        self, name: str, key: Key | None, type: Type, space: str, init: Expression | None = None
    ) -> Declaration:
        storage: Storage = "workgroup" if space == "workgroup" else "private"
        syntax = self.stored_type(key, type)
        return Declare((Variable("var", name, syntax, init, storage),))

    def function_decl(
        self,
        name: str,
        params: Sequence[TranslatedParameter],
        result: Type,
        body: Sequence[Statement],
    ) -> Function:
        syntax = None if result is VOID else self.type_syntax(result)
        return Function(name, tuple(map(self.param, params)), syntax, Block(tuple(body)))

    # ---- helper functions

    def helper(self, name: str, text: str, *args: Expression) -> Call:
        """Call a function that the translation brings, written as text of the target; it is
        added once.
        """
        return Call(Name(self.helper_name(name, text)), args)

    def helper_name(self, name: str, text: str) -> str:
        """Return the name of a function that the translation brings, adding it where it is not
        there yet; in the text `@` stands for the name.
        """
        full = HELPER_PREFIX + name
        if full not in self.helpers:
            rules = self.rules
            profile = " es" if rules.language == "essl" else ""
            head = f"#version {rules.version}{profile}\n" if rules.version else ""
            whole = head + text.replace("@", full)
            self.helpers[full] = read(whole, rules.language).module.decls[0]
        return full

    def mark(self, type: Type) -> str:
        """Return a type as a part of a helper's name."""
        letters = [one if one.isalnum() else "_" for one in self.text_of(type)]
        return "".join(letters).strip("_")

    # ---- pieces

    def components(self, value: TranslatedValue) -> list[TranslatedValue]:
        """Return the scalars of a scalar or vector, or the columns of a matrix, each as a value
        of its own.
        """
        if isinstance(value.type, Scalar):
            return [value]
        kept = self.temporary(value)
        parts = parts_of(value.type)
        if isinstance(value.type, Vector):
            return [
                TranslatedValue(Field(kept.expr, LETTERS[k]), part) for k, part in enumerate(parts)
            ]
        return [TranslatedValue(self.element(kept.expr, k), part) for k, part in enumerate(parts)]

    def element(self, base: Expression, k: int) -> Expression:
        return Index(base, self.number(k, INT))

    def assign(self, place: TranslatedPlace, value: Expression) -> None:
        """Write to a place; a swizzle component by component where the target has no other way."""
        self.emit(Assign("=", self.target(place), value))

    def target(self, place: TranslatedPlace) -> Expression:
        return Field(place.expr, place.swizzle) if place.swizzle else place.expr

    def call_statement(self, node: Expression) -> None:
        assert isinstance(node, Call)
        self.emit(CallStatement(node))

    def constant_decl(self, name: str, type: Type, value: Any) -> Declare:
        """Return the declaration of a constant whose value is known."""
        self.fixed.add(name)
        init = self.constant(value, type)
        return Declare((Variable("const", name, self.type_syntax(type), init),))


def parts_of(type: Type) -> list[Type]:
    """Return the types of the parts that a constructor takes."""
    if isinstance(type, Vector):
        return [type.component] * type.size
    if isinstance(type, Matrix):
        return [type.column] * type.columns
    if isinstance(type, Array):
        return [type.element] * (type.size or 0)
    assert isinstance(type, Struct), type.glsl
    return [member.type for member in type.members]


def construct_whole(
    emitter: Emitter, type: Array | Struct, values: list[TranslatedValue]
) -> TranslatedValue:
    """Return an array or a structure of values, each as the type of its part."""
    parts = [emitter.convert(*one).expr for one in zip(values, parts_of(type), strict=True)]
    return TranslatedValue(emitter.constructor(type, parts), type)


def splat_to(emitter: Emitter, value: TranslatedValue, type: Type) -> TranslatedValue:
    """Return a scalar in each component of a vector or matrix type, or the value as it is."""
    return (
        value
        if value.type is type
        else TranslatedValue(emitter.constructor(type, (value.expr,)), type)
    )
