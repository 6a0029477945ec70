"""The store that is served: read through one reader; its artifacts by digest."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.artifacts import Artifacts
from aberration.campaign.places import store_at
from aberration.campaign.storage.addresses import is_address
from aberration.campaign.store import Store
from aberration.web.queries import Reader


class Source:
    """A store by what names it on the command line, and its `reader`."""

    def __init__(self, name: str, store: Store, reader: Reader) -> None:
        self.name = name
        self.store = store
        self.reader = reader

    def artifacts_of(self, campaign: str) -> Artifacts:
        """Return the artifacts of a campaign: where it says, else those of the folder; raise
        `BadInput` where nobody knows where they are.
        """
        place = self.reader.campaign(campaign).artifacts
        return self.store.artifacts_at(place) if place else self.store.artifacts


@contextmanager
def open_source(name: str) -> Iterator[Source]:
    """Open the store of a folder, or the database of an address with all its campaigns; raise
    `BadInput` if there is none, or it cannot be read.
    """
    store = store_at(name)
    try:
        reader = Reader(store, "campaign" if is_address(name) else Path(name).absolute().name)
        reader.campaigns()
        yield Source(name, store, reader)
    finally:
        store.close()
