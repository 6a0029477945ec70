"""What the first stage made, in the language that the second one wants it in.

The recipe of a pipeline names language and version in a word, as `essl-320`, and keeps no text. So
the program of the first stage is made smaller, and each smaller one is translated anew.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from aberration.core.caches import remember
from aberration.core.errors import BadInput
from aberration.core.program import Program, shading_version

_SHADING: Final = ("essl", "glsl", "wgsl")
_KEPT: Final = 16


class Translations:
    """Translations of programs; the last few are kept."""

    def __init__(self) -> None:
        self._known: Final[dict[tuple[str, str], Program]] = {}

    def form_of(self, program: Program, carried: Program) -> str:
        """Return the word for a program that is the translation of another, to the byte, whatever
        its inputs are; nothing where it is none.
        """
        if program.language not in _SHADING or carried.language not in _SHADING:
            return ""
        version = 0 if program.language == "wgsl" else shading_version(program.source)[0]
        form = f"{program.language}-{version}"
        try:
            made = self.of(carried, form)
            return form if replace(program, inputs=made.inputs) == made else ""
        except BadInput:
            return ""

    def of(self, carried: Program, form: str) -> Program:
        """Return a program as a word says; raise `BadInput` where there is no such translation."""
        key = (carried.digest, form)
        if key not in self._known:
            # Loading it takes a fifth of a second, which each process with methods would feel.
            from aberration.languages.shading.translate import translate

            language, _, version = form.partition("-")
            made = translate(carried, language, version if language != "wgsl" else "")
            named = replace(made, name=f"{carried.name} from {carried.language}")
            remember(self._known, key, named, _KEPT)
        return self._known[key]
