from __future__ import annotations

from aberration.core.rng import Rng
from aberration.methods.emi.weighted import weighted_order

WEIGHTS = {"rare": 1, "common": 9}


def test_all_come_and_those_of_more_weight_earlier() -> None:
    orders = [weighted_order(Rng.of(number, "order"), WEIGHTS) for number in range(200)]
    assert all(sorted(order) == ["common", "rare"] for order in orders)
    assert 150 < sum(order[0] == "common" for order in orders) < 200
    assert weighted_order(Rng.of(1, "order"), {}) == []
