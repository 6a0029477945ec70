"""Two loops that count equally often become one."""

from __future__ import annotations

import pytest
from helpers.fusing import fused, fusion, program

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import For
from aberration.languages.shading.tree.walk import find
from aberration.methods.fuse.records.inline_call import InlineCall
from aberration.methods.fuse.records.interleave import Interleave
from aberration.methods.fuse.records.merge_loops import MergeLoops, turns

INLINED = (InlineCall(0, 0), InlineCall(1, 0))


def looping(head: str, body: str = "sum += 0.125;") -> str:
    return f"""void main() {{ float sum = 0.0;
  for ({head}) {{ {body} }}
  colour = vec4(sum); }}
"""


UP = looping("int i = 0; i < 4; i++", "sum += 0.0625 * float(i);")
DOWN = looping("int i = 9; i > 1; i -= 2")


@pytest.mark.parametrize(
    "moved", [(), (Interleave(0, 1),), (Interleave(2, 2),), (Interleave(1, 0),)]
)
def test_one_loop_does_what_both_did(moved: tuple[Interleave, ...]) -> None:
    made = fusion(program(UP), program(DOWN), "maximum")
    apart = moved == ()
    text = fused(made, *INLINED, *moved, MergeLoops(1, 1), skipped=int(apart))
    assert text.count("for (") == (2 if apart else 1)


def test_loops_side_by_side_are_merged_in_either_order() -> None:
    for at, before in ((1, 1), (1, 2)):
        made = fusion(program(UP), program(DOWN), "maximum")
        text = fused(made, *INLINED, Interleave(at, before), MergeLoops(1, 1))
        assert text.count("for (") == 1


TWO_LOOPS = """void main() { float sum = 0.0;
  for (int i = 0; i < 4; i++) { sum = sum * 0.5 + 0.125; }
  for (int i = 0; i < 4; i++) { sum = sum * 0.25 + float(i) * 0.0625; }
  colour = vec4(sum); }
"""


def test_a_merged_loop_takes_no_other_and_is_not_crossed() -> None:
    """What followed a loop in its part would be done before the loop's end."""
    made = fusion(program(UP), program(TWO_LOOPS), "maximum")
    start = (*INLINED, Interleave(1, 2), MergeLoops(1, 1))
    text = fused(made, *start, MergeLoops(1, 3), MergeLoops(1, 2), Interleave(3, 1), skipped=3)
    assert text.count("for (") == 2
    other = fusion(program(TWO_LOOPS), program(TWO_LOOPS), "maximum")
    text = fused(other, *INLINED, Interleave(1, 3), MergeLoops(2, 1), MergeLoops(1, 3), skipped=1)
    assert text.count("for (") == 3


@pytest.mark.parametrize(
    ("head", "body", "count"),
    [
        ("int i = 0; i < 4; i++", "", 4),
        ("int i = 0; i <= 4; i += 2", "", 3),
        ("uint i = 7u; i >= 3u; i--", "", 5),
        ("int i = 9; i > 1; i -= 3", "", 3),
        ("int i = 5; i < 5; i++", "", 0),
        ("int i = 0; i < 4; i--", "", None),
        ("int i = 0; i != 4; i++", "", None),
        ("int i = 0; i < int(sum); i++", "", None),
        ("int i = 0; i < 4; i++", "if (sum > 1.0) break;", None),
        ("int i = 0; i < 4; i++", "continue;", None),
        ("int i = 0; i < 4; i++", "i++;", None),
        ("int i = 0; i < 4; i++", "i = 3;", None),
        ("int i = 0; i < 4; i++", "change(i);", None),
        ("int i = 0; i < 4; i++", "sum += float(i);", 4),
        ("int i = 0, j = 1; i < 4; i++", "", None),
    ],
)
def test_only_loops_between_constants_are_counted(head: str, body: str, count: int | None) -> None:
    shader = read("#version 450\nout vec4 colour;\n" + looping(head, body), "glsl")
    (loop,) = find(shader.module, For)
    assert turns(loop, frozenset(("change",))) == count


def test_loops_with_other_counts_stay() -> None:
    made = fusion(program(UP), program(looping("int i = 0; i < 5; i++")))
    fused(made, *INLINED, Interleave(1, 1), MergeLoops(1, 1), skipped=1)
    fused(made, MergeLoops(0, 1), MergeLoops(9, 1), MergeLoops(1, 9), skipped=3)
