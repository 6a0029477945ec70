from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, breaks, is_refused, read, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.methods.emi.modules.changes import Change, Shown
from aberration.methods.emi.modules.draft import Choice
from aberration.methods.emi.modules.ids import load_of
from aberration.methods.emi.modules.mutations.true_block import TrueBlock
from aberration.methods.emi.shading.expressions import Apply, Number
from aberration.methods.emi.shading.knowledge import Knowledge

pytestmark = needs_compiler
KNOWN = Knowledge((read("%total"),), ((1,), (2,), (4,), (7,)))
SMALL = Apply("<", (read("%total"), Number(8, "int")))
VALUE = Apply("*", (read("%total"), Number(3, "int")))
NEVER = Choice(Apply("==", (load_of(0, "int"), Number(4, "int"))), False)
CHANGE = Change(ident("%sum"), VALUE, Shown(NEVER, ident("%out")))
BLOCK = TrueBlock(FIRST, at("%last"), Choice(SMALL, True), (CHANGE,), KNOWN)


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(TrueBlock, 3)


def test_a_variable_is_saved_changed_and_restored() -> None:
    words = variant(BLOCK).split()
    variable = f"%{ident('%sum')}"
    stores = [
        words[at_ + 2]
        for at_, word in enumerate(words)
        if word == "OpStore" and words[at_ + 1] == variable
    ]
    made, saved = stores[-2:]
    product = words.index("OpIMul")
    assert words[product - 2] == made
    assert words[words.index(saved) + 2] == "OpLoad"


def test_floats_are_changed_as_well() -> None:
    change = Change(ident("%shade"), VALUE, Shown(Choice(Number(0, "bool"), False), ident("%out")))
    text = variant(
        replace(
            BLOCK,
            changes=(replace(change, shown=None), CHANGE.__class__(ident("%sum"), VALUE, None)),
        )
    )
    assert text.split().count("OpConvertSToF") == 2
    # A float becomes no vector: what it holds has no kind.
    assert is_refused(replace(BLOCK, changes=(change,)))


def test_what_was_not_loaded_is_not_read() -> None:
    first = Change(ident("%sum"), Apply("+", (load_of(0, "int"), Number(1, "int"))), None)
    assert is_refused(replace(BLOCK, changes=(first,)))
    assert is_refused(replace(BLOCK, changes=(CHANGE, CHANGE)))


def test_only_what_nobody_else_sees_is_changed() -> None:
    assert is_refused(replace(BLOCK, changes=(replace(CHANGE, variable=ident("%out")),)))


def test_what_does_not_hold_is_noticed() -> None:
    assert not breaks(BLOCK)
    assert breaks(replace(BLOCK, choice=Choice(SMALL, False)))
    shown = Shown(replace(NEVER, value=True), ident("%out"))
    assert breaks(replace(BLOCK, changes=(replace(CHANGE, shown=shown),)))


def test_smaller_ones_are_sound() -> None:
    smaller = list(BLOCK.smaller())
    assert replace(BLOCK, changes=(replace(CHANGE, shown=None),)) in smaller
    for one in smaller:
        variant(one)
