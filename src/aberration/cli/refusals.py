"""What the machine refuses a command, told as that and not as a defect of ours."""

import errno
from typing import Final

from aberration.core.errors import MachineRefused

_ROOM: Final = (
    "Make room there. What was stored before is kept: `aberration fuzz --resume DIR` goes on "
    "with a campaign."
)
_RIGHTS: Final = "Name a folder that can be written to, or change its rights."
_FILES: Final = "More files are open than allowed: `ulimit -n` shows and sets the limit."
_HINTS: Final = {
    errno.ENOSPC: _ROOM,
    errno.EDQUOT: _ROOM,
    errno.EFBIG: "Files may not grow so large: `ulimit -f` shows and sets the limit.",
    errno.EROFS: _RIGHTS,
    errno.EACCES: _RIGHTS,
    errno.EPERM: _RIGHTS,
    errno.EMFILE: _FILES,
    errno.ENFILE: _FILES,
    errno.EAGAIN: "No more processes are allowed: `ulimit -u` shows and sets the limit.",
    errno.ENOMEM: "The machine has no memory left; fewer `--jobs` need less.",
    errno.EIO: "The disk or its connection fails; the system's log may tell more.",
    errno.ESTALE: "The file system there went away. Is it mounted?",
    errno.ENOTCONN: "The file system there went away. Is it mounted?",
    errno.ENODEV: "The file system there went away. Is it mounted?",
}


def refusal_of(error: BaseException) -> MachineRefused | None:
    """Return what the machine refused, with the file where there is one; None for any error
    that may be our own.
    """
    if not isinstance(error, OSError) or error.errno not in _HINTS:
        return None
    where = "" if error.filename is None else str(error.filename)
    what = error.strerror or errno.errorcode[error.errno]
    return MachineRefused(f"the machine refuses: {what}", where=where, hint=_HINTS[error.errno])
