"""Propose computations that give a value again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import use_at_once, value_at
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_synonym import (
    OF_BOOLEANS,
    OF_INTEGERS,
    AddSynonym,
    Kind,
)

INTEGER_KINDS: Final[tuple[Kind, ...]] = tuple(OF_INTEGERS)
OPERANDS: Final = 0.6
"""Share of attempts that take an operand of what follows, which then is what was made."""
TRIES: Final = 6
COPIED: Final = 0.1
"""Share of the values that can only be copied which are taken: there is a pass for copies."""
BOOLEAN_KINDS: Final[tuple[Kind, ...]] = tuple(OF_BOOLEANS)


@fuzzer_pass(
    chance=(0.2, 0.5),
    followed_by=(
        "apply_id_synonyms",
        "obfuscate_constants",
        "replace_adds_subs_muls_with_carrying_extended",
        "replace_irrelevant_ids",
    ),
)
def add_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point; an operand of what follows, which is replaced then, or any
    value there; any kind that suits its type. Mostly it is a value that can be computed with:
    others are only copied.
    """
    for _ in range(TRIES):
        anchor = draw.insertion_point()
        if anchor is None or anchor.block is None or anchor.block.dead:
            continue
        drawn = value_at(draw, anchor, OPERANDS)
        if not drawn.value:
            continue
        kind = _kind(draw, draw.module.type_of(drawn.value))
        if kind == "copy" and not draw.rng.chance(COPIED):
            continue
        fresh = draw.fresh()
        step = AddSynonym(drawn.value, kind, fresh, Place.of(draw.module, anchor)) if kind else None
        return None if step is None else use_at_once(draw, drawn, step, fresh)
    return None


def _kind(draw: Draw, type_id: int) -> Kind | None:
    """Draw a kind that suits the type, and make sure of its neutral constant."""
    module = draw.module
    is_vector = types.is_vector(module, type_id)
    scalar = types.component_type(module, type_id) if is_vector else type_id
    if types.is_int(module, scalar):
        kind = draw.rng.choose(INTEGER_KINDS)
        neutral = draw.int_constant(scalar, OF_INTEGERS[kind][1])
    elif types.is_bool(module, scalar):
        kind = draw.rng.choose(BOOLEAN_KINDS)
        neutral = draw.bool_constant(OF_BOOLEANS[kind][1] == 1)
    else:
        return "copy"
    if is_vector and neutral:
        neutral = draw.composite_constant(
            type_id, [neutral] * types.component_count(module, type_id)
        )
    return kind if neutral else None
