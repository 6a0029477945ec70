"""Which reduced tests to look at first: as few as possible that share step types (paper of spirv-fuzz, Fig. 6).

In the paper a test stands for all that share any type with it. Where later steps build on earlier ones, that is too
much: the last telling step turned a good program into a bad one, and what stands before it may only have made room.
Then a test with a short sequence goes only when what that step is made of is found in a selected test.
"""

from collections.abc import Mapping, Sequence


def select_disjoint(
    types: Mapping[str, frozenset[str]], telling: Mapping[str, frozenset[str]] | None = None
) -> dict[str, list[str]]:
    """Return the selected tests, each with the tests that it stands for, itself first.

    Of the tests that remain, one with the fewest types is selected, and all go of whose `telling` types it has one; all
    types of a test are telling unless those are given. Tests without a type (all of theirs are ignored) stand for each
    other. Order: fewest types, then as given.
    """
    known = types if telling is None else telling
    remaining = list(types)
    chosen: dict[str, list[str]] = {}
    while remaining:
        best = min(remaining, key=lambda test: len(types[test]))
        alike = [test for test in remaining if test != best and _alike(types[best], known[test])]
        chosen[best] = [best, *alike]
        remaining = [test for test in remaining if test != best and test not in alike]
    return chosen


def _alike(selected: frozenset[str], telling: frozenset[str]) -> bool:
    return bool(selected & telling) or (not selected and not telling)


def types_without(types: Sequence[str], ignored: frozenset[str]) -> frozenset[str]:
    """Return the set of types that say something about a bug."""
    return frozenset(types) - ignored


def last_without(types: Sequence[str], ignored: frozenset[str]) -> frozenset[str]:
    """Return the last type that says something about a bug, as a set; an empty one where there is none."""
    return frozenset([kind for kind in types if kind not in ignored][-1:])
