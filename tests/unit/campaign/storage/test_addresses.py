"""Addresses of stores: what they say, and that no password is shown."""

import pytest

from aberration.campaign.storage.addresses import Address, is_address, read_address
from aberration.core.errors import BadInput


def test_a_folder_is_no_address() -> None:
    assert not is_address("my/folder")
    assert is_address("postgresql+psycopg://me@host/tests#nightly")


def test_the_parts_of_an_address() -> None:
    assert read_address("sqlite:////tmp/a.sqlite#nightly") == Address(
        "sqlite:////tmp/a.sqlite", "nightly"
    )
    assert read_address("postgresql+psycopg://me@host/tests").name == ""


@pytest.mark.parametrize("name", ["two words", "-o", "a/b", "a" * 101])
def test_names_are_plain(name: str) -> None:
    with pytest.raises(BadInput, match="name of a campaign"):
        read_address(f"sqlite:////tmp/a.sqlite#{name}")


ADDRESSES = [
    "postgresql+psycopg://me:hunter2@host/tests#nightly",
    "postgresql+psycopg://me:hunter2@host:5432/tests",
    "postgresql+psycopg:///tests?host=/run&user=me&password=hunter2",
    "postgresql+psycopg://host/tests?sslpassword=hunter2&user=me#a",
    "postgresql+psycopg://me:hunter2/with@host/tests",
]
NO_ADDRESSES = [
    "no address at://me:hunter2@host",
    "postgresql+psycopg://me:hunter2@host:port/tests#nightly",
    "postgresql+psycopg://me:hunter2@host/tests#no name",
]


@pytest.mark.parametrize("url", ADDRESSES)
def test_no_password_is_shown(url: str) -> None:
    assert "hunter2" not in read_address(url).shown


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_no_password_is_shown_of_what_is_no_address(url: str) -> None:
    with pytest.raises(BadInput) as raised:
        read_address(url)
    assert "hunter2" not in str(raised.value)
