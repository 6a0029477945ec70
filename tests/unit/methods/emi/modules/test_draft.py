from __future__ import annotations

import pytest
from helpers.live_modules import FIRST, live_module
from helpers.transform import at, ident, the

from aberration.core.errors import InternalError
from aberration.languages.spirv.check import contradictions
from aberration.methods.emi.modules.draft import IDS, Choice, Draft, Guard
from aberration.methods.emi.shading.expressions import Number

PLACES = [at("%never", "OpStore"), at("%last")]


def draft() -> Draft:
    made = Draft(live_module().source, PLACES)
    made.begin(FIRST)
    return made


def test_places_stay_where_edits_move_them() -> None:
    made = draft()
    store = made.anchor(PLACES[0])
    assert store is not None
    made.module.split(store, made.fresh())
    assert made.anchor(PLACES[0]) is store
    assert at("%never", "OpStore").find(made.module) is None
    made.module.remove(store)
    assert made.anchor(PLACES[0]) is None
    assert made.anchor(at("%total")) is None


def test_ids_come_from_a_range() -> None:
    made = draft()
    assert [made.fresh() for _ in range(3)] == [FIRST, FIRST + 1, FIRST + 2]
    assert made.may_begin(FIRST)
    made.number(12345, "int")
    assert not made.may_begin(FIRST)
    made.begin(FIRST - IDS)
    for _ in range(IDS):
        made.fresh()
    with pytest.raises(InternalError, match="more than"):
        made.fresh()


def test_types_and_constants_are_found_or_made() -> None:
    made = draft()
    assert made.type_of("int") == ident("%int")
    assert made.number(3, "int") == ident("%int_3")
    unsigned = made.type_of("uint")
    assert unsigned == made.type_of("uint") == FIRST
    assert the(made.module, made.number(-1, "int")).ops == [0xFFFFFFFF]
    assert the(made.module, made.null(ident("%v4float"))).type_id == ident("%v4float")


def test_what_stands_for_an_id_is_taken_where_that_is_not_available() -> None:
    made = draft()
    last = the(made.module, "%last")
    assert made.available(ident("%total"), last) == ident("%total")
    assert made.available(ident("%new"), last) == 0
    made.stand_for(ident("%total"), ident("%new"))
    assert made.available(ident("%new"), last) == ident("%total")


@pytest.mark.parametrize("value", [False, True])
def test_a_branch_never_goes_to_the_one_side(value: bool) -> None:
    made = draft()
    anchor = made.anchor(PLACES[1])
    assert anchor is not None
    choice = Choice(Number(int(value), "bool"), value, 2)
    condition = made.condition(anchor, choice)
    after = made.module.split(anchor, made.fresh())
    (before,) = made.module.predecessors(after)
    never = made.block(before, [], after.id)
    made.branch(before, after.id, condition, choice, after.id, never.id)
    sides = before.terminator.ops[1:]
    assert sides == ([after.id, never.id] if value else [never.id, after.id])
    assert before.instructions[-2].ops == [after.id, 2]
    assert made.guards() == (Guard(before.id, condition, value),)
    assert contradictions(made.module) == []
