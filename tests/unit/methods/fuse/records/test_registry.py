"""Records as steps of recipes."""

from __future__ import annotations

import pytest

from aberration.core.errors import BadInput
from aberration.methods.fuse.records.enter_branch import EnterBranch
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.interleave import Interleave
from aberration.methods.fuse.records.merge_loops import MergeLoops
from aberration.methods.fuse.records.mirror_second import MirrorSecond
from aberration.methods.fuse.records.registry import (
    KINDS,
    STEP_TYPES,
    Record,
    from_step,
    to_step,
)
from aberration.methods.fuse.records.reuse_bits import ReuseBits
from aberration.methods.fuse.records.reuse_variable import ReuseVariable
from aberration.methods.fuse.records.share_uniform import ShareUniform


def test_a_step_is_read_as_it_was_written() -> None:
    assert to_step(Interleave(2, 3)) == {"type": "Interleave", "at": 2, "before": 3}
    assert from_step(to_step(Interleave(2, 3))) == Interleave(2, 3)
    assert len(STEP_TYPES) == len(KINDS) == 8


@pytest.mark.parametrize("step", [{"type": "Nothing"}, {"type": "Interleave", "at": "x"}, {}])
def test_what_is_no_step_is_refused(step: dict[str, object]) -> None:
    with pytest.raises(BadInput, match="expected a step of a fusion"):
        from_step(step)


WORDS: dict[Record, str] = {
    EnterBranch(): "the first part runs only in the branch where its pixel is chosen",
    InlineCall(1, 0): "the call in statement 1 of the second part is what it calls",
    Interleave(2, 0): "statement 3 of the second part stands before statement 1 of the first",
    MergeLoops(0, 1): "the loops in statement 1 of the first part and 2 of the second are one",
    MirrorSecond("xy"): "the image of the second part is mirrored, along x and y",
    ReuseBits("a_i", "b_f"): "`a_i` holds the bits of what `b_f` held",
    ReuseVariable("a_x", "b_x"): "`a_x` holds what `b_x` held",
    ShareUniform("a_u", "b_u"): "the uniform `a_u` stands for `b_u`, which has the same value",
}


def test_each_kind_says_what_it_did() -> None:
    assert {type(one) for one in WORDS} == set(KINDS)
    assert {one: one.words for one in WORDS} == WORDS
