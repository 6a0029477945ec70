"""Propose operations of the vertex stage of a pair that its fragment stage undoes."""

from __future__ import annotations

from aberration.languages.spirv.varyings import Unmatched
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.encode_varying import (
    INVERSES,
    EncodeVarying,
    is_integers,
    whole_uses,
)
from aberration.methods.transform.transformations.move_varying import varyings_of


@fuzzer_pass(chance=(0.1, 0.5), followed_by=("move_varyings",), pairs=True)
def encode_varyings(draw: Draw) -> Transformation | None:
    """One attempt: any integer between the stages, and any operation."""
    try:
        known = [one for one in varyings_of(draw.module) if is_integers(one)]
        if not known:
            return None
        varying = draw.rng.choose(known)
        count = len(whole_uses(draw.module, varying))
    except Unmatched:
        return None
    fresh = tuple(draw.fresh() for _ in range(count))
    return EncodeVarying(*varying.place, draw.rng.choose([*INVERSES]), fresh)
