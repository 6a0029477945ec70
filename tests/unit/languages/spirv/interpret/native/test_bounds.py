"""Bounds hold what implementations give that round, fuse and reorder as they may, and are exact
where all agree.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest
from helpers.float_bounds import Implementation, Node, bounded, bounds, random_node, rounded, single
from helpers.shading_runs import needs_compiler

from aberration.core.rng import Rng

pytestmark = needs_compiler
SUMS: Final = ("add", "add", "sub", "mul", "neg")
ALL: Final = (*SUMS, "mul", "abs", "min", "max")
IMPLEMENTATIONS: Final = 24


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("ops", "depth"), [(SUMS, 3), (SUMS, 5), (ALL, 4), (("add", "sub"), 6), (("mul",), 4)]
)
def test_what_implementations_give_lies_within(seed: int, ops: tuple[str, ...], depth: int) -> None:
    rng, text = Rng.of(seed, "trees", str(ops), depth), bounds()
    for _ in range(12):
        node = random_node(rng, depth, False, ops)
        found = bounded(text, node)
        for _ in range(IMPLEMENTATIONS):
            given = Implementation(rng).value(node)
            assert found.holds(given), (node, given, found.lo, found.hi)


def leaf(value: float) -> Node:
    return Node("leaf", single(value))


def plus(left: Node, right: Node) -> Node:
    return Node("add", parts=(left, right))


def times(left: Node, right: Node) -> Node:
    return Node("mul", parts=(left, right))


NEARLY_A_FLOAT: Final = plus(leaf(30.808704376220703), leaf(-0.1671190857887268))
"""The float above it is far, the one below is not: another order may lose more than is between
them.
"""
LARGE: Final = 566.9212646484375, -566.9192504882812, 1.9092960357666016
NEARLY_NOTHING: Final = times(plus(leaf(LARGE[0]), leaf(LARGE[1])), leaf(LARGE[2]))
"""Of three numbers (a + b) * c, which may be a * c + b * c: then a * c may be added to
something else first.
"""
CLOSE: Final = [
    (Node("sub", parts=(leaf(-3.5088038444519043), NEARLY_A_FLOAT)), -34.15038299560547),
    (plus(NEARLY_NOTHING, leaf(0.032101940363645554)), 0.03564453125),
]


@pytest.mark.parametrize(("node", "given"), CLOSE)
def test_sums_in_another_order_lie_within(node: Node, given: float) -> None:
    found = bounded(bounds(), node)
    assert found.holds(given), (found.lo, found.hi)


@pytest.mark.parametrize(("name", "sign"), [("add", 1), ("sub", -1), ("mul", 0)])
def test_what_is_not_contracted_may_be_rounded_either_way(name: str, sign: int) -> None:
    """Vulkan, "Precision and Operation of SPIR-V Instructions": what is correctly rounded may
    be so either way.
    """
    text, a, b = bounds(), single(0.7), single(12.3)
    exact = Fraction(a) * Fraction(b) if not sign else Fraction(a) + sign * Fraction(b)
    found = text.call(name, text.leaf(a), text.leaf(b), mode=1)
    assert (found.lo, found.hi) == (rounded(exact, -1), rounded(exact, 1))
    assert found.lo < found.hi


@pytest.mark.parametrize("seed", range(4))
def test_small_dyadic_numbers_have_one_result(seed: int) -> None:
    rng, text = Rng.of(seed, "dyadic"), bounds()
    for _ in range(30):
        node = random_node(rng, 2, True, SUMS)
        found = bounded(text, node)
        assert found.is_exact, (node, found.lo, found.hi)
        assert {Implementation(rng).value(node) for _ in range(IMPLEMENTATIONS)} == {found.v}


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
        for _ in range(IMPLEMENTATIONS):
            way = Implementation(rng)
            assert found in (None, way.value(node) < constant.value)
            if node.op == "add":
                moved = Node("sub", parts=(constant, node.parts[1]))
                assert found in (None, way.value(node.parts[0]) < way.value(moved))
    assert 0 < undecided < 55
