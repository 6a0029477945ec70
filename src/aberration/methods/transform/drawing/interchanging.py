"""Propose to use one constant instead of another of equal bits: what two passes share."""

from __future__ import annotations

from aberration.languages.spirv.place import Use, can_replace
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.record_synonymous_constants import (
    RecordSynonymousConstants,
)
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)


def constant_use(draw: Draw, constant: int) -> Use | None:
    """Return any use of a constant in a block where it may be another id; None if none was
    found.
    """
    module = draw.module
    users = module.users(constant)
    user = draw.rng.choose(users) if users else None
    if user is None or user.block is None:
        return None
    operands = [
        k
        for k in module.id_positions(user)
        if user.ops[k] == constant and can_replace(module, user, k)
    ]
    return Use.of(module, user, draw.rng.choose(operands)) if operands else None


def interchange(draw: Draw, use: Use, other: int) -> Transformation | None:
    """Return the step that uses `other` instead, after taking note of the synonym; None if it
    is none.
    """
    if not other or other == use.id:
        return None
    known = draw.module.facts.synonymous(use.id, other)
    if not known and not draw.apply(RecordSynonymousConstants(use.id, other)):
        return None
    return ReplaceIdWithSynonym(use, other)
