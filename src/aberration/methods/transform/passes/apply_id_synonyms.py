"""Propose to use a synonym instead of an id."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_at_use, available_before
from aberration.languages.spirv.blocks import last_insertion_point
from aberration.languages.spirv.grammar import TERMINATORS
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpPhi
from aberration.languages.spirv.place import Place, Use, can_replace, types_fit
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_extract import CompositeExtract
from aberration.methods.transform.transformations.compute_data_synonym_fact_closure import (
    ComputeDataSynonymFactClosure,
)
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)

TRIES: Final = 4
CLOSING: Final = 8
"""One attempt in so many learns what follows from parts that became equal, if any did."""
PAIRS: Final = 64
"""So many pairs of composites are looked at then."""


@fuzzer_pass(chance=(0.1, 0.9))
def apply_id_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: any id with synonyms, any use of it, any synonym that is available there, or any
    part of a composite, which is taken out first.
    """
    module, rng = draw.module, draw.rng
    known = module.facts.synonym_ids
    if not known:
        return None
    if module.facts.can_close() and rng.below(CLOSING) == 0:
        draw.apply(ComputeDataSynonymFactClosure(PAIRS))
    for _ in range(TRIES):
        value = rng.choose(known)
        users = module.users(value)
        if users:
            break
    else:
        return None
    user = users[rng.below(len(users))]
    operand = _operand(draw, user, value)
    if operand < 0:
        return None
    other = _extracted_synonym(draw, user, operand) if rng.bits() & 1 else 0
    other = other or _whole_synonym(draw, user, operand)
    return ReplaceIdWithSynonym(Use.of(module, user, operand), other) if other else None


def _operand(draw: Draw, user: Instruction, value: int) -> int:
    """Return an operand that is the value and may be another one; -1 if there is none."""
    if user.block is None:
        return -1
    operands = [k for k in draw.module.id_positions(user) if user.ops[k] == value]
    operand = draw.rng.choose(operands)
    return operand if can_replace(draw.module, user, operand) else -1


def _whole_synonym(draw: Draw, user: Instruction, operand: int) -> int:
    """Return an id that equals the operand and is available at the use; 0 if none was found."""
    value = user.ops[operand]
    synonyms = draw.module.facts.synonym_class(value)
    for _ in range(TRIES):
        other = draw.rng.choose(synonyms)
        if other != value and available_at_use(draw.module, other, user, operand):
            return other
    return 0


def _extracted_synonym(draw: Draw, user: Instruction, operand: int) -> int:
    """Take a part that equals the operand out of a composite before the use; return its id, 0
    if none was found.
    """
    module, rng, value = draw.module, draw.rng, user.ops[operand]
    parts = module.facts.part_synonyms(value)
    anchor = _anchor_for(draw, user, operand) if parts else None
    if anchor is None or anchor.block is None or anchor.block.dead:
        return 0
    for _ in range(TRIES):
        wholes, path = module.facts.whole_of(rng.choose(parts))
        whole = rng.choose(wholes)
        if not available_before(module, whole, anchor):
            continue
        part_type = types.walk_path(module, module.type_of(whole), list(path))
        if not types_fit(module, user, operand, module.type_of(value), part_type):
            continue
        fresh = draw.fresh()
        if draw.apply(CompositeExtract(fresh, whole, path, Place.of(module, anchor))):
            return fresh
    return 0


def _anchor_for(draw: Draw, user: Instruction, operand: int) -> Instruction | None:
    """Return the instruction before which a value has to be made that the operand may be."""
    module, block = draw.module, user.block
    if user.op == OpPhi:
        block = module.block(user.ops[operand + 1]) if operand + 1 < len(user.ops) else None
    elif user.op not in TERMINATORS:
        return user
    return last_insertion_point(block) if block is not None and module.reachable(block) else None
