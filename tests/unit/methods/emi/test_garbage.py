"""Recipes come from strangers too: whatever their steps hold, they are refused, skipped or
applied, no more.
"""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY

from aberration.core.errors import AberrationError, BadInput
from aberration.core.method import Request
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step
from aberration.methods.emi.draft import Known
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.registry import from_steps

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

METHOD = EmiMethod()
STRANGE: list[Json] = msgspec.json.decode(
    '["", "nowhere", "(", "(p == &g)", "g", "0", "9.9", "while", "pointer", "b", -1, 0, 1, '
    "2147483648,"
    '18446744073709551615, 1.5, true, null, [], {}, ["r", "g", [32, true]], ["l", '
    "1180591620717411303424, [32, true]]]"
)


@cache
def recipe() -> Recipe:
    return METHOD.make(Request(3, 4, Program("c", "program", BUSY.encode(), name="busy")))[3].recipe


def corrupted(value: Json, chance: random.Random) -> Json:
    """Return JSON with one strange value somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.95:
        key = chance.choice(list(value))
        return {**value, key: corrupted(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        return [*value[:at], corrupted(value[at], chance), *value[at + 1 :]]
    return chance.choice(STRANGE)


def steps(number: int) -> tuple[Step, ...]:
    """Return the steps of a recipe, one of them spoilt."""
    chance = random.Random(number)
    clean: list[Json] = msgspec.json.decode(msgspec.json.encode(recipe().steps))
    at = chance.randrange(len(clean))
    spoilt = corrupted(clean[at], chance)
    return tuple(
        msgspec.convert(
            [*clean[:at], spoilt if isinstance(spoilt, dict) else {}, *clean[at + 1 :]], list[Step]
        )
    )


@pytest.mark.parametrize("number", range(0, 600, 20))
def test_spoilt_steps_are_refused_skipped_or_applied(number: int) -> None:
    for each in range(number, number + 20):
        try:
            replay = METHOD.replay(recipe().with_steps(steps(each)))
        except AberrationError:
            continue
        assert 0 <= replay.skipped <= len(recipe().steps)
        assert replay.case.programs["reference"].source == BUSY.encode()


@pytest.mark.parametrize("number", range(0, 600, 20))
def test_whether_a_spoilt_step_applies_can_be_asked(number: int) -> None:
    known = Known(emi.source_of(BUSY))
    for each in range(number, number + 20):
        try:
            mutations = from_steps(steps(each))
        except BadInput:
            continue
        for mutation in mutations:
            assert mutation.is_applicable(known.draft()) in (True, False)
