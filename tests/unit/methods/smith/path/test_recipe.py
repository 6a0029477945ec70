"""A path-first program has two opinions of what it gives."""

from __future__ import annotations

import struct

import pytest

from aberration.core.errors import InternalError
from aberration.core.outcome import Buffers
from aberration.methods.smith.path.recipe import check_agreement


def _stored(value: float) -> Buffers:
    return Buffers((struct.pack("<f", value),), ((("float", 1),),))


def test_the_sign_of_a_zero_that_is_stored_is_left_open() -> None:
    """`modf(-256.0, whole)` is -0.0 by the interpreter, 0.0 by the writer."""
    check_agreement(_stored(-0.0), _stored(0.0), "program")
    check_agreement(_stored(1.0), None, "program")


def test_two_opinions_that_differ_are_a_defect_of_ours() -> None:
    with pytest.raises(InternalError, match="program: the interpreter gives another result"):
        check_agreement(_stored(1.0), _stored(1.0000001), "program")
