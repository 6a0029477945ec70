"""Answers that are costly to find: the last few in memory, and more in a folder of the user's.
Whatever lies in that folder may be deleted at any moment.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

VARIABLE: Final = "XDG_CACHE_HOME"
K = TypeVar("K")
V = TypeVar("V")


def remember(memory: dict[K, V], key: K, value: V, most: int) -> None:
    """Put a value into a memory of the last so many."""
    while len(memory) >= most:
        del memory[next(iter(memory))]
    memory[key] = value


def cache_folder(name: str, environment: Mapping[str, str]) -> Path:
    """Return the folder of one kind of answers, which need not be there."""
    given = environment.get(VARIABLE, "")
    return (Path(given) if given else Path.home() / ".cache") / "aberration" / name


def trim(folder: Path, most: int) -> None:
    """Delete the files below a folder that were not used for longest, until the others have at
    most so many bytes.
    """
    found = []
    for path in folder.rglob("*"):
        with suppress(OSError):
            status = path.stat()
            if path.is_file():
                found.append((status.st_mtime_ns, path, status.st_size))
    total = 0
    for _, path, size in sorted(found, reverse=True):
        total += size
        if total > most:
            with suppress(OSError):
                path.unlink()


def mark_used(path: Path) -> None:
    """Note that a file was used now."""
    with suppress(OSError):
        os.utime(path)


def writable(folder: Path) -> bool:
    """Make a folder of answers where there is none; say whether it can be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)
