"""Which part of a C compiler goes wrong: level, then flag, pass or debug counter, then version.

gcc is asked with `-fno-FLAG` for what is on at the level, then with `-fdbg-cnt=NAME:0`; clang with
`-mllvm -opt-bisect-limit=N`. Programs that are wrong in one way for several reasons have several
culprits, and the search ends at one of them, always the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from aberration.campaign.triage.bisection import first_bad, last_found, smallest
from aberration.core.finding import Culprit, CulpritKind
from aberration.core.target import Target
from aberration.targets.c import LEVELS
from aberration.targets.c_levels import at_level, level_of, with_options

_FLAG: Final = re.compile(r"^\s+-f(?P<name>[\w-]+)\s+(?:\[enabled\])?\s*$", re.MULTILINE)
_COUNTER: Final = re.compile(r"^\s+(?P<name>\w+)\s+[1-9]\d*\s", re.MULTILINE)
_PASS: Final = re.compile(r"BISECT: running pass \((?P<number>\d+)\) (?P<name>.+?) on ")
_ABOUT_MEANING: Final = frozenset(
    {
        "fast-math",
        "math-errno",
        "signed-zeros",
        "trapping-math",
        "fp-int-builtin-inexact",
        "printf-return-value",
    }
    | {"short-enums", "reg-struct-return", "pack-struct", "strict-volatile-bitfields", "plt"}
    | {"asynchronous-unwind-tables"}
)
"""Flags of the language or of the calling convention, whatever the compiler's help calls them."""

_ENABLING: Final = re.compile(r"inline|inlining|^ipa-|^omit-frame|^tree-ter$|^expensive|^toplevel")
"""Flags that only bring code together for others; they are blamed last."""


class Questions(Protocol):
    """What the search may ask about one case; it raises `OutOfQuestions` at its limit."""

    def right(self, target: Target) -> bool:
        """True when the target gives what it must."""

    def dump(self, target: Target, pattern: str, *, every: bool = True) -> str:
        """Return the lines that match when the target compiles the program; only the last one
        unless `every`.
        """


def find_culprit(target: Target, versions: Sequence[Target], ask: Questions) -> Culprit | None:
    """Return what is to blame in a target that goes wrong; None for what has no levels, or is right
    when asked again.

    `versions` are the installed versions of the compiler at the same level, oldest first. At the
    limit of questions what is known by then is returned.
    """
    return last_found(_culprits(target, versions, ask))


def _culprits(target: Target, versions: Sequence[Target], ask: Questions) -> Iterator[Culprit]:
    """Yield the levels that go wrong, then with the part to blame, then with the versions."""
    level = level_of(target)
    if not level or target.stages[0].worker.runner != "c":
        return
    levels = tuple(one for one in LEVELS if not ask.right(at_level(target, one) or target))
    if level not in levels:
        return
    yield Culprit(levels)
    kind, name = _part(target, ask)
    culprit = Culprit(levels, kind, name)
    yield culprit
    yield culprit.with_versions(tuple((one.id, ask.right(one)) for one in versions))


def _part(target: Target, ask: Questions) -> tuple[CulpritKind, str]:
    if target.family == "clang":
        name = _pass(target, ask)
        return ("pass", name) if name else ("", "")
    if target.family != "gcc":
        return "", ""
    flags = _deciding_flags(target, ask)
    if flags:
        return "flag", " ".join(f"-f{name}" for name in flags)
    counter = _deciding_counter(target, ask)
    return ("counter", counter) if counter else ("", "")


def _deciding_flags(target: Target, ask: Questions) -> tuple[str, ...]:
    """Return the fewest flags that must be off for the target to be right; none if it is wrong
    without all of them.
    """

    def off(some: Sequence[str]) -> bool:
        return ask.right(_with_flags(target, [f"-fno-{name}" for name in some]))

    dump = ask.dump(_with_flags(target, ["-Q", "--help=optimizers"]), r"^\s+-f[\w-]+\s")
    found = {match["name"] for match in _FLAG.finditer(dump)} - _ABOUT_MEANING
    names = sorted(
        (name for name in found if not name.startswith("no-")),
        key=lambda name: (bool(_ENABLING.search(name)), name),
    )
    return smallest(names, off) if names and off(names) else ()


def _deciding_counter(target: Target, ask: Questions) -> str:
    """Return the first counter that may not count for the target to be right: gcc dies when
    several may not.
    """
    dump = ask.dump(_with_flags(target, ["-fdbg-cnt-list"]), _COUNTER.pattern)
    names = (match["name"] for match in _COUNTER.finditer(f"{dump}\n"))
    return next(
        (name for name in names if ask.right(_with_flags(target, [f"-fdbg-cnt={name}:0"]))), ""
    )


def _pass(target: Target, ask: Questions) -> str:
    """Return the name of the first pass with which the program goes wrong, or nothing."""
    last = _PASS.search(ask.dump(_with_limit(target, -1), _PASS.pattern, every=False))
    if last is None or not ask.right(_with_limit(target, 0)):
        return ""
    number = first_bad(int(last["number"]), lambda limit: ask.right(_with_limit(target, limit)))
    line = _PASS.search(
        ask.dump(_with_limit(target, number), rf"BISECT: running pass \({number}\) ", every=False)
    )
    return "" if line is None else line["name"]


def _with_limit(target: Target, limit: int) -> Target:
    return _with_flags(target, ["-mllvm", f"-opt-bisect-limit={limit}"])


def _with_flags(target: Target, flags: Sequence[str]) -> Target:
    return with_options(target, target.id, {"flags": " ".join(flags)})
