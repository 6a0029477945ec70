"""Escape and initialisation analysis of a whole program: may a struct be partly unset, may a
pointer dangle?
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from aberration.languages.c.facts import Facts
from aberration.languages.c.lexical import SourceText
from aberration.languages.c.scopes import Initialisation, Variable

_HEAP: Final = re.compile(
    rb"(?<!\w)(?:malloc|realloc|reallocarray|aligned_alloc|memalign|posix_memalign)(?!\w)"
)
_FREES: Final = re.compile(
    rb"(?<!\w)(?:free|realloc|reallocarray|fclose|munmap|alloca|__builtin_alloca\w*)(?!\w)"
)
_COPIES: Final = re.compile(rb"(?<!\w)(?:__builtin_)?(?:mem(?:cpy|move|pcpy|ccpy)|bcopy)(?!\w)")


def find_initialisation(text: SourceText, variables: Iterable[Variable]) -> Initialisation:
    """Return which aggregates hold a value in all of their parts, always.

    A struct copy takes members without a value along (C11 6.2.6.1p6), and so does `memcpy` with any
    memory. Programs of csmith give a value to every part of every local before they copy it.
    """
    if text.csmith:
        return Initialisation(records=True, arrays=True)
    unset = [
        variable for variable in variables if not variable.initialised and _is_aggregate(variable)
    ]
    heap = _mentions(text, _HEAP)
    records = not heap and not any(
        variable.shape is None or variable.shape.kind == "other" or variable.shape.may_be_partly_set
        for variable in unset
    )
    copies = _mentions(text, _COPIES)
    memory = not copies or not (unset or heap)
    return Initialisation(records=records and memory, arrays=memory)


def judge_pointers(text: SourceText, facts: list[Facts], locals_of: list[list[Variable]]) -> bool:
    """Set `may_dangle` of all locals; return it for pointers with static storage.

    A pointer can point to what is gone only if the address of a local, or of allocated memory, is
    ever used. Then a local pointer is still safe if its own address is not, and all locals of its
    function that have theirs used live at least as long: what it got from elsewhere was alive when
    it was read, and no callee can change it.
    """
    hazards = [_hazards(*pair) for pair in zip(facts, locals_of, strict=True)]
    literals = any(one.literals or one.unfit for one in facts)
    if not literals and not any(hazards) and not _mentions(text, _FREES):
        for variable in (variable for some in locals_of for variable in some):
            variable.may_dangle = False
        return False
    if not literals and not _mentions(text, _FREES):
        for some, fact, hazardous in zip(locals_of, facts, hazards, strict=True):
            _judge_locals(some, fact, hazardous)
    return True


def _judge_locals(variables: list[Variable], facts: Facts, hazards: list[tuple[int, int]]) -> None:
    for variable in variables:
        outlived = all(
            start <= variable.extent[0] and variable.extent[1] <= end for start, end in hazards
        )
        hidden = variable.declaration not in facts.taken and variable.storage != "static"
        single = variable.shape is not None and variable.shape.kind == "pointer"
        variable.may_dangle = not (outlived and hidden and single)


def _hazards(facts: Facts, variables: list[Variable]) -> list[tuple[int, int]]:
    """Return the blocks of the automatic variables of a function that something may point to."""
    return [
        variable.extent
        for variable in variables
        if variable.storage != "static"
        and (
            variable.shape is None
            or variable.shape.holds_array
            or variable.declaration in facts.taken
        )
    ]


def _is_aggregate(variable: Variable) -> bool:
    shape = variable.shape
    return (
        shape is None
        or shape.kind in ("array", "record")
        or (shape.kind == "other" and shape.holds_array)
    )


def _mentions(text: SourceText, names: re.Pattern[bytes]) -> bool:
    return names.search(text.clean) is not None or names.search(text.bodies) is not None
