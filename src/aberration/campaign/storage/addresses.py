"""Where a store is: the folder of a campaign, or a database's address with the campaign's name.

`postgresql+psycopg://user@host/database#name` or `sqlite:////path/to/file.sqlite#name`, as
SQLAlchemy writes addresses. Passwords in them are never shown.
"""

import re
from pathlib import Path

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from aberration.core.errors import BadInput
from aberration.core.passwords import without_passwords

FORM = "postgresql+psycopg://USER@HOST/DATABASE#NAME or sqlite:////PATH.sqlite#NAME"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Address(msgspec.Struct, frozen=True):
    """A database by SQLAlchemy's `url`, and the `name` of a campaign in it: empty for its only
    one.
    """

    url: str
    name: str

    @property
    def shown(self) -> str:
        """Return the address without a password."""
        return without_passwords(f"{self.url}#{self.name}" if self.name else self.url)


def is_address(place: str | Path) -> bool:
    """True of a database's address, false of a folder."""
    return isinstance(place, str) and "://" in place


def read_address(text: str) -> Address:
    """Return what an address says; raise `BadInput` for one that is none."""
    url, _, name = text.partition("#")
    if name and not _NAME.fullmatch(name):
        raise BadInput(
            f"expected the name of a campaign (letters, digits, '.', '_' and '-'), but {name!r} "
            "came",
            where=without_passwords(text),
        )
    parse_url(url)
    return Address(url, name)


def parse_url(url: str) -> URL:
    """Return SQLAlchemy's reading of an address; raise `BadInput` for one that is none."""
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        raise BadInput(
            "expected the address of a database", where=without_passwords(url), hint=FORM
        ) from None
