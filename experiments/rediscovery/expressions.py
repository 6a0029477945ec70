"""How often does an expression that `emi` draws for C show one of the known bugs of tcc?

    python -m experiments.rediscovery.expressions --count 20000 --compiler tcc

draws expressions as `emi` does, each over four variables of known values, compiles a function for
each, and prints those whose value is not the one that our arithmetic gives.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from aberration.core.rng import Rng
from aberration.languages.c.expressions import Read, render
from aberration.languages.c.integers import CHAR, INT, UCHAR, UINT, IntType, c_type_name
from aberration.methods.emi.synthesis import Term, expression, leaves

PLACES: Final[tuple[tuple[str, IntType, int], ...]] = (
    ("a", INT, -7),
    ("b", UINT, 4000000000),
    ("c", CHAR, -85),
    ("d", UCHAR, 200),
)
_TOGETHER: Final = 2000
"""Functions in one program."""


def drawn(count: int, seed: int) -> list[Term]:
    """Return so many expressions with the one value that each has."""
    terms = leaves(
        [Read(name, kind) for name, kind, _ in PLACES],
        {name: [value] for name, _, value in PLACES},
    )
    return [expression(Rng.of(seed, "expressions", number), terms, 1) for number in range(count)]


def program_of(terms: Sequence[Term]) -> str:
    """Return a C program that prints the value of each expression, converted to `long`."""
    places = [f"{c_type_name(kind)} {name} = {value};" for name, kind, value in PLACES]
    functions = [
        f"long f{number}(void) {{ return (long){render(term.expression)}; }}"
        for number, term in enumerate(terms)
    ]
    calls = [f'  printf("%ld\\n", f{number}());' for number in range(len(terms))]
    head = ["#include <stdio.h>", *places]
    return "\n".join([*head, *functions, "int main(void) {", *calls, "  return 0;", "}", ""])


def wrong(terms: Sequence[Term], compiler: str) -> list[Term]:
    """Return the expressions to which a compiler gives another value, or code that dies."""
    with tempfile.TemporaryDirectory() as scratch:
        source, program = Path(scratch, "a.c"), Path(scratch, "a.out")
        source.write_text(program_of(terms))
        subprocess.run([compiler, "-w", str(source), "-o", str(program)], check=True)
        ran = subprocess.run([program], check=False, capture_output=True, text=True)
    if ran.returncode and len(terms) > 1:
        half = len(terms) // 2
        return wrong(terms[:half], compiler) + wrong(terms[half:], compiler)
    if ran.returncode:
        return list(terms)
    # What is unsigned and beyond `long` comes out negative, as everywhere here.
    expected = [(value + 2**63) % 2**64 - 2**63 for value in (term.values[0] for term in terms)]
    pairs = zip(terms, map(int, ran.stdout.split()), expected, strict=True)
    return [term for term, came, value in pairs if came != value]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the expressions that come out wrong, and how many there are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--compiler", default="tcc")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    terms = drawn(asked.count, asked.seed)
    found: list[Term] = []
    for start in range(0, len(terms), _TOGETHER):
        found += wrong(terms[start : start + _TOGETHER], asked.compiler)
    for term in found:
        print(render(term.expression))
    print(f"{len(found)} of {len(terms)} expressions come out wrong with {asked.compiler}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
