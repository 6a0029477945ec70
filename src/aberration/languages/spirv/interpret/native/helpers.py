"""Demotion to a helper invocation, and whether an invocation is one."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.helpers import ASKS, DEMOTES

from .writer import NativeWriter, Write


def _demote(w: NativeWriter, found: Instruction) -> None:
    w.put("DEMOTE")


def _ask(w: NativeWriter, found: Instruction) -> None:
    (result,) = w.results(found)
    w.put(f"{result.text} = own->helper != 0;")


HELPERS: Final[dict[int, Write]] = {DEMOTES: _demote, ASKS: _ask}
