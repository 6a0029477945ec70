"""Which sandbox is used, and who says so."""

from __future__ import annotations

import pytest
from helpers.misbehave import misbehaving_target, order

from aberration.core.outcome import Text
from aberration.targets.pool import TargetPool
from aberration.targets.sandbox import mechanism as module
from aberration.targets.sandbox.confinement import Way
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


WAYS: tuple[Way, ...] = ("namespaces", "landlock")


def test_this_machine_has_one_or_says_why_not() -> None:
    found = mechanism({})
    supported = [way for way in WAYS if not reason_unsupported(way)]
    assert found.way == (supported[0] if supported else "")
    assert not found.chosen
    assert bool(found.name) != bool(found.reason)
    assert Mechanism(reason="x").works is False


@pytest.mark.parametrize("way", WAYS)
def test_the_user_may_name_one(way: Way) -> None:
    found, reason = mechanism({VARIABLE: way}), reason_unsupported(way)
    assert found.way == ("" if reason else way)
    assert found.reason.endswith(reason)


def test_a_strangers_program_is_held_by_namespaces_alone() -> None:
    assert Mechanism("namespaces").holds_strangers
    assert not Mechanism("landlock").holds_strangers
    assert not Mechanism(reason="x").holds_strangers


def test_what_works_less_well_is_taken_where_the_other_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reasons = {"namespaces": "unshare: Operation not permitted", "landlock": ""}
    monkeypatch.setattr(module, "reason_unsupported", lambda way: reasons[way])
    assert mechanism({}) == Mechanism("landlock")
    reasons["landlock"] = "too old"
    assert not mechanism({}).works
    for reason in reasons.values():
        assert reason in mechanism({}).reason


@pytest.mark.parametrize("way", WAYS)
def test_a_pool_confines_its_workers_where_there_is_one(
    way: Way, monkeypatch: pytest.MonkeyPatch
) -> None:
    if reason_unsupported(way):
        pytest.skip(f"{way}: {reason_unsupported(way)}")
    look = order("attempt result = open('/proc/self/status').read()")
    seen = []
    for setting in (way, "off"):
        monkeypatch.setenv(VARIABLE, setting)
        with TargetPool() as pool:
            # The first worker is a program, the second one comes from a fork server.
            results = [pool.run_fresh(misbehaving_target(), look).outcome for _ in range(2)]
        texts = [one.stdout for one in results if isinstance(one, Text)]
        seen.append([b"NoNewPrivs:\t1" in text for text in texts])
    assert seen == [[True, True], [False, False]]
