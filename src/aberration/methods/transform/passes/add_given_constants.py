"""Propose constants whose values the host gives, and which have others by default."""

from __future__ import annotations

from typing import Final

from aberration.core.constants import Constant
from aberration.languages.spirv.given_constants import constant_type
from aberration.languages.spirv.specialise import first_free_number
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_given_constant import (
    PLAIN,
    AddGivenConstant,
    word_of,
)

_SAME: Final = 0.1
"""How often the default is the value that is given, as it is where nobody gives any."""
_BITS: Final = 23
"""Below these, bits of a float may be any, and it stays a normal one."""


@fuzzer_pass(chance=(0.05, 0.3), followed_by=("apply_id_synonyms",))
def add_given_constants(draw: Draw) -> Transformation | None:
    """One attempt: any boolean or number, and another default."""
    constant = draw.instruction(PLAIN)
    kind = None if constant is None else constant_type(draw.module, constant)
    if constant is None or kind is None:
        return None
    word = word_of(constant)
    default = word
    if not draw.rng.chance(_SAME):
        default = word ^ 1 << (0 if kind == "bool" else draw.rng.below(_BITS))
    given = Constant(str(first_free_number(draw.module)), kind, word)
    return AddGivenConstant(draw.fresh(), constant.result_id, given, default)
