from __future__ import annotations

from collections import Counter

from helpers.transform import ident, module_of, the

from aberration.core.rng import Rng
from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import Drawn, use_at_once, value_at
from aberration.methods.transform.transformations.add_synonym import AddSynonym
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)

BODY = """
    %sum = OpIAdd %int %i %int_5
    %wide = OpSLessThan %bool %sum %int_1
    OpSelectionMerge %after None
    OpBranchConditional %wide %then %after
    %then = OpLabel
    OpBranch %after
    %after = OpLabel
"""


def test_by_the_given_share_an_operand_of_what_follows() -> None:
    module = module_of(BODY)
    drawn = [value_at(Draw(module, Rng.of(seed)), the(module, "%sum"), 0.75) for seed in range(200)]
    operands = Counter(one.operand for one in drawn)
    assert operands[0] > 40
    assert operands[1] > 40
    assert 20 < operands[-1] < 90
    for one in drawn:
        if one.user is not None:
            assert one.user is the(module, "%sum")
            assert one.value == one.user.ops[one.operand]


def test_before_a_merge_instruction_it_is_an_operand_of_the_branch() -> None:
    module = module_of(BODY)
    block = the(module, "%sum").block
    assert block is not None
    merge = block.instructions[-2]
    drawn = [value_at(Draw(module, Rng.of(seed)), merge, 0.5) for seed in range(60)]
    taken = [one for one in drawn if one.user is not None]
    assert taken
    assert {(one.user, one.value, one.operand) for one in taken} == {
        (block.terminator, ident("%wide"), 0)
    }


def test_what_is_made_of_an_operand_is_used_at_once() -> None:
    module = module_of(BODY)
    user = the(module, "%sum")
    draw = Draw(module, Rng.of(0))
    step = AddSynonym(ident("%i"), "copy", 20, Place.of(module, user))
    use = use_at_once(draw, Drawn(ident("%i"), user, 0), step, 20)
    assert draw.log == [step]
    assert isinstance(use, ReplaceIdWithSynonym)
    assert draw.apply(use)
    assert user.ops == [20, ident("%int_5")]


def test_what_is_made_of_any_value_is_proposed() -> None:
    module = module_of(BODY)
    step = AddSynonym(ident("%i"), "copy", 20, Place.of(module, the(module, "%sum")))
    draw = Draw(module, Rng.of(0))
    assert use_at_once(draw, Drawn(ident("%i")), step, 20) is step
    assert draw.log == []


def test_a_step_that_does_not_apply_leads_to_none() -> None:
    module = module_of(BODY)
    user = the(module, "%sum")
    step = AddSynonym(ident("%nothing_of_this_name"), "copy", 20, Place.of(module, user))
    assert use_at_once(Draw(module, Rng.of(0)), Drawn(ident("%i"), user, 0), step, 20) is None
