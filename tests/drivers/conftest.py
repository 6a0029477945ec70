"""What tests of drivers share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from helpers.here import here
from helpers.sampling import each_choice, grouped

from aberration.core.target import Target
from aberration.targets.composition import JOINT
from aberration.targets.pool import TargetPool

_WORKERS: Final = 12
"""Many tests ask several drivers in turn: fewer workers would be replaced before they are asked
again, and to open a driver takes longer than to ask it.
"""


@pytest.fixture(scope="session")
def pool() -> Iterator[TargetPool]:
    """Give the workers that the tests of drivers share, as a campaign's do. What asks how workers
    are opened, or what they remember, has a pool of its own.
    """
    with TargetPool(_WORKERS) as opened:
        yield opened


_SHARE: Final = 8
"""Of the combinations of parameters of a test, one in so many runs in each run of the tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most combinations of a test's parameters to the long tests: each value runs always.
    What asks one target comes together, from all files: browsers take seconds to open, and a file
    asks each target once or twice.
    """
    families: dict[str, dict[str, pytest.Function]] = defaultdict(dict)
    for item in items:
        if isinstance(item, pytest.Function) and _is_combination(item):
            families[item.nodeid.partition("[")[0]][item.nodeid] = item
    for family in families.values():
        chosen = each_choice({name: test.callspec.params for name, test in family.items()}, _SHARE)
        for name in family.keys() - chosen:
            family[name].add_marker(pytest.mark.slow)
    of_drivers = [at for at, item in enumerate(items) if "drivers" in item.path.parts]
    ordered = grouped([items[at] for at in of_drivers], _target_of, lambda item: item.path)
    for at, item in zip(of_drivers, ordered, strict=True):
        items[at] = item


def _target_of(item: pytest.Item) -> str:
    """Return the id of the target that a test asks, the last one of a chain; nothing where its
    parameters tell none.
    """
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    names = [one.id if isinstance(one, Target) else one for one in params]
    links = [name.rpartition(JOINT)[2] for name in names if isinstance(name, str)]
    return next((link for link in links if link in _ids()), "")


@cache
def _ids() -> frozenset[str]:
    return frozenset(target.id for target in here())


def _is_combination(item: pytest.Function) -> bool:
    if "drivers" not in item.path.parts or item.get_closest_marker("slow") is not None:
        return False
    return hasattr(item, "callspec") and len(item.callspec.params) > 1
