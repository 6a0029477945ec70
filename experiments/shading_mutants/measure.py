"""Do generated programs hold what each planted mistake needs, and does the mistake show?

    python -m experiments.shading_mutants.measure [--programs 300] [--language essl]... [--seed 0]
    [--jobs 2] [--json FILE]

Each program is generated, rewritten with all rules and run by our interpreter; then each mutant
rewrites it, and what it made of it is run too. Prints, for each mutant and language, of how many
programs the mutant changes the tree (`changed`), and how many then give another result (`differs`).
No driver takes part: a mistake that shows here shows on a driver that is right otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from experiments.reconditioning.check import LANGUAGES, TURNS, VERSIONS
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Image
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import execute
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.smith.generate.generate import Generated, generate
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS
from aberration.targets.shading_mutants.checked import Checked
from aberration.targets.shading_mutants.rewriting import rewrite_checked

OPTIONS: Final = Options(turns=4 * TURNS, races=False)


class Row(msgspec.Struct, frozen=True):
    """What the mutants do to `programs` programs of a language: by mutant, how many programs they
    change, and how many then give another result. `undefined` are programs that are no test.
    """

    language: str
    programs: int
    undefined: int
    changed: dict[str, int]
    differs: dict[str, int]


def look_at(language: LanguageName, rng_seed: int, number: int) -> tuple[list[str], list[str]]:
    """Return the mutants that change a program, and those that change its result."""
    rng = Rng.of(rng_seed, "shading mutants", language, number)
    made = generate(language, rng.choose(VERSIONS[language]), rng.bits())
    given = read(write(made.module), language)
    text = recondition(given, made.stage, Settings(turns=TURNS)).text(given)
    shader = read(text, language)
    expected = execute(shader, made.stage, made.inputs, OPTIONS)
    if not isinstance(expected, Buffers | Image):
        return ["undefined"], []
    checked = Checked(shader, made.stage)
    changed: list[str] = []
    differs: list[str] = []
    for mutant in SHADING_MUTANTS:
        if language not in mutant.languages:
            continue
        module = rewrite_checked(mutant, checked)
        if module == shader.module:
            continue
        changed.append(mutant.name)
        if _gives(replace(shader, module=module), made) != expected:
            differs.append(mutant.name)
    return changed, differs


def _gives(shader: Shader, made: Generated) -> object:
    try:
        return execute(shader, made.stage, made.inputs, OPTIONS)
    except BadInput as error:
        return error.message


def summary(language: str, rows: list[tuple[list[str], list[str]]]) -> Row:
    """Return the sums of all programs of a language."""
    changed = Counter(name for row in rows for name in row[0])
    differs = Counter(name for row in rows for name in row[1])
    undefined = changed.pop("undefined", 0)
    return Row(language, len(rows), undefined, dict(changed), dict(differs))


def table(rows: list[Row]) -> str:
    """Return the counts as a table in Markdown: changed / differs."""
    lines = [
        f"| mutant | {' | '.join(f'{row.language} ({row.programs})' for row in rows)} |",
        f"|---|{'---|' * len(rows)}",
    ]
    for mutant in SHADING_MUTANTS:
        cells = [
            f"{row.changed.get(mutant.name, 0)} / {row.differs.get(mutant.name, 0)}"
            if row.language in mutant.languages
            else ""
            for row in rows
        ]
        lines.append(f"| `{mutant.name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--language", action="append", choices=LANGUAGES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    rows = []
    with ProcessPoolExecutor(asked.jobs) as processes:
        for language in asked.language or LANGUAGES:
            work = partial(look_at, language, asked.seed)
            found = list(processes.map(work, range(asked.programs), chunksize=4))
            rows.append(summary(language, found))
    print(table(rows))
    print(", ".join(f"{row.undefined} of {row.language} undefined" for row in rows))
    if asked.json is not None:
        asked.json.write_bytes(msgspec.json.format(msgspec.json.encode(rows)) + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
