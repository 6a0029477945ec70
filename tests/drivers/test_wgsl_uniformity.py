"""Our analysis of uniformity against Tint's: single rules, and random modules."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.tint_verdicts import missing, tint_verdicts
from helpers.wgsl_uniformity import Module
from helpers.wgsl_uniformity_cases import cases

from aberration.core.errors import BadInput
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing() or "Tint is here")

COUNT: Final = 300
BATCH: Final = 100
_THEIRS: Final = "uniform"
_OURS: Final = "came what may differ between them"


def _ours(text: str) -> str:
    try:
        check(read(text, "wgsl").module)
    except BadInput as error:
        return str(error)
    return ""


def _disagreements(texts: list[str], folder: Path) -> tuple[list[str], int]:
    """Return the texts of which only one says that they are wrong, and how many both refuse."""
    files = {folder / f"{number}.wgsl": text for number, text in enumerate(texts)}
    for file, text in files.items():
        file.write_text(text)
    judged = tint_verdicts(list(files), folder)
    found, refused = [], 0
    for file, text in files.items():
        theirs, mine = "".join(judged[file][:1]), _ours(text)
        assert not theirs or _THEIRS in theirs or mine, f"{theirs}\n{text}"
        assert not mine or _OURS in mine or theirs, f"{mine}\n{text}"
        if bool(theirs) != bool(mine):
            found.append(f"Tint: {theirs or 'legal'}; we: {mine or 'legal'}\n{text}")
        refused += bool(theirs) and bool(mine)
    return found, refused


def test_single_rules_are_judged_alike(tmp_path: Path) -> None:
    written = cases()
    found, refused = _disagreements([case.text for case in written], tmp_path)
    assert found == []
    assert refused == sum(not case.legal for case in written)


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_random_modules_are_judged_alike(first: int, tmp_path: Path) -> None:
    found, refused = _disagreements(
        [Module(seed).text for seed in range(first, first + BATCH)], tmp_path
    )
    assert found == []
    assert BATCH // 4 < refused < BATCH * 3 // 4
