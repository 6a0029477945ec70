"""The promise: hangs, lost devices, programs that take all memory, crashes, garbage and kills are
told apart, by the kind of the outcome and by their signatures.
"""

from collections.abc import Iterator

import pytest
from helpers.misbehave import misbehaving_target, order

from aberration.core.outcome import Crash, Outcome, Timeout
from aberration.core.signature import crash_signature
from aberration.targets.death import outcome_of_death
from aberration.targets.pool import TargetPool

MEMORY = 1 << 30


@pytest.fixture
def pool() -> Iterator[TargetPool]:
    made = TargetPool()
    yield made
    made.close()


def named(outcome: Outcome) -> tuple[str, str]:
    if isinstance(outcome, Timeout):
        return "timeout", ""
    assert isinstance(outcome, Crash), outcome
    return outcome.cause, outcome.signal


def test_each_end_has_its_name(pool: TargetPool) -> None:
    target = misbehaving_target()
    ends = {
        "sleep 60": ("timeout", ""),
        "spin": ("timeout", ""),
        "segfault": ("signal", "SIGSEGV"),
        "kill SIGKILL": ("signal", "SIGKILL"),
        "exit 3": ("exit", ""),
        "assert x > 0": ("assertion", "SIGABRT"),
        "garbage text": ("garbage", ""),
    }
    seen = {text: pool.run(target, order(text), 1.0).outcome for text in ends}
    assert {text: named(outcome) for text, outcome in seen.items()} == ends
    crashes = [crash_signature(one) for one in seen.values() if isinstance(one, Crash)]
    assert len({*crashes}) == len(crashes), crashes


@pytest.mark.parametrize(
    ("log", "cause"),
    [
        ("terminate called after throwing an instance of 'std::bad_alloc'", "memory"),
        ("vkQueueSubmit gave VK_ERROR_DEVICE_LOST", "lost"),
        ("vkCreateBuffer gave VK_ERROR_OUT_OF_DEVICE_MEMORY", "memory"),
        ("", "signal"),
    ],
)
def test_the_same_signal_with_another_word_is_another_end(log: str, cause: str) -> None:
    outcome = outcome_of_death(-6, log, 1.0)
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.signal) == (cause, "SIGABRT")
