"""`aberration replay`: the programs of a case made again from its recipe, and judged again."""

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.trust import require_trust
from aberration.cli.console import count, say, say_json
from aberration.cli.judging import (
    observe,
    require_verdict,
    save_outcomes,
    say_verdicts,
    shows_bug,
    verdict_rows,
)
from aberration.cli.machine import targets_for
from aberration.cli.options import DEADLINE, AsJson, Deadline, Patterns, split
from aberration.cli.programs import language_of, read_case
from aberration.cli.trust import NoSandbox, Trust
from aberration.core.testcase import replay_case
from aberration.methods.registry import method_named
from aberration.targets.pool import TargetPool


def replay(
    path: Annotated[Path, typer.Argument(metavar="CASE", help="The folder of a test case.")],
    patterns: Patterns = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="DIR",
            file_okay=False,
            help="Save images, buffers, texts and logs in this folder.",
        ),
    ] = None,
    deadline: Deadline = DEADLINE,
    build_only: Annotated[
        bool, typer.Option("--build-only", help="Make the programs again, but run nothing.")
    ] = False,
    no_sandbox: NoSandbox = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Make the programs of a case again, and judge them.

    They are made from the recipe, must be the same byte for byte, and run in new processes. Exit
    code 1 if they show a bug. Without targets, everything here that executes them is used.
    """
    stored = read_case(path)
    case = replay_case(stored, method_named(stored.recipe.method))
    if not as_json:
        steps = count(len(case.recipe.steps), "step")
        say(
            f"{count(len(case.programs), 'program')} made again, byte for byte, from "
            f"a recipe of {case.recipe.method} with {steps}"
        )
    if build_only:
        if as_json:
            say_json(
                {"case": str(path), "replayed": True, "bug": False, "targets": [], "skipped": {}}
            )
        return
    language = language_of(case)
    require_trust(path, language, trusted=trust)
    with TargetPool() as pool:
        seen = observe(pool, case, targets_for(split(patterns), language), deadline, fresh=True)
    saved = save_outcomes(seen, output)
    if as_json:
        rows = verdict_rows(seen, saved)
        result = {
            "case": str(path),
            "replayed": True,
            "bug": shows_bug(seen),
            "targets": rows,
            "skipped": seen.skipped,
        }
        say_json(result)
    else:
        say_verdicts(seen)
    require_verdict(seen)
    raise typer.Exit(int(shows_bug(seen)))
