"""All that the page of a bug shows of one of its findings, read from the store.

A store may come from anywhere: what a method cannot say of a case is left out, and the page is
still shown.
"""

import contextlib
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

import msgspec

from aberration.campaign.artifacts import Artifacts
from aberration.core.errors import AberrationError, BadInput
from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.oracle import Expected, Same, describe, in_terms_of
from aberration.core.outcome import Crash, Outcome, Text
from aberration.core.recipe import Step, TestCase
from aberration.dedup.bugs import smallest_case
from aberration.methods.registry import method_named
from aberration.report.culprit import culprit_rows
from aberration.report.program_text import program_under_test, text_of
from aberration.report.values import Value, wrong_values
from aberration.web.bug_rows import Picture
from aberration.web.pictures import pictures_of
from aberration.web.queries import FindingLine

MOST_SOURCE: Final = 128 << 10
"""Bytes of a program that a page shows."""
MOST_STEPS: Final = 400
_Result = TypeVar("_Result")


class StepLine(msgspec.Struct, frozen=True):
    """A step by its number from 0, in words; `supports` others, and changes nothing itself."""

    number: int
    type: str
    words: str
    supports: bool


class BugView(msgspec.Struct, frozen=True):
    """A finding with what the page shows of it. `logs` and `texts` are what programs and compilers
    said, by role.
    """

    line: FindingLine
    finding: Finding
    case: TestCase
    outcomes: Mapping[str, Outcome]
    described: Mapping[str, str]
    expected: Picture | None
    came: Picture | None
    values: tuple[Value, ...]
    culprit: tuple[tuple[str, str], ...]
    steps: tuple[StepLine, ...]
    step_count: int
    source: str
    language: str
    delta: str
    logs: Mapping[str, str]
    texts: Mapping[str, str]

    @property
    def bounds(self) -> bool:
        """True where several results are legal."""
        oracle = self.case.oracle
        return isinstance(oracle, Expected) and oracle.limits is not None


def view_of(artifacts: Artifacts, line: FindingLine) -> BugView:
    """Return what there is to show of a finding; raise `BadInput` for one that cannot be read."""
    finding = read_finding(artifacts, line)
    outcomes = read_outcomes(artifacts, line)
    case = smallest_case(finding)
    expected, came = wanted_and_given(case, outcomes)
    wanted_picture, given_picture = pictures_of(case, line)
    program = program_under_test(case)
    method = _or(lambda: method_named(case.recipe.method), None)
    values = wrong_values(case, expected, came) if finding.verdict.kind == "wrong" else []
    return BugView(
        line=line,
        finding=finding,
        case=case,
        outcomes=outcomes,
        described={role: describe(outcome) for role, outcome in sorted(outcomes.items())},
        expected=wanted_picture,
        came=given_picture,
        values=tuple(values),
        culprit=tuple(culprit_rows(finding.culprit)),
        steps=_steps(case, method),
        step_count=len(case.recipe.steps),
        source=_or(lambda: text_of(program), "") if len(program.source) <= MOST_SOURCE else "",
        language=program.language,
        delta=_delta(finding, case, method),
        logs={
            role: outcome.log
            for role, outcome in sorted(outcomes.items())
            if isinstance(outcome, Crash) and outcome.log
        },
        texts={
            role: outcome.stdout.decode("utf-8", "replace")
            for role, outcome in sorted(outcomes.items())
            if isinstance(outcome, Text)
        },
    )


def read_finding(artifacts: Artifacts, line: FindingLine) -> Finding:
    """Return a finding; raise `BadInput` for one that cannot be read."""
    try:
        finding = msgspec.msgpack.decode(artifacts.get(line.body), type=Finding)
        program_under_test(smallest_case(finding))
    except (msgspec.MsgspecError, KeyError) as error:
        raise BadInput(f"the finding cannot be read: {error}", where=line.id) from None
    return msgspec.structs.replace(finding, id=line.id, target=line.target)


def read_outcomes(artifacts: Artifacts, line: FindingLine) -> dict[str, Outcome]:
    """Return the outcomes that show a finding, by role; those that cannot be read are left out."""
    found: dict[str, Outcome] = {}
    for role, digest in line.evidence.items():
        with contextlib.suppress(AberrationError, msgspec.MsgspecError):
            found[role] = msgspec.msgpack.decode(artifacts.get(digest), type=Outcome)
    return found


def wanted_and_given(
    case: TestCase, outcomes: Mapping[str, Outcome]
) -> tuple[Outcome | None, Outcome | None]:
    """Return what the program should have given, and what it gave."""
    match case.oracle:
        case Same(reference=reference, variant=variant):
            return outcomes.get(reference), outcomes.get(variant)
        case Expected(outcome=outcome, program=program):
            given = outcomes.get(program)
            return outcome, given and in_terms_of(given, outcome)
    return None, None


def _steps(case: TestCase, method: Method | None) -> tuple[StepLine, ...]:
    supporting = method.supporting_types if method is not None else frozenset[str]()
    return tuple(
        StepLine(number, str(step.get("type", "")), _words(step, method), kind in supporting)
        for number, step in enumerate(case.recipe.steps[:MOST_STEPS])
        for kind in (str(step.get("type", "")),)
    )


def _words(step: Step, method: Method | None) -> str:
    plain = msgspec.json.encode({k: v for k, v in step.items() if k != "type"}).decode()
    return plain if method is None else _or(lambda: method.in_words(step), plain)


def _delta(finding: Finding, case: TestCase, method: Method | None) -> str:
    neighbour = finding.neighbour
    if neighbour is None or method is None:
        return ""
    programs = (*case.programs.values(), *neighbour.programs.values())
    if any(len(program.source) > MOST_SOURCE for program in programs):
        return ""
    return _or(lambda: method.delta(neighbour, case), "")


def _or(make: Callable[[], _Result], otherwise: _Result) -> _Result:
    """Return what is made; where a case that was not made by us cannot be told, something else."""
    try:
        return make()
    except Exception:
        # Whatever a method thinks of a step that it did not write: the page must be shown.
        return otherwise
