"""Builds of a C program that are trusted: what they agree about is what the program must do.

Used where there is no expected output, as in the reduction of a program's text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import Compiler
from aberration.targets.runners.c.trusted import Build

_MEMORY: Final = 4096
_STRICT: Final = (
    "uninitialized return-type implicit-function-declaration implicit-int int-conversion "
    "incompatible-pointer-types strict-prototypes format pointer-to-int-cast int-to-pointer-cast "
)
_OF_GCC: Final = "sequence-point strict-aliasing=2 builtin-declaration-mismatch return-local-addr"
_OF_CLANG: Final = (
    "sometimes-uninitialized unsequenced return-stack-address deprecated-non-prototype"
)
STRICT: Final[dict[str, tuple[str, ...]]] = {
    "gcc": tuple((_STRICT + _OF_GCC).split()),
    "clang": tuple((_STRICT + _OF_CLANG).split()),
}
"""Warnings of a family about what is undefined or unportable, and may not show in a run."""
Sanitizing = Literal["address,undefined", "memory"]


def strict_build(compiler: Compiler, level: str, warnings: Sequence[str], include: str) -> Build:
    """Return a build in which these warnings are errors."""
    flags = [flag for warning in warnings for flag in _as_error(warning)]
    quiet = ("-Wno-everything",) if compiler.family == "clang" else ("-fstrict-aliasing",)
    command = (compiler.path, level, *quiet, *flags, *_folder(include))
    return Build(
        f"{compiler.name} {level}, warnings are errors" if flags else f"{compiler.name} {level}",
        command,
    )


def sanitizer_build(compiler: Compiler, sanitizing: Sanitizing, include: str) -> Build:
    """Return a build that ends at the first thing undefined; not optimised, so that nothing
    undefined is lost.
    """
    wanted = (
        f"{sanitizing},pointer-compare,pointer-subtract" if sanitizing != "memory" else sanitizing
    )
    flags = (f"-fsanitize={wanted}", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
    return Build(
        f"{compiler.name} {sanitizing}", (compiler.path, "-w", "-O0", *flags, *_folder(include))
    )


def trusted_target(
    name: str, builds: Sequence[Build], *, run: bool = True, memory: bool = False
) -> Target:
    """Return the builds as one target; `memory` limits what the programs may take (sanitizers
    cannot live with it).
    """
    options = (("builds", msgspec.json.encode(builds).decode()), ("run", "yes" if run else ""))
    worker = WorkerSpec("c_trusted", options, memory=_MEMORY if memory else 0)
    kind: Literal["executes", "compiles"] = "executes" if run else "compiles"
    return Target(name, kind, ("c",), (Stage(name, worker),))


def _as_error(warning: str) -> tuple[str, ...]:
    """Return the flags that make a warning an error, also one with a strength such as
    `strict-aliasing=2`.
    """
    name, _, strength = warning.partition("=")
    return (f"-W{warning}", f"-Werror={name}") if strength else (f"-Werror={name}",)


def _folder(include: str) -> tuple[str, ...]:
    return (f"-I{include}",) if include else ()
