"""The figures of a campaign, and how long they are kept."""

import threading

import msgspec
import pytest
from helpers.dashboard import FISSION

from aberration.web import figures
from aberration.web.figures import FiguresKeeper, count
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
