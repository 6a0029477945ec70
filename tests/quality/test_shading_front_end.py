"""What we print means to another front end what it meant as written: glslang's tree of both is the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.glslang import syntax_tree

from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

SHADING = ROOT / "shading"
NEW = sorted(path for folder in ("glsl", "essl") for path in (SHADING / folder).iterdir() if path.suffix != ".json")
FOLDERS = ("references", "compute", "donors")
OLD = sorted(path for kind in FOLDERS for path in (ROOT / kind).iterdir() if path.suffix != ".json")


def same_after_printing(path: Path, folder: Path) -> bool:
    language: LanguageName = "essl" if path.parent.name == "essl" else "glsl"
    printed = folder / path.name
    printed.write_text(write(read(path.read_text(), language, str(path)).module))
    tree = syntax_tree(path)
    assert len(tree) > 20
    return syntax_tree(printed) == tree


@pytest.mark.parametrize("path", NEW, ids=lambda path: path.stem)
def test_a_shader_of_the_corpus_means_the_same_after_printing(path: Path, tmp_path: Path) -> None:
    assert same_after_printing(path, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_older_shader_of_the_corpus_means_the_same_after_printing(path: Path, tmp_path: Path) -> None:
    assert same_after_printing(path, tmp_path)
