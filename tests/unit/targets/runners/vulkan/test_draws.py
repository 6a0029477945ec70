"""Parts of a dispatch: together they are the whole, once."""

from __future__ import annotations

import pytest

from aberration.targets.runners.vulkan.draws import parts_of


@pytest.mark.parametrize("groups", [(1, 1, 1), (2, 1, 1), (3, 5, 2), (1, 1, 7)])
def test_parts_of_a_dispatch_are_all_of_it(groups: tuple[int, int, int]) -> None:
    found = [
        (x + dx, y + dy, z + dz)
        for (x, y, z), (wide, high, deep) in parts_of(groups)
        for dx in range(wide)
        for dy in range(high)
        for dz in range(deep)
    ]
    wanted = [
        (x, y, z) for x in range(groups[0]) for y in range(groups[1]) for z in range(groups[2])
    ]
    assert sorted(found) == wanted
