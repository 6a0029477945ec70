from __future__ import annotations

import pytest
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read
from aberration.languages.c.integers import IntType
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.environment import Environment
from aberration.methods.emi.mutations.true_block import TrueBlock
from aberration.methods.emi.profile import Profile, profile

ORDERED = """#include <stdio.h>
static int order = 0;
static int hidden = 0;
static int next(int who) { order = order * 10 + who; return who; }
static int add(int a, int b) { return a + b; }
int main(void) {
    int sum = add(next(1), next(2));
    hidden = order;
    order = 0;
    printf("%d\\n", sum);
    if (hidden == 12) {
        order = 1;
    }
    return 0;
}
"""
"""`hidden` is 12 or 21, as the compiler evaluates arguments; what it prints is the same."""


def values(environment: Environment) -> dict[str, tuple[int, ...] | None]:
    return dict(zip((read.text for read in environment.reads), environment.values, strict=True))


def profile_of(text: str, number: int = 0, live: int = 1) -> Profile:
    source = emi.source_of(text)
    return profile(
        Draft(source),
        emi.program_points_of(source),
        Rng.of(number),
        emi.profilers(),
        Inputs(),
        live,
    )


def test_what_runs_and_what_does_not() -> None:
    seen = emi.profiled(TINY)
    assert list(seen.environments) == ["0", "1", "2", "4"]
    assert seen.dead == ("3",)
    assert seen.live == 4
    assert seen.run == emi.reference(TINY)


def test_values_are_those_before_the_statement() -> None:
    seen = emi.profiled(TINY).environments
    assert values(seen["0"])["g"] == (3,)
    assert values(seen["1"])["g"] == (4,)
    assert {place.text for place in seen["0"].targets} == {"g", "other"}


def test_a_pointer_is_known_to_point_to_an_object() -> None:
    [alias] = emi.profiled(TINY).environments["0"].aliases
    assert (alias.pointer.text, alias.place.text) == ("p", "g")
    assert values(emi.profiled(TINY).environments["0"])["(p == 0)"] == (0,)


def test_joint_states_or_ranges_where_there_are_many() -> None:
    environment = emi.profiled(BUSY).environments["0"]
    assert environment.states is None
    by_name = {loose.read.text: (loose.low, loose.high) for loose in environment.loose}
    assert by_name["x"] == (0, 267)
    assert all(each.operator in ("<", "<=", "==", "!=", ">", ">=") for each in environment.related)


def test_bit_fields_keep_their_width() -> None:
    environment = emi.profiled(BUSY).environments["0"]
    assert Read("s.a", IntType(5, True)) in environment.reads
    assert values(environment)["s.a"] == (-3,)


def test_what_depends_on_the_order_of_evaluation_is_left_out() -> None:
    """C11 6.5.2.2 paragraph 10: gcc evaluates arguments from the right, tcc and clang from the
    left.
    """
    assert emi.outcome(ORDERED.replace("sum);", "hidden);")) != emi.outcome(
        ORDERED.replace("sum);", "hidden);"), "clang"
    )
    for number in range(4):
        seen = profile_of(ORDERED, number)
        for key, environment in seen.environments.items():
            for known in values(environment).values():
                assert known not in ((12,), (21,)), key
        where = emi.source_of(ORDERED).data.index(b"order = 1;")
        program_point = next(
            str(program_point.ordinal)
            for program_point in emi.source_of(ORDERED).program_points
            if program_point.statement.start == where
        )
        assert program_point not in seen.environments
        assert program_point not in seen.dead


def test_the_inner_program_points_of_a_variant_can_be_profiled() -> None:
    [block] = emi.drawn(TrueBlock, TINY, 1)
    draft = emi.drafted(TINY, [block])
    keys = list(draft.inner_keys())
    assert keys
    seen = profile(draft, keys, Rng.of(1), emi.profilers(), Inputs(), 1)
    environment = seen.environments[keys[0]]
    assert "live_0_0" in values(environment)
    assert "live_0_0" not in {place.text for place in environment.targets}


def test_the_same_request_gives_the_same_profile() -> None:
    assert profile_of(BUSY, 5) == profile_of(BUSY, 5)
    assert profile_of(BUSY, 5) != profile_of(BUSY, 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            TINY.replace("g += 1;", "g += nothing_of_that_name;", 1),
            "nothing_of_that_name|without errors",
        ),
        (TINY.replace("g += 1;", "*(volatile int *)0 = 1;"), "died of SIGSEGV"),
    ],
)
def test_a_program_that_cannot_be_profiled(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        profile_of(text)


def test_a_program_in_which_too_little_runs() -> None:
    with pytest.raises(BadInput, match="expected 12 places that run, but 4 of 5 do"):
        profile_of(TINY, live=12)


def test_a_program_that_prints_otherwise_under_two_compilers() -> None:
    text = ORDERED.replace("sum);", "hidden);")
    with pytest.raises(BadInput, match="runs it otherwise than gcc"):
        profile_of(text)
