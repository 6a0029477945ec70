"""All idioms, and how one is drawn: as a statement, or as part of an expression."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import Block, Expression, Statement
from aberration.languages.shading.types import BOOL, INT, Scalar, Type

from ..state import Generator, StatementMaker
from .branches import BRANCHES
from .choices import NUMBERS_OF_TRUTH, SELECTIONS, TRUTHS
from .copies import COPIES
from .edges import EDGES
from .flow import FLOW
from .integers import VALUES
from .memory import MEMORY
from .packed import STATEMENTS as PACKED
from .parts import INTEGERS, block, integer_type, local, number_type, observe
from .passing import PASSING
from .rounded import call_to_round
from .vectors import VECTORS

_TRIES: Final = 3


def value(gen: Generator, type: Type, depth: int = 0, runtime: bool = True) -> Expression | None:
    """Return an idiom that gives a type; None where there is none."""
    if type is BOOL:
        return gen.rng.choose(TRUTHS)(gen)
    if type.scalar is None:
        return None
    if type.scalar in INTEGERS and gen.rng.chance(0.8):
        return gen.rng.choose((*VALUES, *NUMBERS_OF_TRUTH))(gen, type)
    return gen.rng.choose(SELECTIONS)(gen, type)


def shown_value(gen: Generator) -> Statement | None:
    """`var v = IDIOM;`, which is looked at."""
    type = gen.rng.choose((integer_type, integer_type, number_type, _bool))(gen)
    made = value(gen, type)
    if made is None:
        return None
    given, declared = local(gen, type, made)
    return block(declared, observe(gen, given, type))


def shown_rounding(gen: Generator) -> Statement | None:
    """A function whose result may be rounded otherwise, as an int, which is looked at."""
    made = call_to_round(gen)
    if made is None:
        return None
    given, declared = local(gen, INT, made)
    return block(declared, observe(gen, given, INT))


def _bool(gen: Generator) -> Scalar:
    return BOOL


STATEMENTS: Final[tuple[StatementMaker, ...]] = (
    *(shown_value,) * 14,
    *(shown_rounding,) * 5,
    *EDGES,
    *PACKED,
    *PASSING,
    *MEMORY,
    *COPIES,
    *VECTORS,
    *FLOW,
    *BRANCHES,
)


def statement(gen: Generator) -> Block | None:
    """Return an idiom with variables of its own; None where a few tries find none."""
    for _ in range(_TRIES):
        gen.scopes.enter()
        made = gen.rng.choose(STATEMENTS)(gen)
        gen.scopes.leave()
        if made is not None:
            return made if isinstance(made, Block) else Block(statements=(made,))
    return None
