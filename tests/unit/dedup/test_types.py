"""Selection of tests with pairwise disjoint types."""

from hypothesis import given
from hypothesis import strategies as st

from aberration.dedup.types import select_disjoint, types_without

TESTS = st.dictionaries(
    st.text("abc", min_size=1, max_size=4), st.frozensets(st.sampled_from("STUVWXYZ"), max_size=4)
)


def test_prefers_the_test_with_fewest_types() -> None:
    types = {"two": frozenset("ST"), "one": frozenset("S"), "far": frozenset("UV")}
    assert select_disjoint(types) == {"one": ["one", "two"], "far": ["far"]}


def test_tests_without_a_type_stand_for_each_other() -> None:
    types: dict[str, frozenset[str]] = {"a": frozenset(), "b": frozenset(), "c": frozenset("S")}
    assert select_disjoint(types) == {"a": ["a", "b"], "c": ["c"]}


@given(TESTS)
def test_each_test_is_represented_once_and_the_selected_are_disjoint(
    types: dict[str, frozenset[str]],
) -> None:
    chosen = select_disjoint(types)
    assert sorted(test for similar in chosen.values() for test in similar) == sorted(types)
    selected = [types[test] for test in chosen]
    assert sum(len(each) for each in selected) == len(frozenset().union(*selected))


def test_ignored_types_do_not_count() -> None:
    assert types_without(["SplitBlock", "AddDeadBlock"], frozenset({"SplitBlock"})) == {
        "AddDeadBlock"
    }


def test_tests_that_are_alike_otherwise_stand_for_each_other() -> None:
    types = {"1": frozenset("a"), "2": frozenset("b"), "3": frozenset("c")}
    chosen = select_disjoint(types, lambda one, other: {one, other} == {"1", "3"})
    assert chosen == {"1": ["1", "3"], "2": ["2"]}
