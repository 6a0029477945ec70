"""Files of which there is a whole one at every moment, whoever reads or writes at the same time,
and files that one process holds.
"""

import fcntl
import os
import uuid
from pathlib import Path

import msgspec


class HeldByAnother(Exception):
    """Another process has a file; `holder` is its number, empty where it has not said it yet."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.holder = holder


def hold_file(path: Path) -> int:
    """Lock a file, with the number of this process in it, until the descriptor that is returned is
    closed, or this process ends; raise `HeldByAnother`, or `OSError` where it cannot be opened.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(handle, 20).decode("ascii", "replace").strip()
        os.close(handle)
        raise HeldByAnother(holder) from None
    os.ftruncate(handle, 0)
    os.write(handle, f"{os.getpid()}\n".encode())
    return handle


def write_json(path: Path, record: object) -> None:
    """Write a record as JSON for people to read; there is a whole one at every moment."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


def write_whole(path: Path, content: bytes) -> None:
    """Write beside it, under a name that nobody else has, then change places."""
    beside = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
