"""Path-first programs in tests: both opinions of what they give, and that they are legal."""

from __future__ import annotations

from aberration.core.outcome import Buffers, Image
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.path.build import Built, build
from aberration.methods.smith.path.plan import AnyRecord

MAIN: tuple[tuple[LanguageName, int], ...] = (("wgsl", 0), ("glsl", 450), ("essl", 310))
OTHERS: tuple[tuple[LanguageName, int], ...] = (
    ("glsl", 330),
    ("glsl", 430),
    ("essl", 300),
    ("essl", 320),
)


def stage_for(version: int, number: int) -> Stage:
    """Return the stage of a program: versions without storage buffers have fragments alone."""
    return "fragment" if version in (300, 330) or number % 5 == 0 else "compute"


def interpreted(built: Built) -> Image | Buffers | Trap | Endless:
    """Return what the interpreter says of the text."""
    shader = read(write(built.module), built.module.language)
    assert shader.module == built.module
    return execute(shader, built.stage, built.inputs, Options(turns=4000))


def assert_agrees(built: Built) -> None:
    """The program is legal, and the interpreter gives the same bytes."""
    check(built.module, built.stage)
    assert interpreted(built) == built.expected


def text_of(*records: AnyRecord, language: LanguageName = "glsl", version: int = 450) -> str:
    """Return the text of a small plan, on which both opinions agree."""
    built = build(language, version, records, stage="compute")
    assert_agrees(built)
    return write(built.module)
