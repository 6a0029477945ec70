from __future__ import annotations

from helpers.live_modules import FIRST, assert_drawn_are_sound, is_refused, variant
from helpers.shading_runs import needs_compiler
from helpers.transform import at, ident
from msgspec.structs import replace

from aberration.methods.emi.modules.bodies import Body, Store
from aberration.methods.emi.modules.mutations.insert_dead import InsertDead
from aberration.methods.emi.shading.expressions import Number

pytestmark = needs_compiler
STORE = Store(ident("%out"), Number(7, "int"))
INSERT = InsertDead(FIRST, at("%never", "OpBranch"), Body((STORE,)))


def test_those_drawn_keep_the_result() -> None:
    assert_drawn_are_sound(InsertDead, 6)


def test_stores_stand_there() -> None:
    text = variant(INSERT)
    assert text.split().count("OpStore") == 6
    assert text.split().count("OpCompositeConstruct") == 2


def test_no_end_stands_there() -> None:
    assert is_refused(replace(INSERT, body=Body((STORE,), "kill")))


def test_smaller_ones_are_sound() -> None:
    for one in replace(INSERT, body=Body((STORE, STORE))).smaller():
        variant(one)
