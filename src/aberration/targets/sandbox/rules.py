"""What a worker may do with files and other processes, as rules of Landlock (landlock(7)).

Landlock only grants: what is hidden is what no rule names. So each folder is named that neither is
hidden nor contains what is. It says nothing of modes, owners and times of files.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from aberration.targets.sandbox import kernel
from aberration.targets.sandbox.confinement import Confinement

LEAST: Final = 6
"""The version of Landlock that keeps signals inside (Linux 6.12)."""
# linux/landlock.h
_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_FOLDER: Final = 1 << 3
_MAKE_DEVICES: Final = 1 << 6 | 1 << 11
_TRUNCATE: Final = 1 << 14
_CONTROL_DEVICE: Final = 1 << 15
_ALL_OF_FILES: Final = (1 << 16) - 1
_ALL_OF_NETWORKS: Final = 1 << 0 | 1 << 1
_SCOPES: Final = 1 << 0 | 1 << 1
"""Sockets of no file, and signals."""
_OF_ONE_FILE: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _CONTROL_DEVICE
_READ: Final = _EXECUTE | _READ_FILE | _READ_FOLDER
_DEVICE: Final = _READ | _WRITE_FILE | _CONTROL_DEVICE
_DEVICES: Final = "/dev/"


def open_domain(given: Confinement) -> int:
    """Return a descriptor of the rules of a confinement; raise `OSError` where the kernel has no
    Landlock that is new enough.
    """
    found = kernel.landlock_version()
    if found < LEAST:
        reason = f"Landlock is of version {found}, and {LEAST} is needed (Linux 6.12)"
        raise OSError(reason)
    networks = 0 if given.network else _ALL_OF_NETWORKS
    ruleset = kernel.new_ruleset(_ALL_OF_FILES, networks, _SCOPES)
    for path in in_sight(given.hidden):
        _allow(ruleset, path, _READ)
    for path in given.kept:
        _allow(ruleset, path, _DEVICE if path.startswith(_DEVICES) else _READ)
    os.makedirs(given.scratch, exist_ok=True)
    _allow(ruleset, given.scratch, _ALL_OF_FILES & ~_MAKE_DEVICES)
    return ruleset


def close_domain(ruleset: int) -> None:
    """Keep this process, and all that it starts, to the rules."""
    kernel.keep_to_ruleset(ruleset)
    os.close(ruleset)


def in_sight(hidden: tuple[str, ...], folder: str = "/") -> Iterator[str]:
    """Yield what lies in a folder and holds nothing that is hidden, from the top; links are left
    out, as what they lead to is named where it is.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda one: one.name):
            if entry.is_symlink() or entry.path in hidden:
                continue
            if any(one.startswith(f"{entry.path}/") for one in hidden):
                yield from in_sight(hidden, entry.path)
            else:
                yield entry.path


def _allow(ruleset: int, path: str, rights: int) -> None:
    """Grant rights below a path, where it is there."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            rights &= _OF_ONE_FILE
        kernel.allow_beneath(ruleset, handle, rights)
    finally:
        os.close(handle)
