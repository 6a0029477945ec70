from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, breaks, is_refused, read, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.languages.spirv.place import Place
from aberration.methods.emi.modules.bodies import Body, Store
from aberration.methods.emi.modules.draft import Choice
from aberration.methods.emi.modules.mutations.false_block import FalseBlock
from aberration.methods.emi.shading.expressions import Apply, Number
from aberration.methods.emi.shading.knowledge import Knowledge

pytestmark = needs_compiler
KNOWN = Knowledge((read("%total"),), ((1,), (2,), (4,), (7,)))
LARGE = Apply(">", (read("%total"), Number(7, "int")))
BODY = Body((Store(ident("%sum"), Number(5, "int")),))
BLOCK = FalseBlock(FIRST, at("%last"), Choice(LARGE, False), BODY, KNOWN)


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(FalseBlock, 3)


def test_the_body_is_on_the_side_that_is_never_taken() -> None:
    words = variant(BLOCK).split()
    condition = words[words.index("OpSGreaterThan", words.index("OpSGreaterThan") + 1) - 2]
    branch = words.index("OpBranchConditional", words.index(condition))
    never = words[branch + 2]
    start = words.index("=", branch) - 1
    assert words[start : start + 5] == [never, "=", "OpLabel", "OpStore", f"%{ident('%sum')}"]


def test_a_predicate_that_is_always_true_has_its_body_on_the_other_side() -> None:
    small = Apply("<=", LARGE.operands)
    assert "OpSLessThanEqual" in variant(replace(BLOCK, choice=Choice(small, True)))


def test_a_predicate_that_holds_is_noticed() -> None:
    wrong = Apply(">", (read("%total"), Number(6, "int")))
    assert breaks(replace(BLOCK, choice=Choice(wrong, False)))
    assert not breaks(BLOCK)


def test_what_is_not_available_is_refused() -> None:
    other = Apply(">", (read("%new"), Number(7, "int")))
    assert is_refused(replace(BLOCK, choice=Choice(other, False)))
    assert is_refused(replace(BLOCK, body=Body((Store(ident("%whole"), Number(5, "int")),))))
    assert is_refused(replace(BLOCK, point=Place(ident("%last"), 1, 0)))


def test_ids_that_are_taken_are_refused() -> None:
    assert is_refused(replace(BLOCK, first=ident("%last")))


def test_smaller_ones_are_simpler() -> None:
    long = replace(BLOCK, body=Body((*BODY.stores, *BODY.stores), "kill"))
    smaller = list(long.smaller())
    assert replace(long, body=replace(long.body, stores=())) in smaller
    assert replace(long, choice=Choice(Number(0, "bool"), False)) in smaller
    for one in smaller:
        variant(one)
