"""The file system of a worker: the machine's, read-only, without the folders of people."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from aberration.targets.sandbox import kernel
from aberration.targets.sandbox.confinement import Confinement

_LINKS: Final = (("fd", "fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2"))
_SHARED: Final = "/dev/shm"
_OF_THE_MACHINE: Final = ("sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "kcore")
"""What of `/proc` is the machine's: root may write there by its user id alone."""
_FILES: Final = 1 << 16
"""Files of a scratch folder."""


def build(given: Confinement) -> None:
    """Make the file system of a confinement, in a mount namespace that is this process's own; raise
    `OSError` where the machine does not allow it.
    """
    os.chdir("/")
    kernel.mount("", "/", "", kernel.RECURSIVE | kernel.PRIVATE)
    # Opened before they are out of sight.
    kept = [(path, os.open(path, os.O_PATH)) for path in _shortest_first(given.kept)]
    for folder in _shortest_first(given.hidden):
        _tmpfs(folder, "size=4m,mode=755")
    for path, handle in kept:
        _show(path, handle)
        os.close(handle)
    Path(given.scratch).mkdir(parents=True, exist_ok=True)
    _make_links()
    kernel.make_read_only("/")
    size = f"size={given.scratch_mib}m,nr_inodes={_FILES}"
    if os.path.isdir(_SHARED):
        _tmpfs(_SHARED, f"{size},mode=1777")
    _tmpfs(given.scratch, f"{size},mode=700")
    _mount_processes()


def _shortest_first(paths: tuple[str, ...]) -> list[str]:
    """Return the paths that are there, what contains others before them."""
    return sorted({path for path in paths if os.path.exists(path)}, key=lambda one: (len(one), one))


def _tmpfs(folder: str, options: str) -> None:
    # One that was inside another is out of sight already.
    if os.path.isdir(folder):
        kernel.mount("tmpfs", folder, "tmpfs", kernel.NO_SUID | kernel.NO_DEVICES, options)


def _show(path: str, handle: int) -> None:
    """Let a file or folder be where it was; nothing to do where it is in sight."""
    if os.path.lexists(path):
        return
    opened = f"/proc/self/fd/{handle}"
    if os.path.isdir(opened):
        os.makedirs(path)
    else:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o644))
    kernel.mount(opened, path, "", kernel.BIND | kernel.RECURSIVE)


def _make_links() -> None:
    with suppress(OSError):
        os.mkdir(_SHARED)
        for name, target in _LINKS:
            os.symlink(f"/proc/self/{target}", f"/dev/{name}")


def _mount_processes() -> None:
    """Mount `/proc` anew: it shows the processes of this namespace alone."""
    careful = kernel.NO_SUID | kernel.NO_DEVICES | kernel.NO_EXEC
    kernel.mount("proc", "/proc", "proc", careful)
    for name in _OF_THE_MACHINE:
        place = f"/proc/{name}"
        if os.path.exists(place):
            kernel.mount(place, place, "", kernel.BIND)
            again = kernel.BIND | kernel.REMOUNT | kernel.READ_ONLY
            kernel.mount("", place, "", again | careful)
