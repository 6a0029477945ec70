"""What a user names is a folder or an address, and says where the big things go."""

import contextlib
from pathlib import Path

import pytest

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.places import (
    is_campaign,
    new_store,
    open_findings,
    output_folder,
    store_at,
)
from aberration.campaign.store import DATABASE, Header, Store
from aberration.core.errors import BadInput


def test_a_campaign_in_a_folder(tmp_path: Path) -> None:
    configuration = FuzzConfiguration(output=str(tmp_path))
    assert not is_campaign(tmp_path)
    with pytest.raises(BadInput, match=f"no {DATABASE}"):
        store_at(tmp_path)
    store = new_store(configuration)
    store.create(Header(configuration, "0" * 16))
    assert is_campaign(str(tmp_path))
    assert output_folder(tmp_path, store) == tmp_path
    assert store_at(str(tmp_path)).header() == store.header()
    store.close()


def test_a_campaign_in_a_database(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path}/all.sqlite#nightly"
    configuration = FuzzConfiguration(store=place, output=str(tmp_path / "out"))
    store = new_store(configuration)
    store.create(Header(configuration, "0" * 16))
    digest = store.artifacts.put(b"big")
    assert is_campaign(place)
    again = store_at(place)
    assert output_folder(place, again) == tmp_path / "out"
    assert again.artifacts.get(digest) == b"big"
    assert (tmp_path / "out" / "artifacts" / digest[:2] / digest).is_file()
    with pytest.raises(BadInput, match="place without artifacts"):
        new_store(FuzzConfiguration(store=f"{place}-2", output=str(tmp_path / "out"))).create(
            store.header()
        )
    store.close()


def test_a_campaign_of_several_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    for name in ("one", "two"):
        asked = FuzzConfiguration(
            store=f"sqlite:///{folder / DATABASE}#{name}", output=str(folder / name)
        )
        with contextlib.closing(new_store(asked)) as store:
            store.create(Header(asked, "0" * 16))
            digest = store.artifacts.put(b"big")
    place = f"{folder}#two"
    assert is_campaign(place)
    with contextlib.closing(store_at(place)) as store:
        assert output_folder(place, store) == folder / "two"
    # The folder may be moved, with the artifacts that are in it.
    moved = folder.rename(tmp_path / "moved")
    with contextlib.closing(store_at(f"{moved}#two")) as store:
        assert store.artifacts.get(digest) == b"big"
    assert not is_campaign(f"{folder}#two")
    with pytest.raises(BadInput, match="name of a campaign"):
        store_at(f"{moved}#a b")


def test_the_only_campaign_is_asked_by_itself(tmp_path: Path) -> None:
    store = Store.in_folder(tmp_path)
    store.create(Header(FuzzConfiguration(), "0" * 16))
    store.close()
    with open_findings(tmp_path) as found:
        assert isinstance(found, Store)
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / DATABASE).touch()
    refused = pytest.raises(BadInput, match="none was begun there")
    with refused, open_findings(tmp_path / "empty"):
        pass


def test_artifacts_elsewhere_are_apart_by_campaign(tmp_path: Path) -> None:
    apart = f"file://{tmp_path}/big/"
    place = f"sqlite:///{tmp_path}/all.sqlite"
    for name in ("one", "two"):
        store = new_store(FuzzConfiguration(store=f"{place}#{name}", artifacts=apart))
        store.create(Header(FuzzConfiguration(), "0" * 16))
        digest = store.artifacts.put(b"big")
        assert (tmp_path / "big" / name / digest[:2] / digest).is_file()
        store.close()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (FuzzConfiguration(store="sqlite:////tmp/none.sqlite"), "name after #"),
        (FuzzConfiguration(store="tests#nightly"), "address of a database"),
        (FuzzConfiguration(artifacts="s3://bucket"), "store elsewhere"),
    ],
)
def test_what_is_no_store_is_refused(given: FuzzConfiguration, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        new_store(given)
