"""Which sandbox is used, and who says so."""

from __future__ import annotations

import pytest
from helpers.misbehave import misbehaving_target, order

from aberration.core.outcome import Text
from aberration.targets.pool import TargetPool
from aberration.targets.sandbox.mechanism import (
    VARIABLE,
    Mechanism,
    mechanism,
    reason_unsupported,
)


def test_the_user_may_turn_it_off() -> None:
    found = mechanism({VARIABLE: "off"})
    assert not found.works
    assert found.chosen
    assert "turned off" in found.reason


def test_this_machine_has_one_or_says_why_not() -> None:
    found = mechanism({})
    assert found.works == (not reason_unsupported())
    assert not found.chosen
    assert bool(found.name) != bool(found.reason)
    assert Mechanism(reason="x").works is False


@pytest.mark.skipif(bool(reason_unsupported()), reason=reason_unsupported())
def test_a_pool_confines_its_workers_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    look = order("attempt import os; result = os.getppid() == 1")
    seen = []
    for setting in ("", "off"):
        monkeypatch.setenv(VARIABLE, setting)
        with TargetPool() as pool:
            # The first worker is a program, the second one comes from a fork server.
            results = [pool.run_fresh(misbehaving_target(), look).outcome for _ in range(2)]
        assert all(isinstance(one, Text) for one in results)
        seen.append([one.stdout for one in results if isinstance(one, Text)])
    assert seen == [[b"True"] * 2, [b"False"] * 2]
