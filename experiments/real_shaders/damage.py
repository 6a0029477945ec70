"""Real shaders, damaged: nothing but the error tree may come out of reading and checking them.

`python -m experiments.real_shaders.damage COLLECTED [--count 40000] [--first 0] [--seed 0]`. Each
shader is damaged equally often. Prints each input on which something else came out (by its number,
from which it is made again), and the figures; exit status 1 if there was any.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from experiments.real_shaders.measure import Collected, collected
from helpers.shading_damage import damaged, said_of


def made(shaders: list[Collected], number: int, seed: int) -> tuple[Collected, bytes]:
    """Return a damaged shader by its number, and the one that it was."""
    chance = random.Random(f"{seed} {number}")
    one = shaders[number % len(shaders)]
    alike = [other for other in shaders if other.language == one.language]
    return one, damaged(one.path.read_text(), chance.choice(alike).path.read_text(), chance)


def main() -> int:
    """Damage, judge and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=40_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    shaders = collected(asked.folder)
    found: Counter[tuple[str, str]] = Counter()
    for number in range(asked.first, asked.first + asked.count):
        one, data = made(shaders, number, asked.seed)
        begin = time.process_time()
        try:
            outcome = said_of(data, one.language, (one.stage,))
        except Exception as error:  # what is looked for
            outcome = f"broken: {type(error).__name__}"
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}:{last.lineno}"
            print(
                f"{number} {one.package} {one.name}: {outcome} in {where}: {str(error)[:200]!r}",
                flush=True,
            )
        took = time.process_time() - begin
        if took > 5:
            print(f"{number} {one.package} {one.name}: {took:.0f} s", flush=True)
        found[one.language, outcome] += 1
    for (language, outcome), count in sorted(found.items()):
        print(f"{count:6} {language} {outcome}")
    return int(any(outcome.startswith("broken") for _, outcome in found))


if __name__ == "__main__":
    sys.exit(main())
