"""Which programs of `smith` does a front end refuse, and with what words?

    python -m experiments.smith_refusals glsl -t llvmpipe,glslang [--programs 300] [--seed 0]
    [-o FOLDER]

Prints for each target how many programs it took, and of each refusal its signature with the number
of programs and the first of them; so of invalid modules. With `-o` the first program of each is
kept there, with the whole message beside it. Crashes, timeouts and wrong results are counted, too.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.method import Request
from aberration.core.oracle import Expected, judge
from aberration.core.outcome import Invalid, Outcome, Rejected, kind_of
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.refusal import message_signature
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.methods.smith.method import SmithMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

_DEADLINE: Final = 20.0
_SUFFIXES: Final = {"fragment": "frag", "compute": "comp"}


class Refusal(msgspec.Struct):
    """A refusal by its signature: how often it came, the first program and what was said of it."""

    program: Program
    message: str
    count: int = 0


class Counts:
    """What one target did with all programs."""

    def __init__(self) -> None:
        self.kinds: Final[Counter[str]] = Counter()
        self.refusals: Final[dict[str, Refusal]] = {}

    def add(self, case: TestCase, outcome: Outcome) -> None:
        """Count an outcome."""
        program = case.programs["program"]
        if not isinstance(outcome, Rejected | Invalid):
            self.kinds[_verdict(case, outcome)] += 1
            return
        kind = kind_of(outcome)
        if isinstance(outcome, Rejected) and outcome.unasked:
            kind = "unasked"
        self.kinds[kind] += 1
        name = f"{kind}: {message_signature(outcome.message)}"
        found = self.refusals.setdefault(name, Refusal(program, outcome.message))
        found.count += 1


def _verdict(case: TestCase, outcome: Outcome) -> str:
    """Return the kind of a verdict; what a translator writes is not run here."""
    assert isinstance(case.oracle, Expected)
    return judge(case.oracle, {"": {case.oracle.program: outcome}})[""].kind


def cases(language: str, programs: int, seed: int) -> list[TestCase]:
    """Return so many tests of the method `smith`."""
    method = SmithMethod()
    found: list[TestCase] = []
    while len(found) < programs:
        run_seed = Rng.of(seed, "refusals", language, len(found)).bits()
        found += method.make(Request(run_seed, variants=1, language=language))
    return found


def measure(targets: list[Target], tests: list[TestCase]) -> dict[str, Counts]:
    """Return what each target did with all tests, one target after the other."""
    counts = {target.id: Counts() for target in targets}
    with TargetPool() as pool:
        for target in targets:
            for case in tests:
                run = pool.run(target, case.programs["program"], _DEADLINE)
                counts[target.id].add(case, run.outcome)
            print_counts(target.id, counts[target.id])
    return counts


def print_counts(name: str, counts: Counts) -> None:
    """Print what one target did."""
    print(f"\n# {name}: {', '.join(f'{n} {kind}' for kind, n in sorted(counts.kinds.items()))}")
    for signature, refusal in sorted(counts.refusals.items(), key=lambda one: -one[1].count):
        print(f"{refusal.count:5}  {refusal.program.name}  {signature}")
    sys.stdout.flush()


def keep(folder: Path, counts: dict[str, Counts]) -> None:
    """Keep the first program of each refusal."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, one in counts.items():
        for number, refusal in enumerate(one.refusals.values()):
            program = refusal.program
            suffix = "wgsl" if program.language == "wgsl" else _SUFFIXES[program.stage]
            stem = f"{name}-{number}".replace(":", "-")
            (folder / f"{stem}.{suffix}").write_bytes(program.source)
            (folder / f"{stem}.txt").write_text(refusal.message)


def main(arguments: list[str]) -> int:
    """Print the table of each target."""
    parser = argparse.ArgumentParser()
    parser.add_argument("language", choices=("glsl", "essl", "wgsl"))
    parser.add_argument("-t", "--targets", required=True)
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("-o", "--output", type=Path)
    asked = parser.parse_args(arguments)
    targets = select(discover(), [asked.targets])
    counts = measure(targets, cases(asked.language, asked.programs, asked.seed))
    if asked.output:
        keep(asked.output, counts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
