"""Which calls of a stack name a bug: the innermost ones in the code under test, the same in each
run.

A function is named where the linker knows its name; else by its file and the place where it begins,
which is the same in each run, and another one in another build of the file.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from aberration.targets.backtrace.stack import DEPTH, Frame

# The innermost alone is often a helper (a checked cast); with more of them one bug has many
# signatures.
MOST_CALLS: Final = 3
GENERATED: Final = "generated code"
NOWHERE: Final = "no code"
RECURSION: Final = "recursion of"
_DEEP: Final = 128
_TURNS: Final = 4
_LOOKED_AT: Final = 96
"""Of a deep stack: so many of the innermost calls say what calls itself."""
_CYCLE: Final = 5

_SYSTEM: Final = re.compile(
    r"(?:ld-linux.*|ld-[\d.]+|libc|libc-[\d.]+|libm|libm-[\d.]+|libpthread.*|libdl.*|librt.*|libstdc\+\+|libgcc_s|libc\+\+.*)"
    r"\.so[\d.]*|linux-vdso.*|\[vdso\]"
)
"""Files that are only passed through."""
_HARNESS: Final = re.compile(
    r"python[\d.]*|libpython.*|libffi.*|_ctypes.*|_cffi_backend.*|_testcapi.*|node"
)
"""Files below which is the harness around the code under test."""
_DULL: Final = re.compile(
    r"(?:std|__gnu_cxx|__cxxabiv1|operator)\b|_*(?:mem|str)(?:cpy|move|set|cmp|len|chr)|_start$|main$|__libc_|start_thread$"
    r"|clone3?$|__pthread_|(?:__GI_)?(?:abort|raise|gsignal)$"
)
_CLONE: Final = re.compile(
    r"\.(?:part|isra|constprop|cold|llvm|lto_priv|localalias)\b.*|\s*\[clone .*"
)
_ARGUMENTS: Final = re.compile(r"<[^<>]*>")


def significant_calls(frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return the names of the innermost calls that name a bug; of a stack without end, what
    calls itself.
    """
    if len(frames) >= min(_DEEP, DEPTH):
        turning = _recursive_calls(frames[:_LOOKED_AT])
        if turning:
            return (RECURSION, *turning)
    names = list(_names(frames))
    kept = [name for name in names if not _DULL.match(name)]
    return tuple((kept or names)[:MOST_CALLS])


def _recursive_calls(frames: Sequence[Frame]) -> tuple[str, ...]:
    """Return the functions that are met again and again, in an order that does not depend on
    where the stack ended.
    """
    names = [_name(frame) for frame in frames if frame.module]
    counts = Counter(names)
    # Where in the cycle the stack came to its end depends on its size: so no order of calls.
    often = sorted(name for name, count in counts.items() if count >= _TURNS)
    return tuple([name for name in often if not _DULL.match(name)] or often)[:_CYCLE]


def _names(frames: Sequence[Frame]) -> Iterator[str]:
    for place, frame in enumerate(frames):
        if not frame.module:
            if place == 0 or frame.is_code:
                yield GENERATED if frame.is_code else NOWHERE
            continue
        if _HARNESS.fullmatch(frame.module):
            return
        if not _SYSTEM.fullmatch(frame.module):
            yield _name(frame)


def _name(frame: Frame) -> str:
    if frame.name:
        return readable(frame.name)
    place = frame.address if frame.start is None else frame.start
    return f"{frame.module}+{place:#x}"


def stack_lines(frames: Sequence[Frame], most: int = 40) -> list[str]:
    """Return a line for each call, for people."""
    lines = []
    for number, frame in enumerate(frames[:most]):
        place = (
            f"{frame.module}+{frame.address:#x}"
            if frame.module
            else (GENERATED if frame.is_code else NOWHERE)
        )
        name = f" {readable(frame.name)}" if frame.name else ""
        lines.append(f"  {number:2d} {place}{name}")
    left = len(frames) - most
    return [*lines, f"  and {left} more"] if left > 0 else lines


def readable(symbol: str) -> str:
    """Return the name of a function as its author knows it, without parameters, template
    arguments and clones.
    """
    name = _demangle(_CLONE.sub("", symbol))
    # From the innermost outwards, as arguments of templates are nested.
    while (shorter := _ARGUMENTS.sub("", name)) != name:
        name = shorter
    name = name.replace("(anonymous namespace)", "{anonymous}")
    name = name.partition("(")[0] if not name.startswith("(") else name
    # Functions of templates are demangled with their result type in front.
    return name.rpartition(" ")[2] if " " in name and "operator" not in name else name


@cache
def _demangler() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL("libstdc++.so.6")
        library.__cxa_demangle.restype = ctypes.c_void_p
        library.__cxa_demangle.argtypes = (
            ctypes.c_char_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_void_p,
        )
    except (OSError, AttributeError):
        return None
    return library


def _demangle(symbol: str) -> str:
    library = _demangler()
    if library is None or not symbol.startswith("_Z"):
        return symbol
    status = ctypes.c_int(1)
    # It allocates the result, for us to free.
    text = library.__cxa_demangle(symbol.encode(), None, None, ctypes.addressof(status))
    if not text or status.value:
        return symbol
    name = ctypes.string_at(text).decode("utf-8", "replace")
    ctypes.CDLL(None).free(ctypes.c_void_p(text))
    return name
