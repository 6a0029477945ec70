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
    """`propose` gives the edits of one of so many `ways`: each is for another place, and they
    can be made together.
    """

    name: str
    propose: Propose
    ways: int = 1


KINDS: Final = (
    Kind("unused declarations", declarations.unused),
    Kind("statements", statements.any_statement),
    Kind("clauses", statements.clauses),
    Kind("parts of statements", arms.part, arms.WAYS),
    Kind("variables", variables.without, variables.WAYS),
    Kind("structures split", records.split),
    Kind("structures of one member", records.unwrapped),
    Kind("single names", declarations.single_names),
    Kind("calls inlined", functions.inlined),
    Kind("operands", operands.operand, operands.WAYS),
    Kind("numbers for values", literals.number, len(literals.NUMBERS)),
    Kind("parameters", parameters.unused),
    Kind("members", members.unused),
    Kind("workgroup sizes", sizes.workgroup, sizes.WAYS),
    Kind("numbers", sizes.number, sizes.WAYS),
)
