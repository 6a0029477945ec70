"""Programs before and after reconditioning, as the interpreter runs them."""

from __future__ import annotations

from collections.abc import Iterable

from helpers.shading_runs import BothPaths, compute_inputs, compute_text

from aberration.core.inputs import Inputs
from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

Result = Image | Buffers | Trap | Endless
_TURNS = 20_000
"""The interpreter's budget, so that a loop that does not end is soon found."""


def settings(rules: Iterable[str], turns: int = 1000) -> Settings:
    return Settings(rules=frozenset(rules), turns=turns)


def reconditioned(
    text: str, language: LanguageName, stage: Stage, chosen: Settings | None = None
) -> str:
    """Return the rewritten program, which has to be legal and to read as the tree that it is."""
    shader = read(text, language, f"planted.{language}")
    module = recondition(shader, stage, chosen or Settings()).module
    found = write(module)
    again = read(found, language, f"reconditioned.{language}")
    assert again.module == module
    check(again.module, stage, again.source)
    return found


def run(text: str, language: LanguageName, stage: Stage) -> Result:
    shader: Shader = read(text, language)
    options = Options(turns=_TURNS)
    if stage == "compute":
        return BothPaths(shader, stage, compute_inputs(), options).dispatch()
    return BothPaths(shader, stage, Inputs(width=4, height=4), options).image("rgba32f")


def before_and_after(
    text: str, language: LanguageName, stage: Stage, chosen: Settings
) -> tuple[Result, Result]:
    """Run a program, and what it is rewritten to."""
    after = reconditioned(text, language, stage, chosen)
    return run(text, language, stage), run(after, language, stage)


def of_compute(
    language: LanguageName, body: str, before: str, chosen: Settings, *, size: int = 1
) -> tuple[Result, Result]:
    """The same for the body of a compute shader (`compute_text`)."""
    return before_and_after(
        compute_text(language, body, before, size=size), language, "compute", chosen
    )


def kind_of(result: Result) -> str:
    """Return the kind of a trap, "endless", or nothing for a result."""
    if isinstance(result, Trap):
        return result.kind
    return "endless" if isinstance(result, Endless) else ""
