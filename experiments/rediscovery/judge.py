"""Ask of each finding of the campaigns whether it is a known bug, and write `runs.jsonl`.

    python -m experiments.rediscovery.judge --work DIR [--reduce 300]

With `--reduce`, each campaign's findings are reduced first, by `aberration reduce`, for so many
seconds. What the versions say of themselves and do with a case is kept in `DIR`, so that it can be
stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.campaign import tables
from aberration.campaign.store import DATABASE, Store
from aberration.core.finding import Finding
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.dedup.bugs import is_wrong_code
from aberration.methods.registry import method_named
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select

from .campaigns import METHODS, Sample, samples
from .known import PASSES, Known, known_bugs, numbers, shown_on, versions_told
from .matching import best, is_known
from .records import Found, Run, keep, key_of
from .versions import VERSIONS

TOLD = "told.jsonl"
NUMBERS = "numbers.json"


class _Line(msgspec.Struct, frozen=True):
    """What the versions of a target's compiler did with a case, by a digest of the case."""

    case: str
    target: str
    told: dict[str, str]


class Versions:
    """Asks the versions of compilers about cases, each case of a target once."""

    def __init__(self, pool: TargetPool, path: Path) -> None:
        self._pool = pool
        self._path = path
        lines = path.read_bytes().splitlines() if path.is_file() else []
        known = [msgspec.json.decode(line, type=_Line) for line in lines]
        self._told = {(line.case, line.target): line.told for line in known}

    def told(self, case: TestCase, target: Target) -> dict[str, str]:
        """Return what each version does with a case, by its number."""
        text = msgspec.json.encode(case, order="deterministic")
        digest = hashlib.blake2b(text, digest_size=8).hexdigest()
        if (digest, target.id) not in self._told:
            answer = versions_told(case, target, self._pool)
            self._told[digest, target.id] = answer
            with self._path.open("ab") as stream:
                stream.write(msgspec.json.encode(_Line(digest, target.id, answer)) + b"\n")
        return self._told[digest, target.id]


def run_of(
    method: str,
    work: Path,
    known: Sequence[Known],
    targets: Sequence[Target],
    versions: Versions,
    number: Mapping[str, str],
) -> Run:
    """Return what a campaign did, with an answer to each of its findings of wrong code; `number` is
    that of each target's version.
    """
    spoken = {support.language for support in method_named(method).languages}
    shown = {
        key_of(one.name, one.family): tuple(shown_on(one, targets, number))
        for one in known
        if one.language in spoken
    }
    progress = samples(work / f"{method}.jsonl")
    store = Store.in_folder(work / method)
    try:
        findings = [one for one in store.findings() if one.state in ("new", "reduced")]
        wrong = [one for one in findings if is_wrong_code(one.verdict)]
        others = Counter(one.verdict.kind for one in findings if not is_wrong_code(one.verdict))
        found = tuple(_found(one, progress, known, versions) for one in wrong)
        return Run(
            method=method,
            seed=store.header().configuration.rng_seed,
            tests=progress[-1].tests,
            minutes=_minutes(progress[-1]),
            before=round(progress[-1].before / 60, 2),
            reached=_reached(store, targets),
            known=shown,
            found=tuple(sorted(found, key=lambda one: one.tests)),
            other_kinds=dict(sorted(others.items())),
        )
    finally:
        store.close()


def _found(
    finding: Finding, progress: Sequence[Sample], known: Sequence[Known], versions: Versions
) -> Found:
    at = progress[min(len(progress) - 1, bisect_left([one.last for one in progress], finding.test))]
    first = Found(finding.id, finding.target, at.tests, _minutes(at), "unreduced")
    if finding.reduced is None:
        return first
    target = select(discover(), [target_name(finding)])[0]
    family = target.family or target.id

    def told(case: TestCase) -> dict[str, str]:
        return versions.told(case, target)

    answer, names = best(
        {
            key_of(one.name, family): is_known(finding, one, family, told)
            for one in known
            if one.family == family and one.language in target.languages
        }
    )
    own = told(finding.reduced)
    return msgspec.structs.replace(first, answer=answer, bugs=tuple(names), told=own)


def target_name(finding: Finding) -> str:
    """Return the target of a finding; of an optimiser the one with the shortest list of passes that
    goes wrong: a list that was drawn is another one in another version.
    """
    passes = finding.culprit.passes if finding.culprit is not None else ()
    if not passes:
        return finding.target
    compiler = finding.target.partition(":")[0]
    driver = "".join(finding.target.rpartition("+")[1:]) if "+" in finding.target else ""
    return f"{compiler}{PASSES}{'/'.join(passes)}{driver}"


def _minutes(sample: Sample) -> float:
    return round((sample.seconds - sample.before) / 60, 2)


def _reached(store: Store, targets: Sequence[Target]) -> dict[str, int]:
    """Return how many outcomes each target gave; those of drawn members count for their target."""
    names = {target.id for target in targets}
    counts: Counter[str] = Counter()
    for name, count in store.counts(tables.OUTCOMES, "target").items():
        counts[name if name in names else name.rpartition("-")[0]] += count
    return dict(sorted(counts.items()))


def _reduce(folder: Path, seconds: int) -> None:
    command = [sys.executable, "-m", "aberration.cli.main", "reduce", str(folder)]
    subprocess.run([*command, "--time", f"{seconds}s"], check=False)


def _numbers(targets: Sequence[Target], pool: TargetPool, path: Path) -> dict[str, str]:
    """Return the numbers of the targets' versions, which are asked for once: each driver opens."""
    known = msgspec.json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}
    if not {target.id for target in targets} <= known.keys():
        known = numbers(targets, pool)
        path.write_bytes(msgspec.json.encode(known))
    return known


def _campaigns(work: Path) -> Iterator[str]:
    return (method for method in METHODS if (work / method / DATABASE).is_file())


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge all campaigns of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--reduce", type=int, default=0, help="seconds for each campaign")
    asked = parser.parse_args(arguments)
    for method in _campaigns(asked.work) if asked.reduce else ():
        _reduce(asked.work / method, asked.reduce)
    known, targets = known_bugs(), select(discover(), VERSIONS)
    with TargetPool() as pool:
        number = _numbers(targets, pool, asked.work / NUMBERS)
        versions = Versions(pool, asked.work / TOLD)
        keep(
            [
                run_of(method, asked.work, known, targets, versions, number)
                for method in _campaigns(asked.work)
            ]
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
