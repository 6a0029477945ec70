"""The names that a vertex shader gets as a program under test."""

from __future__ import annotations

from typing import Final

from aberration.core.attributes import RESULT
from aberration.core.errors import BadInput

from ..read import Shader

PREFIX: Final = "aberration_"
"""What all new names begin with."""
RESULT_NAME: Final = RESULT
PLACE_NAME: Final = f"{PREFIX}place"
"""The attribute that says where a vertex lies."""
MAIN: Final = f"{PREFIX}main"
"""The function that was the entry point."""
SUM: Final = f"{PREFIX}sum"
BOUNDED: Final = f"{PREFIX}bounded"
COUNTED: Final = f"{PREFIX}counted"
"""The functions that make parts of a colour of floats, and of integers."""


def refuse_names(shader: Shader) -> None:
    """Raise `BadInput` for a shader with names that could be new ones."""
    if PREFIX in shader.source.text:
        raise BadInput(f"expected a vertex shader without names that begin with {PREFIX}")
