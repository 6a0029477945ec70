"""The folder of one bug: all that a compiler developer needs, ready to paste.

`README.md` (what, where, versions, the one command), `case/` (the reduced test case), `neighbour/`
(one step fewer: it works), `original/` (as it was found), `delta.txt`, the images, the log of a
crash, and the case in every format of `formats/` that can hold it.
"""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined

from aberration.core.finding import Finding
from aberration.core.method import Method
from aberration.core.oracle import Expected, Same, describe, in_terms_of
from aberration.core.outcome import Crash, Outcome, Text
from aberration.core.recipe import TestCase, step_types
from aberration.core.testcase import save_case
from aberration.dedup.bugs import Bug, needs_of, smallest_case
from aberration.report.culprit import culprit_rows
from aberration.report.formats.format import Outcomes
from aberration.report.formats.registry import export
from aberration.report.images import pictures_of, save_difference, save_png
from aberration.report.program_text import (
    block_of,
    program_block,
    program_under_test,
    seed_block,
)
from aberration.report.values import wrong_values


class BugReport(msgspec.Struct, frozen=True):
    """A bug with the finding that speaks for it, the files written for it, and the readable
    delta.
    """

    bug: Bug
    finding: Finding
    folder: str
    files: tuple[str, ...]
    delta: str = ""


def templates() -> Environment:
    """Return the templates of the reports; HTML is escaped, Markdown is not."""

    def is_html(name: str | None) -> bool:
        return name is not None and ".html" in name

    loader = PackageLoader("aberration.report")
    environment = Environment(
        loader=loader,
        autoescape=is_html,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["code"] = code_span
    return environment


def code_span(text: object) -> str:
    """Return a text as a code span of Markdown: what a compiler prints is shown, and never
    becomes markup.
    """
    line = " ".join(str(text).split()).replace("|", "\\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    space = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{fence}{space}{line}{space}{fence}" if line else ""


def write_bundle(
    bug: Bug, finding: Finding, outcomes: Outcomes, method: Method, directory: Path
) -> BugReport:
    """Write the folder of a bug below `directory`, in place of an older one."""
    folder = directory / bug.id
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    case = smallest_case(finding)
    save_case(case, folder / "case")
    files = ["case"]
    if finding.reduced is not None:
        save_case(finding.case, folder / "original")
        files.append("original")
    delta = method.delta(finding.neighbour, case) if finding.neighbour is not None else ""
    files += _write_neighbour(finding, delta, folder)
    files += _write_outcomes(case, outcomes, folder)
    exported = export(case, outcomes)
    for name, text in exported.files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="")
    files += list(exported.files)
    (folder / "README.md").write_text(
        _readme(bug, finding, outcomes, method, files, exported.refused)
    )
    return BugReport(bug, finding, bug.id, tuple(files), delta)


def _write_neighbour(finding: Finding, delta: str, folder: Path) -> list[str]:
    if finding.neighbour is None:
        return []
    save_case(finding.neighbour, folder / "neighbour")
    (folder / "delta.txt").write_text(delta)
    return ["neighbour", "delta.txt"]


def _write_outcomes(case: TestCase, outcomes: Outcomes, folder: Path) -> list[str]:
    files = []
    for role, outcome in sorted(outcomes.items()):
        for name, image in pictures_of(role, outcome):
            save_png(image, folder / name)
            files.append(name)
        if isinstance(outcome, Text):
            (folder / f"{role}.txt").write_bytes(outcome.stdout)
            files.append(f"{role}.txt")
        if isinstance(outcome, Crash) and outcome.log:
            (folder / f"{role}.log").write_text(outcome.log)
            files.append(f"{role}.log")
    one, other = _expected_and_actual(case, outcomes)
    pairs = zip(pictures_of("difference", one), pictures_of("difference", other), strict=False)
    for (name, wanted), (_, came) in pairs:
        if save_difference(wanted, came, case.oracle.tolerance, folder / name):
            files.append(name)
    return files


def _expected_and_actual(
    case: TestCase, outcomes: Outcomes
) -> tuple[Outcome | None, Outcome | None]:
    """Return what the program should have given, and what it gave."""
    match case.oracle:
        case Same(reference=reference, variant=variant):
            return outcomes.get(reference), outcomes.get(variant)
        case Expected(outcome=outcome, program=program):
            given = outcomes.get(program)
            return outcome, given and in_terms_of(given, outcome)
        case _:
            return None, None


def _sets_inputs(case: TestCase) -> bool:
    """True where the program under test is the seed's own text, and the steps set what it runs
    on.
    """
    seed, oracle = case.recipe.seeds.get("seed"), case.oracle
    return (
        seed is not None
        and isinstance(oracle, Expected)
        and case.programs[oracle.program].source == seed.source
    )


def _rewriting(case: TestCase) -> str:
    """Return what the program under test lacks in its seed, in words."""
    options = case.recipe.options
    if options.get("kept", "[]") != "[]":
        return "the rewrites that its inputs need, and those without which it does not go wrong,"
    return {
        "all": "what guards each operation that may be undefined",
        "some": "the rewrites that its inputs need, and some more,",
    }.get(options.get("wrappers", ""), "the rewrites that its inputs need")


def _readme(
    bug: Bug,
    finding: Finding,
    outcomes: Outcomes,
    method: Method,
    files: list[str],
    refused: Mapping[str, str],
) -> str:
    case = smallest_case(finding)
    supporting = [kind in method.supporting_types for kind in step_types(case.recipe)]
    expected, came = _expected_and_actual(case, outcomes)
    return (
        templates()
        .get_template("bug.md.j2")
        .render(
            bug=bug,
            finding=finding,
            needs=needs_of(bug),
            verdict=finding.verdict,
            method=method.name,
            steps=[
                method.in_words(step)
                for step, supports in zip(case.recipe.steps, supporting, strict=True)
                if not supports
            ],
            supporting=sum(supporting),
            without_steps="" if "reference" in case.programs else method.without_steps,
            sets_inputs=_sets_inputs(case),
            files=files,
            refused=refused,
            culprit=culprit_rows(finding.culprit),
            program=program_block(case),
            seed=seed_block(case),
            whole=block_of(method.with_all_rewrites(case)),
            rewritten=_rewriting(case),
            compiled=program_under_test(case).language == "spirv",
            values=wrong_values(case, expected, came) if finding.verdict.kind == "wrong" else [],
            outcomes={role: describe(outcome) for role, outcome in sorted(outcomes.items())},
        )
    )
