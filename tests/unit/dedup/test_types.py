"""Selection of tests with pairwise disjoint types."""

from hypothesis import given
from hypothesis import strategies as st

from aberration.dedup.types import last_without, select_disjoint, types_without

TESTS = st.dictionaries(st.text("abc", min_size=1, max_size=4), st.frozensets(st.sampled_from("STUVWXYZ"), max_size=4))


def test_prefers_the_test_with_fewest_types() -> None:
    types = {"two": frozenset("ST"), "one": frozenset("S"), "far": frozenset("UV")}
    assert select_disjoint(types) == {"one": ["one", "two"], "far": ["far"]}


def test_tests_without_a_type_stand_for_each_other() -> None:
    types: dict[str, frozenset[str]] = {"a": frozenset(), "b": frozenset(), "c": frozenset("S")}
    assert select_disjoint(types) == {"a": ["a", "b"], "c": ["c"]}


def test_a_test_is_compared_by_what_is_telling() -> None:
    types = {"inline": frozenset("I"), "dead": frozenset("ID"), "again": frozenset("DI"), "long": frozenset("XYI")}
    telling = {"inline": frozenset("I"), "dead": frozenset("D"), "again": frozenset("I"), "long": frozenset("D")}
    assert select_disjoint(types, telling) == {"inline": ["inline", "again"], "dead": ["dead", "long"]}


@given(TESTS, st.data())
def test_no_selected_test_tells_what_an_earlier_one_has(types: dict[str, frozenset[str]], data: st.DataObject) -> None:
    parts = {
        name: data.draw(st.sets(st.sampled_from(sorted(kinds)))) if kinds else set() for name, kinds in types.items()
    }
    telling = {name: frozenset(part) for name, part in parts.items()}
    chosen = select_disjoint(types, telling)
    assert sorted(test for alike in chosen.values() for test in alike) == sorted(types)
    names = list(chosen)
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    assert [pair for pair in pairs if types[pair[0]] & telling[pair[1]]] == []


@given(TESTS)
def test_each_test_is_represented_once_and_the_selected_are_disjoint(types: dict[str, frozenset[str]]) -> None:
    chosen = select_disjoint(types)
    assert sorted(test for alike in chosen.values() for test in alike) == sorted(types)
    selected = [types[test] for test in chosen]
    assert sum(len(each) for each in selected) == len(frozenset().union(*selected))


def test_ignored_types_do_not_count() -> None:
    assert types_without(["SplitBlock", "AddDeadBlock"], frozenset({"SplitBlock"})) == {"AddDeadBlock"}


def test_the_last_type_that_is_not_ignored_tells() -> None:
    ignored = frozenset({"Support"})
    assert last_without(["Split", "Swap", "Support"], ignored) == {"Swap"}
    assert last_without(["Support"], ignored) == last_without([], ignored) == frozenset()
