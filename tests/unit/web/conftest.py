"""One store, its site and its clients for all tests of the dashboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from helpers.dashboard import SCRIPT, bugs, client_of, hostile_bugs, site_of, write_store

from aberration.web.site import Site


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_store(tmp_path_factory.mktemp("dashboard") / "night", bugs())


@pytest.fixture(scope="session")
def site(store: Path) -> Iterator[Site]:
    with site_of(store) as site:
        assert site.gathering.bugs(300.0).ready
        yield site


@pytest.fixture
def visitor(site: Site) -> TestClient:
    return client_of(site)


@pytest.fixture
def owner(site: Site) -> TestClient:
    return client_of(site, signed_in=True)


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("dashboard") / "<b>bad&amp"
    with site_of(write_store(folder, hostile_bugs(), name=SCRIPT)) as site:
        assert site.gathering.bugs(300.0).ready
        yield site
