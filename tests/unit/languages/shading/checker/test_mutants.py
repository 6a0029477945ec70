"""Our checker against glslang on programs with one word changed: who accepts, who rejects.

Each disagreement has to fall under a reason with a name.
"""

import re
from pathlib import Path

import pytest
from helpers.glslang_verdicts import verdicts
from helpers.shading_mutants import PROGRAMS, mutants

from aberration.core.errors import BadInput
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read

STAGES: dict[str, Stage] = {".frag": "fragment", ".vert": "vertex", ".comp": "compute"}
PROGRAM_FILES = sorted(path for path in PROGRAMS.iterdir() if path.suffix in STAGES)
COUNT = 60
SEED = 1

WE_ACCEPT = {
    "implementation limits are not checked": r"too large|not less than gl_Max",
    "a semicolon alone at module scope: the tree has no place for it": r"extraneous semicolon",
}
"""Reasons why glslang rejects what we accept: its message."""
WE_REJECT = {
    "glslang lets functions have names of the language": (
        r"names that begin with gl_ are the language's"
    ),
    "glslang looks for recursion only when it links": r"calls itself",
    "glslang asks for `writeonly` in some operators only": r"which is writeonly",
    "glslang does not compare labels with the selector in ESSL": r"expected a label of type",
}
"""Reasons why we reject what glslang accepts: our message."""


def fault_of(path: Path, text: str) -> str:
    """Return our message, empty where the program is accepted."""
    version = re.search(r"#version (\d+)( es)?", text)
    essl = version is None or version[2] is not None or version[1] == "100"
    try:
        shader = read(text, "essl" if essl else "glsl", path.name)
        check(shader.module, STAGES[path.suffix], shader.source)
    except BadInput as error:
        return str(error)
    return ""


def excused(reasons: dict[str, str], message: str) -> bool:
    return any(re.search(pattern, message) for pattern in reasons.values())


@pytest.mark.parametrize("path", PROGRAM_FILES, ids=lambda path: path.name)
def test_the_programs_are_accepted_by_both(path: Path, tmp_path: Path) -> None:
    assert fault_of(path, path.read_text()) == ""
    assert verdicts([path], tmp_path) == {path: []}


@pytest.mark.parametrize("path", PROGRAM_FILES, ids=lambda path: path.name)
def test_changed_programs_are_judged_alike(path: Path, tmp_path: Path) -> None:
    files: dict[Path, str] = {}
    for number, text in enumerate(mutants(path, COUNT, SEED)):
        file = tmp_path / f"{path.stem}_{number}{path.suffix}"
        file.write_text(text)
        files[file] = text
    judged = verdicts(list(files), tmp_path)
    agreed = {"accept": 0, "reject": 0}
    for file, text in files.items():
        theirs = judged[file]
        if theirs is None:
            continue
        mine = fault_of(file, text)
        if bool(mine) == bool(theirs):
            agreed["reject" if mine else "accept"] += 1
        elif mine:
            assert excused(WE_REJECT, mine), f"{file.name}: glslang accepts it, we say: {mine}"
        else:
            assert excused(WE_ACCEPT, theirs[0]), (
                f"{file.name}: we accept it, glslang says: {theirs[0]}"
            )
    print(f"{path.name}: {agreed}")
    assert agreed["accept"] >= 1
    assert agreed["accept"] + agreed["reject"] >= COUNT * 9 // 10
