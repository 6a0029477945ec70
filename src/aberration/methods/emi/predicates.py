"""Predicates with a known truth value in every state (paper of Hermes, algorithm 2), with
ranges and relations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Binary, Expression, Literal, Unary, size, smaller
from aberration.languages.c.integers import INT, BinaryOperator, promote

from .environment import Environment
from .knowledge import Knowledge, truth
from .synthesis import RELATIONS, Term, binary, constant, expression, random_constant

DEPTH: Final = 2
_TRIES: Final = 16
_LOOKED_AT: Final = 64
_OFFERED: Final = 5
"""Each candidate costs a reducer a compilation."""
_OPPOSITE: Final[dict[str, BinaryOperator]] = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "==": "!=",
    "!=": "==",
}


class Predicates:
    """Makes predicates over the terms of one view; `facts` gathers what they take for granted
    beside its states.
    """

    def __init__(
        self, rng: Rng, terms: Sequence[Term], count: int, environment: Environment | None = None
    ) -> None:
        self._rng = rng
        self._terms = terms
        self._count = count
        self._environment = environment
        self.facts: list[Expression] = []

    def make(self, expected: bool, depth: int | None = None) -> Expression:
        """Return a predicate that has this truth value in every state."""
        depth = self._rng.below(DEPTH + 1) if depth is None else depth
        shape = self._rng.below(4) if depth else 3
        if shape == 0:
            return Unary("!", self.make(not expected, depth - 1))
        if shape == 1:
            return self._both("&&", True, expected, depth)
        if shape == 2:
            return self._both("||", False, expected, depth)
        return self._atom(expected)

    def _both(
        self, operator: BinaryOperator, neutral: bool, expected: bool, depth: int
    ) -> Expression:
        """Return a conjunction (neutral true) or disjunction (neutral false)."""
        left = right = neutral
        if expected is not neutral and self._rng.chance(0.5):
            left, right = not neutral, self._rng.chance(0.5)
        elif expected is not neutral:
            right = not neutral
        return Binary(operator, self.make(left, depth - 1), self.make(right, depth - 1))

    def _atom(self, expected: bool) -> Expression:
        makers: list[Callable[[bool], Expression | None]] = []
        if self._terms:
            makers += [self._with_literal, self._with_other, self._with_expression]
        if self._environment is not None and self._environment.loose:
            makers.append(self._with_range)
        if self._environment is not None and self._environment.related:
            makers.append(self._with_relation)
        for _ in range(_TRIES if makers else 0):
            made = self._rng.choose(makers)(expected)
            if made is not None:
                return made
        # The last resort: an atom without places.
        left, right = random_constant(self._rng, 1), random_constant(self._rng, 1)
        return self._comparison(left, right, expected) or Literal(int(expected), INT)

    def _with_literal(self, expected: bool) -> Expression | None:
        """Compare a place with a literal at, beside or far from its values (rule 1)."""
        return self._against_literal(self._rng.choose(self._terms), expected)

    def _against_literal(self, term: Term, expected: bool) -> Expression | None:
        kind = promote(term.type)
        anchor = self._rng.choose((min(term.values), max(term.values)))
        # Mostly near the values that were seen: a guard that is nearly wrong is what an optimiser
        # may get wrong.
        if self._rng.chance(0.3):
            anchor = kind.low + (self._rng.bits() << 32 | self._rng.bits()) % (
                kind.high - kind.low + 1
            )
        value = min(max(anchor + self._rng.between(-2, 2), kind.low), kind.high)
        return self._comparison(term, constant(value, kind, len(term.values)), expected)

    def _with_other(self, expected: bool) -> Expression | None:
        """Compare two places (rule 2)."""
        return self._comparison(
            self._rng.choose(self._terms), self._rng.choose(self._terms), expected
        )

    def _with_expression(self, expected: bool) -> Expression | None:
        """Compare an expression with a literal."""
        return self._against_literal(expression(self._rng, self._terms, self._count, 3), expected)

    def _comparison(self, left: Term, right: Term, expected: bool) -> Expression | None:
        """Return a relation of two terms that has the truth value in every state, or None."""
        for operator in self._rng.shuffled(RELATIONS):
            made = binary(operator, left, right)
            if made is not None and all(bool(value) is expected for value in made.values):
                return made.expression
        return None

    def _with_range(self, expected: bool) -> Expression | None:
        """Compare a place of many values with a literal outside its range, of the same promoted
        type.
        """
        loose = self._rng.choose(self._environment.loose if self._environment else ())
        kind = promote(loose.read.type)
        above = loose.high + self._rng.below(3), ("<=", ">")
        below = loose.low - self._rng.below(3), (">=", "<")
        value, operators = above if self._rng.chance(0.5) else below
        if not kind.low <= value <= kind.high:
            return None
        fact = Binary("<=" if operators[0] == "<=" else ">=", loose.read, Literal(value, kind))
        return self._as_fact(fact, expected)

    def _with_relation(self, expected: bool) -> Expression | None:
        """Use an order between two places that always held."""
        related = self._rng.choose(self._environment.related if self._environment else ())
        return self._as_fact(Binary(related.operator, related.left, related.right), expected)

    def _as_fact(self, fact: Binary, expected: bool) -> Expression:
        """Return a fact, or its opposite, and remember that it was taken for granted."""
        self.facts.append(fact)
        # Integers are ordered without exception, so the opposite is exactly the negation.
        return fact if expected else Binary(_OPPOSITE[fact.op], fact.left, fact.right)


def smaller_predicates(
    predicate: Expression, knowledge: Knowledge, expected: bool
) -> Iterator[Expression]:
    """Yield a few simpler predicates of the same truth value in all states known, the simplest
    first.
    """
    columns, count = knowledge.columns, len(knowledge.rows)
    sound = (
        each
        for each in smaller(predicate, columns, count)
        if truth(each, columns, count) is expected
    )
    yield from sorted(islice(sound, _LOOKED_AT), key=size)[:_OFFERED]
