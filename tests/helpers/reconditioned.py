"""Programs before and after reconditioning, run by the interpreter; they work on the buffer of
`shading_runs`.
"""

from __future__ import annotations

import re
import struct

import msgspec
from helpers.shading_runs import compute_inputs, compute_text

from aberration.core.outcome import Buffers
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import EVERYTHING, recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write_changed

_TURNS = 20_000


class Result(msgspec.Struct, frozen=True):
    """The buffer after a run, and the text that was run."""

    numbers: tuple[int, ...]
    reals: tuple[float, ...]
    text: str


def program(language: LanguageName, body: str, before: str = "", heading: str = "") -> str:
    """Return a compute shader that may say `data[k]` and `real[k]` in WGSL, too."""
    if language == "wgsl":
        body, before = (
            re.sub(r"(?<![.\w])(data|real)\b(?=[\[.])", r"held.\1", text) for text in (body, before)
        )
    return heading + compute_text(language, body, before)


def run_text(text: str, language: LanguageName) -> Buffers | Trap | Endless:
    options = Options(turns=_TURNS, path="python")
    return Interpreter(read(text, language), "compute", compute_inputs(), options).dispatch()


def reconditioned_text(text: str, language: LanguageName, settings: Settings = EVERYTHING) -> str:
    """Return the text of the reconditioned program, which has to be a legal one."""
    shader = read(text, language)
    found = write_changed(shader, recondition(shader, "compute", settings).module)
    again = read(found, language)
    check(again.module, "compute", again.source)
    return found


def result_of(text: str, language: LanguageName) -> Result:
    found = run_text(text, language)
    assert isinstance(found, Buffers), f"{found}\n{text}"
    data = found.data[0]
    return Result(struct.unpack_from("<8i", data), struct.unpack_from("<4f", data, 32), text)


def repaired(
    kind: str,
    language: LanguageName,
    body: str,
    before: str = "",
    settings: Settings = EVERYTHING,
    heading: str = "",
) -> Result:
    """Return the result of a reconditioned program, which as it is traps by a kind."""
    text = program(language, body, before, heading)
    found = run_text(text, language)
    assert isinstance(found, Trap), f"{found}: {body}"
    assert found.kind == kind, f"{found}: {body}"
    return result_of(reconditioned_text(text, language, settings), language)


def unchanged(
    language: LanguageName,
    body: str,
    before: str = "",
    settings: Settings = EVERYTHING,
    heading: str = "",
) -> Result:
    """Return the result of a reconditioned program, which is what it was before."""
    text = program(language, body, before, heading)
    plain = result_of(text, language)
    found = result_of(reconditioned_text(text, language, settings), language)
    assert (found.numbers, found.reals) == (plain.numbers, plain.reals), found.text
    return found
