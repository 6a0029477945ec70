"""What is served."""

from pathlib import Path

import pytest

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.store import DATABASE, Header, Store
from aberration.core.errors import BadInput
from aberration.web.source import open_source


def test_a_folder_of_a_campaign_is_opened(store: Path) -> None:
    with open_source(str(store)) as source:
        assert [line.name for line in source.reader.campaigns()] == ["night"]
        body = source.reader.findings(1, ["reduced"])[0].body
        assert source.artifacts_of("night").has(body)


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database at all, but long enough to be one " * 200)
    with pytest.raises(BadInput, match="cannot be used"), open_source(str(tmp_path)):
        raise AssertionError("it was opened")


def test_all_campaigns_of_a_database_are_served(tmp_path: Path) -> None:
    url, places = f"sqlite:///{tmp_path / 'all.sqlite'}", tmp_path / "artifacts"
    for name in ("one", "two"):
        store = Store(url, str(places / name), name)
        store.create(Header(FuzzConfiguration(), "0123456789abcdef"))
        digest = store.artifacts.put(b"what was kept")
        store.close()
    with open_source(url) as source:
        assert [line.name for line in source.reader.campaigns()] == ["one", "two"]
        assert source.artifacts_of("two").has(digest)
        assert source.artifacts_of("one").has(digest)


def test_another_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"no campaign\.sqlite"), open_source(str(tmp_path)):
        raise AssertionError("it was opened")
