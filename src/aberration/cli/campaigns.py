"""Open the campaign that a command is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.places import store_at
from aberration.campaign.store import Store


@contextmanager
def open_store(place: str | Path) -> Iterator[Store]:
    """Open the store of a campaign, by its folder or its address; raise `BadInput` if there is
    none.
    """
    store = store_at(place)
    try:
        store.header()
        yield store
    finally:
        store.close()
