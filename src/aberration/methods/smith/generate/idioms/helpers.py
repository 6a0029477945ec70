"""Functions that idioms call: what a callee does to its parameters and to the module's variables.

They stand before all other functions of a program, each at most once; idioms find them by their
shape. WGSL has pointers where GLSL has `inout`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from msgspec.structs import replace

from aberration.languages.shading.tree import (
    Block,
    Declaration,
    Declare,
    Deref,
    Direction,
    Expression,
    Function,
    If,
    Index,
    Name,
    Param,
    Return,
    Statement,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import BOOL, INT, Type

from ..scope import Variable
from ..state import Generator, UserFunction
from .choices import truth
from .integers import VALUES
from .parts import (
    INTEGERS,
    assign,
    binary,
    count_up,
    edge,
    integer_type,
    literal,
    operand,
    private_local,
)

Directed = tuple[Type, Direction]
_OPERATORS: Final = ("+", "-", "^", "*", "|")


class _Frame:
    """A function in the making: its parameters, as their types say, and the names for them."""

    def __init__(self, gen: Generator, shape: str, parameters: Sequence[Directed]) -> None:
        self.gen = gen
        self.shape = shape
        self.name = gen.name("does")
        self.parameters = tuple(parameters)
        self.names = [gen.name("given") for _ in parameters]
        gen.uses = set()
        gen.depth, gen.loops, gen.switches, gen.calls_left = 1, 0, 0, 0
        gen.scopes.enter()
        for name, one in zip(self.names, parameters, strict=True):
            self._declare(name, one)

    def _declare(self, name: str, one: Directed) -> None:
        type, direction = one
        # What `out` parameters hold at first is undefined: random operands leave them alone.
        if direction == "in":
            gen = self.gen
            made = Variable(
                name, type, Name(name=name), writable=False, fixed=gen.wgsl, shadowable=False
            )
            gen.scopes.declare(made)

    def place(self, k: int) -> Expression:
        """Return the k-th parameter as the body reads and writes it."""
        node = Name(name=self.names[k])
        is_pointer = self.gen.wgsl and self.parameters[k][1] != "in"
        return Deref(operand=node) if is_pointer else node

    def finish(self, result: Type | None, statements: Sequence[Statement]) -> Function:
        """Return the function, and note it under its shape."""
        gen = self.gen
        gen.scopes.leave()
        pointers = [gen.wgsl and direction != "in" for _, direction in self.parameters]
        made = UserFunction(
            self.name,
            tuple(type for type, _ in self.parameters),
            tuple(
                "pointer" if pointer else direction
                for pointer, (_, direction) in zip(pointers, self.parameters, strict=True)
            ),
            tuple("function" if pointer else "" for pointer in pointers),
            result,
            frozenset(gen.uses),
        )
        gen.shaped.setdefault(self.shape, []).append(made)
        return Function(
            name=self.name,
            params=tuple(
                self._parameter(name, one)
                for name, one in zip(self.names, self.parameters, strict=True)
            ),
            result=None if result is None else gen.syntax.type(result),
            body=Block(statements=tuple(statements)),
        )

    def _parameter(self, name: str, one: Directed) -> Param:
        type, direction = one
        syntax = self.gen.syntax
        if not self.gen.wgsl:
            return Param(name=name, type=syntax.type(type), direction=direction)
        written = syntax.type(type) if direction == "in" else syntax.pointer(type, "function")
        return Param(name=name, type=written)


# ---- shapes


def changes_copy(gen: Generator) -> list[Declaration]:
    """`T f(T x) { x op= e; ...; return x op e; }`: what the caller gave stays as it was."""
    type = integer_type(gen)
    frame = _Frame(gen, "changes copy", [(type, "in"), (INT, "in")])
    first: Expression = frame.place(0)
    statements: list[Statement] = []
    if gen.wgsl:
        first, declared = private_local(gen, type, first)
        statements.append(declared)
    statements.append(assign(first, edge(gen, type), f"{gen.rng.choose(_OPERATORS)}="))
    if gen.rng.chance(0.5):
        test = binary(">", frame.place(1), literal(gen, gen.rng.between(-2, 4), INT))
        more = assign(first, operand(gen, type), gen.rng.choose(("=", "+=", "^=")))
        statements.append(If(condition=test, then=Block(statements=(more,))))
    statements.append(Return(value=binary(gen.rng.choose(_OPERATORS), first, edge(gen, type))))
    return [frame.finish(type, statements)]


def changes_argument(gen: Generator) -> list[Declaration]:
    """`T f(inout T x) { ...; x op= e; return ...; }`."""
    type = integer_type(gen)
    frame = _Frame(gen, "changes argument", [(type, "inout"), (INT, "in")])
    place, scalar = frame.place(0), type.scalar
    assert scalar is not None
    own, before = private_local(gen, type, place)
    step = assign(place, edge(gen, type), f"{gen.rng.choose(_OPERATORS)}=")
    result = binary(gen.rng.choose(_OPERATORS), own, edge(gen, type))
    return [frame.finish(type, [before, step, Return(value=result)])]


def tests_and_changes(gen: Generator) -> list[Declaration]:
    """`bool f(inout int x) { x op= c; return x < e; }`, for the right of `&&` and `||`."""
    type = gen.rng.choose(INTEGERS)
    frame = _Frame(gen, "tests", [(type, "inout")])
    place = frame.place(0)
    by = literal(gen, gen.rng.between(1, 9), type)
    step = assign(place, by, gen.rng.choose(("+=", "-=", "*=", "^=")))
    op = gen.rng.choose(("<", ">", "!=", "=="))
    low = binary("&", place, literal(gen, gen.rng.choose((1, 3, 7)), type))
    result = binary(op, low, literal(gen, gen.rng.below(4), type))
    return [frame.finish(BOOL, [step, Return(value=result)])]


def gives_two(gen: Generator) -> list[Declaration]:
    """`void f(out T a, out T b, T x)`: two results of one type."""
    type = gen.rng.choose(INTEGERS) if gen.rng.chance(0.7) else integer_type(gen)
    directed: Directed = (type, "inout" if gen.rng.chance(0.3) else "out")
    frame = _Frame(gen, "gives two", [directed, directed, (type, "in")])
    statements = [
        assign(frame.place(k), gen.rng.choose(VALUES)(gen, type) or edge(gen, type)) for k in (0, 1)
    ]
    if gen.rng.chance(0.5):
        statements.append(assign(frame.place(0), frame.place(1), gen.rng.choose(("+=", "^="))))
    return [frame.finish(None, statements)]


def changes_element(gen: Generator) -> list[Declaration]:
    """`void f(inout T a[n], int k) { a[k] op= e; }`: an array through a parameter."""
    type = gen.rng.choose(INTEGERS)
    array = type.array(gen.rng.between(2, 4))
    frame = _Frame(gen, "changes element", [(array, "inout"), (INT, "in")])
    place, size = frame.place(0), array.size or 1
    at = binary("&", frame.place(1), literal(gen, 1 if size < 4 else 3, INT))
    first = assign(Index(base=place, index=at), edge(gen, type), gen.rng.choose(("=", "+=", "^=")))
    other = literal(gen, gen.rng.below(size), INT)
    second = assign(
        Index(base=place, index=other), Index(base=place, index=at), gen.rng.choose(("=", "-="))
    )
    return [frame.finish(None, [first, second] if gen.rng.chance(0.6) else [first])]


def counts_globally(gen: Generator) -> list[Declaration]:
    """A variable of the module, and a function that changes it and gives something of it."""
    type, name = gen.rng.choose(INTEGERS), gen.name("global")
    node = Name(name=name)
    made = Declared(
        kind="var",
        name=name,
        type=gen.syntax.type(type),
        init=literal(gen, gen.rng.between(0, 9), type),
        storage="private",
    )
    gen.scopes.declare(Variable(name, type, node, module=True, shadowable=False, space="private"))
    frame = _Frame(gen, "counts", [(type, "in")])
    gen.uses.add(name)
    value = binary(gen.rng.choose(("+", "^", "*")), frame.place(0), edge(gen, type))
    step = assign(node, value, gen.rng.choose(("=", "+=", "-=", "^=")))
    statements: list[Statement] = [step]
    if gen.rng.chance(0.3):
        test = binary("!=", frame.place(0), literal(gen, gen.rng.below(3), type))
        statements = [If(condition=test, then=Block(statements=(step,)))]
    result = binary(gen.rng.choose(_OPERATORS), node, frame.place(0))
    function = frame.finish(type, [*statements, Return(value=result)])
    gen.tallies[function.name] = node
    return [Declare(variables=(made,)), function]


def leaves_early(gen: Generator) -> list[Declaration]:
    """A function whose loop returns in the middle of a turn."""
    type = gen.rng.choose(INTEGERS)
    frame = _Frame(gen, "leaves early", [(type, "in")])
    own, declared = private_local(gen, type, frame.place(0))
    counter, head = count_up(gen, gen.rng.between(2, 8), type)
    low = binary("&", own, literal(gen, gen.rng.choose((1, 3, 7)), type))
    test: Expression = binary(
        gen.rng.choose(("==", "<")), low, literal(gen, gen.rng.below(4), type)
    )
    if gen.rng.chance(0.2):
        test = truth_and(gen, test)
    result = binary(gen.rng.choose(_OPERATORS), own, counter)
    leave = If(condition=test, then=Block(statements=(Return(value=result),)))
    step = assign(own, gen.rng.choose((counter, edge(gen, type))), gen.rng.choose(("+=", "^=")))
    order: tuple[Statement, ...] = (step, leave) if gen.rng.chance(0.5) else (leave, step)
    loop = replace(head, body=Block(statements=order))
    last = Return(value=binary(gen.rng.choose(_OPERATORS), own, edge(gen, type)))
    return [frame.finish(type, [declared, loop, last])]


def truth_and(gen: Generator, test: Expression) -> Expression:
    return binary("||", test, truth(gen))


SHAPES: Final[tuple[Callable[[Generator], list[Declaration]], ...]] = (
    changes_copy,
    changes_argument,
    tests_and_changes,
    gives_two,
    changes_element,
    counts_globally,
    leaves_early,
)


def helpers(gen: Generator) -> list[Declaration]:
    """Return the functions of a program that its idioms call: most of the shapes, in any order."""
    if not gen.has("functions"):
        return []
    shapes = gen.rng.shuffled(SHAPES)[: gen.rng.between(3, len(SHAPES))]
    return [one for shape in shapes for one in shape(gen)]
