"""The folder that a campaign writes to: the one that it began in, for as long as it runs.

Where somebody removes it, an open database goes on taking rows that nobody will ever see, and the
next file that is written makes a folder of the same name. So it is asked for by its number.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.core.errors import BadInput


class CampaignFolder:
    """The folder at `path`, as it is now; raise `BadInput` where there is none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = _number(path)
        self.must_be_there()

    def must_be_there(self) -> None:
        """Raise `BadInput` where the folder was removed, moved or replaced."""
        number = _number(self.path)
        if number is None or number != self._number:
            raise BadInput(
                "the folder of the campaign was removed or replaced while it ran",
                where=str(self.path),
                hint="What it had stored went with it; begin a new campaign.",
            )

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Tell of a folder that went away, where what is done inside fails for that."""
        try:
            yield
        except (OSError, BadInput):
            self.must_be_there()
            raise


def _number(path: Path) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
