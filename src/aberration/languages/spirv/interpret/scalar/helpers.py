"""Demotion to a helper invocation, and whether an invocation is one: a local of `invocation` that
is written where a module has either. The pixel of a helper is told from others where the entry
point returns.
"""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.helpers import ASKS, DEMOTES

from .writer import WRITERS, Writer

HELPER: Final = "helper"
"""The name of the local."""


def _demote(w: Writer, found: Instruction) -> None:
    w.put(f"{HELPER} = True")


def _ask(w: Writer, found: Instruction) -> None:
    (name,) = w.names(found.result_id)
    w.put(f"{name} = {HELPER}")
    w.known.add(name)


WRITERS.update({DEMOTES: _demote, ASKS: _ask})
