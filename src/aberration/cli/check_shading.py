"""Checks of a shader as it is written, in GLSL, ESSL or WGSL: our front end, and whether it
does anything undefined.
"""

from __future__ import annotations

from typing import Final

from aberration.core.check import Check, failed_check, not_run, passed_check
from aberration.core.errors import BadInput, MalformedShader
from aberration.core.inputs import Inputs
from aberration.core.program import Stage as ProgramStage
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret.interface import stages_of
from aberration.languages.shading.interpret.survey import Survey, survey
from aberration.languages.shading.interpret.trap import Endless, Refused
from aberration.languages.shading.read import Shader, read, with_companion
from aberration.languages.shading.tree import LanguageName

_SECONDS: Final = 5.0
"""How long the interpreter looks at pixels beyond its first grid."""
_READ: Final = "typed"
_UNDEFINED: Final = "undefined behaviour in the text"


def check_shading(
    source: bytes,
    language: LanguageName,
    stage: Stage | None,
    inputs: Inputs,
    where: str,
    deadline: float,
    companion: bytes = b"",
) -> list[Check]:
    """Return the checks of a shader's text. Without a stage it is that of the first entry point;
    `companion` is the text of the other stage of a pair.
    """
    try:
        shader = with_companion(read(source, language, where), companion)
        of = stage_of(shader, stage, where)
        found = survey(shader, of, inputs, min(deadline, _SECONDS))
    except MalformedShader as error:
        return [
            failed_check(_READ, str(error)),
            not_run(_UNDEFINED, "what cannot be read does nothing"),
        ]
    except Refused as error:
        return [passed_check(_READ, "our front end"), not_run(_UNDEFINED, error.message)]
    return [passed_check(_READ, shader.rules.title), _check_undefined(found)]


def stage_of(shader: Shader, stage: Stage | ProgramStage | None, where: str) -> Stage:
    """Return the stage of a program; where it says none, that of the shader's first entry point,
    "vertex" only where there is no other.
    """
    if stage is not None and stage != "program":
        return stage
    stages = stages_of(shader.module)
    found = next((one for one in stages if one != "vertex"), next(iter(stages), None))
    if found is None:
        message = "expected a @vertex, @fragment or @compute function, but none was found"
        raise BadInput(message, where=where)
    return found


def _check_undefined(found: Survey) -> Check:
    what = f"{found.examined:,} of {found.total:,} invocations"
    if isinstance(found.met, Endless):
        return not_run(_UNDEFINED, str(found.met))
    if found.met is not None:
        return failed_check(_UNDEFINED, str(found.met))
    if found.unordered:
        return failed_check(
            _UNDEFINED, f"{found.unordered} depend on the order in which invocations run"
        )
    reasons = f"; last bits are free: {', '.join(found.inexact)}" if found.inexact else ""
    return passed_check(_UNDEFINED, f"none in {what}, with the given inputs{reasons}")
