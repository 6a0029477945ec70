from __future__ import annotations

from helpers.known_images import known_images
from helpers.transform import expect, refuse, soundness

from aberration.methods.transform.transformations.add_image_query_capability import (
    AddImageQueryCapability,
)


def test_it_is_declared_before_all_else() -> None:
    module = known_images("")
    expect(module, AddImageQueryCapability(), "OpCapability ImageQuery\nOpCapability Shader")
    refuse(module, AddImageQueryCapability(), "it is declared now")


test_sound = soundness(AddImageQueryCapability)
