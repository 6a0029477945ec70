"""What do two hints alone do to compilers: `Unroll` on a loop, `Volatile` on a load?

    python -m experiments.hints.measure [--targets ID ...] [--programs N] [--seconds S]

Every program of the corpus gets the hint at each of its sites, one at a time, then at all of them,
then both hints at all sites. Each variant is compared with its program on every target, and what
differs is confirmed as in a campaign: in new processes, without the freedom of rounding, with the
driver alone and with another driver. What is seen goes to `seen.jsonl` at once, so that a run that
was broken off goes on; `python -m experiments.hints.summary` counts.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from benchmarks import corpus

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.confirm import Confirmer
from aberration.campaign.observe import CountingPool, Observer
from aberration.campaign.references import References, seed_judges
from aberration.core.program import Program
from aberration.core.recipe import Recipe, TestCase
from aberration.core.target import Target
from aberration.languages.spirv.enums import LoopControl, MemoryAccess
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpLoad, OpLoopMerge
from aberration.languages.spirv.place import Place
from aberration.methods.transform.analysis.memory_operands import mask_positions
from aberration.methods.transform.method import NAME, VERSION, TransformMethod
from aberration.methods.transform.registry import to_step
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.set_loop_control import SetLoopControl
from aberration.methods.transform.transformations.set_memory_operands_mask import (
    SetMemoryOperandsMask,
)
from aberration.targets.registry import discover

SEEN: Final = Path(__file__).with_name("seen.jsonl")
TARGETS: Final = (
    *("lavapipe", "swiftshader"),
    *(f"spirv-opt@{version}:-O" for version in ("2025.5", "2023.1", "13.1.1")),
)
KINDS: Final = ("references", "compute", "donors")
DEADLINE: Final = 5.0


class Line(msgspec.Struct, frozen=True):
    """One variant on one target: `sites` is the number of the site, or `all`.

    `verdict` as in a campaign, and for a violation `signature` and why it is none, if it is none
    (`reason`).
    """

    program: str
    hint: str
    sites: str
    target: str
    verdict: str
    signature: str = ""
    reason: str = ""


def loops(module: Module) -> list[Transformation]:
    """Return the steps that ask for every loop to be unrolled."""
    merges = sorted(module.by_opcode(OpLoopMerge), key=_label)
    steps = [SetLoopControl(_label(merge), merge.ops[2] | LoopControl.UNROLL) for merge in merges]
    return [step for step in steps if step.is_applicable(module)]


def loads(module: Module) -> list[Transformation]:
    """Return the steps that make every load volatile, in text order."""
    found = [each for block in module.blocks for each in block.instructions if each.op == OpLoad]
    steps = [
        SetMemoryOperandsMask(Place.of(module, each), _mask(each) | MemoryAccess.VOLATILE)
        for each in found
    ]
    return [step for step in steps if step.is_applicable(module)]


def _label(merge: Instruction) -> int:
    return 0 if merge.block is None else merge.block.id


def _mask(load: Instruction) -> int:
    return next((load.ops[k] for k in mask_positions(load)), 0)


def variants(program: Program) -> Iterator[tuple[str, str, list[Transformation]]]:
    """Yield hint, sites and steps of each variant of a program."""
    module = Module.parse(program.source)
    known = {"unroll": loops(module), "volatile": loads(module)}
    module.clear()
    for hint, steps in known.items():
        for number, step in enumerate(steps):
            yield hint, str(number), [step]
        if len(steps) > 1:
            yield hint, "all", steps
    if all(known.values()):
        yield "both", "all", [step for steps in known.values() for step in steps]


class Measuring:
    """Runs variants on targets."""

    def __init__(self, targets: Sequence[Target]) -> None:
        self._targets = targets
        self._pool = CountingPool(16)
        self._method = TransformMethod()
        configuration = FuzzConfiguration(deadline=DEADLINE, confirmations=2)
        references = References(self._pool, seed_judges(targets), configuration.tolerance, DEADLINE)
        self._observer = Observer(self._pool, references, DEADLINE)
        self._confirmer = Confirmer(self._pool, configuration, self._method)

    def close(self) -> None:
        """End the workers."""
        self._pool.close()

    def case(self, program: Program, steps: Sequence[Transformation]) -> TestCase:
        """Return the variant as a test case."""
        recipe = Recipe(NAME, VERSION, {"seed": program}, steps=tuple(map(to_step, steps)))
        replay = self._method.replay(recipe)
        assert replay.skipped == 0
        return replay.case

    def lines(
        self, program: Program, hint: str, sites: str, steps: Sequence[Transformation]
    ) -> list[Line]:
        """Return what a variant shows on each target."""
        case = self.case(program, steps)
        seen = self._observer.observe(case, self._targets)
        found = {
            record.finding.target: record.finding
            for record in self._confirmer.findings(0, case, self._targets, seen)
        }
        lines = []
        for target in self._targets:
            if target.id not in seen.verdicts:
                lines.append(
                    Line(
                        program.name,
                        hint,
                        sites,
                        target.id,
                        "none",
                        reason=seen.skipped.get(target.id, ""),
                    )
                )
                continue
            verdict, finding = seen.verdicts[target.id], found.get(target.id)
            reason = (
                ""
                if finding is None
                else finding.reason or ("" if finding.observed else "not seen again")
            )
            lines.append(
                Line(program.name, hint, sites, target.id, verdict.kind, verdict.signature, reason)
            )
        return lines


def main() -> None:
    """Measure what has not been measured yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--targets", nargs="+", default=TARGETS)
    parser.add_argument("--programs", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--hints", nargs="+", default=("unroll", "volatile", "both"))
    options = parser.parse_args()
    known = {target.id: target for target in discover()}
    done = {(line.program, line.hint, line.sites) for line in read(SEEN)}
    until = time.monotonic() + options.seconds
    measuring = Measuring([known[name] for name in options.targets])
    try:
        programs = [program for kind in KINDS for program in corpus.programs(kind)]
        for program in programs[: options.programs]:
            for hint, sites, steps in variants(program):
                if (program.name, hint, sites) in done or hint not in options.hints:
                    continue
                if time.monotonic() > until:
                    return
                _write(measuring.lines(program, hint, sites, steps))
            print(program.name, flush=True)
    finally:
        measuring.close()


def read(path: Path) -> list[Line]:
    """Return what was seen so far."""
    if not path.exists():
        return []
    return [msgspec.json.decode(line, type=Line) for line in path.read_bytes().splitlines()]


def _write(lines: Sequence[Line]) -> None:
    with SEEN.open("ab") as stream:
        for line in lines:
            stream.write(msgspec.json.encode(line) + b"\n")


if __name__ == "__main__":
    main()
