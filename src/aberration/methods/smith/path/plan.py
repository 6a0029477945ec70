"""The records of a plan: what each asks for, as data.

A record is droppable: it names its operands by numbers, which are taken modulo what there is of the
type that is wanted, and does nothing where nothing fits. Bodies are plans of their own.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.recipe import Step

LoopForm = Literal["for", "while", "do", "loop", "break if"]
IndexForm = Literal["offset", "mask", "remainder", "count"]
Form = Literal["name", "inline", "variable"]
Numbers = tuple[int, ...]


class Record(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """One thing that a program does."""


class Input(Record, frozen=True, tag=True):
    """A value from outside, which no compiler knows: `kind` is its type, `words` its contents.
    `size`: of how many elements it is an array; 0 for none. `writable`: it may be stored to.
    """

    kind: str
    words: Numbers
    size: int = 0
    writable: bool = False


class Constant(Record, frozen=True, tag=True):
    """A variable that begins with a constant."""

    kind: str
    words: Numbers


class Global(Record, frozen=True, tag=True):
    """A variable of the module, which begins with a constant."""

    kind: str
    words: Numbers


class Copy(Record, frozen=True, tag=True):
    """Copies a whole array or structure; `fresh`: to a new variable."""

    operand: int
    target: int
    fresh: bool = False


class Compute(Record, frozen=True, tag=True):
    """A new value by an operation (`rows`) on a type; by name, as a variable, or written where it
    is used.
    """

    row: str
    kind: str
    operands: Numbers
    form: Form = "name"


class Swizzle(Record, frozen=True, tag=True):
    """Components of a vector in some order."""

    kind: str
    operand: int
    components: Numbers
    form: Form = "name"


class Compose(Record, frozen=True, tag=True):
    """A vector, array or structure of values: of `kinds`, of which an array takes the first.
    `shape` is "vector", "array" or "structure".
    """

    shape: Literal["vector", "array", "structure"]
    kinds: tuple[str, ...]
    operands: Numbers
    size: int = 2


class Assign(Record, frozen=True, tag=True):
    """Stores a value in a variable, or in a part of one; `row` is that of a compound assignment."""

    kind: str
    target: int
    operand: int
    row: str = ""


class Increment(Record, frozen=True, tag=True):
    """Counts a variable up or down; in GLSL inside of an expression where `inside`."""

    kind: str
    target: int
    down: bool = False
    inside: bool = False
    prefix: bool = False
    operand: int = 0


class SwizzleStore(Record, frozen=True, tag=True):
    """Stores a vector in some components of a variable."""

    kind: str
    target: int
    components: Numbers
    operand: int


class Element(Record, frozen=True, tag=True):
    """Loads an element of an array by a computed index, or stores to it. `index` is the integer
    that the index is computed of, `wanted` the element meant, modulo the array's size. `count`: the
    index is a variable of its own that counts itself on (`a[i++]`), where a language has that.
    """

    array: int
    index: int
    wanted: int
    how: IndexForm = "offset"
    store: bool = False
    operand: int = 0


class Pair(Record, frozen=True, tag=True):
    """A built-in function with two results, such as `uaddCarry` and `modf`."""

    function: str
    kind: str
    operands: Numbers


class Lazy(Record, frozen=True, tag=True):
    """A lazy operator of GLSL (`&&`, `||`, `?`) whose second operand counts a variable; the first
    is a condition whose truth is `holds`.
    """

    op: Literal["&&", "||", "?"]
    kind: str
    operands: Numbers
    comparison: int
    holds: bool
    target: int = 0
    down: bool = False


class Guard(Record, frozen=True, tag=True):
    """Takes one of two ways by the value of two operands: `holds` says whether it is `then`."""

    kind: str
    operands: Numbers
    comparison: int
    holds: bool
    then: tuple[AnyRecord, ...] = ()
    otherwise: tuple[AnyRecord, ...] = ()


class Case(msgspec.Struct, frozen=True):
    """A clause of a switch: how far its label is from the taken one's, and what it does."""

    distance: int
    body: tuple[AnyRecord, ...] = ()
    falls: bool = False


class Select(Record, frozen=True, tag=True):
    """A switch by a known value. `taken` is the number of the clause that it comes to, `default`
    of the one that is the default; -1: there is none.
    """

    kind: str
    operand: int
    cases: tuple[Case, ...]
    taken: int = 0
    default: int = 0


class Loop(Record, frozen=True, tag=True):
    """A loop of `turns`. `operand` is the value that the end is computed of; `opaque`: compilers
    do not know the end.
    """

    form: LoopForm
    turns: int
    body: tuple[AnyRecord, ...] = ()
    operand: int = 0
    opaque: bool = True
    down: bool = False
    stride: int = 1
    unsigned: bool = False


