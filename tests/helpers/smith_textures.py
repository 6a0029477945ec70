"""Programs of the generator `smith` that do little but sample textures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from aberration.core.errors import BadInput
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import Generated, Settings, generate
from aberration.methods.smith.method import SmithMethod

VERSIONS: Final[dict[LanguageName, tuple[int, ...]]] = {
    "essl": (300, 310, 320),
    "glsl": (330, 430, 450, 460),
    "wgsl": (0,),
}
SAMPLING: Final = Settings(
    input_buffers=1,
    output_buffers=1,
    main_length=4,
    program_statements=5,
    functions=0,
    globals=0,
    structs=0,
    idioms=0,
    together=2,
    steered=0,
    seen=0.0,
    statements=(("together", 1),),
    expressions=(("unary", 1),),
    more=("swizzles",),
    swarm=0.0,
    fragment_share=0.5,
    wide_share=0.2,
    sampled_share=1.0,
)


def sampling_program(language: LanguageName, number: int) -> Generated:
    """Return the program of a number, blind to undefined behaviour."""
    versions = VERSIONS[language]
    return generate(language, versions[number % len(versions)], number, SAMPLING)


def sampling_seed(language: LanguageName, number: int) -> Program:
    """Return the program of a number with its inputs."""
    made = sampling_program(language, number)
    assert made.stage != "vertex"
    text = write(made.module).encode()
    return Program(language, made.stage, text, made.inputs, f"sampling {number}")


def sampling_tests(language: LanguageName, count: int, wrappers: str) -> Iterator[TestCase | str]:
    """Yield the test of each of so many programs, or why it is none."""
    method = SmithMethod()
    for number in range(count):
        seeds = {"seed": sampling_seed(language, number)}
        recipe = Recipe(method.name, method.version, seeds, (), {"wrappers": wrappers})
        try:
            yield method.replay(recipe).case
        except BadInput as error:
            yield error.message
