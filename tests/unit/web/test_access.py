"""Tokens, cookies, hosts."""

from pathlib import Path

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.web.access import access_for, is_loopback, read_token

TOKEN = "sixteen letters or more"


def test_a_token_opens_and_nothing_else_does() -> None:
    access = access_for("127.0.0.1", TOKEN)
    assert access.admits(TOKEN)
    assert not access.admits(TOKEN[:-1])
    assert not access.admits("\ud800")
    assert access.knows(access.cookie())
    assert not access.knows("")
    assert not access.knows(access.form_word())
    assert not access.knows("é")
    assert access.is_form_word(access.form_word())


def test_without_a_token_nobody_is_admitted() -> None:
    access = access_for("127.0.0.1", "")
    assert not access.admits("")
    assert not access.knows(access.cookie())


def test_a_cookie_is_of_one_server() -> None:
    access = access_for("127.0.0.1", TOKEN)
    again = msgspec.structs.replace(access, secret=b"another server")
    assert not again.knows(access.cookie())


@pytest.mark.parametrize("address", ["0.0.0.0", "192.0.2.7", "::"])
def test_other_addresses_need_a_token_to_change_and_to_look(address: str) -> None:
    with pytest.raises(BadInput, match="expected a token"):
        access_for(address, "")
    assert access_for(address, TOKEN).closed
    assert not access_for("127.0.0.1", TOKEN).closed


def test_a_short_token_is_refused() -> None:
    with pytest.raises(BadInput, match="16 characters"):
        access_for("127.0.0.1", "short")


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8707", True),
        ("127.0.0.1", True),
        ("[::1]:8707", True),
        ("[::1]", True),
        ("BUILD.example:80", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example:8707", False),
        ("", False),
        ("localhost:8707:9", False),
    ],
)
def test_hosts_are_named(host: str, known: bool) -> None:
    assert access_for("127.0.0.1", "", ["build.example"]).is_host(host) is known


def test_a_token_comes_from_a_file_or_the_variable(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text(f"{TOKEN}\n")
    assert read_token(file, "other") == TOKEN
    assert read_token(None, f" {TOKEN} ") == TOKEN
    file.write_text("\n")
    with pytest.raises(BadInput, match="empty"):
        read_token(file, "")
    with pytest.raises(BadInput, match="expected a file"):
        read_token(tmp_path / "none", "")


def test_loopback() -> None:
    assert is_loopback("127.3.2.1")
    assert is_loopback("::1")
    assert is_loopback("localhost")
    assert not is_loopback("10.0.0.1")
    assert not is_loopback("example")
