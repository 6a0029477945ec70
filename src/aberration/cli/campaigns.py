"""Open the campaign that a command is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.store import DATABASE, Store
from aberration.core.errors import BadInput


@contextmanager
def open_store(folder: Path) -> Iterator[Store]:
    """Open the store of a campaign; raise `BadInput` if there is none."""
    if not (folder / DATABASE).is_file():
        hint = "A campaign is begun by `aberration fuzz -o DIR`."
        raise BadInput(
            f"expected the folder of a campaign, but there is no {DATABASE}",
            where=str(folder),
            hint=hint,
        )
    store = Store.in_folder(folder)
    try:
        store.header()
        yield store
    finally:
        store.close()
