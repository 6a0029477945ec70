"""The statements of code that never runs, as records: their text, what they name, and smaller
ones.

They may do what is undefined, but no constraint of C may be broken: only names in scope, nothing
constant written, `break` and `continue` only where a loop is, `goto` only out of what has a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from aberration.languages.c.expressions import Expression, reads, render, render_float
from aberration.languages.c.floats import FloatKind

AssignOperator: TypeAlias = Literal[
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="
]
FloatAssignOperator: TypeAlias = Literal["=", "+=", "-=", "*=", "/="]
_NO_LABEL: Final = "goto"
"""Named by a jump that leaves all labels behind it: a word of C, which is never in scope."""


class Assign(msgspec.Struct, frozen=True, tag="assign"):
    """`to op value;` with a place, an indexed array or a pointer that is followed."""

    to: str
    op: AssignOperator
    value: Expression
    names: tuple[str, ...]
    """What `to` names."""


class Print(msgspec.Struct, frozen=True, tag="print"):
    """Let a value escape."""

    value: Expression


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Call a function of the program."""

    name: str
    arguments: tuple[Expression, ...]


class Jump(msgspec.Struct, frozen=True, tag="jump"):
    """`break` or `continue` of a loop around."""

    word: Literal["break", "continue"]


class If(msgspec.Struct, frozen=True, tag="if"):
    """A branch, or with `word` `while` a loop."""

    word: Literal["if", "while"]
    condition: Expression
    body: tuple[Statement, ...]


class For(msgspec.Struct, frozen=True, tag="for"):
    """`for (counter = start; counter < limit; counter += step)` over a place that is there
    already.
    """

    counter: str
    start: Expression
    limit: Expression
    step: Expression
    body: tuple[Statement, ...]


class FloatAssign(msgspec.Struct, frozen=True, tag="float"):
    """`to op value;` with a floating variable."""

    to: str
    kind: FloatKind
    op: FloatAssignOperator
    value: Expression


class FloatLocal(msgspec.Struct, frozen=True):
    """A floating variable of a block's own."""

    name: str
    kind: FloatKind
    value: Expression


class FloatBlock(msgspec.Struct, frozen=True, tag="floats"):
    """A block with floating variables of its own."""

    locals: tuple[FloatLocal, ...]
    body: tuple[Statement, ...]


class Labelled(msgspec.Struct, frozen=True, tag="labelled"):
    """A block with a label at its `end`, which jumps in it skip the rest to, or at its `start`,
    which they repeat it from.
    """

    at: Literal["start", "end"]
    body: tuple[Statement, ...]


class Goto(msgspec.Struct, frozen=True, tag="goto"):
    """A jump to the label of a block around it: 0 is the nearest that has one."""

    out: int


Statement: TypeAlias = (
    Assign | Print | Call | Jump | If | For | FloatAssign | FloatBlock | Labelled | Goto
)
Nested: TypeAlias = If | For | FloatBlock | Labelled


def render_body(statements: Sequence[Statement], number: int) -> str:
    """Return the text of statements, whose labels are those of the mutation `number`."""
    return _Renderer(number).body(statements, ())


