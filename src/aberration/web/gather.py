"""The process that gathers the findings of a store into bugs, and says them to the server.

To say which findings are one bug their cases must be read, which takes a second for a few hundred
and much memory for ten thousand: it is done here, beside the server, and only what the list shows
comes back. `python -m aberration.web.gather` reads a request on stdin, and answers on stdout.
"""

import contextlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from aberration.campaign.artifacts import Artifacts
from aberration.core.errors import AberrationError
from aberration.core.finding import Finding
from aberration.core.oracle import Expected, roles_of
from aberration.core.outcome import Image, Outcome
from aberration.core.recipe import TestCase, step_types
from aberration.dedup.bugs import Bug, find_bugs, find_unreduced, needs_of, smallest_case
from aberration.methods.pipeline.stages import stage_needed
from aberration.methods.registry import method_named
from aberration.report.program_text import program_under_test
from aberration.targets.registry import discover, resolve
from aberration.web.bug_rows import BugRow, Picture, Place
from aberration.web.pictures import pictures_of
from aberration.web.queries import CONFIRMED, FindingLine
from aberration.web.source import Source, open_source


class GatherRequest(msgspec.Struct, frozen=True):
    """What is to be read: as given to `aberration serve`."""

    store: str


class GatherReply(msgspec.Struct, frozen=True):
    """The bugs, and the findings that could not be read with the reason."""

    rows: tuple[BugRow, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    error: str = ""


def gather(source: Source) -> GatherReply:
    """Return the bugs of all campaigns of a store; those of several that are one are together."""
    rows: dict[str, BugRow] = {}
    unread: list[tuple[str, str]] = []
    for campaign in source.reader.campaigns():
        lines = source.reader.findings(campaign.key, CONFIRMED)
        kept = _Kept(source.artifacts_of(campaign.name), lines, campaign.name)
        for row in kept.rows():
            before = rows.get(row.id)
            rows[row.id] = row if before is None else _together(before, row)
        unread += kept.unread
    return GatherReply(tuple(rows.values()), tuple(unread))


class _Kept:
    """The findings of one campaign, without what takes much memory."""

    def __init__(self, artifacts: Artifacts, lines: list[FindingLine], campaign: str) -> None:
        self.unread: list[tuple[str, str]] = []
        self._artifacts = artifacts
        self._campaign = campaign
        self._lines = {line.id: line for line in lines}
        # Asked for each of ten thousand findings, and each time the machine's packages are read.
        self._method_named = cache(method_named)
        self._families = _families(lines)

    def rows(self) -> Iterator[BugRow]:
        """Yield the bugs of reduced findings, then those of others that look alike."""
        found = self._read(line for line in self._lines.values() if line.state == "reduced")
        bugs = find_bugs(
            list(found.values()),
            self._families,
            lambda name: self._method_named(name).ignored_types,
            lambda name: self._method_named(name).ingredients,
        )
        for bug in bugs:
            yield self._row(bug, found[bug.findings[0]])
        for bug, first in self._find_unreduced():
            yield self._row(bug, first)

    def _find_unreduced(self) -> Iterator[tuple[Bug, Finding]]:
        groups: dict[tuple[str, str, str], list[FindingLine]] = {}
        for line in self._lines.values():
            if line.state == "new":
                family = self._families.get(line.target, line.target)
                groups.setdefault((family, line.kind, line.signature), []).append(line)
        for lines in groups.values():
            # One speaks for all: they have in common what they are gathered by.
            (first,) = self._read(lines[:1]).values() or (None,)
            if first is not None:
                (bug,) = find_unreduced([first], self._families)
                names = tuple(line.id for line in lines)
                yield msgspec.structs.replace(bug, findings=names), first

    def _read(self, lines: Iterable[FindingLine]) -> dict[str, Finding]:
        found = {}
        for line in lines:
            try:
                body = self._artifacts.get(line.body)
                finding = slim(msgspec.msgpack.decode(body, type=Finding))
                self._method_named(finding.case.recipe.method)
            except (AberrationError, msgspec.MsgspecError) as error:
                self.unread.append((line.id, str(error).partition("\n")[0]))
            else:
                # The store's columns say which finding it is, whatever the artifact says.
                found[line.id] = msgspec.structs.replace(finding, id=line.id, state=line.state)
        return found

    def _row(self, bug: Bug, first: Finding) -> BugRow:
        case, line = smallest_case(first), self._lines[first.id]
        program = program_under_test(case)
        expected, came = map(self._if_image, pictures_of(case, line))
        seed = case.recipe.seeds.get("seed")
        return BugRow(
            id=bug.id,
            family=bug.family,
            kind=bug.kind,
            signature=bug.signature,
            reduced=bug.reduced,
            perhaps=bug.perhaps,
            culprit=bug.culprit,
            needs=needs_of(bug) if bug.made_of else "",
            parts=bug.made_of or tuple(sorted(set(step_types(case.recipe)))),
            findings=tuple(Place(self._campaign, name) for name in bug.findings),
            target=first.target,
            version=first.target_version,
            method=case.recipe.method,
            stage=stage_needed(case.recipe) if bug.reduced else "",
            language=program.language,
            shader=program.stage,
            seed=seed.name if seed is not None else "",
            reliability=first.reliability,
            steps=len(case.recipe.steps),
            first_test=min(self._lines[name].test for name in bug.findings),
            expected=expected,
            came=came,
        )

    def _if_image(self, picture: Picture | None) -> Picture | None:
        """Return the picture if it is one: what dies or hangs has drawn nothing."""
        if picture is None or picture.expected:
            return picture
        try:
            outcome = msgspec.msgpack.decode(self._artifacts.get(picture.digest), type=Outcome)
        except (AberrationError, msgspec.MsgspecError):
            return None
        return picture if isinstance(outcome, Image) else None


def slim(finding: Finding) -> Finding:
    """Return a finding without what deduplication does not look at: images of claims, and the
    cases beside the first and the smallest.
    """
    reduced = None if finding.reduced is None else _slim_case(finding.reduced)
    return msgspec.structs.replace(
        finding, case=_slim_case(finding.case), reduced=reduced, neighbour=None, partial=None
    )


def _slim_case(case: TestCase) -> TestCase:
    oracle = case.oracle
    kept = program_under_test(case)
    if isinstance(oracle, Expected):
        outcome = oracle.outcome
        # An image of no pixels still says that an image is expected.
        small = Image(0, 0, outcome.format, b"") if isinstance(outcome, Image) else outcome
        oracle = msgspec.structs.replace(oracle, outcome=small, limits=None)
    programs = dict.fromkeys(roles_of(oracle), kept)
    return msgspec.structs.replace(case, oracle=oracle, programs=programs)


def _families(lines: list[FindingLine]) -> dict[str, str]:
    known = {target.id: target for target in discover()}
    names = sorted({line.target for line in lines})
    found = {name: known.get(name) or resolve(name) for name in names}
    return {name: target.family or name for name, target in found.items() if target is not None}


def _together(one: BugRow, other: BugRow) -> BugRow:
    """Return a bug that two campaigns found: what the first says of it, with all findings."""
    return msgspec.structs.replace(one, findings=(*one.findings, *other.findings))


def answer(request: GatherRequest) -> GatherReply:
    """Return what a request comes to; an error is part of the reply."""
    try:
        with open_source(request.store) as source:
            return gather(source)
    except AberrationError as error:
        return GatherReply(error=str(error))


def main() -> None:
    """Answer the request on stdin."""
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=GatherRequest)
    with contextlib.suppress(BrokenPipeError):  # the server has ended
        sys.stdout.buffer.write(msgspec.msgpack.encode(answer(request)))


if __name__ == "__main__":
    main()
