"""Are variants what they claim to be? Each prints what its seed prints, and nothing undefined or
unforeseen happens.

    python -m experiments.emi_soundness.check [--csmith 2000] [--corpus 500] [--jobs 2] [--seed 0]
    [--variants 8] [--kinds InsertFragment,OutlineLive]

Every variant is built by gcc and clang without optimisation, and once more in checking mode (an
abort on each path that must not run, a test of all that is taken for granted) with the address and
undefined-behaviour sanitizers of both and clang's memory sanitizer. Prints one line for what fails,
and the figures; `result.json` has them. Exit status 1 if anything failed.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

import msgspec

from aberration.campaign.seeds import bundled_corpus
from aberration.core.errors import AberrationError, BadInput
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Text
from aberration.core.process import execute, plain_environment
from aberration.core.program import Program, load_program
from aberration.core.recipe import TestCase, step_types
from aberration.core.rng import Rng
from aberration.languages.c.compilers import (
    Compiler,
    csmith_include,
    find_compilers,
    newest_by_family,
)
from aberration.methods.emi.method import EmiMethod

COMPILE_SECONDS = 120.0
RUN_SECONDS = 30.0
_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=0:detect_stack_use_after_return=1",
    "UBSAN_OPTIONS": "halt_on_error=1",
}


class Build(msgspec.Struct, frozen=True):
    """One way to build: which compiler, which flags, and whether it is the checking form that
    is built.
    """

    compiler: Compiler
    flags: tuple[str, ...]
    checking: bool

    @property
    def name(self) -> str:
        """Return the build in words."""
        return f"{self.compiler.name} {' '.join(self.flags)}{' checking' if self.checking else ''}"


class Report(msgspec.Struct, frozen=True):
    """What one run of the method gave: variants, steps by type, failures, and why a seed was
    refused.
    """

    kind: str
    variants: int
    steps: dict[str, int]
    failures: tuple[str, ...]
    refused: str = ""
    making: float = 0.0


def builds() -> list[Build]:
    """Return all builds of a variant."""
    newest = newest_by_family(find_compilers(os.environ.get("PATH", os.defpath)))
    both = [newest["gcc"], newest["clang"]]
    sanitized = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    return [
        *(Build(compiler, ("-O0",), False) for compiler in both),
        *(Build(compiler, sanitized, True) for compiler in both),
        Build(newest["clang"], ("-O1", "-fsanitize=memory"), True),
    ]


def check_run(kind: str, run_seed: int, variants: int, seed: Program | None, kinds: str) -> Report:
    """Make the variants of one run and check each; two programs of the corpus are donors."""
    donors = tuple(map(load_program, Rng.of(run_seed, "donors").shuffled(corpus_files())[:2]))
    options = {"kinds": kinds} if kinds else {}
    method = EmiMethod()
    start = time.perf_counter()
    try:
        cases = method.make(Request(run_seed, variants, seed, donors, options))
    except BadInput as error:
        return Report(kind, 0, {}, (), error.message)
    making = time.perf_counter() - start
    failures: list[str] = []
    steps: Counter[str] = Counter()
    for number, case in enumerate(cases):
        steps.update(step_types(case.recipe))
        failures += [f"run {run_seed} variant {number}: {why}" for why in _told(method, case)]
    return Report(kind, len(cases), dict(sorted(steps.items())), tuple(failures), making=making)


def _told(method: EmiMethod, case: TestCase) -> list[str]:
    """Return what is wrong with a variant; an error of the method is a failure like others."""
    try:
        return list(failures_of(method, case))
    except AberrationError as error:
        return [f"{type(error).__name__}: {error.message}"]


def failures_of(method: EmiMethod, case: TestCase) -> Iterator[str]:
    """Yield what is wrong with a variant."""
    again = method.replay(case.recipe)
    if again.skipped or again.case.programs["variant"] != case.programs["variant"]:
        yield f"replay: {again.skipped} steps skipped, or other bytes"
    checked = method.with_checks(case)
    assert checked is not None
    assert isinstance(case.oracle, Expected)
    wanted = case.oracle.outcome
    for build in builds():
        program = (checked if build.checking else case).programs["variant"]
        told = built_and_run(build, program)
        if told != wanted:
            yield f"{build.name}: {told if isinstance(told, str) else 'it prints something else'}"


def built_and_run(build: Build, program: Program) -> Text | str:
    """Return what the program prints, or what went wrong."""
    with tempfile.TemporaryDirectory(prefix="aberration-") as name:
        folder = Path(name)
        (folder / "program.c").write_bytes(program.source)
        environment = plain_environment(folder, _ENVIRONMENT)
        command = [
            build.compiler.path,
            "-w",
            "-g0",
            *build.flags,
            f"-I{csmith_include()}",
            "program.c",
        ]
        compiled = execute([*command, "-o", "program", "-lm"], folder, COMPILE_SECONDS, environment)
        if compiled.status != 0:
            return f"not compiled: {compiled.log[:300]}"
        command = [str(folder / "program"), *program.inputs.arguments]
        ran = execute(command, folder, RUN_SECONDS, environment, stdin=program.inputs.stdin)
    if ran.timed_out:
        return f"no end within {RUN_SECONDS:g} s"
    reports = [
        line for line in ran.log.splitlines() if "runtime error" in line or "Sanitizer" in line
    ]
    if ran.status < 0 or reports:
        return f"{ran.signal or ran.status}: {' | '.join(reports[:3])}"
    return Text(ran.stdout, ran.status)


def corpus_files() -> list[Path]:
    """Return the C programs of the bundled corpus."""
    return sorted((bundled_corpus() / "c").glob("*.c"))


def _jobs(kind: str, seed: int) -> Iterator[tuple[str, int, Program | None]]:
    """Yield (kind, run seed, seed program) for ever."""
    files = corpus_files()
    for number in count():
        program = load_program(files[number % len(files)]) if kind == "corpus" else None
        yield kind, Rng.of(seed, kind, number).bits(), program


def run_all(
    kind: str, wanted: int, variants: int, jobs: int, seed: int, kinds: str
) -> list[Report]:
    """Check until `wanted` variants of a kind of seed were checked."""
    reports: list[Report] = []
    source = _jobs(kind, seed)
    with ProcessPoolExecutor(jobs) as pool:
        while sum(report.variants for report in reports) < wanted:
            batch = [next(source) for _ in range(jobs * 2)]
            futures = [
                pool.submit(check_run, kind, run_seed, variants, program, kinds)
                for kind, run_seed, program in batch
            ]
            for future in futures:
                reports.append(future.result())
                for failure in reports[-1].failures:
                    print(f"{kind}: {failure}", flush=True)
            print(
                f"{kind}: {sum(report.variants for report in reports)} variants",
                file=sys.stderr,
                flush=True,
            )
    return reports


def summary_of(reports: Sequence[Report]) -> dict[str, object]:
    """Return the figures of reports."""
    made = [report for report in reports if report.variants]
    steps: Counter[str] = Counter()
    for report in reports:
        steps.update(report.steps)
    variants = sum(report.variants for report in made)
    return {
        "seeds": len(made),
        "seeds_refused": len(reports) - len(made),
        "variants": variants,
        "steps": dict(sorted(steps.items())),
        "failures": sum(len(report.failures) for report in reports),
        "seconds_per_variant": round(sum(report.making for report in made) / max(1, variants), 3),
    }


def main() -> None:
    """Check variants of both kinds of seeds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--csmith", type=int, default=2000)
    parser.add_argument("--corpus", type=int, default=500)
    parser.add_argument("--variants", type=int, default=8)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("result.json"))
    options = parser.parse_args()
    result = {}
    for kind in ("csmith", "corpus"):
        wanted = getattr(options, kind)
        reports = (
            run_all(kind, wanted, options.variants, options.jobs, options.seed, options.kinds)
            if wanted
            else []
        )
        result[kind] = summary_of(reports)
        print(kind, result[kind], flush=True)
        options.output.write_text(json.dumps(result, indent=1) + "\n")
    sys.exit(1 if any(part["failures"] for part in result.values()) else 0)


if __name__ == "__main__":
    main()
