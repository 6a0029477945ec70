"""Shaders in ESSL that convert integers by themselves, which glslang takes from 3.10 on and the
language has with an extension alone: they get the line that switches it on.
"""

from __future__ import annotations

from typing import Final

import msgspec

from aberration.campaign.loading.asked import asked_of
from aberration.campaign.loading.stand_ins import Completed
from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.languages.shading.essl.rules import CONVERSIONS_FROM
from aberration.languages.shading.extensions import CONVERSIONS
from aberration.languages.shading.glsl.version import version_of
from aberration.languages.shading.source import Source

NOTE: Final = f"{CONVERSIONS} is switched on, for it converts integers by itself"
_LINE: Final = f"#extension {CONVERSIONS} : require\n"


def with_conversions(program: Program, where: str) -> Completed | None:
    """Return a program that our front end refuses with the extension, where it is read then;
    otherwise None.
    """
    if program.language != "essl":
        return None
    text = program.source.decode("utf-8-sig", "replace")
    try:
        version = version_of(Source(text, where))
    except BadInput:
        return None
    if version.number < CONVERSIONS_FROM or CONVERSIONS in text:
        return None
    end = text.find("\n", version.offset) + 1
    source = f"{text[:end]}{_LINE}{text[end:]}".encode()
    converting = msgspec.structs.replace(program, source=source)
    try:
        return Completed(converting, asked_of(converting, where), (NOTE,))
    except BadInput:
        return None
