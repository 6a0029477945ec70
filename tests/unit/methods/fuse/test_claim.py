"""A result that is not the relation of the parts' results is a defect of ours, and is said so."""

from __future__ import annotations

import pytest
from helpers.fusing import alone, fusion, kernel, pair, program, result
from msgspec.structs import replace

from aberration.core.errors import InternalError
from aberration.core.outcome import Buffers, Image
from aberration.methods.fuse.claim import check_relation


def test_another_pixel_is_no_relation() -> None:
    made = pair()
    parts = [alone(one.program) for one in made.parts]
    whole = result(made.program("whole"))
    assert isinstance(whole, Image)
    check_relation(made, parts, whole)
    for spoilt in (bytes((whole.data[0] + 1, *whole.data[1:])), bytes(len(whole.data))):
        with pytest.raises(InternalError, match="the relation 'average'"):
            check_relation(made, parts, replace(whole, data=spoilt))


def test_only_a_part_that_discards_explains_an_empty_pixel() -> None:
    text = "void main() { if (gl_FragCoord.x < 1.0) discard; colour = vec4(0.5); }"
    made = fusion(program(text), program("void main() { colour = vec4(1.0); }"), "maximum")
    parts = [alone(one.program) for one in made.parts]
    whole = result(made.program("whole"))
    assert isinstance(whole, Image)
    check_relation(made, parts, whole)
    assert whole.data[:4] == bytes(4)
    with pytest.raises(InternalError):
        check_relation(made, parts, replace(whole, data=whole.data[:4] * 2 + whole.data[8:]))


def test_another_word_of_a_buffer_is_no_relation() -> None:
    made = fusion(kernel("data[0] = 1;", (0,)), kernel("data[0] = 2;", (0,)), "together")
    parts = [alone(one.program) for one in made.parts]
    whole = result(made.program("whole"))
    assert isinstance(whole, Buffers)
    check_relation(made, parts, whole)
    with pytest.raises(InternalError, match="together"):
        check_relation(made, parts, replace(whole, data=whole.data[::-1]))
