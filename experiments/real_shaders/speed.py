"""How fast real shaders are read and checked: `python -m experiments.real_shaders.speed COLLECTED`.

Every sixth shader that we take, COLLECTED as for `measure`; processor time, the quicker of two
times; lines as they are written, comments and blanks included. The bundled corpus, which `make
bench` reads, has more words on a line.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from experiments.real_shaders.measure import Collected, collected, taken

EVERY = 6
TIMES = 2


def seconds(one: Collected) -> float | None:
    """Return what reading and checking a shader takes; None for one that we refuse."""
    spent = []
    for _ in range(TIMES):
        start = time.process_time()
        if isinstance(taken(one), str):
            return None
        spent.append(time.process_time() - start)
    return min(spent)


def report(shaders: Sequence[Collected]) -> str:
    """Return lines a second for each language and for all."""
    lines: dict[str, int] = {}
    spent: dict[str, float] = {}
    for one in shaders:
        needed = seconds(one)
        if needed is None:
            continue
        count = one.path.read_bytes().count(b"\n")
        for name in (one.language, "all"):
            lines[name] = lines.get(name, 0) + count
            spent[name] = spent.get(name, 0.0) + needed
    return "\n".join(
        f"{name:5} {lines[name]:7,} lines  {lines[name] / spent[name]:8,.0f} lines/s"
        for name in lines
    )


if __name__ == "__main__":
    print(report(collected(Path(sys.argv[1]))[::EVERY]))
