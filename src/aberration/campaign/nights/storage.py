"""The database of all nights: each slice is a campaign in it, and what people say of a bug holds
for all of them (docs/store.md).

By default it is in the folder of the nights, which every command takes then as the folder of a
campaign; else it is the database that `store` in night.toml names.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.nights.configuration import NightConfiguration
from aberration.campaign.storage.addresses import FORM, is_address, read_address
from aberration.campaign.store import ARTIFACTS, DATABASE, Store
from aberration.campaign.whole_store import WholeStore
from aberration.core.errors import BadInput

_OF_BEFORE = ("known.json", "findings")
_PREFIX = "night-"
"""Of the campaigns in a database that is not in the folder of the nights, where it has no name."""


class NightStore:
    """The campaigns of all nights, and those of others in the same database: `whole`."""

    def __init__(self, configuration: NightConfiguration) -> None:
        folder, fuzz = configuration.folder.absolute(), configuration.fuzz
        self._artifacts = fuzz.artifacts or str(folder / ARTIFACTS)
        self._prefix = ""
        self._url = f"sqlite:///{folder / DATABASE}"
        if fuzz.store:
            if not is_address(fuzz.store):
                raise BadInput("store: expected the address of a database", hint=FORM)
            address = read_address(fuzz.store)
            self._url = address.url
            self._prefix = f"{address.name}-" if address.name else _PREFIX
        elif fuzz.artifacts:
            raise BadInput("expected artifacts elsewhere only with a store elsewhere")
        self._store = Store(self._url, "")
        self.whole = WholeStore(self._store)

    def prepare(self) -> None:
        """Make the database, or bring an older one up to date; raise `BadInput` where it is the
        folder of a single campaign.
        """
        self._store.prepare()
        if "" in self.names().values():
            raise BadInput(
                "expected a folder of nights, but a single campaign is in it",
                where=self._store.where,
                hint="Name another folder in night.toml.",
            )

    def close(self) -> None:
        """Let go of the database."""
        self._store.close()

    def name(self, night: int, number: int) -> str:
        """Return the name of the campaign of a slice."""
        return f"{self._prefix}{night:04d}-{number:02d}"

    def night_of(self, name: str) -> int:
        """Return the night of a campaign; 0 for one that is of no night."""
        found = re.fullmatch(rf"{re.escape(self._prefix)}(\d{{4,}})-\d{{2}}", name)
        return int(found[1]) if found else 0

    def names(self) -> dict[int, str]:
        """Return the names of all campaigns by their numbers."""
        return {line.id: line.name for line in self._store.campaigns()}

    def with_place(self, configuration: FuzzConfiguration, name: str) -> FuzzConfiguration:
        """Return the configuration of a slice with the database that it goes into. A plan that is
        written names none: the address may hold a password.
        """
        return msgspec.structs.replace(
            configuration, store=self.address(name), artifacts=self._artifacts
        )

    def address(self, name: str) -> str:
        """Return the address of a campaign."""
        return f"{self._url}#{name}"

    def must_be_free(self, night: int) -> None:
        """Raise `BadInput` where the database has campaigns of this night or a later one already:
        nights of another folder.
        """
        taken = [name for name in self.names().values() if self.night_of(name) >= night]
        if taken:
            raise BadInput(
                f"the database has nights of another folder: {taken[0]} is one of them",
                where=self._store.where,
                hint="Give each folder a name of its own behind # in `store`.",
            )

    def is_begun(self, name: str) -> bool:
        """Return whether there is such a campaign."""
        return name in self.names().values()

    def campaign(self, name: str) -> Store:
        """Return the store of a campaign; it is closed with this one."""
        return self._store.campaign(name)

    @contextmanager
    def hold(self, name: str) -> Iterator[Store]:
        """Give a campaign that no other process works on meanwhile; raise `BadInput` where one
        does.
        """
        store = Store(self._url, "", name)
        try:
            store.hold()
            yield store
        finally:
            store.close()


@contextmanager
def open_nights(configuration: NightConfiguration) -> Iterator[NightStore]:
    """Open the database of the nights; raise `BadInput` where the folder is one of before, whose
    nights had a database for each slice.
    """
    for name in _OF_BEFORE:
        if (configuration.folder / name).exists():
            raise BadInput(
                f"the nights in it were made by an older release, which kept {name} and a store "
                "for each slice",
                where=str(configuration.folder),
                hint="Name another folder in night.toml. What is in this one can still be looked "
                "at, slice by slice: aberration report NIGHT/slice-NN/campaign.",
            )
    store = NightStore(configuration)
    try:
        store.prepare()
        yield store
    finally:
        store.close()
