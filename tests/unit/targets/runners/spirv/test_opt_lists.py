from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from aberration.core.errors import BadInput
from aberration.targets.runners.spirv.opt_lists import Version, arguments_of, passes_of_flags
from aberration.targets.runners.spirv.opt_passes import USED

O_LIST = [
    "wrap-opkill",
    "eliminate-dead-branches",
    "merge-return",
    "ccp",
    "scalar-replacement=0",
    "ccp",
    "loop-unroll",
]
HELP = "\n".join(
    [*(f"  --{name}\n               Text." for name in USED), "  --preserve-bindings", "  -O"]
    + [f"\t\t{name}" for name in O_LIST]
    + ["  -Os", "\t\tvector-dce", "  --version"]
)
VERSION = Version(HELP, ("code-sink",))


def passes(flags: str) -> list[str]:
    return passes_of_flags(flags, lambda: VERSION)


def never() -> Version:
    raise AssertionError("the version was asked")


def test_flags_of_the_program_are_left_to_it() -> None:
    assert arguments_of("-O", never) == ["-O"]
    assert arguments_of("-Os", never) == ["-Os"]
    assert passes("-O") == O_LIST
    assert passes("-Os") == ["vector-dce"]


def test_explicit_passes_need_no_help() -> None:
    assert arguments_of("passes:ccp/scalar-replacement=0", never) == [
        "--ccp",
        "--scalar-replacement=0",
    ]


def test_all_of_o_twice() -> None:
    assert passes("-O-twice") == O_LIST * 2


def test_one_pass_is_left_out_wherever_it_stands() -> None:
    assert passes("-O-without-ccp") == [name for name in O_LIST if name != "ccp"]
    assert passes("-O-without-scalar-replacement") == [
        name for name in O_LIST if name != "scalar-replacement=0"
    ]


def test_what_cannot_be_without_a_pass_goes_with_it() -> None:
    assert passes("-O-without-eliminate-dead-branches") == ["wrap-opkill", *O_LIST[3:]]


@pytest.mark.parametrize("form", ["random", "-O-varied"])
def test_a_number_always_draws_the_same_list(form: str) -> None:
    lists = [passes(f"{form}-{number}") for number in range(60)]
    assert lists == [passes(f"{form}-{number}") for number in range(60)]
    assert len(set(map(tuple, lists))) > 50
    for names in lists:
        for before, after in pairwise(["", *names]):
            assert after != "merge-return" or before == "eliminate-dead-branches"
            assert before.partition("=")[0] != "loop-peeling-threshold" or after == "loop-peeling"


def test_all_passes_are_drawn_with_their_arguments() -> None:
    drawn = Counter(name for number in range(2000) for name in passes(f"random-{number}"))
    wanted = {
        f"{name}={argument}" if argument else name
        for name, known in USED.items()
        for argument in known.arguments
    }
    assert wanted | {"preserve-bindings"} == set(drawn)


def test_half_of_the_lists_begin_as_o_does() -> None:
    lists = [passes(f"random-{number}") for number in range(400)]
    begun = sum(O_LIST[0] in names[:2] for names in lists)
    assert 140 < begun < 280


def test_a_varied_list_is_much_like_that_of_o() -> None:
    own = {name.partition("=")[0] for name in O_LIST}
    lists = [passes(f"-O-varied-{number}") for number in range(200)]
    like = [names for names in lists if len(own & {name.partition("=")[0] for name in names}) >= 3]
    assert len(like) > 100
    assert any("eliminate-dead-branches" not in names for names in like)


@pytest.mark.parametrize(
    "flags", ["-O3", "fast", "random", "random-", "passes:", "-O-without-", "-O-varied"]
)
def test_other_flags_are_refused(flags: str) -> None:
    with pytest.raises(BadInput, match="random-N"):
        passes(flags)


def test_only_passes_of_o_can_be_left_out() -> None:
    with pytest.raises(BadInput, match="vector-dce"):
        passes("-O-without-vector-dce")
