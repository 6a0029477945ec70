"""Seeds of variants, by number, without targets: shaders of the corpus, and programs of `smith`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from aberration.core.method import Request
from aberration.core.program import Program, load_program
from aberration.core.rng import Rng
from aberration.languages.shading.tree import LanguageName
from aberration.methods.smith.method import SmithMethod

_MOST_BYTES: Final = 3000
"""Of a program of `smith`: most of the time would go to a few large ones."""
CORPUS: Final = Path(__file__).parents[2] / "corpus"


def seeds() -> list[Program]:
    """Return the shaders of the corpus."""
    folders = ("shading/glsl", "shading/essl", "shading/wgsl", "compute")
    files = [one for folder in folders for one in sorted((CORPUS / folder).iterdir())]
    return [load_program(one) for one in files if one.suffix != ".json"]


def random_programs(
    language: LanguageName, rng: Rng, count: int, preset: str = ""
) -> list[Program]:
    """Return programs of one run of `smith`, of a preset where one is named."""
    options = {"preset": preset} if preset else {}
    made = SmithMethod().make(Request(rng.bits(), count, options=options, language=language))
    return [case.programs["program"] for case in made]


def of_corpus(language: LanguageName, rng_seed: int, variants: int) -> Iterator[Request]:
    """Yield requests for variants of shaders of the corpus, each drawn anew, without end."""
    programs, number = seeds(), 0
    while True:
        rng = Rng.of(rng_seed, "emi shaders", language, number)
        program = rng.choose(programs)
        number += 1
        yield Request(rng.bits(), variants, program, language=language)


def of_smith(language: LanguageName, rng_seed: int, variants: int) -> Iterator[Request]:
    """Yield requests for variants of small random programs, without end."""
    number = 0
    while True:
        rng = Rng.of(rng_seed, "emi of smith", language, number)
        number += 1
        (program,) = random_programs(language, rng, 1)
        if len(program.source) <= _MOST_BYTES:
            yield Request(rng.bits(), variants, program, language=language)
