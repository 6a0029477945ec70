"""All kinds of edits, coarse ones first: what comes first spares those after it the most work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from . import (
    arms,
    declarations,
    functions,
    literals,
    members,
    narrow,
    operands,
    operators,
    parameters,
    records,
    sizes,
    statements,
    variables,
    writes,
)
from .edit import Edit
from .subject import Subject

Propose = Callable[[Subject, int], list[Edit]]


class Kind(msgspec.Struct, frozen=True):
    """`propose` gives the edits of one of so many `variants`: each is for another place, and they
    can be made together. What comes `again` is asked for as long as edits are made: the next round
    would ask everything else, too. What is `late` is asked for once nothing before it helps any
    more: of its many edits few are taken, and a smaller program has fewer.
    """

    name: str
    propose: Propose
    variants: int = 1
    again: bool = False
    late: bool = False


KINDS: Final = (
    Kind("unused declarations", declarations.unused_declarations),
    Kind("statements", statements.any_statement),
    Kind("clauses", statements.clauses),
    Kind("parts of statements", arms.part, arms.VARIANTS),
    Kind("first writes", writes.first_write, again=True),
    Kind("variables", variables.without, variables.VARIANTS),
    Kind("structures split", records.split),
    Kind("structures of one member", records.unwrap),
    Kind("single names", declarations.single_names),
    Kind("calls inlined", functions.inline_calls),
    Kind("operands", operands.operand, operands.VARIANTS),
    Kind("numbers for values", literals.number, len(literals.NUMBERS), late=True),
    Kind("plainest operators", operators.plainest, late=True),
    Kind("parameters", parameters.unused_parameters),
    Kind("plain assignments", writes.plain),
    Kind("labels", statements.labels),
    Kind("narrower types", narrow.one_element, again=True),
    Kind("members", members.unused_members),
    Kind("workgroup sizes", sizes.workgroup, sizes.VARIANTS),
    Kind("numbers", sizes.number, sizes.NUMBER_VARIANTS, again=True),
)
