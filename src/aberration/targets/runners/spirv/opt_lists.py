"""Lists of passes that the flags of a target of spirv-opt stand for.

| flags | passes |
|---|---|
| `-O`, `-Os` | what the program takes these for |
| `-O-twice` | those of `-O`, and again |
| `-O-without-NAME` | those of `-O` but this one |
| `-O-varied-N` | those of `-O` or `-Os` with a few changes drawn with the seed N: some left out,
repeated, put in | | `random-N` | passes drawn with the seed N, half the time after a beginning of
those of `-O` |
| `passes:NAME/NAME=ARGUMENT` | these |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.rng import Rng
from aberration.targets.runners.spirv.opt_passes import (
    PRESERVING,
    USED,
    drawn_pass,
    entries,
    known_passes,
    passes_behind,
)

MACROS: Final = ("-O", "-Os")
EXPLICIT: Final = "passes:"
SEPARATOR: Final = "/"
VARIED: Final = "-O-varied"
RANDOM: Final = "random"
DRAWN: Final = (RANDOM, VARIED)
"""Flags that are followed by a number, which the passes are drawn with."""
SHORTEST, LONGEST = 3, 12
MOST_CHANGES: Final = 4
PRESERVED: Final = 0.1
"""Share of the drawn lists with each of the options that ask to preserve something."""
FORMS: Final = re.compile(
    rf"-O|-Os|-O-twice|-O-without-[a-z][a-z0-9-]*|(?:{RANDOM}|{VARIED})-\d+|{EXPLICIT}[\w=.-]+(?:{SEPARATOR}[\w=.-]+)*"
)
"""All flags there are."""
EXPECTED: Final = "-O, -Os, -O-twice, -O-without-NAME, -O-varied-N, random-N or passes:NAME/NAME"


class Version(msgspec.Struct, frozen=True):
    """What a version of spirv-opt is asked: its help, and which passes it takes that are not in
    it.
    """

    help: str
    hidden: tuple[str, ...] = ()

    @property
    def passes(self) -> list[str]:
        """Return the passes that are used and that it has."""
        return known_passes(self.help, self.hidden)


def arguments_of(flags: str, version: Callable[[], Version]) -> list[str]:
    """Return the arguments that flags stand for; the version is only asked where it decides."""
    if flags in MACROS:
        return [flags]
    return [f"--{name}" for name in passes_of_flags(flags, version)]


def passes_of_flags(flags: str, version: Callable[[], Version]) -> list[str]:
    """Return the names of the passes that flags stand for, with their arguments; `BadInput` for
    what are no flags.
    """
    if not FORMS.fullmatch(flags):
        raise BadInput(f"expected the flags {EXPECTED}, but {flags!r} came")
    if flags.startswith(EXPLICIT):
        return flags.removeprefix(EXPLICIT).split(SEPARATOR)
    asked = version()
    if flags in MACROS:
        return passes_behind(asked.help, flags)
    if flags == "-O-twice":
        return passes_behind(asked.help, "-O") * 2
    if flags.startswith("-O-without-"):
        return _without(flags.removeprefix("-O-without-"), passes_behind(asked.help, "-O"))
    form, _, number = flags.rpartition("-")
    rng = Rng.of(int(number), "spirv-opt", form)
    names = _draw_passes(rng, asked) if form == RANDOM else _vary_standard_list(rng, asked)
    named = entries(asked.help)
    preserving = [name for name in PRESERVING if rng.chance(PRESERVED) and name in named]
    return [*preserving, *names]


def _without(left_out: str, names: Sequence[str]) -> list[str]:
    """Leave a pass out, and what cannot be without it."""
    if left_out not in map(_name, names):
        raise BadInput(
            f"expected a pass of -O ({', '.join(dict.fromkeys(map(_name, names)))}), "
            f"but {left_out!r} came"
        )
    gone = {left_out, *(name for name, known in USED.items() if left_out in known.after)}
    return [name for name in names if _name(name) not in gone]


def _draw_passes(rng: Rng, version: Version) -> list[str]:
    """Draw any passes; after a beginning of `-O` they meet values instead of variables, and no
    calls.
    """
    ready = passes_behind(version.help, "-O")
    begun = ready[: rng.between(1, len(ready))] if ready and rng.chance(0.5) else []
    drawn = [drawn_pass(rng, version.passes) for _ in range(rng.between(SHORTEST, LONGEST))]
    return _with_prerequisites([*begun, *drawn])


def _vary_standard_list(rng: Rng, version: Version) -> list[str]:
    """Change the list of `-O`, or at times of `-Os`, in a few places."""
    names = passes_behind(version.help, "-Os" if rng.chance(0.25) else "-O")
    for _ in range(rng.between(1, MOST_CHANGES) if names else 0):
        names = CHANGES[rng.below(len(CHANGES))](rng, names, version)
    return _with_prerequisites(names)


def _left_out(rng: Rng, names: list[str], version: Version) -> list[str]:
    return _without(_name(rng.choose(names)), names) or names


def _left_out_once(rng: Rng, names: list[str], version: Version) -> list[str]:
    place = rng.below(len(names))
    return [*names[:place], *names[place + 1 :]] or names


def _put_in(rng: Rng, names: list[str], version: Version) -> list[str]:
    place = rng.between(0, len(names))
    return [*names[:place], drawn_pass(rng, version.passes), *names[place:]]


def _repeat_part(rng: Rng, names: list[str], version: Version) -> list[str]:
    begin = rng.below(len(names))
    end = rng.between(begin + 1, len(names))
    return [*names[:end], *names[begin:end], *names[end:]] if len(names) < 100 else names


def _rotate(rng: Rng, names: list[str], version: Version) -> list[str]:
    place = rng.below(len(names))
    return [*names[place:], *names[:place]]


CHANGES: Final[tuple[Callable[[Rng, list[str], Version], list[str]], ...]] = (
    *(_left_out, _left_out_once, _put_in, _put_in, _repeat_part, _rotate),
)


def _with_prerequisites(names: Sequence[str]) -> list[str]:
    """Put before each pass what has to come right before it; the threshold of peeling is
    followed by peeling.
    """
    found: list[str] = []
    for name in names:
        known = USED.get(_name(name))
        for needed in () if known is None else known.after:
            if found[-1:] != [needed]:
                found.append(needed)
        found.append(name)
        if _name(name) == "loop-peeling-threshold":
            found.append("loop-peeling")
    return found


def _name(name: str) -> str:
    return name.partition("=")[0]
