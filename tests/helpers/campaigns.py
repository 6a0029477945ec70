"""What of a campaign must not depend on when, where and in how many pieces it ran."""

from pathlib import Path

from aberration.campaign import tables
from aberration.campaign.store import Store
from aberration.core.finding import Finding

Rows = list[dict[str, object]]


def content(folder: Path) -> tuple[Rows, Rows, list[Finding], Rows]:
    """Return tests, outcomes, findings and seeds set aside."""
    store = Store.in_folder(folder)
    try:
        tests, outcomes, aside = (
            [dict(row) for row in store.rows(table)]
            for table in (tables.TESTS, tables.OUTCOMES, tables.FLAKY_SEEDS)
        )
        return tests, outcomes, store.findings(), aside
    finally:
        store.close()
