"""The bundled corpus in every other language: the same image and buffers, or a refusal that is
about the target.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from helpers.corpus import ROOT
from helpers.sampling import one_in
from helpers.translated import attempt, is_translated, proved, refused, run, small

from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Buffers, Image
from aberration.core.program import load_program
from aberration.languages.shading.translate import translate

SUFFIXES: Final = (".frag", ".comp", ".vert", ".wgsl")


def paths(*kinds: str) -> list[Path]:
    """Return the programs of these folders, sorted."""
    return sorted(
        path for kind in kinds for path in (ROOT / kind).rglob("*") if path.suffix in SUFFIXES
    )


ALL: Final = paths("shading", "references", "compute", "vertex")
UNTRANSLATED: Final = [path for path in ALL if not is_translated(load_program(path))]
SHADING: Final = [path for path in paths("shading") if path not in UNTRANSLATED]
OLDER: Final = [path for path in paths("references", "compute") if path not in UNTRANSLATED]
NEWEST: Final = (("glsl", 460), ("essl", 320), ("wgsl", 0))
OLDEST: Final = (("glsl", 330), ("essl", 300))
ALLOWED: Final = frozenset(("target version", "built-in function", "uniform control flow"))
"""Reasons for which programs of the corpus have no translation; each is about the target."""


def pairs(path: Path) -> list[tuple[str, int]]:
    """Return the targets in other languages than a program's own, and the oldest versions of
    all.
    """
    own = load_program(path).language
    return [target for target in NEWEST if target[0] != own] + list(OLDEST)


@pytest.mark.parametrize("path", one_in(4, SHADING), ids=lambda path: path.stem)
def test_a_shader_means_the_same_in_every_language(path: Path) -> None:
    program = small(load_program(path))
    for language, version in pairs(path):
        made = attempt(program, language, version, ALLOWED)
        if made is not None:
            proved(program, made)


@pytest.mark.parametrize("path", one_in(4, OLDER), ids=lambda path: path.stem)
def test_an_older_shader_means_the_same_in_every_language(path: Path) -> None:
    program = small(load_program(path))
    for language, version in (("essl", 320), ("wgsl", 0)):
        made = attempt(program, language, version, ALLOWED)
        if made is not None:
            proved(program, made)


@pytest.mark.parametrize("path", UNTRANSLATED, ids=lambda path: path.stem)
def test_textures_and_the_vertex_stage_are_refused_by_name(path: Path) -> None:
    program = load_program(path)
    reason = "stage" if program.stage == "vertex" else "textures"
    for language, version in NEWEST:
        if language != program.language:
            assert refused(program, language, version).reason == reason


def test_nearly_all_pairs_translate() -> None:
    """To the newest version of each other language: of 102 pairs of the shading corpus none is
    refused.
    """
    reasons: Counter[str] = Counter()
    for path in SHADING:
        program = load_program(path)
        for language, version in NEWEST:
            if language == program.language:
                continue
            made = attempt(program, language, version, ALLOWED)
            reasons["refused" if made is None else "translated"] += 1
    assert reasons == {"translated": 2 * len(SHADING)}


@pytest.mark.parametrize("path", one_in(4, SHADING), ids=lambda path: path.stem)
def test_there_and_back(path: Path) -> None:
    """Through another language and back to its own: as the original."""
    program = small(load_program(path))
    expected = run(program)
    for language, version in NEWEST:
        # Textures of WGSL are not translated.
        if language == program.language or (language == "wgsl" and program.inputs.textures):
            continue
        back = translate(translate(program, language, version), program.language, "")
        came = run(back)
        assert isinstance(expected, Image | Buffers)
        assert isinstance(came, Image | Buffers), str(came)
        assert within(compare(expected, came, Tolerance()), Tolerance())
