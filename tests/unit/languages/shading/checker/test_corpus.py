"""Each shader of the corpus has types, and so has what its printer makes of it."""

from pathlib import Path

import pytest

from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

CORPUS = Path(__file__).resolve().parents[5] / "corpus" / "shading"
STAGES: dict[str, Stage] = {".frag": "fragment", ".comp": "compute", ".vert": "vertex"}
FILES = sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.suffix != ".json")
FOLDERS: dict[str, LanguageName] = {"glsl": "glsl", "essl": "essl", "wgsl": "wgsl"}


def test_the_corpus_is_there() -> None:
    assert len(FILES) >= 50


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_shader_of_the_corpus_checks(path: Path) -> None:
    language = FOLDERS[path.parent.name]
    stage = STAGES.get(path.suffix, "fragment")
    shader = read(path.read_text(), language, path.name)
    typing = check(shader.module, stage, shader.source)
    printed = read(write(shader.module), language, path.name)
    again = check(printed.module, stage, printed.source)
    assert [type.wgsl for type in again.types.values()] == [
        type.wgsl for type in typing.types.values()
    ]
