"""Expressions that are defined in every state, and predicates with a known truth value in every
state (paper of Hermes, algorithms 2 and 3), for the integers and booleans of shaders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from aberration.core.rng import Rng

from .environment import Environment, KnowledgeKind, View, view_of
from .expressions import (
    Apply,
    Kind,
    Number,
    Read,
    Tree,
    Value,
    apply,
    kind_of,
    limits,
    size,
    smaller,
    truth,
)
from .knowledge import Knowledge

RELATIONS: Final = ("<", "<=", ">", ">=", "==", "!=")
_EQUALITIES: Final = ("==", "!=")
_ARITHMETIC: Final = ("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>")
_OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_DEPTH: Final = 2
_TRIES: Final = 16
_LOOKED_AT: Final = 48
_OFFERED: Final = 4
_MOST_TERMS: Final = 4


class Term(msgspec.Struct, frozen=True):
    """An expression with its value in each state."""

    tree: Tree
    values: tuple[Value, ...]

    @property
    def kind(self) -> Kind:
        """Return the kind of its value."""
        return kind_of(self.tree)

    @property
    def is_number(self) -> bool:
        """Whether it is a constant."""
        return isinstance(self.tree, Number)


def constant(value: int, kind: Kind, count: int) -> Term:
    """Return a number as a term, brought between the numbers that have a literal."""
    low, high = limits(kind)
    value = min(max(value, low), high)
    return Term(Number(value, kind), (bool(value) if kind == "bool" else value,) * count)


def random_constant(rng: Rng, kind: Kind, count: int) -> Term:
    """Return a number of any size, small ones more often."""
    if kind == "bool":
        return constant(rng.below(2), kind, count)
    if rng.chance(0.7):
        return constant(rng.between(-16 if kind == "int" else 0, 32), kind, count)
    value = rng.bits() >> rng.below(32)
    return constant(value & 0x7FFFFFFF if kind == "int" else value & 0xFFFFFFFF, kind, count)


def join(op: str, left: Term, right: Term) -> Term | None:
    """Return the operation on two terms of one kind; None where it is undefined in some state.

    Of two constants it is their value: a compiler may refuse one that overflows.
    """
    made: list[Value] = []
    for pair in zip(left.values, right.values, strict=True):
        value = apply(op, left.kind, pair)
        if value is None:
            return None
        made.append(value)
    tree = Apply(op, (left.tree, right.tree))
    if left.is_number and right.is_number and made:
        return constant(int(made[0]), kind_of(tree), len(made))
    return Term(tree, tuple(made))


def as_kind(term: Term, kind: Kind) -> Term | None:
    """Return a term as another kind of integer; None where there is no such conversion."""
    if term.kind == kind:
        return term
    if "bool" in (term.kind, kind):
        return None
    tree = Apply(kind, (term.tree,))
    made = [apply(kind, term.kind, (value,)) for value in term.values]
    if term.is_number:
        return constant(int(made[0] or 0), kind, len(made)) if made else None
    return Term(tree, tuple(value for value in made if value is not None))


def expression(rng: Rng, terms: Sequence[Term], kind: Kind, count: int) -> Term:
    """Return an expression of a kind over some of the terms, defined in each of `count` states."""
    if kind == "bool":
        flags = [term for term in terms if term.kind == "bool"]
        if flags and rng.chance(0.4):
            return rng.choose(flags)
        inner: Kind = "int" if rng.chance(0.5) else "uint"
        left = expression(rng, terms, inner, count)
        right = random_constant(rng, inner, count)
        made = join(rng.choose(RELATIONS), left, right)
        return made if made is not None else random_constant(rng, "bool", count)
    fitting = [one for term in terms if (one := as_kind(term, kind)) is not None]
    work = rng.shuffled(fitting)[: rng.between(1, _MOST_TERMS)]
    while len(work) < 2 or (len(work) < _MOST_TERMS and rng.chance(0.4)):
        work.append(random_constant(rng, kind, count))
    while len(work) > 1:
        left, right = work.pop(rng.below(len(work))), work.pop(rng.below(len(work)))
        found = None
        while found is None:
            found = join(rng.choose(_ARITHMETIC), left, right)
        work.append(found)
    return work[0]


class Workbench:
    """One view of what is known at a point, its places as terms, and predicates over them; `facts`
    gathers what these take for granted beside the states of the view.

    `columns` and `count` are the states that predicates are true in; by default those of the view.
    """

    def __init__(
        self, environment: Environment, view: View, rng: Rng, terms: Sequence[Term] | None = None
    ) -> None:
        self.environment: Final = environment
        self.view: Final = view
        self.rng: Final = rng
        columns = view.columns
        self.terms: Final = (
            [Term(read, tuple(columns[read.place])) for read in view.reads]
            if terms is None
            else list(terms)
        )
        self.count: Final = len(view.rows) if terms is None or not terms else len(terms[0].values)
        self.facts: Final[list[Tree]] = []
        self._sees_profile: Final = terms is None
        usable = environment.usable
        self._comparable: Final = [term for term in self.terms if self._rests_on(term) in usable]

    @classmethod
    def on(
        cls,
        environment: Environment | None,
        rng: Rng,
        wanted: Sequence[str] = (),
        only: frozenset[str] | None = None,
    ) -> Workbench | None:
        """Return a workbench for a point that runs; None where the wanted places vary too much."""
        if environment is None:
            return None
        view = view_of(environment, rng, wanted, only)
        return None if view is None else cls(environment, view, rng)

    def later(self, terms: Sequence[Term]) -> Workbench:
        """Return a workbench for a moment when places hold something else."""
        return Workbench(self.environment, self.view, self.rng, terms)

    def knowledge(self) -> Knowledge:
        """Return what was taken for granted so far."""
        return Knowledge(self.view.reads, self.view.rows, tuple(self.facts))

    # ---- predicates

    def predicate(self, expected: bool, depth: int | None = None) -> Tree:
        """Return a predicate that has this truth value in every state."""
        depth = self.rng.below(_DEPTH + 1) if depth is None else depth
        shape = self.rng.below(4) if depth else 3
        if shape == 0:
            return Apply("!", (self.predicate(not expected, depth - 1),))
        if shape == 1:
            return self._both("&&", True, expected, depth)
        if shape == 2:
            return self._both("||", False, expected, depth)
        return self._atom(expected)

    def _both(self, op: str, neutral: bool, expected: bool, depth: int) -> Tree:
        """Return a conjunction (neutral true) or disjunction (neutral false)."""
        left = right = neutral
        if expected is not neutral and self.rng.chance(0.5):
            left, right = not neutral, self.rng.chance(0.5)
        elif expected is not neutral:
            right = not neutral
        return Apply(op, (self.predicate(left, depth - 1), self.predicate(right, depth - 1)))

    def _atom(self, expected: bool) -> Tree:
        makers = self._makers()
        for _ in range(_TRIES if makers else 0):
            made = self.rng.choose(makers)(expected)
            if made is not None:
                return made
        left = random_constant(self.rng, "int", 1)
        return Apply("==" if expected else "!=", (left.tree, left.tree))

    def _makers(self) -> list[Callable[[bool], Tree | None]]:
        """Return the ways to a comparison that may be used here, in order."""
        usable = self.environment.usable
        of_terms = {"pair": self._with_other, "expression": self._with_expression}
        of_profile = {
            "range": self._with_range,
            "order": self._with_order,
            "bits": self._with_bits,
        }
        ways = of_terms if self.terms else {}
        if self._sees_profile and self.environment.reads:
            ways = ways | of_profile
        first = [self._with_literal] if self._comparable else []
        return [*first, *(make for kind, make in ways.items() if kind in usable)]

    def _rests_on(self, term: Term) -> KnowledgeKind:
        """Return what is known of a place that is compared with a number."""
        if isinstance(term.tree, Read) and term.tree.place in self.environment.uniform:
            return "uniform"
        return "constant" if len(set(term.values)) == 1 else "values"

    def _with_literal(self, expected: bool) -> Tree | None:
        """Compare a place with a number at, beside or far from its values (rule 1)."""
        return self._against_literal(self.rng.choose(self._comparable), expected)

    def _against_literal(self, term: Term, expected: bool) -> Tree | None:
        if term.kind == "bool":
            return self._comparison(term, random_constant(self.rng, "bool", self.count), expected)
        anchor = int(self.rng.choose((min(term.values), max(term.values))))
        if self.rng.chance(0.2):
            anchor = self.rng.bits() >> 1
        # Near the values that were seen: a guard that is nearly wrong is what a compiler may get
        # wrong.
        value = constant(anchor + self.rng.between(-2, 2), term.kind, self.count)
        return self._comparison(term, value, expected)

    def _with_other(self, expected: bool) -> Tree | None:
        """Compare two places (rule 2)."""
        left = self.rng.choose(self.terms)
        right = as_kind(self.rng.choose(self.terms), left.kind)
        return None if right is None else self._comparison(left, right, expected)

    def _with_expression(self, expected: bool) -> Tree | None:
        """Compare an expression with a number."""
        kind: Kind = "int" if self.rng.chance(0.5) else "uint"
        return self._against_literal(expression(self.rng, self.terms, kind, self.count), expected)

    def _comparison(self, left: Term, right: Term, expected: bool) -> Tree | None:
        """Return a relation of two terms that has the truth value in every state, or None."""
        relations = _EQUALITIES if left.kind == "bool" else RELATIONS
        for op in self.rng.shuffled(relations):
            made = join(op, left, right)
            if made is not None and all(bool(value) is expected for value in made.values):
                return made.tree
        return None

    # ---- facts of the profile that are too many states for a view

    def _with_range(self, expected: bool) -> Tree | None:
        """Compare a place with a number outside of its range."""
        at = self.rng.below(len(self.environment.reads))
        read, (low, high) = self.environment.reads[at], self.environment.limits[at]
        least, most = limits(read.kind)
        if read.kind == "bool":
            return None
        if self.rng.chance(0.5):
            value, op = high + self.rng.below(3), "<="
        else:
            value, op = low - self.rng.below(3), ">="
        if not least <= value <= most:
            return None
        return self._as_fact(op, read, Number(value, read.kind), expected)

    def _with_order(self, expected: bool) -> Tree | None:
        """Use an order between two places that always held."""
        left, right = (self.rng.choose(self.environment.reads) for _ in range(2))
        if left == right or left.kind != right.kind or left.kind == "bool":
            return None
        for op in self.rng.shuffled(("<", "<=", ">", ">=", "!=")):
            if self._always(Apply(op, (left, right))):
                return self._as_fact(op, left, right, expected)
        return None

    def _with_bits(self, expected: bool) -> Tree | None:
        """Use bits of a place that were always the same."""
        if not self.environment.states:
            return None
        at = self.rng.below(len(self.environment.reads))
        read = self.environment.reads[at]
        if read.kind == "bool":
            return None
        column = [state[at] & 0xFFFFFFFF for state in self.environment.states]
        ones, zeros = column[0], ~column[0] & 0xFFFFFFFF
        for value in column:
            ones, zeros = ones & value, zeros & ~value
        # The sign stays out: a mask is a number that has a literal.
        mask = (ones | zeros) & 0x7FFFFFFF & self.rng.choose((0xFF, 0xFFFF, 0x7FFFFFFF))
        if not mask:
            return None
        bits = Apply("&", (read, Number(mask, read.kind)))
        return self._as_fact("==", bits, Number(column[0] & mask, read.kind), expected)

    def _always(self, fact: Tree) -> bool:
        """Whether a predicate is true in all states of the profile."""
        states = self.environment.states
        return bool(states) and truth(fact, self.environment.columns, len(states or ())) is True

    def _as_fact(self, op: str, left: Tree, right: Tree, expected: bool) -> Tree:
        """Return a fact, or its opposite, and remember that it was taken for granted."""
        self.facts.append(Apply(op, (left, right)))
        return Apply(op if expected else _OPPOSITE[op], (left, right))


def smaller_predicates(predicate: Tree, knowledge: Knowledge, expected: bool) -> Iterator[Tree]:
    """Yield a few simpler predicates of the same truth value in all states known, the simplest
    first.
    """
    columns, count = knowledge.columns, len(knowledge.rows)
    sound = (
        one for one in smaller(predicate, columns, count) if truth(one, columns, count) is expected
    )
    yield from sorted(islice(sound, _LOOKED_AT), key=size)[:_OFFERED]
