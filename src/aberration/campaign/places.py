"""The store of a campaign by what a user names: its folder, or the address of a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.storage.addresses import FORM, Address, is_address, read_address
from aberration.campaign.store import ARTIFACTS, DATABASE, Store
from aberration.campaign.whole_store import FindingStore, WholeStore
from aberration.core.errors import BadInput


def is_campaign(place: str | Path) -> bool:
    """True of a database's address, and of a folder with a campaign, or with several and #NAME."""
    return _address_of(place) is not None or (Path(place) / DATABASE).is_file()


def _address_of(place: str | Path) -> Address | None:
    """Return the address of a database; None of a folder that is named without a campaign."""
    if is_address(place):
        return read_address(str(place))
    folder, mark, name = str(place).rpartition("#")
    file = Path(folder).absolute() / DATABASE
    if not mark or Path(place).exists() or not file.is_file():
        return None
    return read_address(f"sqlite:///{file}#{name}")


def store_at(place: str | Path) -> Store:
    """Return the store of a campaign that was begun; raise `BadInput` where there is none."""
    address = _address_of(place)
    if address is not None:
        return Store(address.url, "", address.name)
    folder = Path(place)
    if not (folder / DATABASE).is_file():
        raise BadInput(
            f"expected the folder of a campaign, but there is no {DATABASE}",
            where=str(folder),
            hint="A campaign is begun by `aberration fuzz -o DIR`.",
        )
    return Store.in_folder(folder)


@contextmanager
def open_findings(place: str | Path) -> Iterator[FindingStore]:
    """Open the campaign of a place to ask about its findings; without a name, all campaigns of a
    database that has several. Raise `BadInput` where there is none.
    """
    store = store_at(place)
    try:
        several = not store.name and len(store.campaigns()) > 1
        if not several:
            store.header()
        yield WholeStore(store) if several else store
    finally:
        store.close()


def new_store(configuration: FuzzConfiguration) -> Store:
    """Return the store that a configuration asks for, in which nothing is begun yet; raise
    `BadInput` for an address without the campaign's name.
    """
    output = Path(configuration.output)
    if not configuration.store:
        if configuration.artifacts:
            raise BadInput("expected artifacts elsewhere only with a store elsewhere")
        return Store.in_folder(output)
    address = read_address(configuration.store)
    if not is_address(configuration.store) or not address.name:
        raise BadInput(
            "expected the address of a database with the campaign's name after #",
            where=address.shown,
            hint=FORM,
        )
    apart = configuration.artifacts.rstrip("/")
    artifacts = f"{apart}/{address.name}" if apart else str(output.absolute() / ARTIFACTS)
    return Store(address.url, artifacts, address.name)


def output_folder(place: str | Path, store: Store) -> Path:
    """Return where the campaign of a place writes its cases, logs and reports."""
    return Path(place) if _address_of(place) is None else Path(store.header().configuration.output)
