"""What of a fusion shows mistakes of real compilers, of several years?

    python -m experiments.fuse_shaders.drivers run GROUP SETTING... --seed 1 --output DIR
    python -m experiments.fuse_shaders.drivers ask --output DIR
    python -m experiments.fuse_shaders.drivers table

The ablation of the paper on fusion (Table VI), with other methods beside it on the same seeds and
targets (Table V compares with live code as GLFuzz inserts it, which is what `emi` does here).
`run` makes a campaign for each setting and appends what came of it to `drivers.json`; nothing is
reduced. `ask` runs each program that triage does not explain on other families of compilers, and
without what a known bug needs. All settings of a group and seed start from the same shaders of the
corpus and the same random programs; `fuse` draws the same parts for them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
from experiments.fuse_shaders.ledger import (
    KEPT,
    Record,
    Violation,
    folder_name,
    read_records,
    write_records,
)
from experiments.fuse_shaders.others import with_others
from experiments.fuse_shaders.settings import ALL, PARTS, SETTINGS
from experiments.transform_questions.ranks import mann_whitney

from aberration.campaign.campaign import run_campaign
from aberration.campaign.configuration import FuzzConfiguration, MethodSettings
from aberration.campaign.session import Call
from aberration.campaign.store import Store
from aberration.campaign.triage import reasons
from aberration.cli.interrupts import ending_gently
from aberration.methods.fuse.settings import NO_STEPS

LIVE_CODE: Final = "live code"
RELATIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "relations of the paper": ("average", "difference", "light", "occlusion"),
        "new relations": (
            *("parity", "minimum", "maximum", "product", "mask", "blend"),
            *("together", "total", "exclusive", "prefix", "turns"),
        ),
    }
)
"""Settings with all steps whose programs are counted by relation: the paper's are of images only.
"""
BLOCK: Final = 25
"""Tests whose violations are counted together."""
_RUN: Final = 4
"""Tests of a run: of one seed."""
_TARGETS: Final = 2
"""Targets that a test gets, of those of the group."""
_TINY: Final = MappingProxyType({"smith.preset": "tiny"})


class Group(msgspec.Struct, frozen=True):
    """Compilers of several years, by target, and the languages that all of them read."""

    targets: tuple[str, ...]
    languages: tuple[str, ...]


GROUPS: Final[Mapping[str, Group]] = MappingProxyType(
    {
        "mesa": Group(
            ("llvmpipe@20.3.5", "llvmpipe", "llvmpipe@25.0.7", "llvmpipe@26.2.6"),
            ("essl", "glsl"),
        ),
        "naga": Group(
            ("wgpu@22:lavapipe", "wgpu@24:swiftshader", "wgpu@27:gl-llvmpipe", "wgpu-swiftshader"),
            ("wgsl",),
        ),
        "dawn": Group(
            ("dawn@0.3.8:gl-llvmpipe", "dawn@0.4.0:swiftshader", "dawn-gl-llvmpipe@26.2.6"),
            ("wgsl",),
        ),
        "vulkan": Group(
            (
                "glslang+lavapipe",
                "glslang+lavapipe@25.0.7",
                "glslang@16.6.0+lavapipe@26.2.6",
                "glslang@16.6.0+swiftshader",
            ),
            ("glsl",),
        ),
        "newest": Group(
            (
                "llvmpipe@26.2.6",
                "softpipe@26.2.6",
                "zink-lavapipe@26.2.6",
                "glslang@16.6.0+lavapipe@26.2.6",
                "glslang@16.6.0+swiftshader",
            ),
            ("essl", "glsl"),
        ),
        "newest-wgsl": Group(
            (
                "wgpu-lavapipe@26.2.6",
                "wgpu-swiftshader",
                "dawn-swiftshader",
                "dawn-gl-llvmpipe@26.2.6",
            ),
            ("wgsl",),
        ),
    }
)


def configuration_of(
    group: Group, setting: str, rng_seed: int, tests: int, output: Path, seeds: Sequence[Path] = ()
) -> FuzzConfiguration:
    """Return the campaign of a setting: half of its runs are of the corpus, or of folders that
    take its place, half of `smith`.
    """
    names, options = _methods_of(setting)
    settings = MethodSettings(
        variants=_RUN, targets=_TARGETS, donors=8, options=options, languages=group.languages
    )
    random = msgspec.structs.replace(settings, bundled=0)
    return FuzzConfiguration(
        methods=names,
        targets=group.targets,
        seeds=tuple(map(str, seeds)),
        tests=tests,
        rng_seed=rng_seed,
        jobs=1,
        confirmations=1,
        output=str(output),
        method={name: random if name.startswith("smith") else settings for name in names},
    )


def _methods_of(setting: str) -> tuple[tuple[str, str], dict[str, str]]:
    """Return the methods of a setting, the second of which makes its seeds itself, and options."""
    if setting == PARTS:
        return ("agree", "smith"), {"preset": "tiny"}
    if setting == LIVE_CODE:
        return ("emi", "smith+emi"), dict(_TINY)
    own = _options_of(setting)
    with_prefix = {f"fuse.{key}": value for key, value in own.items()}
    return ("fuse", "smith+fuse"), {**own, **with_prefix, **_TINY}


def _options_of(setting: str) -> dict[str, str]:
    """Return the options of `fuse` in a setting."""
    if setting in RELATIONS:
        return {"relation": " ".join(RELATIONS[setting])}
    return {} if setting == ALL else {"steps": " ".join(SETTINGS[setting]) or NO_STEPS}


def run(
    name: str, setting: str, rng_seed: int, tests: int, output: Path, seeds: Sequence[Path] = ()
) -> Record:
    """Run the campaign of a setting in a folder."""
    configuration = configuration_of(GROUPS[name], setting, rng_seed, tests, output, seeds)
    with ending_gently("stopped") as stopped:
        summary = run_campaign(configuration, lambda _: None, Call(time.monotonic(), stop=stopped))
    return Record(
        name,
        setting,
        rng_seed,
        summary.tests,
        round(summary.seconds),
        violations_in(output),
        tuple(folder.name for folder in seeds),
    )


def violations_in(output: Path) -> tuple[Violation, ...]:
    """Return the findings of a campaign."""
    store = Store.in_folder(output)
    try:
        found = store.findings()
    finally:
        store.close()
    return tuple(
        Violation(
            one.test,
            one.target,
            one.verdict.kind,
            one.verdict.signature,
            reasons.name_of(one.reason, reasons.FINDINGS) if one.state == "set-aside" else "",
            _relation_of(one.case.recipe.options),
        )
        for one in found
    )


def _relation_of(options: Mapping[str, str]) -> str:
    """Return the relation of a recipe of `fuse`, or of a pipeline that ends with it."""
    return options.get("relation", "") or options.get("fuse.relation", "")


def table(name: str, records: Sequence[Record]) -> str:
    """Return what each setting showed on the targets of a group, and in blocks of tests against
    all steps: violations that were not set aside.
    """
    targets = GROUPS[name].targets
    lines = [
        f"| {name}: setting | tests | {' | '.join(targets)} | of {BLOCK} tests (p) | set aside |",
        f"|---|---|{'---|' * len(targets)}---|---|",
    ]
    own = [one for one in records if one.group == name]
    for seeds in dict.fromkeys(one.seeds for one in own):
        these = [one for one in own if one.seeds == seeds]
        whole = _blocks([one for one in these if one.setting == ALL])
        for setting in dict.fromkeys(one.setting for one in these):
            some = [one for one in these if one.setting == setting]
            title = f"{setting}, seeds of others" if seeds else setting
            lines.append(_line(title, targets, some, whole))
    return "\n".join(lines)


def counts(records: Sequence[Record]) -> str:
    """Return how many tests there were of each kind, and what is said of their violations."""
    lines = [
        "| programs | tests | set aside | not set aside | others right | others wrong too |",
        "|---|---|---|---|---|---|",
    ]
    kinds: dict[str, list[Record]] = {}
    for record in records:
        kinds.setdefault(_kind_of(record.setting), []).append(record)
    for kind, some in kinds.items():
        every = [one for record in some for one in record.violations]
        shown = [one for one in every if not one.reason]
        right = sum(bool(one.right) and not one.wrong for one in shown)
        numbers = (sum(one.tests for one in some), len(every) - len(shown), len(shown), right)
        left = sum(bool(one.wrong) for one in shown)
        lines.append(f"| {kind} | {' | '.join(map(str, numbers))} | {left} |")
    return "\n".join(lines)


def _kind_of(setting: str) -> str:
    if setting in (PARTS, LIVE_CODE, *RELATIONS):
        return setting
    return "fused, any relation"


def _line(
    title: str, targets: Sequence[str], records: Sequence[Record], whole: Sequence[int]
) -> str:
    every = [found for record in records for found in record.violations]
    shown = [found for found in every if not found.reason]
    by_target = Counter(found.target for found in shown)
    blocks = _blocks(records)
    cell = f"{sum(blocks) / max(1, len(blocks)):.2f}"
    if records[0].setting != ALL and blocks and whole:
        cell += f" ({mann_whitney(blocks, whole).p:.3f})"
    tests = sum(record.tests for record in records)
    counts = " | ".join(str(by_target[target]) for target in targets)
    return f"| {title} | {tests} | {counts} | {cell} | {len(every) - len(shown)} |"


def _blocks(records: Sequence[Record]) -> list[int]:
    """Return how many violations were shown in each whole block of tests."""
    found = []
    for record in records:
        counts = Counter(one.test // BLOCK for one in record.violations if not one.reason)
        # Numbers of programs that were not made, for want of a relation, are among those of tests.
        numbers = max(record.tests, *(one.test + 1 for one in record.violations), 0)
        found += [counts[block] for block in range(numbers // BLOCK)]
    return found


def main(arguments: list[str]) -> int:
    """Run settings, or print the tables."""
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("group", choices=list(GROUPS))
    running.add_argument("setting", choices=[*SETTINGS, *RELATIONS, LIVE_CODE], nargs="+")
    running.add_argument("--tests", type=int, default=500)
    running.add_argument("--seed", type=int, required=True)
    running.add_argument("--output", type=Path, required=True)
    running.add_argument("--seeds", type=Path, nargs="+", default=[])
    running.add_argument("--keep", type=Path, default=KEPT)
    asking = commands.add_parser("ask")
    asking.add_argument("--output", type=Path, required=True)
    asking.add_argument("--keep", type=Path, default=KEPT)
    reporting = commands.add_parser("table")
    reporting.add_argument("--keep", type=Path, default=KEPT)
    asked = parser.parse_args(arguments)
    if asked.command == "table":
        records = read_records(asked.keep)
        print(counts(records), *(table(name, records) for name in GROUPS), sep="\n\n")
        return 0
    if asked.command == "ask":
        write_records(with_others(read_records(asked.keep), asked.output), asked.keep)
        return 0
    for setting in asked.setting:
        names = [one.name for one in asked.seeds]
        folder = asked.output / folder_name(asked.group, setting, names, asked.seed)
        record = run(asked.group, setting, asked.seed, asked.tests, folder, asked.seeds)
        write_records([*read_records(asked.keep), record], asked.keep)
        print(asked.group, setting, record.tests, record.seconds, len(record.violations))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
