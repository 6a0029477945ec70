"""A finding as a row: what listings show in columns, all of it in an artifact."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select, update

from aberration.campaign import tables
from aberration.campaign.artifacts import Artifacts
from aberration.campaign.records import Defect, FoundRecord
from aberration.core.errors import BadInput
from aberration.core.finding import Culprit, Finding
from aberration.core.outcome import Outcome
from aberration.core.recipe import step_types

Row = dict[str, object]


class ListedFinding(msgspec.Struct, frozen=True):
    """What listings show of a finding; see `Finding`. `class_` is its reliability, `steps` as it
    was found, `reduced_steps` their types after a reduction. `at`: seconds of all sessions until it
    was stored, None where nobody knows.
    """

    id: str
    test: int
    method: str
    target: str
    target_version: str
    kind: str
    signature: str
    detail: str
    class_: str = msgspec.field(name="class")
    state: str
    reason: str
    steps: int
    culprit: Culprit | None
    reduced_steps: tuple[str, ...] | None
    at: float | None = None


def finding_row(artifacts: Artifacts, finding: Finding) -> Row:
    """Return the columns of a finding but its evidence, its artifact being stored."""
    return _listed_columns(finding) | {
        "id": finding.id,
        "test": finding.test,
        "target": finding.target,
        "method": finding.case.recipe.method,
        "kind": finding.verdict.kind,
        "signature": finding.verdict.signature,
        "reliability": finding.reliability,
        "state": finding.state,
        "body": artifacts.put(msgspec.msgpack.encode(finding)),
    }


def found_row(artifacts: Artifacts, found: FoundRecord) -> Row:
    """Return the columns of a finding and its evidence, all artifacts being stored."""
    return finding_row(artifacts, found.finding) | evidence_column(artifacts, found.evidence)


def evidence_column(artifacts: Artifacts, evidence: Mapping[str, Outcome]) -> Row:
    """Return the column with the artifacts of outcomes by role."""
    shown = {
        role: artifacts.put(msgspec.msgpack.encode(outcome)) for role, outcome in evidence.items()
    }
    return {"evidence": msgspec.json.encode(shown).decode()}


def defect_row(artifacts: Artifacts, defect: Defect) -> Row:
    """Return the columns of a defect of our own, its case being stored."""
    case = artifacts.put(msgspec.msgpack.encode(defect.case)) if defect.case is not None else ""
    return {"test": defect.test, "message": defect.message, "case": case}


def read_finding(artifacts: Artifacts, body: str) -> Finding:
    """Return the finding of an artifact; raise `BadInput` where that is missing or damaged."""
    try:
        return msgspec.msgpack.decode(artifacts.get(body), type=Finding)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"expected a finding in the artifact, but {error}", where=body) from None


def list_finding(finding: Finding) -> ListedFinding:
    """Return what listings show of a finding that is at hand whole."""
    reduced = finding.reduced
    return ListedFinding(
        id=finding.id,
        test=finding.test,
        method=finding.case.recipe.method,
        target=finding.target,
        target_version=finding.target_version,
        kind=finding.verdict.kind,
        signature=finding.verdict.signature,
        detail=finding.verdict.detail,
        class_=finding.reliability,
        state=finding.state,
        reason=finding.reason,
        steps=len(finding.case.recipe.steps),
        culprit=finding.culprit,
        reduced_steps=None if reduced is None else tuple(step_types(reduced.recipe)),
    )


def read_listed(
    connection: Connection, artifacts: Artifacts, campaign: int, state: str | None
) -> list[ListedFinding]:
    """Return what listings show of the findings, of one state or all, by test, then target; raise
    `BadInput` where the store is damaged.
    """
    table = tables.FINDINGS.c
    question = select(*(table[name] for name in _LISTED)).where(table.campaign == campaign)
    if state is not None:
        question = question.where(table.state == state)
    rows = connection.execute(question.order_by(table.test, table.target, table.id))
    try:
        return [_list_row(artifacts, *row) for row in rows]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"the columns of a finding are damaged: {error}") from None


def _list_row(artifacts: Artifacts, body: str, *values: Any) -> ListedFinding:
    *plain, steps, culprit, reduced, at = values
    if steps is None:
        # A store of before, whose artifact was lost when it was upgraded.
        return list_finding(read_finding(artifacts, body))
    blamed = None if culprit is None else _CULPRIT.decode(culprit)
    types = None if reduced is None else _TYPES.decode(reduced)
    fields: list[Any] = [*plain, steps, blamed, types, at]
    return ListedFinding(*fields)


def complete_findings(connection: Connection, artifacts: Artifacts) -> None:
    """Fill in the columns that older schemas lack; those of findings whose artifacts are lost stay
    unknown.
    """
    table = tables.FINDINGS
    rows = connection.execute(
        select(table.c.campaign, table.c.id, table.c.body).where(table.c.steps.is_(None))
    ).all()
    for campaign, identifier, body in rows:
        try:
            columns = _listed_columns(read_finding(artifacts, body))
        except BadInput:
            continue
        same = (table.c.campaign == campaign) & (table.c.id == identifier)
        connection.execute(update(table).where(same).values(columns))


_CULPRIT: Final = msgspec.json.Decoder(Culprit)
_TYPES: Final = msgspec.json.Decoder(tuple[str, ...])
_LISTED: Final = (
    "body",
    "id",
    "test",
    "method",
    "target",
    "version",
    "kind",
    "signature",
    "detail",
    "reliability",
    "state",
    "reason",
    "steps",
    "culprit",
    "reduced_steps",
    "at",
)
"""The columns of a listed finding in the order of its fields, behind that of the artifact."""


def _listed_columns(finding: Finding) -> Row:
    line = list_finding(finding)
    return {
        "version": line.target_version,
        "detail": line.detail,
        "reason": line.reason,
        "steps": line.steps,
        "reduced_steps": None if line.reduced_steps is None else _json(line.reduced_steps),
        "culprit": None if line.culprit is None else _json(line.culprit),
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
