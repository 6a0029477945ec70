"""What `aberration check` says of each collected shader, compiled by glslang: answers, defects of
ours, the slowest.

    python -m experiments.unseen.checks SEEDS OUT.jsonl [--jobs 2] [--limit 60]

Each `.frag` and `.comp` below SEEDS becomes a module with its inputs in a scratch folder; a command
line of its own looks at that. Each answer is a line of OUT at once, so that a measurement that was
broken off goes on.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.errors import AberrationError
from aberration.core.inputs import write_inputs
from aberration.core.outcome import Translated
from aberration.core.process import execute
from aberration.core.program import load_program
from aberration.core.target import Target
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

FRONT_END: Final = "glslang"
COMMAND: Final = (sys.executable, "-m", "aberration.cli.main", "check", "--json")
_STATUSES: Final = {0: "clean", 1: "something is wrong", 2: "bad input", 3: "a defect of ours"}


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of one shader: `status` of the command (None: killed at the limit), seconds of
    the wall clock.

    `checks` holds the result of each check by its name, with the first line of its detail where it
    did not pass; `told` is the end of stderr where the command itself failed, or what glslang says
    of a shader that it refuses.
    """

    name: str
    status: int | None = None
    seconds: float = 0.0
    checks: dict[str, tuple[str, str]] = {}
    told: str = ""


class _Check(msgspec.Struct):
    name: str
    result: str
    detail: str


class _Report(msgspec.Struct):
    checks: list[_Check]


def compiled(path: Path, folder: Path, pool: TargetPool, front_end: Target) -> Path | str:
    """Write the module that glslang makes of a shader, with its inputs; return where, or why
    there is none.
    """
    try:
        outcome = pool.run(front_end, load_program(path), 60.0).outcome
    except AberrationError as error:
        return str(error)
    if not isinstance(outcome, Translated):
        return f"{FRONT_END}: {outcome}"[:300]
    module = folder / f"{path.parent.name}-{path.stem}.spv"
    module.write_bytes(outcome.program.source)
    module.with_suffix(".json").write_bytes(write_inputs(outcome.program.inputs))
    return module


def answer(name: str, module: Path | str, limit: float) -> Answer:
    """Ask `aberration check` about a module, for at most `limit` seconds of the machine's."""
    if isinstance(module, str):
        return Answer(name, told=module)
    with tempfile.TemporaryDirectory(prefix="aberration-") as folder:
        environment = dict(os.environ) | {"TMPDIR": folder, "ABERRATION_DEBUG": "1"}
        done = execute([*COMMAND, str(module)], Path(folder), limit, environment)
    status = None if done.timed_out else done.status
    if status not in (0, 1):
        return Answer(name, status, round(done.seconds, 1), told=done.log.strip()[-2000:])
    checks = msgspec.json.decode(done.stdout, type=_Report).checks
    said = {
        one.name: (one.result, "" if one.result == "passed" else one.detail.partition("\n")[0])
        for one in checks
    }
    return Answer(name, status, round(done.seconds, 1), said)


def read(path: Path) -> list[Answer]:
    """Return the answers that are there already."""
    lines = path.read_bytes().splitlines() if path.is_file() else []
    return [msgspec.json.decode(line, type=Answer) for line in lines]


def asked(files: Sequence[Path], root: Path, jobs: int, limit: float) -> Iterator[Answer]:
    """Yield the answer about each shader, in the order of the files."""
    front_end = next(one for one in discover() if one.id == FRONT_END)
    with tempfile.TemporaryDirectory(prefix="aberration-") as scratch, TargetPool() as pool:
        modules = [
            (str(path.relative_to(root)), compiled(path, Path(scratch), pool, front_end))
            for path in files
        ]
        with ThreadPoolExecutor(jobs) as threads:
            yield from threads.map(lambda one: answer(one[0], one[1], limit), modules)


def table(answers: Sequence[Answer]) -> str:
    """Return the answers counted by what the command says and by check, the defects, and the
    slowest ten.
    """
    refused = [one for one in answers if one.status is None and not one.seconds]
    ran = [one for one in answers if one not in refused]
    ends = Counter(
        "killed at the limit" if one.status is None else _STATUSES.get(one.status, "died")
        for one in ran
    )
    results = Counter((name, result) for one in ran for name, (result, _) in one.checks.items())
    broken = [one for one in ran if not one.checks]
    slowest = sorted(ran, key=lambda one: -one.seconds)[:10]
    return "\n".join(
        [
            f"{len(answers)} shaders, {len(refused)} of them refused by {FRONT_END}",
            *(f"  {count:4} {what}" for what, count in ends.most_common()),
            *(f"  {count:4} {name}: {result}" for (name, result), count in sorted(results.items())),
            *(f"  {one.name}: {one.status}: {one.told.rpartition(chr(10))[2]}" for one in broken),
            "slowest:",
            *(f"  {one.seconds:6.1f} s  {one.name}" for one in slowest),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask about all that has no answer yet; print the table of all."""
    parser = argparse.ArgumentParser(prog="experiments.unseen.checks")
    parser.add_argument("seeds", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60.0)
    given = parser.parse_args(arguments)
    known = read(given.out)
    names = {one.name for one in known}
    found = sorted(path for path in given.seeds.rglob("*") if path.suffix in (".frag", ".comp"))
    files = [path for path in found if str(path.relative_to(given.seeds)) not in names]
    with given.out.open("ab") as out:
        for one in asked(files, given.seeds, given.jobs, given.limit):
            out.write(msgspec.json.encode(one) + b"\n")
            out.flush()
            known.append(one)
    print(table(known))
    return 0


if __name__ == "__main__":
    sys.exit(main())
