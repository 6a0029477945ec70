"""Programs of the generator `smith` by number: of every preset and version, most of them small."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import PRESETS, Generated, generate
from aberration.methods.smith.method import SmithMethod

VERSIONS: Final[Mapping[LanguageName, tuple[int, ...]]] = MappingProxyType(
    {
        "essl": (300, 310, 320),
        "glsl": (330, 400, 410, 420, 430, 440, 450, 460),
        "wgsl": (0,),
    }
)
_SMALL: Final = "tiny"
_SMALL_SHARE: Final = 4
"""Of five programs so many are small."""
_PRESETS: Final = tuple(PRESETS)


def program_of(language: LanguageName, number: int, version: int | None = None) -> Generated:
    """Return the program of a number, blind to undefined behaviour."""
    versions = VERSIONS[language]
    chosen = versions[number % len(versions)] if version is None else version
    large = number % (_SMALL_SHARE + 1) == _SMALL_SHARE
    preset = _PRESETS[number // (_SMALL_SHARE + 1) % len(_PRESETS)] if large else _SMALL
    return generate(language, chosen, number, PRESETS[preset])


def defined_tests(
    language: LanguageName,
    count: int,
    version: int | None = None,
    stage: str = "",
    *,
    has_textures: bool = True,
) -> Iterator[TestCase]:
    """Yield so many tests of programs, rewritten where they do anything undefined;
    `has_textures`: those with textures among them.
    """
    method = SmithMethod()
    number = made = 0
    while made < count:
        drawn = program_of(language, number, version)
        number += 1
        if stage not in ("", drawn.stage) or (drawn.inputs.textures and not has_textures):
            continue
        assert drawn.stage != "vertex"
        text = write(drawn.module).encode()
        seed = Program(language, drawn.stage, text, drawn.inputs, f"smith {number - 1}")
        recipe = Recipe(method.name, method.version, {"seed": seed}, (), {"wrappers": "needed"})
        try:
            yield method.replay(recipe).case
        except BadInput:
            continue
        made += 1
