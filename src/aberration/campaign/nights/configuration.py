"""`night.toml`: what a night is asked for. Beside its own keys it takes those of a fuzz TOML, which
hold for each slice.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from aberration.campaign.configuration import (
    FuzzConfiguration,
    configuration_of,
    read_duration,
    read_toml,
)
from aberration.core.errors import BadInput

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OF_THE_NIGHT = ("time", "output")
"""Keys of a fuzz TOML that mean something else here, or nothing."""


class Webhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the news is posted as JSON. `token` names a variable of the environment that holds a
    bearer token: no secret stands in the file. `timeout` in seconds for each of `tries`; `always`
    also where there is nothing to tell.
    """

    url: str
    token: str = ""
    timeout: float = 10.0
    tries: int = 3
    always: bool = False


class Notices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files that are written at the end of each night, relative to the night.toml; none where
    empty.
    """

    markdown: str = ""
    junit: str = ""
    feed: str = ""
    webhook: Webhook | None = None


class NightKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a night: the `folder` of all nights, the `time` of one and of each `slice`.

    `replay` is the share of the time that known bugs get at most, `leftovers` that of the findings
    that former nights have not reduced. `known` are folders of cases with
    an index.json, such as the bundled `corpus/bugs`. `slices` sets their number, in place of the
    time. With `repeat` each night has the slices and the tests of the first one: what differs is
    the compilers.
    """

    folder: str = "nights"
    time: float | str = "8h"
    slice: float | str = "20m"
    slices: int | None = None
    replay: float = 0.25
    leftovers: float = 0.1
    known: tuple[str, ...] = ()
    repeat: bool = False
    notices: Notices = Notices()


class NightConfiguration(msgspec.Struct, frozen=True):
    """A night.toml. `base` is the folder that its paths are relative to."""

    keys: NightKeys
    fuzz: FuzzConfiguration
    base: Path

    @property
    def folder(self) -> Path:
        """Return the folder of all nights."""
        return self.base / self.keys.folder

    @property
    def seconds(self) -> float:
        """Return the time of a night."""
        return read_duration(self.keys.time, "time")

    @property
    def replay_seconds(self) -> float:
        """Return how long the known bugs are replayed at most."""
        return self.seconds * self.keys.replay

    @property
    def leftover_seconds(self) -> float:
        """Return how long what former nights have left is reduced at most."""
        return self.seconds * self.keys.leftovers

    @property
    def slices(self) -> int:
        """Return the number of slices, at least one."""
        if self.keys.slices is not None:
            return self.keys.slices
        wanted = read_duration(self.keys.slice, "slice")
        return max(1, round(self._test_seconds / wanted))

    @property
    def slice_seconds(self) -> float:
        """Return the time of a slice."""
        return self._test_seconds / self.slices

    @property
    def _test_seconds(self) -> float:
        return self.seconds - self.replay_seconds - self.leftover_seconds


def read_night(path: Path, environment: Mapping[str, str] = os.environ) -> NightConfiguration:
    """Read a night.toml; raise `BadInput` naming the file and the key or line that is wrong."""
    raw, where = read_toml(path), str(path)
    own = {key: value for key, value in raw.items() if key in NightKeys.__struct_fields__}
    fuzz = {key: value for key, value in raw.items() if key not in own}
    if misplaced := [key for key in _OF_THE_NIGHT if key in fuzz]:
        raise BadInput(f"{misplaced[0]}: a night has a folder for its output", where=where)
    try:
        keys = msgspec.convert(own, NightKeys)
    except msgspec.ValidationError as error:
        known = ", ".join(NightKeys.__struct_encode_fields__)
        hint = f"The keys of a night are: {known}; all others are those of a fuzz TOML."
        raise BadInput(str(error), where=where, hint=hint) from None
    _check(keys, environment, where)
    base = path.resolve().parent
    configuration = NightConfiguration(keys, configuration_of(_placed(fuzz, base), where), base)
    if configuration.slices > 99 and keys.slices is None:
        raise BadInput("slice: expected at most 99 slices in a night", where=where)
    return configuration


def _placed(fuzz: dict[str, object], base: Path) -> dict[str, object]:
    """Return the keys with folders of seeds and donors relative to the file."""
    placed = dict(fuzz)
    for key in ("seeds", "donors"):
        given = fuzz.get(key)
        if isinstance(given, list) and all(isinstance(one, str) for one in given):
            placed[key] = [str(base / one) for one in given]
    return placed


def _check(keys: NightKeys, environment: Mapping[str, str], where: str) -> None:
    for key, value in (("time", keys.time), ("slice", keys.slice)):
        read_duration(value, f"{where}: {key}")
    shares = keys.replay, keys.leftovers
    if min(shares) < 0.0 or sum(shares) >= 1.0:
        raise BadInput(
            "replay, leftovers: expected shares that leave time for tests, but "
            f"{keys.replay:g} and {keys.leftovers:g} came",
            where=where,
        )
    if keys.slices is not None and not 1 <= keys.slices <= 99:
        raise BadInput(f"slices: expected 1 to 99, but {keys.slices} came", where=where)
    if keys.notices.webhook is not None:
        _check_webhook(keys.notices.webhook, environment, where)


def _check_webhook(webhook: Webhook, environment: Mapping[str, str], where: str) -> None:
    name = "notices.webhook"
    parts = urlsplit(webhook.url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(
            f"{name}.url: expected an address with http or https, but {parts.scheme!r} came",
            where=where,
        )
    if parts.username or parts.password:
        hint = "Put the secret into the environment, and its variable's name into `token`."
        raise BadInput(f"{name}.url: expected no secret in it", where=where, hint=hint)
    if not 0 < webhook.timeout <= 300 or not 1 <= webhook.tries <= 10:
        raise BadInput(f"{name}: expected a timeout of up to 300 s and 1 to 10 tries", where=where)
    if webhook.token and not _VARIABLE.fullmatch(webhook.token):
        raise BadInput(
            f"{name}.token: expected the name of a variable of the environment", where=where
        )
    if webhook.token and webhook.token not in environment:
        raise BadInput(f"{name}.token: there is no variable {webhook.token}", where=where)
