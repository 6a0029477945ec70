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
    operands,
    parameters,
    records,
    sizes,
    statements,
    variables,
)
from .edit import Edit
from .subject import Subject

Propose = Callable[[Subject, int], list[Edit]]


class Kind(msgspec.Struct, frozen=True):
    """`propose` gives the edits of one of so many `variants`: each is for another place, and they
    can be made together.
    """

    name: str
    propose: Propose
    variants: int = 1


KINDS: Final = (
    Kind("unused declarations", declarations.unused_declarations),
    Kind("statements", statements.any_statement),
    Kind("clauses", statements.clauses),
    Kind("parts of statements", arms.part, arms.VARIANTS),
    Kind("variables", variables.without, variables.VARIANTS),
    Kind("structures split", records.split),
    Kind("structures of one member", records.unwrap),
    Kind("single names", declarations.single_names),
    Kind("calls inlined", functions.inline_calls),
    Kind("operands", operands.operand, operands.VARIANTS),
    Kind("numbers for values", literals.number, len(literals.NUMBERS)),
    Kind("parameters", parameters.unused_parameters),
    Kind("members", members.unused_members),
    Kind("workgroup sizes", sizes.workgroup, sizes.VARIANTS),
    Kind("numbers", sizes.number, sizes.VARIANTS),
)
