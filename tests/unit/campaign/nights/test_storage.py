"""The database of the nights: names of campaigns, and folders of an older release."""

import contextlib
from pathlib import Path

import pytest
from helpers.records import finding

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.nights.configuration import NightConfiguration, NightKeys
from aberration.campaign.nights.storage import open_nights
from aberration.campaign.places import new_store, open_findings
from aberration.campaign.records import FoundRecord
from aberration.campaign.store import DATABASE, Header, Store
from aberration.core.errors import BadInput


def configuration(base: Path, store: str = "", artifacts: str = "") -> NightConfiguration:
    (base / "nights").mkdir(exist_ok=True)
    return NightConfiguration(
        NightKeys(), FuzzConfiguration(store=store, artifacts=artifacts), base
    )


def test_the_store_is_in_the_folder_of_the_nights(tmp_path: Path) -> None:
    with open_nights(configuration(tmp_path)) as nights:
        assert nights.name(7, 2) == "0007-02"
        assert [nights.night_of(name) for name in ("0007-02", "12345-01", "mine")] == [7, 12345, 0]
        placed = nights.with_place(FuzzConfiguration(), "0007-02")
    assert placed.artifacts == str(tmp_path / "nights" / "artifacts")
    assert (tmp_path / "nights" / DATABASE).is_file()


def test_a_database_has_the_nights_under_a_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'all.sqlite'}"
    with open_nights(configuration(tmp_path, f"{url}#mesa", "memory://nights")) as nights:
        assert nights.name(1, 1) == "mesa-0001-01"
        assert nights.night_of("night-0001-01") == 0
        placed = nights.with_place(FuzzConfiguration(), "mesa-0001-01")
        assert (placed.store, placed.artifacts) == (f"{url}#mesa-0001-01", "memory://nights")
    with open_nights(configuration(tmp_path, url)) as nights:
        assert nights.name(1, 1) == "night-0001-01"


def test_nights_of_another_folder_are_not_gone_on_with(tmp_path: Path) -> None:
    with open_nights(configuration(tmp_path)) as nights:
        nights.must_be_free(1)
        with nights.hold("0003-01") as store:
            store.create(Header(FuzzConfiguration(), "0" * 16))
        nights.must_be_free(4)
        assert nights.is_begun("0003-01")
        with pytest.raises(BadInput, match="nights of another folder: 0003-01"):
            nights.must_be_free(3)


def test_two_do_not_work_on_a_campaign_at_once(tmp_path: Path) -> None:
    with open_nights(configuration(tmp_path)) as nights, nights.hold("0001-01"):
        refused = pytest.raises(BadInput, match="works on this campaign")
        with refused, nights.hold("0001-01"):
            pass


def test_the_folder_of_a_campaign_is_refused(tmp_path: Path) -> None:
    asked = configuration(tmp_path)
    store = Store.in_folder(tmp_path / "nights")
    store.create(Header(FuzzConfiguration(), "0" * 16))
    store.close()
    refused = pytest.raises(BadInput, match="a single campaign is in it")
    with refused, open_nights(asked):
        pass


@pytest.mark.parametrize("left", ["known.json", "findings"])
def test_a_folder_of_an_older_release_is_refused(tmp_path: Path, left: str) -> None:
    asked = configuration(tmp_path)
    (tmp_path / "nights" / left).mkdir()
    refused = pytest.raises(BadInput, match=f"an older release, which kept {left}")
    with refused, open_nights(asked):
        pass
    assert not (tmp_path / "nights" / DATABASE).exists()


@pytest.mark.parametrize(
    ("store", "artifacts", "told"),
    [("tests#nights", "", "address of a database"), ("", "memory://a", "store elsewhere")],
)
def test_an_address_that_is_none(tmp_path: Path, store: str, artifacts: str, told: str) -> None:
    refused = pytest.raises(BadInput, match=told)
    with refused, open_nights(configuration(tmp_path, store, artifacts)):
        pass


def test_nights_in_postgresql(tmp_path: Path, postgresql: str) -> None:
    with open_nights(configuration(tmp_path, f"{postgresql}#mesa")) as nights:
        for number in (1, 2):
            asked = nights.with_place(
                FuzzConfiguration(output=str(tmp_path)), nights.name(1, number)
            )
            with contextlib.closing(new_store(asked)) as store:
                store.create(Header(FuzzConfiguration(), "0" * 16))
                store.begin_session(1)
                store.add_finding(FoundRecord(finding(number), {}))
        found = [one.id for one in nights.whole.findings("new")]
        assert found == ["mesa-0001-01/000001-tcc", "mesa-0001-02/000002-tcc"]
        assert nights.whole.place_of(found[1]) == (2, "000002-tcc")
        with pytest.raises(BadInput, match="nights of another folder"):
            nights.must_be_free(1)
    with open_findings(postgresql) as whole:
        assert [one.id for one in whole.list_findings()] == found
