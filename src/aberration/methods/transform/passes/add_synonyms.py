"""Propose computations that give a value again."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_synonym import OF_BOOLEANS, OF_INTEGERS, AddSynonym, Kind

INTEGER_KINDS: Final[tuple[Kind, ...]] = tuple(OF_INTEGERS)
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
    """One attempt: any insertion point, any value there, any kind that suits its type."""
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None or anchor.block.dead:
        return None
    source = draw.value_before(anchor)
    if not source:
        return None
    kind = _kind(draw, draw.module.type_of(source))
    return AddSynonym(source, kind, draw.fresh(), Place.of(draw.module, anchor)) if kind else None


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
        neutral = draw.composite_constant(type_id, [neutral] * types.component_count(module, type_id))
    return kind if neutral else None
