"""The two arms, and smaller programs, on old compilers: which bugs does a campaign report?

    python -m experiments.smith_side_by_side.compilers [--time 60] [--rounds 5] [--output DIR]
    [--json FILE] [--again FILE]

Each round has six campaigns: each arm of `measure`, and ours with the preset `mixed`, on two old
drivers of OpenGL, and on two old compilers of WGSL, one after the other, the arms in turn. A
campaign confirms, reduces and tells bugs apart as any other does, within its time. Afterwards each
finding is named, where it vanishes as soon as a known bug has nothing to hold on to
(`experiments.smith_hunt`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from experiments.smith_hunt.explaining import explanations
from experiments.smith_hunt.ledger import AND
from experiments.smith_side_by_side.measure import ARMS, options_of
from experiments.transform_questions.ranks import mann_whitney

from aberration.languages.shading.tree import LanguageName


class Field(msgspec.Struct, frozen=True):
    """Where both arms are used: the language whose options the published arm has, and targets."""

    language: LanguageName
    targets: tuple[str, ...]


MIXED: Final = "mixed"
ALL: Final = (*ARMS, MIXED)
FIELDS: Final = (
    Field("glsl", ("llvmpipe@20.3.5", "llvmpipe")),
    Field("wgsl", ("wgpu@22:lavapipe", "dawn@0.3.8:swiftshader")),
)


class Campaign(msgspec.Struct, frozen=True):
    """What one campaign gave: tests with a verdict, the share of its time in targets, findings and
    bugs, each by target, kind and signature; and which known bugs its findings are, each once.
    """

    arm: str
    targets: tuple[str, ...]
    seed: int
    seconds: float
    share: float
    tests: int
    findings: tuple[str, ...]
    bugs: tuple[str, ...]
    known: tuple[str, ...]


class _Line(msgspec.Struct):
    target: str
    kind: str
    signature: str = ""


class _Summary(msgspec.Struct):
    tests: int
    seconds: float
    target_time_share: float
    findings: tuple[_Line, ...]
    bugs: tuple[_Line, ...]
    unreduced: tuple[_Line, ...]


def campaign(arm: str, field: Field, seconds: int, seed: int, folder: Path) -> Campaign:
    """Run a campaign by the command line."""
    given = {"preset": MIXED} if arm == MIXED else options_of(arm, field.language)
    options = "".join(f'{name} = "{value}"\n' for name, value in given.items())
    folder.mkdir(parents=True)
    file = folder / "campaign.toml"
    file.write_text(f"[method.smith]\nvariants = 4\n[method.smith.options]\n{options}")
    command = [
        sys.executable, "-m", "aberration.cli.main", "fuzz", str(file), "-m", "smith",
        "-t", ",".join(field.targets), "--time", f"{seconds}s", "--jobs", "1",
        "--seed", str(seed), "-o", str(folder / "out"), "--json",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr[-2000:])
    found = msgspec.json.decode(done.stdout, type=_Summary)
    bugs = _named((*found.bugs, *found.unreduced))
    findings, share = _named(found.findings), found.target_time_share
    known = {bug for _, names in explanations(folder / "out") for bug in names.split(AND) if bug}
    return Campaign(
        arm, field.targets, seed, found.seconds, share, found.tests, findings, bugs,
        tuple(sorted(known)),
    )  # fmt: skip


def _named(lines: Sequence[_Line]) -> tuple[str, ...]:
    return tuple(f"{one.target} {one.kind} {one.signature}".strip() for one in lines)


_NUMBERS: Final[Mapping[str, Callable[[Campaign], int]]] = {
    "tests": lambda one: one.tests,
    "findings": lambda one: len(one.findings),
    "bugs": lambda one: len(one.bugs),
    "known bugs": lambda one: len(one.known),
}


def report(campaigns: Sequence[Campaign]) -> str:
    """Return the numbers of each campaign, in Markdown, with the test of Mann and Whitney; then the
    known bugs of all campaigns of an arm.
    """
    lines = [
        "| targets | number | published | ours | p | mixed | p |",
        "|---|---|---|---|---|---|---|",
    ]
    for field in FIELDS:
        for name, number in _NUMBERS.items():
            numbers = {
                arm: [number(one) for one in campaigns if _is_of(one, arm, field)] for arm in ALL
            }
            published = numbers["published"]
            cells = [_cell(published)]
            for arm in ("ours", MIXED):
                cells += [_cell(numbers[arm]), f"{mann_whitney(numbers[arm], published).p:.2g}"]
            lines.append(f"| {', '.join(field.targets)} | {name} | {' | '.join(cells)} |")
    for field in FIELDS:
        for arm in ALL:
            known = {bug for one in campaigns if _is_of(one, arm, field) for bug in one.known}
            lines.append(f"\n{arm}, {', '.join(field.targets)}: {', '.join(sorted(known))}")
    return "\n".join(lines)


def _cell(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _is_of(one: Campaign, arm: str, field: Field) -> bool:
    return (one.arm, one.targets) == (arm, field.targets)


def main(arguments: list[str]) -> int:
    """Run the campaigns of all rounds, and print what they gave."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--time", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--again", type=Path, help="only report on a file of results")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    if asked.again is not None:
        print(report(msgspec.json.decode(asked.again.read_bytes(), type=list[Campaign])))
        return 0
    output = asked.output or Path(tempfile.mkdtemp())
    found: list[Campaign] = []
    for seed in range(asked.rounds):
        for k, field in enumerate(FIELDS):
            for arm in ALL if (seed + k) % 2 == 0 else ALL[::-1]:
                folder = output / f"{arm}-{field.language}-{seed}"
                found.append(campaign(arm, field, asked.time, seed, folder))
                print(f"{arm} {field.targets}: {found[-1].bugs}", file=sys.stderr, flush=True)
                if asked.json is not None:
                    asked.json.write_bytes(msgspec.json.encode(found) + b"\n")
    print(report(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
