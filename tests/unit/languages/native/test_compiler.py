"""Building and loading C."""

from __future__ import annotations

import ctypes
import gc
from pathlib import Path

import pytest
from helpers.shading_runs import needs_compiler

from aberration.languages.native import compiler
from aberration.languages.native.compiler import COMPILERS, Unsupported, available, build

pytestmark = needs_compiler
_TEXT = "int answer(void) { return 42; }"


@pytest.mark.parametrize("name", [name for name, _ in COMPILERS])
def test_each_compiler_builds_what_can_be_called(name: str) -> None:
    if name not in available():
        pytest.skip(f"{name} is missing")
    library = build(_TEXT, name)
    assert library.compiler == name
    assert library.functions.answer() == 42


def test_the_fastest_to_compile_comes_first() -> None:
    assert build(_TEXT).compiler == available()[0]


def test_text_that_is_no_c_is_refused_with_what_the_compiler_says() -> None:
    with pytest.raises(Unsupported, match=r"does not compile it: .*shader\.c"):
        build("this is no C")


def test_a_library_that_cannot_be_loaded_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_path: str) -> None:
        raise OSError("failed to map segment from shared object")

    monkeypatch.setattr(ctypes, "CDLL", refused)
    with pytest.raises(Unsupported, match="failed to map segment"):
        build(_TEXT)


def test_no_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert available() == ()
    with pytest.raises(Unsupported, match=r"there is no C compiler \(tcc, gcc or clang\)"):
        build(_TEXT)


def test_a_compiler_that_is_missing_makes_room_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiler, "COMPILERS", (("no-such-compiler", ()), *COMPILERS))
    assert build(_TEXT).compiler == available()[0]


def test_nothing_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    library = build(_TEXT)
    assert not list(tmp_path.iterdir())
    loaded = library.functions._name
    assert loaded in Path("/proc/self/maps").read_text()
    del library
    gc.collect()
    assert loaded not in Path("/proc/self/maps").read_text()
