"""Statements of the second part land among those of the first, in their own order."""

from __future__ import annotations

from helpers.fusing import fused, pair

from aberration.methods.fuse.fusion import Fusion
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.interleave import Interleave
from aberration.methods.fuse.relations.registry import RELATIONS

INLINED = (InlineCall(0, 0), InlineCall(1, 0))


def order(made: Fusion) -> str:
    return "".join("ab"[item.part] for item in made.items)


def test_a_statement_moves_and_takes_those_before_it_along() -> None:
    made = pair()
    fused(made, *INLINED)
    assert order(made) == "aaabbbb"
    own = [item for item in made.items if item.part == 1]
    fused(made, Interleave(1, 2))
    assert order(made) == "aabbabb"
    fused(made, Interleave(2, 0), Interleave(3, 2))
    assert order(made) == "bbbaaba"
    assert [item for item in made.items if item.part == 1] == own


def test_what_is_there_already_or_nowhere_is_skipped() -> None:
    made = pair()
    fused(made, *INLINED, Interleave(1, 0))
    nowhere = (Interleave(0, 0), Interleave(0, 3), Interleave(9, 0), Interleave(-1, 0))
    fused(made, *nowhere, skipped=4)


def test_each_subset_of_the_records_keeps_the_result() -> None:
    records = [Interleave(0, 0), Interleave(1, 1), Interleave(2, 1), Interleave(3, 2)]
    seen = set()
    for chosen in range(16):
        made = pair("glsl", "occlusion")
        fused(made, *INLINED)
        left = [record for k, record in enumerate(records) if chosen >> k & 1]
        fused(made, *left)
        seen.add(order(made))
    assert len(seen) > 8
    assert len(RELATIONS) >= 10
