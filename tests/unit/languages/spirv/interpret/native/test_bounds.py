"""Bounds hold what implementations give that round, fuse and reorder as they may, and are exact where all agree."""

from __future__ import annotations

from typing import Final

import pytest
from helpers.float_bounds import Implementation, Node, bounded, bounds, random_node
from helpers.shading_runs import needs_compiler

from aberration.core.rng import Rng

pytestmark = needs_compiler
SUMS: Final = ("add", "add", "sub", "mul", "neg")
ALL: Final = (*SUMS, "mul", "abs", "min", "max")
WAYS: Final = 24


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("ops", "depth"), [(SUMS, 3), (SUMS, 5), (ALL, 4), (("add", "sub"), 6), (("mul",), 4)])
def test_what_implementations_give_lies_within(seed: int, ops: tuple[str, ...], depth: int) -> None:
    rng, text = Rng.of(seed, "trees", str(ops), depth), bounds()
    for _ in range(12):
        node = random_node(rng, depth, False, ops)
        found = bounded(text, node)
        for _ in range(WAYS):
            given = Implementation(rng).value(node)
            assert found.holds(given), (node, given, found.lo, found.hi)


@pytest.mark.parametrize("seed", range(4))
def test_small_dyadic_numbers_have_one_result(seed: int) -> None:
    rng, text = Rng.of(seed, "dyadic"), bounds()
    for _ in range(30):
        node = random_node(rng, 2, True, SUMS)
        found = bounded(text, node)
        assert found.is_exact, (node, found.lo, found.hi)
        assert {Implementation(rng).value(node) for _ in range(WAYS)} == {found.v}


@pytest.mark.parametrize("seed", range(6))
def test_bounds_are_no_wider_than_a_few_units(seed: int) -> None:
    """Of a sum of n terms: 4 n units of the sum of their sizes."""
    rng, text = Rng.of(seed, "width"), bounds()
    for _ in range(20):
        node = random_node(rng, 4, False, ("add", "sub"))
        found = bounded(text, node)
        leaves = _leaves(node)
        assert found.hi - found.lo <= 4 * len(leaves) * 2.0**-23 * sum(map(abs, leaves))


def _leaves(node: Node) -> list[float]:
    if node.op == "leaf":
        return [node.value]
    return [leaf for part in node.parts for leaf in _leaves(part)]


@pytest.mark.parametrize("seed", range(4))
def test_decided_comparisons_are_decided_everywhere(seed: int) -> None:
    """A compiler may carry a term to the other side, too."""
    rng, text = Rng.of(seed, "comparisons"), bounds()
    undecided = 0
    for _ in range(60):
        node = random_node(rng, 2, False, SUMS)
        near = Implementation(rng).value(node)
        constant = Node("leaf", near if rng.chance(0.5) else random_node(rng, 0, False, SUMS).value)
        found = text.truth("less", bounded(text, node), bounded(text, constant), extra=(0,))
        undecided += found is None
        for _ in range(WAYS):
            way = Implementation(rng)
            assert found in (None, way.value(node) < constant.value)
            if node.op == "add":
                moved = Node("sub", parts=(constant, node.parts[1]))
                assert found in (None, way.value(node.parts[0]) < way.value(moved))
    assert 0 < undecided < 55
