"""Draws what a case should give, what a target gives, and where the two differ, side by side, as
one PNG file.

    python tools/bug_pictures.py CASE TARGET OUT.png

For a case of images whose bug the target has. The whole image is drawn, also where the case has
tiles alone.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from PIL import Image as Pillow

from aberration.core.comparison import Tolerance
from aberration.core.oracle import Expected
from aberration.core.outcome import Image, Outcome
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.testcase import load_case
from aberration.methods.shaders.executed import Executed, Undefined
from aberration.report.images import save_difference, save_png
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, resolve, select

SECONDS: Final = 60.0
GAP: Final = 8
SIDE: Final = 256
"""Pixels between two of the pictures, and of the longer side that each is shown with, at most."""


def pictures(case: TestCase, name: str) -> tuple[Image, Image]:
    """Return what is right and what the target gives; raise `SystemExit` where one of them is
    no image.
    """
    target = resolve(name) or select(discover(), [name])[0]
    role = "variant" if "variant" in case.programs else "program"
    program = whole(case.programs[role])
    with TargetPool() as pool:
        wrong = pool.run(target, program, SECONDS).outcome
        right: Outcome | Undefined | None = _known(case)
        if right is None and role == "variant":
            right = pool.run(target, whole(case.programs["reference"]), SECONDS).outcome
    if right is None:
        right = Executed(program).result(program.inputs)
    if not (isinstance(right, Image) and isinstance(wrong, Image)):
        raise SystemExit(
            f"expected two images, came {type(right).__name__} and {type(wrong).__name__}: {wrong}"
        )
    return right, wrong


def _known(case: TestCase) -> Image | None:
    """Return the result that the case knows, where it is that of the whole image."""
    match case.oracle:
        case Expected(outcome=Image() as known, program=role):
            return None if case.programs[role].inputs.tiles else known
        case _:
            return None


def whole(program: Program) -> Program:
    """Return a program that draws its whole image."""
    return msgspec.structs.replace(
        program, inputs=msgspec.structs.replace(program.inputs, tiles=())
    )


def save(right: Image, wrong: Image, path: Path, side: int = SIDE) -> None:
    """Write the three pictures beside each other, the longer side of each `side` pixels long, or
    less where whole pixels do not fit better.
    """
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.png" for number in range(3)]
        save_png(right, files[0])
        save_png(wrong, files[1])
        save_difference(right, wrong, Tolerance(), files[2])
        shown = [Pillow.open(file).convert("RGB") for file in files]
    width, height = _shown_size(right, side)
    sheet = Pillow.new("RGB", (3 * width + 2 * GAP, height), "white")
    for number, picture in enumerate(shown):
        sheet.paste(
            picture.resize((width, height), _filter(right, width)), (number * (width + GAP), 0)
        )
    sheet.save(path, "PNG", optimize=True)


def _shown_size(image: Image, side: int) -> tuple[int, int]:
    """Return the size in which an image is shown: whole pixels where it is enlarged."""
    longer = max(image.width, image.height)
    if longer <= side:
        return image.width * (side // longer), image.height * (side // longer)
    return max(image.width * side // longer, 1), max(image.height * side // longer, 1)


def _filter(image: Image, width: int) -> Pillow.Resampling:
    """Return how pixels become others: in a smaller picture no wrong one may be left out."""
    return Pillow.Resampling.NEAREST if width >= image.width else Pillow.Resampling.BOX


def main(arguments: Sequence[str]) -> int:
    """Draw one case; return the exit status."""
    if len(arguments) != 3:
        print(__doc__)
        return 2
    save(*pictures(load_case(Path(arguments[0])), arguments[1]), Path(arguments[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