class Leave(Record, frozen=True, tag=True):
    """Leaves the loop, or this turn, at a turn: by the loop's counter."""

    turn: int
    goes_on: bool = False


class Parameter(msgspec.Struct, frozen=True):
    """A parameter of a function, and what it is given. Of the `kind` "aggregate" it is of the type
    of some array or structure.
    """

    kind: str
    direction: Literal["in", "out", "inout"] = "in"
    operand: int = 0


class Invoke(Record, frozen=True, tag=True):
    """Declares a function whose body is a plan, and calls it; `result` is the operand that it
    returns, of `kind`.
    """

    kind: str
    parameters: tuple[Parameter, ...]
    body: tuple[AnyRecord, ...] = ()
    result: int = 0


class Again(Record, frozen=True, tag=True):
    """Calls a function that was declared before, with other operands."""

    function: int
    operands: Numbers


class Early(Record, frozen=True, tag=True):
    """Returns early from a function, or would: by a condition whose truth is `holds`."""

    kind: str
    operands: Numbers
    comparison: int
    holds: bool
    result: int = 0


AnyRecord = (
    Input
    | Constant
    | Global
    | Copy
    | Compute
    | Swizzle
    | Compose
    | Assign
    | Increment
    | SwizzleStore
    | Element
    | Pair
    | Lazy
    | Guard
    | Select
    | Loop
    | Leave
    | Invoke
    | Again
    | Early
)
Plan = tuple[AnyRecord, ...]
KINDS: Final[tuple[type[Record], ...]] = get_args(AnyRecord)


def to_steps(plan: Plan) -> tuple[Step, ...]:
    """Return a plan as recipes hold it."""
    made: list[Step] = msgspec.to_builtins(plan)
    return tuple(made)


def from_steps(steps: Sequence[Step]) -> Plan:
    """Read the steps of a recipe; raise `BadInput` for what is no plan."""
    try:
        return msgspec.convert(steps, Plan)
    except msgspec.ValidationError as error:
        raise BadInput(f"expected the records of a path-first program, but {error}") from None


def size_of(plan: Plan) -> int:
    """Return the number of records, those of bodies included."""
    return sum(1 + sum(size_of(body) for body in bodies_of(record)) for record in plan)


def bodies_of(record: Any) -> tuple[Plan, ...]:
    """Return the plans inside of a record."""
    if isinstance(record, Guard):
        return record.then, record.otherwise
    if isinstance(record, Select):
        return tuple(case.body for case in record.cases)
    return (record.body,) if isinstance(record, Loop | Invoke) else ()


def shallow_mark(record: AnyRecord) -> int:
    """Return a number for a record that does not depend on what its bodies hold."""
    fields = [
        field
        for field in map(partial(getattr, record), record.__struct_fields__)
        if not isinstance(field, tuple) or not any(isinstance(x, msgspec.Struct) for x in field)
    ]
    return zlib.crc32(msgspec.json.encode([type(record).__name__, fields]))


# ---- smaller records, for a reducer


def smaller(record: AnyRecord) -> Iterator[AnyRecord]:
    """Give simpler forms of a record: less in its bodies, fewer turns, no fancy form."""
    if isinstance(record, Guard):
        yield from (replace(record, then=body) for body in shorter(record.then))
        yield from (replace(record, otherwise=body) for body in shorter(record.otherwise))
    elif isinstance(record, Select):
        yield from _fewer_cases(record)
    elif isinstance(record, Loop):
        if record.turns > 1:
            yield replace(record, turns=record.turns // 2)
            yield replace(record, turns=record.turns - 1)
        yield from (replace(record, body=body) for body in shorter(record.body))
    elif isinstance(record, Invoke):
        yield from (replace(record, body=body) for body in shorter(record.body))


def _fewer_cases(record: Select) -> Iterator[Select]:
    for k, case in enumerate(record.cases):
        if k != record.taken and len(record.cases) > 1:
            cases = (*record.cases[:k], *record.cases[k + 1 :])
            taken = record.taken - (k < record.taken)
            yield replace(record, cases=cases, taken=taken)
        for body in shorter(case.body):
            changed = replace(case, body=body)
            yield replace(record, cases=(*record.cases[:k], changed, *record.cases[k + 1 :]))


def shorter(plan: Plan) -> Iterator[Plan]:
    """Give plans without some of the records: nothing, each half, each one; and with one of them
    made simpler.
    """
    if not plan:
        return
    yield ()
    half = len(plan) // 2
    if half > 1:
        yield plan[half:]
        yield plan[:half]
    for k, record in enumerate(plan):
        if len(plan) > 1:
            yield (*plan[:k], *plan[k + 1 :])
        yield from ((*plan[:k], one, *plan[k + 1 :]) for one in smaller(record))
