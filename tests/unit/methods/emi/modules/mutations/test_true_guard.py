from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, breaks, is_refused, read, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.methods.emi.modules.bodies import Body, Store
from aberration.methods.emi.modules.draft import IDS, Choice
from aberration.methods.emi.modules.mutations.false_block import FalseBlock
from aberration.methods.emi.modules.mutations.true_guard import TrueGuard
from aberration.methods.emi.shading.expressions import Apply, Number
from aberration.methods.emi.shading.knowledge import Knowledge

pytestmark = needs_compiler
KNOWN = Knowledge((read("%shifted"),), tuple((n,) for n in range(-3, 5)))
SMALL = Apply("<", (read("%shifted"), Number(5, "int")))
GUARD = TrueGuard(FIRST, at("%total"), Choice(SMALL, True), 1, None, KNOWN)
NEVER = Body((Store(ident("%sum"), Number(5, "int")),))


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(TrueGuard, 3)


def test_what_is_used_elsewhere_comes_out_through_a_phi() -> None:
    words = variant(GUARD).split()
    phi = words.index("OpPhi", words.index("OpPhi") + 1)
    assert words[phi + 2] == f"%{ident('%total')}"
    compared = words.index("OpSGreaterThan")
    assert words[compared + 2] == words[phi - 2]


def test_a_store_needs_no_phi() -> None:
    guard = replace(GUARD, point=at("%new", "OpStore"))
    assert variant(guard).split().count("OpPhi") == 1


def test_another_block_stands_beside_it() -> None:
    assert variant(replace(GUARD, never=NEVER)).split().count("OpStore") == 6
    killed = variant(replace(GUARD, never=replace(NEVER, end="kill"))).split()
    # No other way leads to where they meet.
    phi = killed.index("OpPhi", killed.index("OpPhi") + 1)
    assert killed[phi + 4] in ("OpSGreaterThan", f"%{ident('%large')}")


def test_later_places_read_the_phi() -> None:
    large = Apply(">", (read("%total"), Number(7, "int")))
    known = Knowledge((read("%total"),), ((1,), (2,), (4,), (7,)))
    block = FalseBlock(FIRST + IDS, at("%last"), Choice(large, False), NEVER, known)
    text = variant(GUARD, block)
    assert text.split().count("OpSGreaterThan") == 2
    again = replace(GUARD, first=FIRST + 2 * IDS, point=at("%last"))
    variant(GUARD, block, again)


def test_the_terminator_is_no_region() -> None:
    assert is_refused(replace(GUARD, point=at("%large", "OpSelectionMerge")))


def test_a_predicate_that_does_not_hold_is_noticed() -> None:
    assert breaks(replace(GUARD, choice=Choice(SMALL, False)))
    assert not breaks(GUARD)


def test_smaller_ones_are_sound() -> None:
    for one in replace(GUARD, never=NEVER, most=3).smaller():
        variant(one)
