from __future__ import annotations

import os
import shutil
from pathlib import Path

from aberration.languages.c import compilers


def test_a_compiler_under_two_names_is_one(tmp_path: Path) -> None:
    program = _real("gcc")
    for name in ("gcc", "gcc-77", "gcc-ar", "gcc-77-nm"):
        (tmp_path / name).symlink_to(program)
    found = compilers.find_compilers(str(tmp_path))
    assert [(compiler.name, compiler.family) for compiler in found] == [("gcc-77", "gcc")]


def test_a_compiler_without_a_number_is_asked(tmp_path: Path) -> None:
    (tmp_path / "clang").symlink_to(_real("clang"))
    (compiler,) = compilers.find_compilers(str(tmp_path))
    assert compiler.name.removeprefix("clang-").isdecimal()


def _real(name: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is not on the PATH: {os.environ.get('PATH')}"
    return os.path.realpath(found)
