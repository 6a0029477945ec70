"""One scratch folder for a command and all processes that it starts, removed when it ends, or by
the next command.

Workers are killed without a chance to clean up: on Ctrl-C, with an executor that dies, by `kill -9`
of the command. What they leave lies below this folder. Its owner holds a lock; a folder whose lock
is free has no owner any more.
"""

import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PREFIX = "aberration-scratch-"
LOCK = "lock"
_VARIABLE = "TMPDIR"
_YOUNG = 60.0


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder the place for temporary files of this process and those that it starts."""
    remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    before, default = os.environ.get(_VARIABLE), tempfile.tempdir
    os.environ[_VARIABLE] = tempfile.tempdir = str(folder)
    try:
        yield folder
    finally:
        tempfile.tempdir = default
        if before is None:
            os.environ.pop(_VARIABLE, None)
        else:
            os.environ[_VARIABLE] = before
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def remove_abandoned(place: Path) -> None:
    """Remove the folders of commands that were killed; those of other users and very young ones
    stay.
    """
    for folder in place.glob(f"{PREFIX}*"):
        if _is_old_and_own(folder) and _is_abandoned(folder / LOCK):
            shutil.rmtree(folder, ignore_errors=True)


def _is_old_and_own(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except OSError:
        return False
    return (
        folder.is_dir() and status.st_uid == os.getuid() and time.time() - status.st_mtime > _YOUNG
    )


def _is_abandoned(lock: Path) -> bool:
    try:
        handle = os.open(lock, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True
