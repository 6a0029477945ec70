"""Real shaders with one word changed: do we and glslang or Tint say the same of each?

`python -m experiments.real_shaders.mutants COLLECTED [--each 2] [--seed 0]`. Only of legal shaders.
Prints each disagreement with both messages, and the figures.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

import msgspec
from experiments.real_shaders.measure import Collected, collected, judged, taken
from helpers.shading_mutants import mutants


def changed(shaders: list[Collected], each: int, seed: int, folder: Path) -> list[Collected]:
    """Return the changed shaders, written into a folder."""
    found: list[Collected] = []
    for number, one in enumerate(shaders):
        for turn, text in enumerate(mutants(one.path, each, seed)):
            path = folder / f"{number}-{turn}{one.path.suffix}"
            path.write_text(text)
            found.append(msgspec.structs.replace(one, path=path))
    return found


def _verdict(message: str) -> str:
    return "refused" if message else "accepted"


def main() -> int:
    """Change, judge and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--each", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        shaders = collected(asked.folder)
        legal = judged([one.path for one in shaders], folder)
        made = changed(
            [one for one in shaders if not legal[one.path]], asked.each, asked.seed, folder
        )
        said = judged([one.path for one in made], folder)
        for one in made:
            result = taken(one)
            ours, theirs = result if isinstance(result, str) else "", said[one.path].strip()
            counts[one.language, _verdict(theirs), _verdict(ours)] += 1
            if bool(ours) != bool(theirs):
                print(
                    f"{one.package} {one.name} {one.path.name}\n"
                    f"  judge: {theirs[:300]}\n  ours: {ours[:300]}"
                )
    for (language, theirs, ours), count in sorted(counts.items()):
        print(f"{count:6} {language}: the judge {theirs}, we {ours}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
