from __future__ import annotations

from helpers.additions import copy_of
from helpers.corpus import donor_modules, reference_modules
from helpers.functions import LOOPING, lines, unary
from helpers.transform import assert_sound, ident

from aberration.core.rng import Rng
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpBranchConditional, OpReturnValue
from aberration.methods.transform.donation.donor import Donor
from aberration.methods.transform.donation.function_text import Line
from aberration.methods.transform.donation.shrink_function import smaller_functions
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.donors import donate

CHOICE = """
    %small = OpSLessThan %bool %x %int_5
    OpSelectionMerge %joined None
    OpBranchConditional %small %grown %joined
    %grown = OpLabel
    %more = OpIAdd %int %x %int_1
    OpBranch %joined
    %joined = OpLabel
    %value = OpPhi %int %x %start %more %grown
    OpReturnValue %value
"""


def test_the_first_proposal_returns_at_once() -> None:
    first = next(smaller_functions(unary(CHOICE)))
    assert first[3:] == (Line(OpReturnValue, 0, 0, (ident("%x"),)),)


def test_a_selection_can_go_one_way_only() -> None:
    straight = [small for small in smaller_functions(unary(CHOICE)) if len(small) > 5]
    assert any(all(line.op != OpBranchConditional for line in small) for small in straight)


def test_an_unused_instruction_goes_and_an_operand_replaces_a_result() -> None:
    body = "%sum = OpIAdd %int %x %x\n%unused = OpIMul %int %x %x\nOpReturnValue %sum"
    proposals = list(smaller_functions(unary(body)))
    assert any(ident("%unused") not in {line.result_id for line in small} for small in proposals)
    assert any(small[-1].ops == (ident("%x"),) and len(small) == 5 for small in proposals)


def test_nothing_is_smaller_than_a_lone_return() -> None:
    assert list(smaller_functions(unary("OpReturnValue %x"))) == []


def test_loops_keep_their_blocks() -> None:
    for small in smaller_functions(lines(LOOPING)):
        assert len(small) < len(lines(LOOPING))


def test_proposals_are_legal_where_the_function_was() -> None:
    seen = 0
    for name, data in donor_modules():
        recipient = reference_modules()[1][1]
        draw = Draw(Module.parse(recipient), Rng.of(5, name))
        record = donate(draw, Donor.parse(data), True)
        if record is None:
            continue
        supported = copy_of(draw.module)
        for small in list(record.smaller())[::7]:
            module = copy_of(supported)
            if small.is_applicable(module):
                small.apply(module)
                assert_sound(module)
                seen += 1
    assert seen > 20
