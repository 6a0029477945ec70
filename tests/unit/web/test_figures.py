"""The figures of a campaign, and how long they are kept."""

import threading

import msgspec
import pytest
from helpers.dashboard import FISSION

from aberration.web import figures
from aberration.web.figures import FiguresKeeper, WorkerFigures, count, possible_time
from aberration.web.site import Site


def test_the_figures_of_a_campaign(site: Site) -> None:
    counted = count(site.source.reader, site.source.reader.campaign("night"))
    assert (counted.tests, counted.rate, counted.share) == (40, 2.0, 0.5)
    assert counted.finding_count("new", "reduced") == 5
    assert counted.finding_count("set-aside") == 1
    states = {target.name: target.state for target in counted.targets}
    assert states[FISSION] == "well"
    assert states["lavapipe"] == "failing"
    assert states["corpus/a.frag"] == "silent"
    assert counted.targets[-1].state == "silent"
    assert counted.aside_count == 100
    assert counted.minutes == ((0, 40),)
    assert counted.coverage == {
        "feature": dict.fromkeys(("OpPhi", "OpSelect", "corpus/a.frag"), 40),
        "stage": {"spirv fragment": 40},
        "step": {"AddDeadBlock": 40, "corpus/a.frag": 30},
    }
    (worker,) = counted.workers
    assert (worker.name, worker.runs, worker.tests) == ("machine corpus/a.frag", 1, 40)
    assert (worker.state, worker.silent) == ("well", 0.0)
    assert [at for _, _, at in counted.places] == [20.0] * 5


@pytest.mark.parametrize(
    ("runs", "seconds", "silent", "state"),
    [
        (10, 10.0, 59.0, "well"),
        (10, 10.0, 61.0, "silent"),
        (10, 100.0, 150.0, "well"),
        (10, 100.0, 210.0, "silent"),
        (0, 0.0, 61.0, "silent"),
    ],
)
def test_a_worker_is_silent_for_longer_than_its_runs_take(
    runs: int, seconds: float, silent: float, state: str
) -> None:
    worker = WorkerFigures("w", runs, runs, seconds, seconds / 2, silent)
    assert worker.state == state
    assert worker.share == (0.5 if seconds else 0.0)


@pytest.mark.parametrize("strange", [float("inf"), float("nan"), -1.0, 1e300, None])
def test_times_that_no_campaign_has_are_unknown(strange: float | None) -> None:
    assert possible_time(strange) is None
    assert possible_time(3.5) == 3.5


def test_old_figures_are_given_while_new_ones_are_counted(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = site.source.reader.campaign("night")
    keeper = FiguresKeeper(site.source.reader)
    first = keeper.of(campaign)
    assert keeper.of(campaign) is first
    monkeypatch.setattr(figures, "_AGAIN", 0.0)
    monkeypatch.setattr(figures, "_SHARE", 1e-9)
    begun: list[threading.Thread] = []
    monkeypatch.setattr("threading.Thread.start", lambda thread: begun.append(thread))
    assert keeper.of(campaign) is first
    assert keeper.of(campaign) is first
    assert len(begun) == 1
    begun[0].run()
    again = keeper.of(campaign)
    assert again is not first
    assert msgspec.structs.replace(again, at=0, cost=0, now=None) == msgspec.structs.replace(
        first, at=0, cost=0, now=None
    )
