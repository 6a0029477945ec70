"""Propose to ask images the same questions again."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.read_image_again import (
    QUESTIONS,
    ReadImageAgain,
)


@fuzzer_pass(chance=(0.1, 0.4), followed_by=("apply_id_synonyms", "permute_instructions"))
def read_images_again(draw: Draw) -> Transformation | None:
    """One attempt: any sample, gather, fetch or query."""
    found = draw.instruction(QUESTIONS)
    return ReadImageAgain(Place.of(draw.module, found), draw.fresh()) if found else None
