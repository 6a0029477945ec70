from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, breaks, is_refused, read, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.methods.emi.modules.changes import Change, Shown
from aberration.methods.emi.modules.draft import Choice
from aberration.methods.emi.modules.ids import counter, load_of
from aberration.methods.emi.modules.mutations.loop_block import MOST_TURNS, LoopBlock
from aberration.methods.emi.shading.expressions import Apply, Number
from aberration.methods.emi.shading.knowledge import Knowledge

pytestmark = needs_compiler
KNOWN = Knowledge((read("%total"),), ((1,), (2,), (4,), (7,)))
VALUE = Apply("+", (read("%total"), counter()))
NEVER = Choice(Apply(">", (load_of(0, "int"), Number(9, "int"))), False)
CHANGE = Change(ident("%sum"), VALUE, Shown(NEVER, ident("%out")))
BLOCK = LoopBlock(FIRST, at("%last"), 3, 1, CHANGE, KNOWN)


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(LoopBlock, 3)


def test_the_loop_counts() -> None:
    text = variant(BLOCK)
    assert text.split().count("OpLoopMerge") == 2
    assert "Unroll" in text


def test_a_use_on_some_turn_is_noticed() -> None:
    assert not breaks(BLOCK)
    # On the last of four turns it is 10.
    assert breaks(replace(BLOCK, turns=4))


def test_a_continue_construct_gets_no_loop() -> None:
    assert is_refused(replace(BLOCK, point=at("%next"), change=replace(CHANGE, shown=None)))
    assert is_refused(replace(BLOCK, turns=MOST_TURNS + 1))


def test_smaller_ones_are_sound() -> None:
    for one in BLOCK.smaller():
        variant(one)
