"""The search for the culprit, over compilers that are made up."""

from collections.abc import Callable

import pytest

from aberration.campaign.triage.bisection import OutOfQuestions
from aberration.campaign.triage.c_culprit import find_culprit
from aberration.core.finding import Culprit
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.c_levels import level_of

HELP = """
  -fdce                       \t\t[enabled]
  -finline                    \t\t[enabled]
  -fgcse                      \t\t[disabled]
  -ftree-vrp                  \t\t[enabled]
  -fmath-errno                \t\t[enabled]
  -fstack-reuse=[all|none]    \t\tall
  -fdelete-null-pointer-checks \t\t
"""
COUNTERS = """  counter name                  counter value     closed intervals
-----------------------------------------------------------------
  ccp                           12                unset
  dce                           0                 unset
  match                         140               unset
"""
Right = Callable[[str, str], bool]


def compiler(family: str, name: str = "", level: str = "-O2") -> Target:
    worker = WorkerSpec("c", (("path", name), ("level", level)))
    name = name or f"{family}-7"
    return Target(f"{name}:{level}", "executes", ("c",), (Stage(name, worker),), (), family)


class Fake:
    """Answers from a rule over level and flags; `asked` has the flags of all questions."""

    def __init__(self, right: Right, limit: int = 150) -> None:
        self._right = right
        self._limit = limit
        self.asked: list[str] = []

    def right(self, target: Target) -> bool:
        flags = self._note(target)
        return target.id.startswith("right") or self._right(level_of(target), flags)

    def dump(self, target: Target, pattern: str, *, every: bool = True) -> str:
        flags = self._note(target)
        if "-Q" in flags:
            return HELP
        if "-fdbg-cnt-list" in flags:
            return COUNTERS
        limit = int(flags.rpartition("=")[2])
        return f"BISECT: running pass ({limit if limit >= 0 else 900}) SinkPass on main"

    def _note(self, target: Target) -> str:
        self.asked.append(target.stages[0].worker.option("flags"))
        if len(self.asked) > self._limit:
            raise OutOfQuestions
        return self.asked[-1]


def optimised(level: str) -> bool:
    return level in ("-O2", "-O3")


def test_a_flag_of_gcc() -> None:
    fake = Fake(lambda level, flags: not optimised(level) or "-fno-tree-vrp" in flags)
    versions = [compiler("gcc", "right-5"), compiler("gcc", "gcc-6"), compiler("gcc")]
    assert find_culprit(compiler("gcc"), versions, fake) == Culprit(
        ("-O2", "-O3"),
        "flag",
        "-ftree-vrp",
        "gcc-6:-O2",
        (("right-5:-O2", True), ("gcc-6:-O2", False), ("gcc-7:-O2", False)),
        last_bad="gcc-7:-O2",
    )


def test_of_several_flags_one_that_optimises_itself_is_blamed() -> None:
    fake = Fake(
        lambda level, flags: not optimised(level) or "-fno-inline" in flags or "-fno-dce" in flags
    )
    found = find_culprit(compiler("gcc"), [], fake)
    assert found is not None
    assert found.key == "flag -fdce"


def test_flags_of_the_language_are_left_alone() -> None:
    fake = Fake(lambda level, flags: not optimised(level))
    found = find_culprit(compiler("gcc"), [], fake)
    assert found == Culprit(("-O2", "-O3"))
    assert found is not None
    assert found.key == ""
    every = " ".join(fake.asked)
    assert "-fno-delete-null-pointer-checks" in every
    assert not any(word in every for word in ("math-errno", "stack-reuse", "gcse", "dce:0"))


def test_a_counter_of_gcc_when_no_flag_helps() -> None:
    fake = Fake(lambda level, flags: not optimised(level) or "-fdbg-cnt=match:0" in flags)
    found = find_culprit(compiler("gcc"), [], fake)
    assert found is not None
    assert (found.kind, found.name) == ("counter", "match")


def test_a_pass_of_clang() -> None:
    def right(level: str, flags: str) -> bool:
        return not optimised(level) or ("=" in flags and 0 <= int(flags.rpartition("=")[2]) < 678)

    fake = Fake(right)
    found = find_culprit(compiler("clang"), [], fake)
    assert found is not None
    assert found.key == "pass SinkPass"
    assert fake.asked[-1] == "-mllvm -opt-bisect-limit=678"
    assert len(fake.asked) <= 5 + 2 + 11 + 1


def test_a_clang_that_is_wrong_without_any_pass_has_none_to_blame() -> None:
    found = find_culprit(compiler("clang"), [], Fake(lambda level, flags: level == "-O0"))
    assert found is not None
    assert (found.levels, found.key) == (("-O1", "-Os", "-O2", "-O3"), "")


@pytest.mark.parametrize("limit", [5, 8])
def test_at_the_limit_what_is_known_counts(limit: int) -> None:
    fake = Fake(lambda level, flags: not optimised(level) or "-fno-dce" in flags, limit)
    assert find_culprit(compiler("gcc"), [], fake) == Culprit(("-O2", "-O3"))


def test_nobody_is_blamed_without_levels_or_when_all_is_right() -> None:
    assert find_culprit(compiler("tcc", level=""), [], Fake(lambda level, flags: False)) is None
    assert find_culprit(compiler("gcc"), [], Fake(lambda level, flags: True)) is None
    assert find_culprit(compiler("gcc"), [], Fake(lambda level, flags: True, 2)) is None
