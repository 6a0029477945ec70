"""The part of the corpus that is kept in the shading languages: complete, readable, with inputs
that fit.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.corpus import ROOT

from aberration.core.inputs import read_inputs
from aberration.languages.shading.points.form import attributes_of
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import Declare, Function, Interface, LanguageName, Module
from aberration.languages.shading.write import write

SHADING = ROOT / "shading"
LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")
PATHS = [
    (language, path) for language in LANGUAGES for path in sorted((SHADING / language).iterdir())
]
SHADERS = [(language, path) for language, path in PATHS if path.suffix != ".json"]
IDS = [f"{language}-{path.stem}" for language, path in SHADERS]
SUFFIXES = {"glsl": (".frag", ".comp"), "essl": (".frag", ".comp", ".vert"), "wgsl": (".wgsl",)}


def test_there_are_enough_shaders_of_each_language_version_and_stage() -> None:
    texts = [(language, path.read_text()) for language, path in SHADERS]
    versions = {read(text, language).module.version for language, text in texts}
    assert sum(language != "wgsl" for language, _ in texts) >= 30
    assert sum(language == "wgsl" for language, _ in texts) >= 20
    assert versions >= {100, 300, 310, 320, 330, 400, 410, 420, 430, 440, 450, 460, 0}
    assert sum("local_size" in text or "@compute" in text for _, text in texts) >= 12


def test_every_shader_has_its_inputs_beside_it_and_nothing_is_left_over() -> None:
    for language in LANGUAGES:
        paths = list((SHADING / language).iterdir())
        assert {path.suffix for path in paths} == {*SUFFIXES[language], ".json"}
        assert sorted(path.stem for path in paths if path.suffix == ".json") == sorted(
            path.stem for path in paths if path.suffix != ".json"
        )


@pytest.mark.parametrize(("language", "path"), SHADERS, ids=IDS)
def test_a_shader_is_read_and_is_the_same_tree_after_printing(
    language: LanguageName, path: Path
) -> None:
    text = path.read_text()
    module = read(text, language, str(path)).module
    assert read(write(module), language).module == module
    assert 20 <= text.count("\n") <= 150
    assert any(isinstance(decl, Function) and decl.name == "main" for decl in module.decls)


STORED = ("image", "texture_storage_")
"""A part of the names of types of storage images."""


def declared(module: Module) -> tuple[set[str], int]:
    """Return the names of a shader's uniforms, textures and samplers, and how many storage
    buffers and storage images it has.
    """
    names: set[str] = set()
    buffers = 0
    for decl in module.decls:
        if isinstance(decl, Interface):
            buffers += decl.storage == "storage"
            names |= {member.name for member in decl.members if decl.storage == "uniform"}
        elif isinstance(decl, Declare):
            images = [
                one
                for one in decl.variables
                if any(word in str(getattr(one.type, "name", "")) for word in STORED)
            ]
            names |= {
                one.name
                for one in decl.variables
                if one.storage in ("uniform", "handle") and one not in images
            }
            buffers += len(images)
            buffers += sum(variable.storage == "storage" for variable in decl.variables)
    return names, buffers


VERTICES = [
    (language, path)
    for language, path in SHADERS
    if path.suffix == ".vert" or "@vertex" in path.read_text()
]


@pytest.mark.parametrize(
    ("language", "path"), VERTICES, ids=[f"{language}-{path.stem}" for language, path in VERTICES]
)
def test_the_inputs_name_exactly_the_attributes(language: LanguageName, path: Path) -> None:
    inputs = read_inputs(path.with_suffix(".json").read_bytes(), str(path))
    asked = attributes_of(read(path.read_text(), language))
    given = [(one.name, one.setter, one.columns) for one in inputs.attributes]
    assert given == [(one.name, one.setter, one.columns) for one in asked]


def test_there_are_programs_for_the_vertex_stage_in_both_families() -> None:
    assert sum(language == "essl" for language, _ in VERTICES) >= 3
    assert sum(language == "wgsl" for language, _ in VERTICES) >= 3


@pytest.mark.parametrize(("language", "path"), SHADERS, ids=IDS)
def test_the_inputs_name_exactly_what_the_shader_declares(
    language: LanguageName, path: Path
) -> None:
    inputs = read_inputs(path.with_suffix(".json").read_bytes(), str(path))
    names, buffers = declared(read(path.read_text(), language).module)
    given = {one.name for one in inputs.uniforms}
    given |= {one.name for one in inputs.textures} | {one.name for one in inputs.samplers}
    assert given == names
    assert len(inputs.buffers) == buffers
    assert names or buffers
    for name in names:
        assert len(re.findall(rf"\b{name}\b", path.read_text())) > 1, (
            f"{name} is declared and never used"
        )
