"""`aberration recondition`: rewrite what is undefined in a shader."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from aberration.campaign.loading.files import SUFFIXES
from aberration.cli.check_shading import stage_of
from aberration.cli.console import count, note, say, say_json
from aberration.cli.options import AsJson
from aberration.cli.programs import read_source
from aberration.core.errors import BadInput
from aberration.core.files import write_whole
from aberration.core.program import Program
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import Shader, read, with_companion
from aberration.languages.shading.recondition.as_needed import Unrepaired, recondition_as_needed
from aberration.languages.shading.recondition.context import Rewrite
from aberration.languages.shading.recondition.recondition import recondition as recondition_all

_MOST_TURNS = 100_000
"""Turns of loops of one invocation before a loop is taken for endless."""


class Answer(msgspec.Struct, frozen=True):
    """What was made of a program: `left` is what is still undefined in it, if anything."""

    text: str
    rewrites: tuple[Rewrite, ...]
    left: str = ""


def recondition(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=f"A shader ({' '.join(SUFFIXES)}).")],
    everywhere: Annotated[
        bool,
        typer.Option(
            "--everywhere",
            help="Rewrite every operation that may be undefined, not only those that are.",
        ),
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Name each place that is rewritten, and why.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", dir_okay=False, help="Write it to a file."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rewrite a shader in GLSL, ESSL or WGSL so that nothing in it is undefined.

    Our interpreter runs it on its inputs, and what it finds to be undefined is rewritten, until
    nothing is left. Exit code 1 if something is left that cannot be rewritten.
    """
    program = read_source(file)
    if program.language not in ("glsl", "essl", "wgsl"):
        raise BadInput(
            f"expected a shader in GLSL, ESSL or WGSL, but a program in {program.language} came",
            where=str(file),
            hint="For C, `aberration check` names what is undefined; nothing rewrites it.",
        )
    shader = with_companion(read(program.source, program.language, str(file)), program.companion)
    answer = _answer(shader, stage_of(shader, program.stage, str(file)), program, everywhere)
    if explain:
        for one in answer.rewrites:
            note(f"{shader.source.place(one.place[0])}: {one.rule}: {one.hazard}")
    if output is not None:
        write_whole(output, answer.text.encode())
    if as_json:
        say_json({"file": str(file), "answer": answer})
    elif output is None:
        say(answer.text.rstrip("\n"))
    note(f"{file}: {count(len(answer.rewrites), 'place')} rewritten")
    if answer.left:
        note(f"{file}: still undefined: {answer.left}")
    raise typer.Exit(int(bool(answer.left)))


def _answer(shader: Shader, stage: Stage, program: Program, everywhere: bool) -> Answer:
    if everywhere:
        every = recondition_all(shader, stage)
        return Answer(every.text(shader), every.rewrites)
    options = Options(turns=_MOST_TURNS)
    made = recondition_as_needed(shader, stage, program.inputs, options)
    if isinstance(made, Unrepaired):
        return Answer(made.text, made.rewrites, str(made.met))
    # The proof: the text that is given away, not the tree that it was written from.
    again = with_companion(
        read(made.text, shader.module.language, shader.source.where), program.companion
    )
    met = execute(again, stage, program.inputs, options)
    return Answer(made.text, made.rewrites, str(met) if isinstance(met, Trap | Endless) else "")
