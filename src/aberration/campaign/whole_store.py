"""All campaigns of a database as one, for whoever asks about findings and bugs.

The id of a finding is `CAMPAIGN/ID` here, for each campaign counts its own.
"""

from typing import Protocol

import msgspec
from sqlalchemy import select

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.records import Check, Triage
from aberration.campaign.storage.finding_rows import ListedFinding, read_finding
from aberration.campaign.store import CampaignLine, Store
from aberration.core.errors import UnknownName
from aberration.core.finding import Finding
from aberration.core.outcome import Outcome


class FindingStore(Protocol):
    """What commands ask about findings: of one campaign (`Store`), or of all of a database."""

    @property
    def where(self) -> str:
        """Return the address, for messages."""

    def targets(self) -> tuple[str, ...]:
        """Return the ids of the targets that were tested."""

    def findings(self, state: str | None = None) -> list[Finding]:
        """Return the findings, of one state or all."""

    def list_findings(self, state: str | None = None) -> list[ListedFinding]:
        """Return what listings show of the findings, of one state or all."""

    def finding(self, identifier: str) -> Finding:
        """Return one finding; raise `UnknownName` if there is none of this id."""

    def evidence(self, identifier: str) -> dict[str, Outcome]:
        """Return the outcomes that show a finding, by role."""

    def place_of(self, identifier: str) -> tuple[int, str]:
        """Return the number of the campaign that has a finding, and the finding's id there."""

    def triage(self) -> list[Triage]:
        """Return what is said of bugs."""

    def set_triage(self, record: Triage) -> None:
        """Store what is said of a bug."""

    def checks(self, bug: str | None = None) -> list[Check]:
        """Return when cases were run again, of one bug or all, the first time first."""

    def add_check(self, record: Check) -> int:
        """Store that a case was run again."""


class WholeStore:
    """All campaigns of the database that `store` is of; it is closed with that."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.where = store.where
        self.triage = store.triage
        self.set_triage = store.set_triage
        self.checks = store.checks
        self.add_check = store.add_check

    def targets(self) -> tuple[str, ...]:
        """Return the ids of the targets that were tested in any campaign."""
        names = (self._store.campaign(line.name).targets() for line in self._store.campaigns())
        return tuple(dict.fromkeys(name for each in names for name in each))

    def findings(self, state: str | None = None) -> list[Finding]:
        """Return the findings of all campaigns, of one state or all, in the order in which the
        campaigns were begun, then by test, then target.
        """
        lines = {line.id: line for line in self._store.campaigns()}
        table = tables.FINDINGS.c
        question = select(table.campaign, table.id, table.body)
        if state is not None:
            question = question.where(table.state == state)
        ordered = question.order_by(table.campaign, table.test, table.target, table.id)
        with self._store.reading() as connection:
            rows = list(connection.execute(ordered))
        having = dict.fromkeys(number for number, _, _ in rows)
        places = {number: self._artifacts_of(lines[number]) for number in having}
        return [
            _with_campaign(read_finding(places[number], body), lines[number].name)
            for number, _, body in rows
        ]

    def list_findings(self, state: str | None = None) -> list[ListedFinding]:
        """Return what listings show of the findings of all campaigns."""
        return [
            msgspec.structs.replace(one, id=_whole_id(line.name, one.id))
            for line in self._store.campaigns()
            for one in self._store.campaign(line.name).list_findings(state)
        ]

    def finding(self, identifier: str) -> Finding:
        """Return one finding by `CAMPAIGN/ID`; raise `UnknownName` if there is none."""
        store, name, own = self._campaign_of(identifier)
        return _with_campaign(store.finding(own), name)

    def evidence(self, identifier: str) -> dict[str, Outcome]:
        """Return the outcomes that show a finding, by role."""
        store, _, own = self._campaign_of(identifier)
        return store.evidence(own)

    def place_of(self, identifier: str) -> tuple[int, str]:
        """Return the number of the campaign that has a finding, and the finding's id there."""
        store, _, own = self._campaign_of(identifier)
        return store.number, own

    def _campaign_of(self, identifier: str) -> tuple[Store, str, str]:
        name, _, own = identifier.rpartition("/")
        if name not in {line.name for line in self._store.campaigns()}:
            raise UnknownName(
                f"expected the id of a finding as CAMPAIGN/ID, but {identifier!r} came",
                where=self.where,
                hint="`aberration findings` lists those of all campaigns.",
            )
        return self._store.campaign(name), name, own

    def _artifacts_of(self, line: CampaignLine) -> Artifacts:
        return self._store.campaign(line.name).artifacts


def _with_campaign(finding: Finding, campaign: str) -> Finding:
    behind = _whole_id(campaign, finding.behind) if finding.behind else ""
    return msgspec.structs.replace(finding, id=_whole_id(campaign, finding.id), behind=behind)


def _whole_id(campaign: str, identifier: str) -> str:
    return f"{campaign}/{identifier}"
