"""Our checker of WGSL against Tint on programs with one word changed: who accepts, who rejects.

Each disagreement has to fall under a reason with a name.
"""

import re
from pathlib import Path

import pytest
from helpers.sampling import one_in
from helpers.shading_mutants import PROGRAMS, mutants
from helpers.tint_verdicts import missing, tint_verdicts

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "Tint is here")

PROGRAM_FILES = sorted(PROGRAMS.glob("*.wgsl"))
COUNT = 200
SEED = 1

WE_ACCEPT = {
    "newer words of `enable` and `requires` are not ours to judge": r"extension",
}
"""Reasons why Tint rejects what we accept: its message."""
WE_REJECT = {
    "newer Tint lays out the uniform space more freely": r"which is no multiple of 16",
}
"""Reasons why we reject what Tint accepts: our message."""


def ours(text: str) -> str:
    """Return our message, empty where the program is accepted."""
    try:
        shader = read(text, "wgsl")
        check(shader.module, source=shader.source)
    except BadInput as error:
        return str(error)
    return ""


def excused(reasons: dict[str, str], message: str) -> bool:
    return any(re.search(pattern, message) for pattern in reasons.values())


@pytest.mark.parametrize("path", one_in(3, PROGRAM_FILES), ids=lambda path: path.name)
def test_changed_programs_are_judged_alike(path: Path, tmp_path: Path) -> None:
    files = {
        tmp_path / f"{number}.wgsl": text for number, text in enumerate(mutants(path, COUNT, SEED))
    }
    for file, text in files.items():
        file.write_text(text)
    judged = tint_verdicts([path, *files], tmp_path)
    assert judged.pop(path) == []
    agreed = {"accept": 0, "reject": 0}
    for file, theirs in judged.items():
        mine = ours(files[file])
        if bool(mine) == bool(theirs):
            agreed["reject" if mine else "accept"] += 1
        elif mine:
            assert excused(WE_REJECT, mine), f"{file.name}: Tint accepts it, we say: {mine}"
        else:
            assert excused(WE_ACCEPT, theirs[0]), (
                f"{file.name}: we accept it, Tint says: {theirs[0]}"
            )
    print(f"{path.name}: {agreed}")
    assert agreed["accept"] >= COUNT // 50
    assert agreed["accept"] + agreed["reject"] >= COUNT * 9 // 10
