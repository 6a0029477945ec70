"""What of a campaign must not depend on when, where and in how many pieces it ran."""

from pathlib import Path

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.core.finding import Finding

Rows = list[dict[str, object]]


def content(folder: Path) -> tuple[Rows, Rows, list[Finding], Rows]:
    """Return tests, outcomes, findings and seeds set aside of the campaign in a folder."""
    store = Store.in_folder(folder)
    try:
        return content_of(store)
    finally:
        store.close()


def content_of(store: Store) -> tuple[Rows, Rows, list[Finding], Rows]:
    """Return tests, outcomes, findings and seeds set aside."""
    tests, outcomes, aside = (
        [dict(row) for row in store.rows(table)]
        for table in (tables.TESTS, tables.OUTCOMES, tables.FLAKY_SEEDS)
    )
    return tests, outcomes, store.findings(), aside
