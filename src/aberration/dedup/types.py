"""Which reduced tests to look at first: pairwise disjoint sets of step types (paper of
spirv-fuzz, Fig. 6).
"""

from collections.abc import Callable, Mapping, Sequence


def _never(_: str, __: str) -> bool:
    return False


def select_disjoint(
    types: Mapping[str, frozenset[str]], alike: Callable[[str, str], bool] = _never
) -> dict[str, list[str]]:
    """Return the selected tests, each with the tests that it stands for, itself first.

    Of the tests that remain, one with the fewest types is selected, and all that share a type with
    it, or are `alike` otherwise, go. Tests without a type (all of theirs are ignored) stand for
    each other. Order: fewest types, then as given.
    """
    remaining = list(types)
    chosen: dict[str, list[str]] = {}
    while remaining:
        # The fewer types a case needs, the surer each of them has to do with the bug.
        best = min(remaining, key=lambda test: len(types[test]))
        others = [test for test in remaining if test != best]
        similar = [
            test
            for test in others
            if types[best] & types[test] or not (types[best] or types[test]) or alike(best, test)
        ]
        chosen[best] = [best, *similar]
        remaining = [test for test in others if test not in similar]
    return chosen


def types_without(types: Sequence[str], ignored: frozenset[str]) -> frozenset[str]:
    """Return the set of types that say something about a bug."""
    return frozenset(types) - ignored
