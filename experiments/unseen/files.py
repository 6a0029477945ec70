"""What became of each file that a campaign was given as a seed, and whether that is what its
index expects.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal

import msgspec

from aberration.campaign.summary import SeedLine

INDEX: Final = "index.toml"
PROGRAMS: Final = (
    ".frag",
    ".comp",
    ".spv",
    ".spvasm",
    ".asm",
    ".wgsl",
    ".amber",
    ".shader_test",
    ".shadertrap",
    ".c",
)
"""By these suffixes people keep programs. Those that the command line reads are its own affair:
this list judges it.
"""

_PLACE: Final = re.compile(r"^\S*[./]\S*:\s|^\d+: ")
_QUOTED: Final = re.compile(r"'[^']*'")
_NUMBER: Final = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")

State = Literal["tested", "set aside", "not drawn"]
Expected = Literal[
    "defined", "some pixels undefined", "undefined behaviour", "too long", "functions for textures"
]
TESTED: Final[frozenset[Expected]] = frozenset(
    ("defined", "some pixels undefined", "functions for textures")
)
"""What can be a seed; all else is to be set aside with its reason."""


class Fate(msgspec.Struct, frozen=True):
    """One file: tested, set aside (on all targets, or on all that it was given to) or neither,
    which wants a reason.

    `expected` is what its index says of it, if there is an index; `reason` the first one given for
    setting it aside.
    """

    file: str
    state: State
    reason: str = ""
    expected: Expected | None = None

    @property
    def as_expected(self) -> bool:
        """True where nothing else was expected. A file that was not drawn shows nothing; that
        is wrong for itself.
        """
        if self.expected is None or self.state == "not drawn":
            return True
        return (self.expected in TESTED) == (self.state == "tested")


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    expected: Expected
    about: str


def programs(folders: Iterable[str]) -> list[Path]:
    """Return the files below folders that hold programs by their suffixes, sorted."""
    roots = [Path(folder) for folder in folders]
    found = [
        root if root.is_file() else path for root in roots for path in [root, *root.rglob("*")]
    ]
    return sorted({path for path in found if path.is_file() and path.suffix in PROGRAMS})


def read_index(folder: Path) -> dict[str, tuple[Expected, str]]:
    """Return what an index file expects of each file of its folder, and what that is; nothing
    where there is none.
    """
    path = folder / INDEX
    if not path.is_file():
        return {}
    entries = msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, _Entry])
    return {name: (entry.expected, entry.about) for name, entry in entries.items()}


def fates(
    folders: Sequence[str], unsteady: Sequence[SeedLine], tested: Iterable[str]
) -> list[Fate]:
    """Return what became of each file; `tested` are names of seeds, a file of several names
    each `STEM.name`.
    """
    names = set(tested)
    indexes: dict[Path, dict[str, tuple[Expected, str]]] = {}
    found = []
    for path in programs(folders):
        index = indexes.setdefault(path.parent, read_index(path.parent))
        expected = index[path.name][0] if path.name in index else None
        reason = next((line.reason for line in unsteady if _is(line.seed, path)), "")
        state: State = "set aside" if reason else "not drawn"
        if any(_is(name, path) for name in names):
            state, reason = "tested", ""
        found.append(Fate(str(path), state, reason, expected))
    return found


def _is(name: str, path: Path) -> bool:
    """True where the name of a seed, or of a file that was refused, is this file's, or that of a
    program in it.

    Seeds are told by their names alone, so that files of one name in different folders are one
    here.
    """
    return name in (str(path), path.name, path.stem) or name.startswith(f"{path.stem}.")


def reasons(found: Sequence[Fate]) -> list[tuple[int, str, str]]:
    """Return how many files were set aside for each reason, with one of them; numbers and names
    do not tell apart.
    """
    aside = [fate for fate in found if fate.state == "set aside"]
    counts = Counter(_kind(fate.reason) for fate in aside)
    first = {_kind(fate.reason): Path(fate.file).name for fate in reversed(aside)}
    return [(count, kind, first[kind]) for kind, count in counts.most_common()]


def _kind(reason: str) -> str:
    text = _PLACE.sub("", reason.strip().partition("\n")[0])
    return _NUMBER.sub("N", _QUOTED.sub("'...'", text))[:160]


def against_index(found: Sequence[Fate]) -> list[str]:
    """Return lines that count what was expected against what came; none where no index expects
    anything.
    """
    counts = Counter(
        (str(fate.expected), fate.state) for fate in found if fate.expected is not None
    )
    return [
        f"{count:5}  {expected}: {state}" for (expected, state), count in sorted(counts.items())
    ]
