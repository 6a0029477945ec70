"""The reduction of a shading program by a reducer that is no part of us (`external.py`).

It works on the text of the program as it was generated, and asks what our own edits ask: whoever
answers makes a test of each text, so nothing that it comes to is undefined.
"""

from __future__ import annotations

import threading
import time
from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.read import read
from aberration.languages.shading.write import write
from aberration.reduce.external import External, reduce_with
from aberration.reduce.program import Limits, Questions, ShrunkProgram, lines_of, shrink
from aberration.reduce.search import Keep
from aberration.reduce.text_search import TextSearch, search_text

_STEM: Final = "shader"
_SHARE: Final = 0.5
"""Of the time for our own edits, which are the faster ones on large programs."""


class Outside(msgspec.Struct, frozen=True):
    """Reduces programs with another reducer: after our own edits, or `alone`."""

    external: External
    alone: bool = False

    def shrink(
        self, start: Program, tests: Questions, limits: Limits, keep: Keep[Program]
    ) -> ShrunkProgram:
        """Reduce a program that is interesting; raise `BadInput` for one that cannot be read."""
        if self.alone:
            return _reduce(self.external, start, tests, limits, keep)
        own = shrink(start, tests, replace(limits, seconds=limits.seconds * _SHARE), keep)
        left = Limits(limits.tries, limits.seconds - own.seconds)
        last = _reduce(self.external, own.program, tests, left, keep)
        return replace(last, tries=own.tries + last.tries, seconds=own.seconds + last.seconds)


def _reduce(
    external: External, start: Program, tests: Questions, limits: Limits, keep: Keep[Program]
) -> ShrunkProgram:
    begun = time.monotonic()
    # A reducer gives up a question that takes long, and asks the next while we still answer.
    one_at_a_time = threading.Lock()

    def program_of(text: bytes) -> Program:
        return replace(start, source=text)

    def plausible(text: bytes) -> bool:
        with one_at_a_time:
            return tests.plausible(program_of(text))

    def interesting(text: bytes) -> bool:
        with one_at_a_time:
            program = program_of(text)
            return tests.plausible(program) and tests.interesting(program)

    def keep_text(text: bytes) -> None:
        keep(program_of(text))

    search = search_text(start.source, interesting, keep_text, limits.seconds, plausible)
    complaints: list[str] = []

    def run(search: TextSearch) -> None:
        complaints.append(reduce_with(external, search, 1, f"{_STEM}{start.suffix}"))

    # The cheap question alone, as long as what it leads to is believed in the end.
    search.run(run)
    complaint = complaints[-1]
    is_over = not search.seconds_left
    text = _laid_out(program_of(search.best))
    # Reducers of text put all on one line: people read it as we print it, even if it is longer; but
    # no longer than it was.
    if lines_of(program_of(text)) <= lines_of(start):
        search.accepts(text, late=True)
    return ShrunkProgram(
        program_of(search.best),
        "limit" if is_over or complaint else "complete",
        search.tests,
        round(time.monotonic() - begun, 2),
        complaint,
    )


def _laid_out(program: Program) -> bytes:
    assert program.language in ("glsl", "essl", "wgsl")
    try:
        return write(read(program.source, program.language, program.name).module).encode()
    except BadInput:
        return program.source
