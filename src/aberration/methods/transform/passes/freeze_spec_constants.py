"""Propose to make plain constants of specialisation constants."""

from __future__ import annotations

from aberration.languages.spirv.given_constants import numbered_constants
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.freeze_spec_constant import FreezeSpecConstant


@fuzzer_pass(chance=(0.01, 0.05))
def freeze_spec_constants(draw: Draw) -> Transformation | None:
    """One attempt: any of them that has a number."""
    known = numbered_constants(draw.module)
    if not known:
        return None
    _, constant = draw.rng.choose(known)
    return FreezeSpecConstant(constant.result_id)
