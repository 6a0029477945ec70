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
    with TargetPool() as pool:
        if "variant" in case.programs:
            right: Outcome | Undefined = pool.run(
                target, whole(case.programs["reference"]), SECONDS
            ).outcome
            wrong = pool.run(target, whole(case.programs["variant"]), SECONDS).outcome
        else:
            program = whole(case.programs["program"])
            right = Executed(program).result(program.inputs)
            wrong = pool.run(target, program, SECONDS).outcome
    if not (isinstance(right, Image) and isinstance(wrong, Image)):
        raise SystemExit(
            f"expected two images, came {type(right).__name__} and {type(wrong).__name__}: {wrong}"
        )
    return right, wrong


def whole(program: Program) -> Program:
    """Return a program that draws its whole image."""
    return msgspec.structs.replace(
        program, inputs=msgspec.structs.replace(program.inputs, tiles=())
    )


def save(right: Image, wrong: Image, path: Path) -> None:
    """Write the three pictures beside each other."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.png" for number in range(3)]
        save_png(right, files[0])
        save_png(wrong, files[1])
        save_difference(right, wrong, Tolerance(), files[2])
        shown = [Pillow.open(file).convert("RGB") for file in files]
    scale = max(1, min(SIDE // right.height, SIDE // right.width))
    width, height = right.width * scale, right.height * scale
    sheet = Pillow.new("RGB", (3 * width + 2 * GAP, height), "white")
    for number, picture in enumerate(shown):
        sheet.paste(
            picture.resize((width, height), Pillow.Resampling.NEAREST), (number * (width + GAP), 0)
        )
    sheet.save(path, "PNG", optimize=True)


def main(arguments: Sequence[str]) -> int:
    """Draw one case; return the exit status."""
    if len(arguments) != 3:
        print(__doc__)
        return 2
    save(*pictures(load_case(Path(arguments[0])), arguments[1]), Path(arguments[2]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
