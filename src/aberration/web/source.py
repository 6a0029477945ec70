"""The store that is served: read through one reader; its artifacts by digest."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import make_url

from aberration.campaign.artifacts import Artifacts
from aberration.campaign.storage.addresses import is_address, read_address
from aberration.campaign.store import ARTIFACTS, DATABASE, Store
from aberration.core.errors import BadInput
from aberration.web.queries import Reader


class Source:
    """A store by what names it on the command line, and its `reader`; artifacts are `beside` the
    database where a campaign does not say where else.
    """

    def __init__(self, name: str, store: Store, reader: Reader, beside: str) -> None:
        self.name = name
        self.store = store
        self.reader = reader
        self._beside = beside

    def artifacts_of(self, campaign: str) -> Artifacts:
        """Return the artifacts of a campaign; raise `BadInput` where nobody knows where they
        are.
        """
        place = self.reader.campaign(campaign).artifacts or self._beside
        if not place:
            raise BadInput(f"the store does not say where the artifacts of {campaign!r} are")
        return Artifacts(place)


@contextmanager
def open_source(name: str) -> Iterator[Source]:
    """Open the store of a folder, or the database of an address with all its campaigns; raise
    `BadInput` if there is none, or it cannot be read.
    """
    url, folder = _place(name)
    beside = str(folder / ARTIFACTS) if folder is not None else ""
    store = Store(url, beside or "memory://none")
    try:
        reader = Reader(store, folder.name if folder is not None else "campaign")
        reader.campaigns()
        yield Source(name, store, reader, beside)
    finally:
        store.close()


def _place(name: str) -> tuple[str, Path | None]:
    """Return the database's address for SQLAlchemy, and the folder that it is in, if any."""
    if is_address(name):
        url = make_url(read_address(name).url)
        is_file = url.get_backend_name() == "sqlite" and url.database
        folder = Path(str(url.database)).absolute().parent if is_file else None
        return url.render_as_string(hide_password=False), folder
    root = Path(name).absolute()
    if not (root / DATABASE).is_file():
        raise BadInput(
            f"expected the folder of a campaign, but there is no {DATABASE}",
            where=name,
            hint="A campaign is begun by `aberration fuzz -o DIR`.",
        )
    return f"sqlite:///{root / DATABASE}", root
