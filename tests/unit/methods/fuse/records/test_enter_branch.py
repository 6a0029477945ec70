"""The first part runs only where it is chosen."""

from __future__ import annotations

import pytest
from helpers.fusing import COUNTS, TWICE, fused, fusion, pair, program

from aberration.languages.shading.tree import LanguageName
from aberration.methods.fuse.records.enter_branch import EnterBranch
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.interleave import Interleave


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
@pytest.mark.parametrize("relation", ["occlusion", "parity"])
def test_the_first_part_stands_in_a_branch(language: LanguageName, relation: str) -> None:
    text = fused(pair(language, relation), EnterBranch(), InlineCall(0, 0))
    assert text.rindex("else {") < text.index("= c1_a_sum") if "c1_a_sum" in text else True
    assert text.rindex("result = second") < text.rindex("result = first")


def test_nothing_moves_into_the_branch_or_out_of_it() -> None:
    made = pair("glsl", "occlusion")
    fused(made, EnterBranch(), InlineCall(0, 0), InlineCall(1, 0))
    fused(made, Interleave(0, 0), EnterBranch(), skipped=2)


@pytest.mark.parametrize(
    ("body", "relation"),
    [
        (TWICE, "average"),
        ("void main() { colour = vec4(dFdx(gl_FragCoord.x)); }", "occlusion"),
        ("void main() { if (gl_FragCoord.x < 2.0) discard; colour = vec4(0.5); }", "occlusion"),
    ],
)
def test_what_may_not_stand_in_a_branch_stays(body: str, relation: str) -> None:
    fused(fusion(program(body), program(COUNTS), relation), EnterBranch(), skipped=1)


def test_mixed_parts_stay() -> None:
    made = pair("glsl", "occlusion")
    fused(made, InlineCall(0, 0), Interleave(0, 1))
    fused(made, EnterBranch(), skipped=1)
