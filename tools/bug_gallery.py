"""Write the gallery of bugs: for each case in `corpus/bugs` of an image that a target here gets
wrong, what should be drawn, what is, and where these differ.

    python -m tools.bug_gallery            # draws all pictures again, then the page
    python -m tools.bug_gallery CASE...    # draws these
    python -m tools.bug_gallery --page     # the page alone, of the pictures that are there

What each bug is stands in `docs/bugs.md`; `corpus/bugs/index.json` has the targets.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.bug_pictures import pictures, save

from aberration.core.errors import AberrationError
from aberration.core.oracle import roles_of
from aberration.core.testcase import load_case

ROOT: Final = Path(__file__).resolve().parent.parent
BUGS: Final = ROOT / "corpus" / "bugs"
PAGE: Final = ROOT / "docs" / "gallery.md"
PICTURES: Final = ROOT / "docs" / "images" / "gallery"
SIDE: Final = 128
_ROW: Final = re.compile(
    r"^\| \[(?P<name>[\w-]+)\]\(#[\w-]+\) \| (?P<where>[^|]+) \| (?P<versions>[^|]+) \|",
    re.MULTILINE,
)
_HEAD: Final = """\
# Gallery of bugs

Wrong pictures of real drivers and compilers: what should be drawn, what was, and where the two \
differ (red: beyond the tolerance).
Each links to what the bug is and how it is shown again. `python -m tools.bug_gallery` draws them \
anew, from `corpus/bugs`.
"""


def rows_of(text: str) -> dict[str, tuple[str, str]]:
    """Return where each bug is, and in which versions, by its name, from the table of the bugs."""
    rows: dict[str, tuple[str, str]] = {}
    for found in _ROW.finditer(text):
        # The second table has the same names, and says which version has the bug.
        rows.setdefault(found["name"], (found["where"].strip(), found["versions"].strip()))
    return rows


def page(rows: Mapping[str, tuple[str, str]], names: Sequence[str]) -> str:
    """Return the page with the pictures of these bugs, in the order of the table."""
    parts = [_HEAD]
    for name, (where, versions) in rows.items():
        if name in names:
            shown = f"![{name}: expected, got, difference](images/gallery/{name}.png)"
            parts.append(f"## [{name}](bugs.md#{name})\n\n{where}; {versions}.\n\n{shown}\n")
    return "\n".join(parts)


def candidates() -> Iterator[tuple[str, str]]:
    """Yield each case of an image with a target that draws it wrong."""
    for row in json.loads((BUGS / "index.json").read_text()):
        if row["verdict"] != "wrong":
            continue
        case = load_case(BUGS / row["case"])
        if all(case.programs[role].draws for role in roles_of(case.oracle)):
            yield row["case"], row["target"]


def draw(asked: Sequence[str]) -> None:
    """Draw a picture of each bug asked for, or of all, that a target here has; say why not of the
    others.
    """
    PICTURES.mkdir(parents=True, exist_ok=True)
    drawn: set[str] = set()
    for name, target in candidates():
        if name in drawn or (asked and name not in asked):
            continue
        try:
            right, wrong = pictures(load_case(BUGS / name), target)
        except (AberrationError, SystemExit) as error:
            print(f"{name} on {target}: {error}")
            continue
        if right == wrong:
            print(f"{name} on {target}: the bug is not here")
            continue
        save(right, wrong, PICTURES / f"{name}.png", SIDE)
        drawn.add(name)
        print(f"{name} on {target}: drawn", flush=True)


def main(arguments: Sequence[str]) -> int:
    """Write pictures and page; return the exit status."""
    names = {path.name for path in BUGS.iterdir() if path.is_dir()}
    if arguments != ["--page"]:
        if not names.issuperset(arguments):
            print(__doc__)
            return 2
        draw(arguments)
    shown = sorted(path.stem for path in PICTURES.glob("*.png"))
    PAGE.write_text(page(rows_of((ROOT / "docs" / "bugs.md").read_text()), shown))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
