"""C targets beside a C target."""

from helpers.wordplay import target as word_target

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.targets.c import providers
from aberration.targets.c_levels import (
    at_level,
    level_of,
    newest,
    with_more_time,
    with_short_limits,
)


def gcc(level: str = "-O2", *groups: str) -> Target:
    worker = WorkerSpec("c", (("path", "gcc"), ("level", level), ("include", "")))
    return Target(f"gcc-7:{level}", "executes", ("c",), (Stage("gcc-7", worker),), groups, "gcc")


def test_another_level_of_the_same_compiler() -> None:
    other = at_level(gcc(), "-O0")
    assert other == gcc("-O0")
    assert (level_of(gcc()), level_of(gcc("-Os"))) == ("-O2", "-Os")


def test_what_has_no_levels_has_no_other_one() -> None:
    tcc = newest(providers(), "tcc")
    assert tcc is not None
    for target in (tcc, gcc("-O2", "mutants"), word_target("words")):
        assert at_level(target, "-O0") is None


def test_more_time_is_for_c_compilers_alone() -> None:
    given = with_more_time(gcc(), 4.0)
    assert given.id == "gcc-7:-O2"
    assert given.stages[0].worker.option("run_limit") == "20.0"
    assert with_more_time(given, 2.0).stages[0].worker.option("compile_limit") == "160.0"
    assert with_more_time(word_target("words"), 4.0) == word_target("words")


def test_less_time_is_for_running_alone() -> None:
    worker = with_short_limits(gcc()).stages[0].worker
    assert (worker.option("run_limit"), worker.option("compile_limit")) == ("2.5", "")
    assert with_short_limits(word_target("words")) == word_target("words")


def test_the_newest_of_a_family() -> None:
    found = newest(providers(), "clang")
    assert found is not None
    assert found.id.endswith(":-O0")
    assert newest(providers(), "nothing") is None
