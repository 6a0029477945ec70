"""Propose computations that give a value again by exact arithmetic."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.place import Place
from aberration.methods.transform.building.identities import BY_INSTRUCTION
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.identities import choose_identity
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_arithmetic_synonym import AddArithmeticSynonym

OPCODES: Final = tuple(sorted({op for op, _ in BY_INSTRUCTION if op}))
TRIES: Final = 4


@fuzzer_pass(
    chance=(0.1, 0.4),
    followed_by=("apply_id_synonyms", "add_op_phi_synonyms", "obfuscate_constants"),
)
def add_arithmetic_synonyms(draw: Draw) -> Transformation | None:
    """One attempt: half the time an instruction that identities are about, computed again right
    after it; else any insertion point and any value there.
    """
    module = draw.module
    anchor: Instruction | None
    for _ in range(TRIES):
        if draw.rng.bits() & 1:
            found = draw.instruction(OPCODES)
            if found is None or found.block is None:
                continue
            anchor = found.block.instructions[module.position(found) + 1]
            source = found.result_id
        else:
            anchor = draw.insertion_point()
            source = 0 if anchor is None else draw.value_before(anchor)
        if anchor is None or not source or anchor.block is None or anchor.block.dead:
            continue
        chosen = choose_identity(draw, source)
        if chosen is not None:
            place = Place.of(module, anchor)
            return AddArithmeticSynonym(source, chosen.name, chosen.k, chosen.fresh_ids, place)
    return None
