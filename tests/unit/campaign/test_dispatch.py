"""Runs go to executors in order, those of a rare method to the executor that had the first of
them.
"""

from aberration.campaign.dispatch import WINDOW, Dispatch
from aberration.campaign.plan import MethodSlot, Setting, plan_run

OFTEN = MethodSlot("often", 10, 3, 0, 0, False, 0, 0, (("a",),), language="spirv")
RARE = tuple(
    MethodSlot("rare", 1, 1, 0, 0, False, 0, 0, (("b",),), language=name)
    for name in ("essl", "wgsl")
)
SETTING = Setting(1, (OFTEN, *RARE))
ROUND = 12


def language(run: int) -> str:
    return plan_run(SETTING, run).language


def test_one_executor_gets_all_in_order() -> None:
    queue = Dispatch(SETTING, range(50), 1)
    assert [queue.take("only") for _ in range(51)] == [*range(50), None]


def test_the_runs_of_a_rare_method_stay_with_one_executor() -> None:
    queue = Dispatch(SETTING, range(20 * ROUND), 2)
    given: dict[str, list[int]] = {"one": [], "other": []}
    for turn in range(20 * ROUND):
        executor = "one" if turn % 2 else "other"
        run = queue.take(executor)
        assert run is not None
        given[executor].append(run)
    assert sorted([*given["one"], *given["other"]]) == list(range(20 * ROUND))
    for name in ("essl", "wgsl"):
        assert sum(any(language(run) == name for run in runs) for runs in given.values()) == 1


def test_no_run_waits_for_ever_for_its_executor() -> None:
    queue = Dispatch(SETTING, range(40 * ROUND), 2)
    first = next(run for run in iter(lambda: queue.take("gone"), None) if language(run) == "essl")
    taken = [queue.take("other") for _ in range(10 * ROUND)]
    assert [run for run in taken if run is not None and language(run) == "essl"]
    left = set(range(first + 1, first + 1 + 10 * ROUND)) - set(taken)
    assert len(left) < WINDOW


def test_what_an_executor_lost_is_made_by_another() -> None:
    queue = Dispatch(SETTING, range(2 * ROUND), 2)
    mine = [queue.take("one") for _ in range(ROUND)]
    queue.take_back("one", [run for run in mine[-2:] if run is not None])
    rest = [queue.take("other") for _ in range(ROUND + 3)]
    assert rest == [*mine[-2:], *range(ROUND, 2 * ROUND), None]


def test_a_method_alone_is_shared_by_all_executors() -> None:
    queue = Dispatch(Setting(1, (RARE[0],)), range(6), 2)
    assert [
        queue.take(executor) for executor in ("one", "other", "other", "one", "one", "one")
    ] == list(range(6))
