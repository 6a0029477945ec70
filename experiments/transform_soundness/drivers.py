"""Do lavapipe, SwiftShader and the interpreter agree about variants of `transform`?

    python -m experiments.transform_soundness.drivers -o FOLDER [--variants 1000] [--jobs 1] [--seed
    0] [--steps 300]

Each variant runs on both drivers, in warm workers, and is compared with its reference on the same
driver, and with what the interpreter gives: for nine pixels and some that differ from the
reference, or for whole buffers. FOLDER gets a record for each run, so that an interrupted
experiment goes on where it was, and the case of each difference. Prints the differences and the
figures; `drivers.json` has them. Exit status 1 if anything differed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from aberration.core.comparison import Tolerance, compare, pixels, within
from aberration.core.errors import AberrationError
from aberration.core.method import Request
from aberration.core.oracle import judge
from aberration.core.outcome import Buffers, Image, Outcome
from aberration.core.program import Program, load_program
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.core.target import Target
from aberration.core.testcase import save_case
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.outputs import Colour, pixel_bytes
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.transform.method import TransformMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .check import VARIANTS, Job, jobs_of
from .proof import STEPS, Place, places_of

DRIVERS: Final = ("lavapipe", "swiftshader")
DEADLINE: Final = 60.0
PIXELS: Final = 9
DIFFERENT: Final = 9
"""So many of the pixels that differ from the reference are given to the interpreter, too."""


class Difference(msgspec.Struct, frozen=True):
    """What a driver, or the interpreter, gave for a variant in place of what the others gave.

    `against` is `reference` (the same driver's) or `interpreter`; `case` the folder of the recipe.
    """

    case: str
    target: str
    against: str
    kind: str
    detail: str


class Report(msgspec.Struct, frozen=True):
    """What one run of the method gave; `places` are pixels or buffers compared with the
    interpreter.
    """

    seed: str
    variants: int = 0
    places: int = 0
    results: dict[str, int] = {}
    differences: tuple[Difference, ...] = ()
    refused: tuple[str, ...] = ()


class Lane:
    """Judges runs of the method one after another, with one pool of warm workers."""

    def __init__(
        self, pool: TargetPool, folder: Path, steps: int, targets: Sequence[str] = DRIVERS
    ) -> None:
        self._method = TransformMethod()
        self._pool = pool
        self._folder = folder
        self._steps = steps
        self._targets: tuple[Target, ...] = tuple(select(discover(), targets))
        self._references: dict[tuple[str, str], Outcome] = {}

    def run(self, number: int, job: Job) -> Report:
        """Make the variants of a run and compare each."""
        seed_file, donor_files, run_seed = job
        seed = load_program(seed_file)
        donors = tuple(map(load_program, donor_files))
        request = Request(run_seed, VARIANTS, seed, donors, {"steps": str(self._steps)})
        try:
            cases = self._method.make(request)
        except AberrationError as error:
            return Report(seed.name, refused=(error.message,))
        return self.report(seed.name, f"{number:04}-{seed.name}", cases, run_seed)

    def report(self, seed: str, name: str, cases: Sequence[TestCase], run_seed: int) -> Report:
        """Compare cases of one seed program; keep those with a difference in folders whose
        names begin with `name`.
        """
        judged = [
            Judge(case, f"{name}-{len(case.recipe.steps)}", self._outcomes(case)) for case in cases
        ]
        results: Counter[str] = Counter()
        for one in judged:
            results.update(one.judged(Rng.of(run_seed, "places")))
            if one.differences:
                save_case(one.case, self._folder / one.name)
        return Report(
            seed,
            len(judged),
            sum(one.places for one in judged),
            dict(results),
            tuple(difference for one in judged for difference in one.differences),
            tuple(one.refused for one in judged if one.refused),
        )

    def _outcomes(self, case: TestCase) -> dict[str, dict[str, Outcome]]:
        return {
            target.id: {
                "reference": self._reference(target, case.programs["reference"]),
                "variant": self._outcome(target, case.programs["variant"]),
            }
            for target in self._targets
        }

    def _reference(self, target: Target, program: Program) -> Outcome:
        key = (target.id, program.digest)
        if key not in self._references:
            self._references[key] = self._outcome(target, program)
        return self._references[key]

    def _outcome(self, target: Target, program: Program) -> Outcome:
        return self._pool.run(target, program, DEADLINE).outcome


class Judge:
    """Compares what came of one variant; `places`, `differences` and `refused` are there when
    it was judged.
    """

    def __init__(self, case: TestCase, name: str, seen: dict[str, dict[str, Outcome]]) -> None:
        self.case = case
        self.name = name
        self.differences: list[Difference] = []
        self.places = 0
        self.refused = ""
        self._seen = seen
        self._variant = case.programs["variant"]

    def judged(self, rng: Rng) -> Counter[str]:
        """Return how many results there were of each kind: `TARGET VERDICT`, `TARGET exact`."""
        found: Counter[str] = Counter()
        flaw = validate(self._variant.source, environment_of(self._variant.source))
        if flaw is not None:
            self._differs("validator", "nothing", "invalid", flaw)
        for target, verdict in judge(self.case.oracle, self._seen).items():
            found[f"{target} {verdict.kind}"] += 1
            found[f"{target} exact"] += verdict.difference is not None and verdict.difference.exact
            if verdict.kind != "pass":
                self._differs(
                    target, "reference", verdict.kind, f"{verdict.signature}: {verdict.detail}"
                )
        try:
            self._interpret(rng)
        except AberrationError as error:
            self.refused = f"{self.name}: {error.message}"
        return found

    def _differs(self, target: str, against: str, kind: str, detail: str) -> None:
        self.differences.append(Difference(self.name, target, against, kind, detail))

    def _interpret(self, rng: Rng) -> None:
        interpreter = Interpreter(self._variant.source, self._variant.inputs, Options(steps=STEPS))
        if self._variant.stage == "fragment":
            self._compare_pixels(interpreter, rng)
        else:
            self._compare_buffers(interpreter)

    def _compare_pixels(self, interpreter: Interpreter, rng: Rng) -> None:
        places = [*places_of(self._variant.inputs, rng, PIXELS), *self._different(rng)]
        mine = {place: interpreter.pixel(*place) for place in places}
        self.places += len(mine)
        for colour in mine.values():
            if isinstance(colour, Trap):
                self._differs("interpreter", "definedness", "trap", str(colour))
                return
        for target, roles in self._seen.items():
            for role, outcome in roles.items():
                wrong = _wrong_pixels(outcome, mine)
                if wrong:
                    self._differs(
                        target,
                        "interpreter",
                        f"wrong {role}",
                        f"{len(wrong)} pixels, such as {wrong[0]}",
                    )

    def _compare_buffers(self, interpreter: Interpreter) -> None:
        mine = interpreter.dispatch()
        if isinstance(mine, Trap):
            self._differs("interpreter", "definedness", "trap", str(mine))
            return
        self.places += len(mine.data)
        for target, roles in self._seen.items():
            for role, outcome in roles.items():
                apart = (
                    compare(mine, outcome, Tolerance()) if isinstance(outcome, Buffers) else None
                )
                if apart is not None and not within(apart, Tolerance()):
                    self._differs(
                        target,
                        "interpreter",
                        f"wrong {role}",
                        f"{apart.beyond} of {apart.total} words",
                    )

    def _different(self, rng: Rng) -> list[Place]:
        """Return some pixels of which a driver says something else for variant and reference."""
        found: list[Place] = []
        for roles in self._seen.values():
            one, other = roles["reference"], roles["variant"]
            if isinstance(one, Image) and isinstance(other, Image):
                apart = np.argwhere((pixels(one) != pixels(other)).any(axis=2))
                chosen = [
                    apart[rng.below(len(apart))] for _ in range(DIFFERENT if len(apart) else 0)
                ]
                found += [(int(x), int(y)) for y, x in chosen]
        return found


def _wrong_pixels(outcome: Outcome, mine: dict[Place, Colour | Trap | None]) -> list[str]:
    """Return in words where an image has another colour than the interpreter says, by more than
    one step.
    """
    if not isinstance(outcome, Image):
        return []
    image = pixels(outcome)
    found = []
    for (x, y), colour in mine.items():
        if isinstance(colour, Trap):
            continue
        wanted = np.frombuffer(pixel_bytes(colour, outcome.format), image.dtype)
        if np.abs(image[y, x].astype(int) - wanted.astype(int)).max() > 1:
            found.append(
                f"({x}, {y}): {image[y, x].tolist()}, and {wanted.tolist()} by the interpreter"
            )
    return found


def run_lane(folder: Path, seed: int, steps: int, numbers: Sequence[int]) -> None:
    """Judge runs by their numbers, but those that have a record already."""
    wanted = set(numbers)
    with TargetPool() as pool:
        lane = Lane(pool, folder, steps)
        for number, job in enumerate(islice(jobs_of(seed), max(numbers, default=-1) + 1)):
            record = _record(folder, number)
            if number not in wanted or record.is_file():
                continue
            report = lane.run(number, job)
            for told in report.differences:
                print(
                    f"{told.case} {told.target} against {told.against}: {told.kind} {told.detail}",
                    flush=True,
                )
            partial = record.with_suffix(".part")
            partial.write_bytes(msgspec.json.encode(report))
            partial.replace(record)


def _record(folder: Path, number: int) -> Path:
    return folder / f"run-{number:04}.json"


def _reports(folder: Path, runs: int) -> Iterator[Report]:
    for number in range(runs):
        yield msgspec.json.decode(_record(folder, number).read_bytes(), type=Report)


def figures_of(reports: Sequence[Report]) -> dict[str, object]:
    """Return what `drivers.json` has."""
    results: Counter[str] = Counter()
    for report in reports:
        results.update(report.results)
    differences = [difference for report in reports for difference in report.differences]
    return {
        "variants": sum(report.variants for report in reports),
        "runs": len(reports),
        "seeds": len({report.seed for report in reports}),
        "results": dict(sorted(results.items())),
        "places": sum(report.places for report in reports),
        "refused": [told for report in reports for told in report.refused],
        "differences": msgspec.to_builtins(differences),
    }


def main() -> None:
    """Compare variants, print, write `drivers.json`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--variants", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=300)
    options = parser.parse_args()
    start = time.monotonic()
    folder = options.output / f"seed-{options.seed}-steps-{options.steps}"
    folder.mkdir(parents=True, exist_ok=True)
    runs = -(-options.variants // VARIANTS)
    with ProcessPoolExecutor(options.jobs) as pool:
        shares = [range(k, runs, options.jobs) for k in range(options.jobs)]
        lanes = [
            pool.submit(run_lane, folder, options.seed, options.steps, share) for share in shares
        ]
        for lane in lanes:
            lane.result()
    figures = figures_of(list(_reports(folder, runs)))
    Path(__file__).with_name("drivers.json").write_text(json.dumps(figures, indent=1) + "\n")
    print({name: figures[name] for name in ("variants", "runs", "seeds", "results", "places")})
    print(f"{round(time.monotonic() - start)} s", file=sys.stderr)
    sys.exit(bool(figures["differences"]))


if __name__ == "__main__":
    main()
