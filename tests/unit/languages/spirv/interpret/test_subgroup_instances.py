"""Which executions of an operation of a subgroup may be the same: rounds of loops, calls, and what
hangs on who is chosen.
"""

from __future__ import annotations

from typing import Final

import pytest
from helpers.grouped import grouped, known, known_words, proof_of

UNKNOWN: Final = [None] * 4
ALIKE: Final = (7, 7, 7, 7)
APART: Final = (7, 7, 7, 9)


LOOP: Final = """
        %sum = OpVariable %local_uint Function
        %k = OpVariable %local_uint Function
        OpStore %sum %u0
        OpStore %k %u0
        OpBranch %head
        %head = OpLabel
        OpLoopMerge %done %next None
        OpBranch %test
        %test = OpLabel
        %k0 = OpLoad %uint %k
        %go = OpULessThan %bool %k0 {bound}
        OpBranchConditional %go %body %done
        %body = OpLabel
        {skip}
        %square = OpIMul %uint %k0 %k0
        {varied}
        %most = OpGroupNonUniformUMax %uint %u3 Reduce %given
        %sum0 = OpLoad %uint %sum
        %sum1 = OpIAdd %uint %sum0 %most
        OpStore %sum %sum1
        OpBranch %next
        %next = OpLabel
        %k1 = OpIAdd %uint %k0 %u1
        OpStore %k %k1
        OpBranch %head
        %done = OpLabel
        %r = OpLoad %uint %sum
        WRITE 0 %r
"""
SKIP: Final = """
        %is_odd = OpIEqual %bool %x %u8
        OpSelectionMerge %both None
        OpBranchConditional %is_odd %odd %both
        %odd = OpLabel
        OpStore %sum %u8
        OpBranch %both
        %both = OpLabel
"""
PLAIN: Final = "%given = OpCopyObject %uint %square"
VARIED: Final = "%given = OpIAdd %uint %square %x"


@pytest.mark.parametrize(
    ("bound", "skip", "varied", "words", "expected"),
    [
        ("%u4", "", PLAIN, ALIKE, [14] * 4),
        ("%x", "", PLAIN, (1, 2, 3, 4), [0, 1, 5, 14]),
        ("%u4", SKIP, PLAIN, (8, 8, 8, 9), [17, 17, 17, 14]),
        ("%u4", "", VARIED, (1, 1, 1, 1), [18] * 4),
        ("%u4", "", VARIED, (1, 1, 1, 2), UNKNOWN),
    ],
)
def test_only_the_same_round_of_a_loop_meets(
    bound: str, skip: str, varied: str, words: tuple[int, ...], expected: list[int | None]
) -> None:
    body = LOOP.format(bound=bound, skip=skip, varied=varied)
    assert known_words(body, words) == expected


def test_calls_of_one_function_do_not_meet() -> None:
    functions = """
        %most_of = OpFunction %uint None %one_word
        %given = OpFunctionParameter %uint
        %most_entry = OpLabel
        %most = OpGroupNonUniformUMax %uint %u3 Reduce %given
        OpReturnValue %most
        OpFunctionEnd
    """
    body = """
        %first_most = OpFunctionCall %uint %most_of %u3
        %second_most = OpFunctionCall %uint %most_of {}
        %r = OpIAdd %uint %first_most %second_most
        WRITE 0 %r
    """
    parts = {"functions": functions, "globals_": "%one_word = OpTypeFunction %uint %uint"}
    assert known_words(body.format("%u8"), APART, **parts) == [11] * 4
    assert known_words(body.format("%x"), APART, **parts) == UNKNOWN


CHOICE: Final = """
        OpSelectionMerge %end None
        OpBranchConditional %chosen %then %end
        %then = OpLabel
"""


def test_what_hangs_on_the_choice_is_not_compared() -> None:
    body = f"""
        OpStore %out_pointer1 %u3
        %chosen = OpGroupNonUniformElect %bool %u3
        {CHOICE}
        OpStore %out_pointer0 %u1
        OpBranch %end
        %end = OpLabel
    """
    proof = proof_of(grouped(body), ALIKE)
    assert known(proof) == UNKNOWN
    assert known(proof, 1) == [3] * 4
    assert {masked.kind for masked in proof.masked} == {"grouping"}


def test_an_operation_that_some_may_not_reach_is_open() -> None:
    body = f"""
        %place0 = OpVariable %local_uint Function
        OpStore %place0 %u3
        %chosen = OpGroupNonUniformElect %bool %u3
        {CHOICE}
        OpStore %place0 %u8
        OpBranch %end
        %end = OpLabel
        %given = OpLoad %uint %place0
        %most = OpGroupNonUniformUMax %uint %u3 Reduce %given
        OpStore %out_pointer0 %most
    """
    assert known_words(body, ALIKE) == UNKNOWN
