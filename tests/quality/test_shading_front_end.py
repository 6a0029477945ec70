"""What we print means to another front end what it meant as written: glslang's trees of both
agree.
"""

from __future__ import annotations

from difflib import ndiff
from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.glslang import syntax_tree
from helpers.sampling import one_in

from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import Increment, LanguageName, Switch
from aberration.languages.shading.tree.walk import find
from aberration.languages.shading.write import write

SHADING = ROOT / "shading"
NEW = sorted(
    path
    for folder in ("glsl", "essl")
    for path in (SHADING / folder).iterdir()
    if path.suffix != ".json"
)
FOLDERS = ("references", "compute", "donors")
OLD = sorted(path for kind in FOLDERS for path in (ROOT / kind).iterdir() if path.suffix != ".json")


def prefixed(shader: Shader) -> int:
    """Return how many statements are increments written in front, which are printed behind."""
    text = shader.source.text
    return sum(
        text.startswith(("++", "--"), node.span.start) for node in find(shader.module, Increment)
    )


def open_ended(shader: Shader) -> int:
    """Return how many switches end without a `break;`, which is printed."""
    ends = [node.clauses[-1].span for node in find(shader.module, Switch) if node.clauses]
    return sum(not shader.source.text[span.start : span.end].endswith("break;") for span in ends)


def check(path: Path, folder: Path) -> None:
    """Hold glslang's trees against each other: nothing differs but what the two functions above
    count.
    """
    language: LanguageName = "essl" if path.parent.name == "essl" else "glsl"
    shader = read(path.read_text(), language, str(path))
    printed = folder / path.name
    printed.write_text(write(shader.module))
    before, after = syntax_tree(path), syntax_tree(printed)
    assert len(before) > 20
    changes = [line for line in ndiff(before, after) if line[0] in "+-"]
    gone = [line[2:] for line in changes if line[0] == "-"]
    new = [line[2:] for line in changes if line[0] == "+" and line != "+ Branch: Break"]
    assert len(changes) - len(gone) - len(new) == open_ended(shader)
    assert len(gone) == prefixed(shader)
    assert [line.replace("Pre-", "Post-") for line in gone] == new


@pytest.mark.parametrize("path", one_in(4, NEW), ids=lambda path: path.stem)
def test_a_shader_of_the_corpus_means_the_same_after_printing(path: Path, tmp_path: Path) -> None:
    check(path, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_older_shader_of_the_corpus_means_the_same_after_printing(
    path: Path, tmp_path: Path
) -> None:
    check(path, tmp_path)