class _Renderer:
    """Gives each label of one mutation a name that no other one has."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._labels = 0

    def body(self, statements: Sequence[Statement], labels: tuple[str, ...]) -> str:
        return " ".join(self._text(statement, labels) for statement in statements)

    def _text(self, statement: Statement, labels: tuple[str, ...]) -> str:
        match statement:
            case Assign(to=to, op=op, value=value):
                return f"{to} {op} {render(value)};"
            case Print(value=value):
                return print_text(value)
            case Call(name=name, arguments=arguments):
                return f"{name}({', '.join(map(render, arguments))});"
            case Jump(word=word):
                return f"{word};"
            case Goto(out=out):
                return f"goto {labels[out]};"
            case FloatAssign(to=to, kind=kind, op=op, value=value):
                return f"{to} {op} {render_float(value, kind)};"
            case _:
                return self._block(statement, labels)

    def _block(self, statement: Nested, labels: tuple[str, ...]) -> str:
        match statement:
            case If(word=word, condition=condition, body=inner):
                return f"{word} ({render(condition)}) {{ {self.body(inner, labels)} }}"
            case For(counter=name, start=start, limit=limit, step=step, body=inner):
                head = (
                    f"{name} = {render(start)}; {name} < {render(limit)}; {name} += {render(step)}"
                )
                return f"for ({head}) {{ {self.body(inner, labels)} }}"
            case FloatBlock(locals=variables, body=inner):
                declared = " ".join(
                    f"{one.kind} {one.name} = {render_float(one.value, one.kind)};"
                    for one in variables
                )
                return f"{{ {declared} {self.body(inner, labels)} }}"
            case Labelled(at=at, body=inner):
                label = label_name(self._number, self._labels)
                self._labels += 1
                text = self.body(inner, (label, *labels))
                return f"{{ {label}: ; {text} }}" if at == "start" else f"{{ {text} {label}: ; }}"


def label_name(number: int, at: int) -> str:
    """Return the name of a label of a mutation."""
    return f"live_{number}_l{at}"


def end_name(number: int) -> str:
    """Return the name of the label at the end of what a mutation brings."""
    return f"live_{number}_end"


def print_text(value: Expression) -> str:
    """Return a statement that prints a value; it stands only where it never runs."""
    return f'printf("%ld\\n", (long){render(value)});'


def names_in(statements: Sequence[Statement], labels: int = 0) -> Iterator[str]:
    """Yield all places, arrays, pointers and functions that statements name; `labels` are around
    them.
    """
    for statement in statements:
        match statement:
            case Assign(value=value, names=names):
                yield from (*names, *reads(value))
            case Print(value=value):
                yield from reads(value)
            case Call(name=name, arguments=arguments):
                yield name
                yield from (text for argument in arguments for text in reads(argument))
            case FloatAssign(to=to, value=value):
                yield from (to, *reads(value))
            case Goto(out=out):
                yield from () if 0 <= out < labels else (_NO_LABEL,)
            case If() | For() | FloatBlock() | Labelled():
                yield from _names_in_block(statement, labels)


def _names_in_block(statement: Nested, labels: int) -> Iterator[str]:
    match statement:
        case If(condition=condition, body=inner):
            yield from reads(condition)
            yield from names_in(inner, labels)
        case For(counter=name, start=start, limit=limit, step=step, body=inner):
            yield from (name, *reads(start), *reads(limit), *reads(step))
            yield from names_in(inner, labels)
        case FloatBlock(locals=variables, body=inner):
            own = {one.name for one in variables}
            yield from (name for one in variables for name in reads(one.value) if name not in own)
            yield from (name for name in names_in(inner, labels) if name not in own)
        case Labelled(body=inner):
            yield from names_in(inner, labels + 1)


def _holds(statements: Sequence[Statement], kind: type[Print | Goto]) -> bool:
    nested = (statement.body for statement in statements if isinstance(statement, Nested))
    return any(isinstance(statement, kind) for statement in statements) or any(
        _holds(inner, kind) for inner in nested
    )


def prints(statements: Sequence[Statement]) -> bool:
    """Say whether one of the statements prints, so that `printf` must be declared."""
    return _holds(statements, Print)


def smaller_body(statements: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    """Yield bodies with one of the statements alone, or with a smaller body inside one."""
    if len(statements) > 1:
        for statement in statements:
            yield (statement,)
    for at, statement in enumerate(statements):
        if not isinstance(statement, Nested):
            continue
        before, after = statements[:at], statements[at + 1 :]
        if _is_only_a_block(statement):
            yield (*before, *statement.body, *after)
        for inner in smaller_body(statement.body):
            yield (*before, msgspec.structs.replace(statement, body=inner), *after)


def _is_only_a_block(statement: Nested) -> bool:
    """Say whether nothing in a block needs what the block declares, its variables or label."""
    if isinstance(statement, FloatBlock):
        own = {one.name for one in statement.locals}
        return own.isdisjoint(names_in(statement.body))
    return isinstance(statement, Labelled) and not _holds(statement.body, Goto)
