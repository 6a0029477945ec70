"""Shaders in other people's manners, as they come: each is a seed in both forms, and both do
the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from helpers.sampling import one_in
from helpers.shaders_as_written import SHADERS, write

from aberration.campaign.loading.files import load_file
from aberration.campaign.seeds import load_folders
from aberration.core.comparison import Tolerance, compare, within
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program, shading_version
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import read
from aberration.languages.spirv.interpret.run import interpret
from aberration.languages.spirv.validate import environment_of, validate
from aberration.targets.front_end import compile_glsl

KINDS: Final = {"spirv", "glsl", "essl"}
ALIKE_EVERYWHERE: Final = {
    "tiny_white.frag",
    "es310_crlf.frag",
    "es320_unused.frag",
    "tiny_version.frag",
}
"""Shaders that draw one colour, whose inputs are elsewhere."""


def text_gives(program: Program) -> Image | Buffers:
    assert program.language in ("glsl", "essl")
    assert program.stage != "program"
    shader = read(program.source, "essl" if program.language == "essl" else "glsl", program.name)
    interpreter = Interpreter(shader, program.stage, program.inputs)
    found = interpreter.image() if program.stage == "fragment" else interpreter.dispatch()
    assert isinstance(found, Image | Buffers), found
    return found


@pytest.mark.parametrize("name", one_in(2, SHADERS))
def test_the_module_gives_what_the_text_gives(name: str, tmp_path: Path) -> None:
    (written,) = load_file(write(tmp_path, name)).programs
    module = compile_glsl(written)
    assert validate(module.source, environment_of(module.source)) is None
    from_module = interpret(module)
    assert isinstance(from_module, Image | Buffers), from_module
    from_text = text_gives(written)
    assert within(compare(from_text, from_module, Tolerance()), Tolerance())
    if isinstance(from_text, Image):
        assert any(from_text.data[:: 4 if name in ALIKE_EVERYWHERE else 1])
    else:
        assert from_text.data
        assert from_text != Buffers(
            tuple(buffer.data for buffer in written.inputs.buffers), from_text.fields
        )


def test_every_value_matters(tmp_path: Path) -> None:
    """A uniform that landed nowhere would be zero: each number of each file, changed, changes
    what its module gives.
    """
    (written,) = load_file(write(tmp_path, "engine150.frag")).programs
    before = interpret(compile_glsl(written))
    path = tmp_path / "engine150.json"
    for old, new in (("diffuse", "0.5"), ("shine", "0.5"), ("basis", "0.25"), ("tiles", "6")):
        text = path.read_text()
        at = text.index(new, text.index(old))
        path.write_text(f"{text[:at]}{3}{text[at + len(new) :]}")
        assert (
            interpret(compile_glsl(load_file(tmp_path / "engine150.frag").programs[0])) != before
        ), old
        path.write_text(text)


def test_a_folder_of_them_is_a_pool_in_both_forms(tmp_path: Path) -> None:
    for folder, names in (("a", list(SHADERS)[:6]), ("b/deep", list(SHADERS)[6:12])):
        (tmp_path / folder).mkdir(parents=True)
        for name in names:
            write(tmp_path / folder, name)
    loaded = load_folders([str(tmp_path)], wanted=KINDS)
    assert loaded.refused == ()
    assert [program.language == "spirv" for program in loaded.programs].count(True) == 12
    assert len(loaded.programs) == 24
    assert {Path(note.path).name for note in loaded.notes} == {"gf320_no_json.frag"}


def test_all_versions_are_there() -> None:
    versions = {
        shading_version(text.encode().removeprefix(b"\xef\xbb\xbf"))[0]
        for text, _ in SHADERS.values()
    }
    assert versions >= {
        100,
        110,
        120,
        130,
        140,
        150,
        300,
        310,
        320,
        330,
        400,
        410,
        420,
        430,
        440,
        450,
        460,
    }
    assert len(SHADERS) >= 60
