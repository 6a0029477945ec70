"""Propose to forbid contraction."""

from __future__ import annotations

from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_no_contraction_decoration import (
    DECORABLE,
    AddNoContractionDecoration,
)


@fuzzer_pass(chance=(0.05, 0.7), final=True, sites=DECORABLE)
def add_no_contraction_decorations(draw: Draw) -> Transformation | None:
    """One attempt: any arithmetic instruction."""
    found = draw.instruction(DECORABLE)
    return None if found is None else AddNoContractionDecoration(found.result_id)
