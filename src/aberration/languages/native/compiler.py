"""The C compiler of this machine: from text to functions that can be called."""

from __future__ import annotations

import _ctypes
import ctypes
import shutil
import weakref
from typing import Final

from aberration.core.errors import Starved
from aberration.core.process import execute, own_folder, plain_environment

_PLAIN: Final = (
    "-fwrapv",
    "-ffp-contract=off",
    "-fno-builtin",
    "-fno-strict-aliasing",
    "-U_FORTIFY_SOURCE",
    "-w",
)
COMPILERS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("tcc", ("-w",)),
    ("gcc", ("-O1", "-fPIC", *_PLAIN)),
    ("clang", ("-O1", "-fPIC", *_PLAIN)),
)
"""In the order in which they are tried: tcc takes milliseconds, the others a tenth of a second."""
_SECONDS: Final = 60.0


class Unsupported(Exception):
    """Something that a C path leaves to the Python path; the message names it."""


class Library:
    """A loaded library, taken out of memory with this object. `compiler` made it."""

    def __init__(self, functions: ctypes.CDLL, compiler: str) -> None:
        self.functions: Final = functions
        self.compiler: Final = compiler
        weakref.finalize(self, _unload, functions)


def _unload(functions: ctypes.CDLL) -> None:
    """Give back the memory that the library asked for, then the library."""
    for name in ("close_run", "close_logs", "close_stacks"):
        if hasattr(functions, name):
            getattr(functions, name)()
    _ctypes.dlclose(functions._handle)


def available() -> tuple[str, ...]:
    """Return the compilers that are here, best first."""
    return tuple([name for name, _ in COMPILERS if shutil.which(name)])


def build(source: str, only: str = "", *, long: bool = False) -> Library:
    """Compile and load C; raise `Unsupported` where nothing here can.

    What runs `long` is worth the time of a compiler that optimises: tcc comes last then.
    """
    said = "there is no C compiler (tcc, gcc or clang)"
    for name, flags in [*COMPILERS[1:], COMPILERS[0]] if long else COMPILERS:
        path = shutil.which(name)
        if path is None or only not in ("", name):
            continue
        found = _try_compiler(source, name, [path, *flags])
        if isinstance(found, Library):
            return found
        said = f"{name} does not compile it: {found}"
    raise Unsupported(said)


def _try_compiler(source: str, name: str, command: list[str]) -> Library | str:
    """Return the library, or why there is none."""
    folder = own_folder()
    try:
        text, library = folder / "shader.c", folder / "shader.so"
        text.write_text(source, encoding="utf-8")
        full = [*command, "-shared", "-o", str(library), str(text), "-lm"]
        finished = execute(full, folder, _SECONDS, plain_environment(folder))
        if finished.status != 0 or finished.timed_out:
            return (finished.log.strip().splitlines() or ["it says nothing"])[0]
        return Library(ctypes.CDLL(str(library)), name)
    except (OSError, Starved) as error:
        return str(error)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
