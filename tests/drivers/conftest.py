"""What tests of drivers share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import pytest
from helpers.sampling import each_choice

from aberration.targets.pool import TargetPool


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    """Give the workers that the tests of a file share."""
    with TargetPool() as opened:
        yield opened


_SHARE: Final = 8
"""Of the combinations of parameters of a test, one in so many runs in each run of the tests."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most combinations of a test's parameters to the long tests: each value runs always."""
    families: dict[str, dict[str, pytest.Function]] = defaultdict(dict)
    for item in items:
        if isinstance(item, pytest.Function) and _is_combination(item):
            families[item.nodeid.partition("[")[0]][item.nodeid] = item
    for family in families.values():
        chosen = each_choice({name: test.callspec.params for name, test in family.items()}, _SHARE)
        for name in family.keys() - chosen:
            family[name].add_marker(pytest.mark.slow)


def _is_combination(item: pytest.Function) -> bool:
    if "drivers" not in item.path.parts or item.get_closest_marker("slow") is not None:
        return False
    return hasattr(item, "callspec") and len(item.callspec.params) > 1
