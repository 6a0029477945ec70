"""Open the campaign that a command is about."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.store import DATABASE, Store
from aberration.core.errors import BadInput
from aberration.core.target import Target
from aberration.targets.registry import discover, resolve


@contextmanager
def open_store(folder: Path) -> Iterator[Store]:
    """Open the store of a campaign; raise `BadInput` if there is none."""
    if not (folder / DATABASE).is_file():
        hint = "A campaign is begun by `aberration fuzz -o DIR`."
        raise BadInput(f"expected the folder of a campaign, but there is no {DATABASE}", where=str(folder), hint=hint)
    store = Store.in_folder(folder)
    try:
        store.header()
        yield store
    finally:
        store.close()


def targets_of(store: Store) -> dict[str, Target]:
    """Return the targets of a campaign that this machine knows, by id."""
    known = {target.id: target for target in discover()}
    found = {name: known.get(name) or resolve(name) for name in store.header().configuration.targets}
    return {name: target for name, target in found.items() if target is not None}
