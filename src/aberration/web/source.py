"""The store that is served: read through one reader; its artifacts by digest."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.artifacts import Artifacts
from aberration.campaign.store import ARTIFACTS, DATABASE
from aberration.core.errors import BadInput
from aberration.web.queries import Reader


class Source:
    """A store by what names it on the command line, its `reader`, and where its artifacts are."""

    def __init__(self, name: str, reader: Reader, artifacts: Artifacts) -> None:
        self.name = name
        self.reader = reader
        self._artifacts = artifacts

    def artifacts_of(self, campaign: str) -> Artifacts:
        """Return the artifacts of a campaign."""
        return self._artifacts


@contextmanager
def open_source(name: str) -> Iterator[Source]:
    """Open the store of this folder; raise `BadInput` if there is none, or it cannot be read."""
    folder = Path(name)
    if not (folder / DATABASE).is_file():
        raise BadInput(
            f"expected the folder of a campaign, but there is no {DATABASE}",
            where=name,
            hint="A campaign is begun by `aberration fuzz -o DIR`.",
        )
    reader = Reader.in_folder(folder)
    try:
        reader.campaigns()
        yield Source(name, reader, Artifacts(str(folder.absolute() / ARTIFACTS)))
    finally:
        reader.close()
