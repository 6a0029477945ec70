"""What passes need to propose an identity: one that suits a value, its free number, and its
constants.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.languages.spirv import types
from aberration.languages.spirv.glsl_functions import glsl_number
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.types import scalar_of
from aberration.methods.transform.analysis.constants import constant_words
from aberration.methods.transform.building.computing import (
    LARGEST,
    WIDTH,
    IdentityTypes,
    constant_type,
    is_in_scope,
    length_of,
    shape_of,
    shape_with,
    variables_of,
)
from aberration.methods.transform.building.identities import (
    BOOLEANS,
    BY_INSTRUCTION,
    CONSTANTS,
    PAIRS,
    Identity,
    constant_value,
)
from aberration.methods.transform.draw import Draw

TRIES: Final = 4
EDGES: Final = (0, 1, 2, 7, 31, 32, 255, 0xFFFF, 0x7FFFFFFF, 0x80000000, LARGEST)


class Chosen(msgspec.Struct, frozen=True):
    """An identity, its free number, and ids for its instructions."""

    name: str
    k: int
    fresh_ids: tuple[int, ...]


def choose_identity(draw: Draw, source: int) -> Chosen | None:
    """Return an identity that suits a value, and make sure of its types and constants; None if none
    was found.

    Identities about the instruction are as likely as all about any value.
    """
    module, rng = draw.module, draw.rng
    definition = module.definition(source)
    if definition is None or not definition.type_id:
        return None
    own = BY_INSTRUCTION.get((definition.op, glsl_number(module, definition)), ())
    for _ in range(TRIES):
        known = own if own and rng.bits() & 1 else BY_INSTRUCTION[0, 0]
        identity = known[rng.below(len(known))]
        k = _number(draw, identity, definition)
        if variables_of(module, identity, definition, k):
            return prepare_identity(draw, identity, definition, k)
    return None


def _number(draw: Draw, identity: Identity, source: Instruction) -> int:
    """Return a free number; if the identity is about a constant operand, the one that gives it."""
    for argument, operand in zip(reversed(identity.arguments), reversed(source.ops), strict=False):
        if argument in CONSTANTS:
            words = constant_words(draw.module, operand)
            return _fitting(argument, words[0]) if words else 0
    rng = draw.rng
    kind = rng.below(4)
    if kind == 0:
        return rng.choose(EDGES)
    return rng.below(WIDTH) if kind == 1 else rng.bits() & LARGEST


def _fitting(argument: str, value: int) -> int:
    return next((k for k in range(WIDTH) if constant_value(argument, k, WIDTH) == value), 0)


def prepare_identity(draw: Draw, identity: Identity, source: Instruction, k: int) -> Chosen | None:
    """Return an identity as it was chosen; its types and constants are declared. None if one
    cannot be.
    """
    module = draw.module
    main = shape_of(module, identity, source).main
    count = length_of(module, main)
    boolean = draw.bool_type()
    integer = main
    if types.is_float(module, scalar_of(module, main)):
        integer = draw.int_type(WIDTH, True)
        integer = draw.vector_type(integer, count) if count else integer
    if count:
        draw.vector_type(boolean, count)
    if not _constants(draw, identity, shape_of(module, identity, source), k):
        return None
    return _choice_of(draw, identity, k, len(identity.steps))


def choose_pair(draw: Draw, source: int, integer: int) -> Chosen | None:
    """Return an identity that suits a value with another one of the integer type `integer`, and
    make sure of its types and constants.
    """
    module, rng = draw.module, draw.rng
    main = module.type_of(source)
    for _ in range(TRIES):
        identity = PAIRS[rng.below(len(PAIRS))]
        if not is_in_scope(module, identity.scope, main):
            continue
        if identity.scope == "int" and scalar_of(module, main) != integer:
            continue
        return prepare_pair(draw, identity, main, integer, rng.below(WIDTH))
    return None


def prepare_pair(draw: Draw, identity: Identity, main: int, integer: int, k: int) -> Chosen | None:
    """Return an identity for a source of type `main`; its types and constants are declared.
    None if one cannot be.
    """
    module = draw.module
    count, boolean = length_of(module, main), draw.bool_type()
    if count:
        draw.vector_type(boolean, count)
        draw.vector_type(integer, count)
    if not _constants(draw, identity, shape_with(module, main, integer), k):
        return None
    return _choice_of(draw, identity, k, len(identity.steps) + (count > 0))


def _choice_of(draw: Draw, identity: Identity, k: int, count: int) -> Chosen:
    first = draw.fresh_range(count)
    return Chosen(identity.name, k, tuple(range(first, first + count)))


def _constants(draw: Draw, identity: Identity, shape: IdentityTypes, k: int) -> bool:
    """Declare the constants of an identity; say whether all could be."""
    for step in identity.steps:
        for position, name in enumerate(step.operands):
            if not isinstance(name, str) or (name not in CONSTANTS and name not in BOOLEANS):
                continue
            type_id = constant_type(step, position, shape, name)
            if not _constant(
                draw, type_id if type_id >= 0 else scalar_of(draw.module, shape.integer), name, k
            ):
                return False
    return True


def _constant(draw: Draw, type_id: int, name: str, k: int) -> int:
    scalar = scalar_of(draw.module, type_id)
    if name in BOOLEANS:
        found = draw.bool_constant(BOOLEANS[name])
    else:
        found = draw.int_constant(scalar, constant_value(name, k, WIDTH))
    if scalar == type_id or not found:
        return found
    return draw.composite_constant(type_id, [found] * types.component_count(draw.module, type_id))
