"""A result that is not the relation of the parts' results is a defect of ours."""

from __future__ import annotations

import pytest
from helpers.fused_modules import ACROSS, DOWN, fragment, fused, fusion, kernel
from msgspec.structs import replace

from aberration.core.errors import InternalError
from aberration.core.outcome import Buffers
from aberration.core.program import Program
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.methods.fuse.modules.claim import check_proof

FIRST, SECOND = fragment(ACROSS), fragment(DOWN)


def proofs(first: Program, second: Program, relation: str) -> tuple[list[Proof], Proof]:
    return [prove(first), prove(second)], prove(fused(fusion(first, second, relation)))


def test_another_relation_is_seen() -> None:
    parts, found = proofs(FIRST, SECOND, "minimum")
    check_proof(fusion(FIRST, SECOND, "minimum"), parts, found)
    with pytest.raises(InternalError, match="'maximum' of their results"):
        check_proof(fusion(FIRST, SECOND, "maximum"), parts, found)


def test_what_is_not_known_is_not_compared() -> None:
    parts, found = proofs(FIRST, SECOND, "minimum")
    unknown = replace(found, limits=None)
    check_proof(fusion(FIRST, SECOND, "maximum"), parts, unknown)


def test_buffers_stand_in_the_order_of_the_parts() -> None:
    first, second = kernel(3, (1, 2)), kernel(5, (10, 20))
    parts, found = proofs(first, second, "together")
    check_proof(fusion(first, second), parts, found)
    with pytest.raises(InternalError):
        check_proof(fusion(first, second), parts[::-1], found)
    with pytest.raises(InternalError):
        check_proof(fusion(first, second), parts[:1] * 2, parts[0])


@pytest.mark.parametrize("name", ["total", "exclusive", "prefix", "turns"])
def test_words_that_are_not_the_relation_are_seen(name: str) -> None:
    first, second = kernel(3, (1, 2)), kernel(5, (10, 20))
    parts, found = proofs(first, second, name)
    made = fusion(first, second, name)
    check_proof(made, parts, found)
    assert isinstance(found.outcome, Buffers)
    data = found.outcome.data
    other = bytes((data[2][0] ^ 1, *data[2][1:]))
    wrong = replace(found, outcome=replace(found.outcome, data=(*data[:2], other)))
    with pytest.raises(InternalError):
        check_proof(made, parts, wrong)
    # What is not known of a part is not known of the words that are made of it.
    check_proof(made, [replace(parts[0], limits=None), parts[1]], wrong)
