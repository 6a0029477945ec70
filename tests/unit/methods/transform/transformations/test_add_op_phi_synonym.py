from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.transform import expect, ident, module_of, refuse, soundness

from aberration.languages.spirv.module import Module
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_op_phi_synonym import AddOpPhiSynonym

BODY = """
    %local = OpVariable %local_int Function
    %pointer = OpCopyObject %local_int %local
    %copy = OpCopyObject %int %i
    %unsigned = OpBitcast %uint %i
    %stranger = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %else
    %then = OpLabel
    %near = OpCopyObject %int %i
    OpBranch %merge
    %else = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %old = OpPhi %int %i %then %int_1 %else
    OpBranch %loop
    %loop = OpLabel
    OpLoopMerge %after %again None
    OpBranchConditional %condition %after %again
    %again = OpLabel
    %late = OpCopyObject %int %i
    OpBranch %loop
    %after = OpLabel
"""


def know(module: Module) -> None:
    for name in ("%copy", "%unsigned", "%near", "%late"):
        module.facts.add_synonym(ident("%i"), ident(name))
    module.facts.add_synonym(ident("%local"), ident("%pointer"))


def step_of(block_name: str, *pairs: str, fresh: int = 20) -> AddOpPhiSynonym:
    """Return the step; pairs are written `%predecessor %value`."""
    values = [tuple(map(ident, pair.split())) for pair in pairs]
    return AddOpPhiSynonym(
        ident(block_name), tuple((value[0], value[1]) for value in values), fresh
    )


def test_a_merge_block_takes_a_synonym_from_each_side() -> None:
    step = step_of("%merge", "%then %near", "%else %copy")
    expected = (
        "%merge = OpLabel\n%20 = OpPhi %int %near %then %copy %else\n"
        "%old = OpPhi %int %i %then %int_1 %else"
    )
    module = expect(BODY, step, expected, prepare=know)
    assert module.facts.synonymous(20, ident("%i"))


def test_a_loop_takes_one_from_its_end() -> None:
    step = step_of("%loop", "%again %late", "%merge %i")
    expect(BODY, step, "%loop = OpLabel\n%20 = OpPhi %int %late %again %i %merge", prepare=know)


def test_one_predecessor_is_enough() -> None:
    expect(BODY, step_of("%then", "%entry %copy"), "%20 = OpPhi %int %copy %entry", prepare=know)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("a predecessor is missing", step_of("%merge", "%then %near")),
        ("one is no predecessor", step_of("%merge", "%then %near", "%else %copy", "%entry %copy")),
        ("one is named twice", step_of("%merge", "%then %near", "%then %copy")),
        ("not available there", step_of("%merge", "%then %near", "%else %near")),
        ("of another type", step_of("%merge", "%then %i", "%else %unsigned")),
        ("no synonym", step_of("%merge", "%then %i", "%else %stranger")),
        ("pointers need a capability", step_of("%merge", "%then %local", "%else %pointer")),
        ("no values", step_of("%merge", "%then %nowhere", "%else %nowhere")),
        ("the entry has no predecessor", step_of("%entry")),
        ("no block", step_of("%i", "%then %i")),
        ("the id is in use", step_of("%merge", "%then %near", "%else %copy", fresh=ident("%i"))),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason, know)


def test_refuses_a_dead_block_and_values_that_do_not_matter() -> None:
    def dead(module: Module) -> None:
        know(module)
        block(module, "%merge").dead = True

    def dead_value(module: Module) -> None:
        know(module)
        block(module, "%then").dead = True

    step = step_of("%merge", "%then %near", "%else %copy")
    refuse(BODY, step, "nothing in a dead block is a synonym", dead)
    refuse(BODY, step, "a value of a dead block may become another", dead_value)


def test_refuses_an_unreachable_predecessor() -> None:
    body = BODY.replace("OpSelectionMerge %merge None", "").replace(
        "OpBranchConditional %condition %then %else", "OpBranch %else"
    )
    step = step_of("%merge", "%then %i", "%else %copy")
    refuse(module_of(body), step, "what is available at its end is unknown", know)


test_sound = soundness(AddOpPhiSynonym)
