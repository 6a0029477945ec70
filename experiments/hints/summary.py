"""Count what `measure` saw: `python -m experiments.hints.summary`. Writes `result.json` and
prints a table.
"""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from experiments.hints.measure import SEEN, Line, read

RESULT: Final = Path(__file__).with_name("result.json")


def counted(lines: Sequence[Line]) -> dict[str, dict[str, dict[str, int]]]:
    """Return how many variants of each kind gave which verdict on each target; `set aside`: it
    is explained.
    """
    found: dict[str, dict[str, Counter[str]]] = {}
    for line in lines:
        kind = f"{line.hint}, {'all sites' if line.sites == 'all' else 'one site'}"
        verdict = (
            "set aside" if line.reason and line.verdict not in ("pass", "none") else line.verdict
        )
        found.setdefault(kind, {}).setdefault(line.target, Counter())[verdict] += 1
    return {
        kind: {name: dict(verdicts) for name, verdicts in rows.items()}
        for kind, rows in found.items()
    }


def violations(lines: Sequence[Line]) -> list[Line]:
    """Return what is neither right nor explained."""
    return [line for line in lines if line.verdict not in ("pass", "none") and not line.reason]


def main() -> None:
    """Count, print and write."""
    lines = read(SEEN)
    counts = counted(lines)
    for kind, rows in counts.items():
        for target, verdicts in rows.items():
            told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
            print(f"| {kind} | {target} | {sum(verdicts.values())} | {told} |")
    found = [
        f"{line.program}, {line.hint} at {line.sites}: {line.target}: {line.signature}"
        for line in violations(lines)
    ]
    print("\n".join(found))
    RESULT.write_text(json.dumps({"counts": counts, "violations": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
