"""A user's own drivers: the tables `[driver.NAME]` of the file that `[target.NAME]` stand in, too.

One line is enough: `driver.mine.vulkan = "build/share/vulkan/icd.d"`. Definitions come from the
user's own file alone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.targets.user_file import definitions_file, record_of, tables_of

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class DriverDefinition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table: `vulkan`, a manifest or a folder of them; `egl`, the file of an EGL vendor;
    variables for a worker.
    """

    vulkan: str = ""
    egl: str = ""
    environment: dict[str, str] = {}


class UserDriver(msgspec.Struct, frozen=True):
    """A driver that the user named: Vulkan manifests, and EGL vendors, with the variables of a
    worker on them.
    """

    name: str
    manifests: tuple[Path, ...]
    vendors: tuple[Path, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


def user_drivers() -> list[UserDriver]:
    """Return the drivers of the user's file, if there is one; raise `BadInput` naming the key
    that is wrong in it.
    """
    path = definitions_file(os.environ)
    return [] if path is None else drivers_of(path)


def drivers_of(path: Path) -> list[UserDriver]:
    """Return the drivers of a file."""
    return [_driver(name, table, path) for name, table in tables_of(path, "driver").items()]


def _driver(name: str, table: object, path: Path) -> UserDriver:
    where, folder = str(path), path.resolve().parent
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"expected a driver name of letters, digits and ._-, but {name!r} came", where=where
        )
    definition = record_of(table, DriverDefinition, f"driver.{name}", where)
    if not (definition.vulkan or definition.egl):
        raise BadInput(
            f"driver.{name}: expected the key vulkan or egl, but neither came", where=where
        )
    manifests = _files(definition.vulkan, folder, f"driver.{name}.vulkan", where)
    vendors = _files(definition.egl, folder, f"driver.{name}.egl", where)
    return UserDriver(name, manifests, vendors, tuple(sorted(definition.environment.items())))


def _files(named: str, folder: Path, key: str, where: str) -> tuple[Path, ...]:
    """Return the file that is named, or those of the folder that is; raise `BadInput` where
    there are none.
    """
    if not named:
        return ()
    place = folder / Path(named).expanduser()
    found = (
        tuple(sorted(place.glob("*.json")))
        if place.is_dir()
        else (place,)
        if place.is_file()
        else ()
    )
    if not found:
        raise BadInput(
            f"{key}: expected a manifest or a folder of them (*.json), but none is at {place}",
            where=where,
        )
    return found
