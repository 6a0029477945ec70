"""A finding as a row: what listings show in columns, all of it in an artifact."""

from collections.abc import Mapping

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


def listed_finding(artifacts: Artifacts, row: Mapping[str, object]) -> ListedFinding:
    """Return what listings show of a row; raise `BadInput` where it was never known."""
    if row["steps"] is None:
        return list_finding(read_finding(artifacts, str(row["body"])))
    reduced, culprit = row["reduced_steps"], row["culprit"]
    return msgspec.convert(
        {
            **{name: row[name] for name in _SAME},
            "target_version": row["version"],
            "class": row["reliability"],
            "reduced_steps": None if reduced is None else msgspec.json.decode(str(reduced)),
            "culprit": None if culprit is None else msgspec.json.decode(str(culprit)),
        },
        ListedFinding,
    )


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


_SAME = (
    "id",
    "test",
    "method",
    "target",
    "kind",
    "signature",
    "detail",
    "state",
    "reason",
    "steps",
    "at",
)


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
