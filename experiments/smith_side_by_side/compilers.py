"""The two arms on old compilers: which bugs does a campaign report?

    python -m experiments.smith_side_by_side.compilers [--time 300] [--rounds 5] [--language glsl]
    [--output DIR] [--json FILE] [--again FILE...]

Each round has a campaign of each arm of `measure` on two old drivers of OpenGL, and on two old
compilers of WGSL, one after the other, the arms in turn; or, by `--language`, on one of the two. A
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


FIELDS: Final = (
    Field("glsl", ("llvmpipe@20.3.5", "llvmpipe")),
    Field("wgsl", ("wgpu@22:lavapipe", "dawn@0.3.8:swiftshader")),
)


class Campaign(msgspec.Struct, frozen=True):
    """What one campaign gave: tests with a verdict, the share of its time in targets, findings and
    bugs, each by target, kind and signature; which known bugs its findings are, each once; and its
    findings that no known bug explains, each once by target, kind and signature.
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
    unknown: tuple[str, ...]


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
    given = options_of(arm, field.language)
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
    named = list(explanations(folder / "out"))
    known = {bug for _, names in named for bug in names.split(AND) if bug}
    unknown = {
        _name(one.target, one.verdict.kind, one.verdict.signature)
        for one, names in named
        if not names and one.state != "set-aside"
    }
    return Campaign(
        arm, field.targets, seed, found.seconds, share, found.tests, findings, bugs,
        tuple(sorted(known)), tuple(sorted(unknown)),
    )  # fmt: skip


def _named(lines: Sequence[_Line]) -> tuple[str, ...]:
    return tuple(_name(one.target, one.kind, one.signature) for one in lines)


def _name(target: str, kind: str, signature: str) -> str:
    return f"{target} {kind} {signature}".strip()


_NUMBERS: Final[Mapping[str, Callable[[Campaign], int]]] = {
    "tests": lambda one: one.tests,
    "findings": lambda one: len(one.findings),
    "bugs": lambda one: len(one.bugs),
    "known bugs": lambda one: len(one.known),
    "told apart": lambda one: len({*one.known, *map(_coarse, one.unknown)}),
}


def _coarse(unknown: str) -> str:
    """Return an unknown finding without the version, all refusals of a compiler as one: those of
    old Mesas are one mistake about scopes, whose messages are about types of any kind.
    """
    target, kind, *signature = unknown.split(" ", 2)
    name = target.partition("@")[0]
    return f"{name} {kind}" if kind == "rejected" else " ".join((name, kind, *signature))


def report(campaigns: Sequence[Campaign]) -> str:
    """Return the numbers of each campaign, in Markdown, with the test of Mann and Whitney; then the
    known bugs of all campaigns of an arm.
    """
    lines = ["| targets | number | published | ours | p |", "|---|---|---|---|---|"]
    fields = [one for one in FIELDS if any(run.targets == one.targets for run in campaigns)]
    for field in fields:
        for name, number in _NUMBERS.items():
            published, ours = (
                [number(one) for one in campaigns if _is_of(one, arm, field)] for arm in ARMS
            )
            cells = f"{_cell(published)} | {_cell(ours)} | {mann_whitney(ours, published).p:.2g}"
            lines.append(f"| {', '.join(field.targets)} | {name} | {cells} |")
    for field in fields:
        for arm in ARMS:
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
    parser.add_argument("--time", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--language", action="append", choices=[one.language for one in FIELDS])
    parser.add_argument("--again", type=Path, nargs="+", help="only report on files of results")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args(arguments)
    if asked.again is not None:
        decode = msgspec.json.Decoder(list[Campaign]).decode
        print(report([one for file in asked.again for one in decode(file.read_bytes())]))
        return 0
    output = asked.output or Path(tempfile.mkdtemp())
    fields = [one for one in FIELDS if one.language in (asked.language or [one.language])]
    found: list[Campaign] = []
    for seed in range(asked.rounds):
        for k, field in enumerate(fields):
            for arm in ARMS if (seed + k) % 2 == 0 else ARMS[::-1]:
                folder = output / f"{arm}-{field.language}-{seed}"
                found.append(campaign(arm, field, asked.time, seed, folder))
                print(f"{arm} {field.targets}: {found[-1].bugs}", file=sys.stderr, flush=True)
                if asked.json is not None:
                    asked.json.write_bytes(msgspec.json.encode(found) + b"\n")
    print(report(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
