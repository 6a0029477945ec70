"""Edits of the shading languages in tests: the text after each of them, without white space
where it says nothing.
"""

from __future__ import annotations

from aberration.core.program import Program
from aberration.languages.shading.shrink.edit import Edit, apply
from aberration.languages.shading.shrink.kinds import Propose
from aberration.languages.shading.shrink.subject import Subject
from aberration.languages.shading.tree import LanguageName, Module
from aberration.languages.shading.write import write

HEADS: dict[LanguageName, str] = {
    "glsl": "#version 450\n",
    "essl": "#version 310 es\nprecision highp float;\n",
    "wgsl": "",
}


def subject(text: str, language: LanguageName = "glsl") -> Subject:
    """Return a fragment shader, as it is read."""
    return Subject(Program(language, "fragment", (HEADS[language] + text).encode()))


def plain(module: Module) -> str:
    """Return the text of a tree in one line, without the head."""
    text = " ".join(write(module).split())
    return text.removeprefix("#version 450 ").removeprefix(
        "#version 310 es precision highp float; "
    )


def after_each(
    propose: Propose, text: str, language: LanguageName = "glsl", variant: int = 0
) -> list[str]:
    """Return the text after each edit by itself."""
    given = subject(text, language)
    return [plain(apply(given.module, [edit])) for edit in propose(given, variant)]


def after_all(
    propose: Propose, text: str, language: LanguageName = "glsl", variant: int = 0
) -> str:
    """Return the text after all edits together."""
    given = subject(text, language)
    edits: list[Edit] = propose(given, variant)
    return plain(apply(given.module, edits))
