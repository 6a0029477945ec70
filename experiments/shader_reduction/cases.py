"""Random shaders that show bugs: planted ones, found with our interpreter alone, and those of real
compilers of this machine.

    python -m experiments.shader_reduction.cases [--planted 88] [--real 12] [--first 0]
    [--targets wgpu@22:lavapipe,llvmpipe@20.3.5] [--output cases.json]

Writes by what each is drawn from, in the order in which all measurements take them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from experiments.shader_reduction.questions import OURS, shows

from aberration.core.errors import BadInput
from aberration.core.method import Request
from aberration.core.oracle import VerdictKind, judge
from aberration.core.recipe import TestCase
from aberration.core.target import Target
from aberration.languages.shading.tree import LanguageName
from aberration.methods.smith.method import SmithMethod
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, select
from aberration.targets.shading_mutants.catalogue import SHADING_MUTANTS

R = TypeVar("R", bound=msgspec.Struct)
LANGUAGES: Final[tuple[LanguageName, ...]] = ("essl", "glsl", "wgsl")
PRESETS: Final = ("large", "tiny")
TARGETS: Final = "wgpu@22:lavapipe,llvmpipe@20.3.5"
DEADLINE: Final = 20.0
CASES: Final = Path(__file__).with_name("cases.json")


class Drawn(msgspec.Struct, frozen=True):
    """A program by what it is drawn from, and who gets it wrong: a mutant by our interpreter, or a
    target of this machine, with the kind and signature of the verdict.
    """

    language: LanguageName
    preset: str
    seed: int
    mutant: str = ""
    target: str = ""
    kind: VerdictKind = "wrong"
    signature: str = ""

    @property
    def name(self) -> str:
        """Return what a row of a table calls it."""
        return f"{self.language} {self.preset} {self.seed} {self.mutant or self.target}"


def save(file: Path, summary: Mapping[str, object], rows: Sequence[msgspec.Struct]) -> None:
    """Write a result: its summary, then all rows."""
    text = msgspec.json.encode({"summary": summary, "rows": rows})
    file.write_bytes(msgspec.json.format(text, indent=1) + b"\n")


def load_rows(file: Path, type: type[R]) -> list[R]:
    """Return the rows of a result that `save` wrote."""
    found = msgspec.json.decode(file.read_bytes(), type=dict[str, msgspec.Raw])
    return [msgspec.convert(row, type) for row in msgspec.json.decode(found["rows"])]


def load(file: Path, count: int) -> list[Drawn]:
    """Return the first cases of a file."""
    return load_rows(file, Drawn)[:count]


def case_of(method: SmithMethod, language: LanguageName, preset: str, seed: int) -> TestCase:
    """Return the test of a program; raise `BadInput` where none is drawn."""
    request = Request(seed, 1, options={"preset": preset}, language=language)
    return method.make(request)[0]


def planted_cases(
    count: int,
    first: int = 0,
    languages: Sequence[LanguageName] = LANGUAGES,
    presets: Sequence[str] = PRESETS,
) -> Iterator[Drawn]:
    """Yield so many cases, languages and presets in turn; of the mutants that a program shows,
    the one that was taken least often.
    """
    method, taken, found, seed = SmithMethod(), Counter[str](), 0, first
    while found < count:
        for language in languages:
            for preset in presets:
                mutant = _shown(method, language, preset, seed, taken) if found < count else ""
                if mutant:
                    taken[mutant] += 1
                    found += 1
                    yield Drawn(language, preset, seed, mutant=mutant)
        seed += 1


def real_cases(pool: TargetPool, target: Target, count: int, first: int = 0) -> Iterator[Drawn]:
    """Yield so many programs that a target of this machine gets wrong, or dies of."""
    language = next(one for one in LANGUAGES[::-1] if one in target.languages)
    method, found, seed = SmithMethod(), 0, first
    while found < count:
        seed += 1
        try:
            case = case_of(method, language, "large", seed)
        except BadInput:
            continue
        outcome = pool.run(target, case.programs["program"], DEADLINE).outcome
        verdict = judge(case.oracle, {target.id: {"program": outcome}})[target.id]
        if verdict.kind in ("wrong", "crash"):
            found += 1
            yield Drawn(
                language,
                "large",
                seed,
                target=target.id,
                kind=verdict.kind,
                signature=verdict.signature,
            )


def _shown(
    method: SmithMethod, language: LanguageName, preset: str, seed: int, taken: Counter[str]
) -> str:
    """Return the mutant that a program shows, of these the one that was taken least often."""
    try:
        case = case_of(method, language, preset, seed)
    except BadInput:
        return ""
    known = [one for one in SHADING_MUTANTS if language in one.languages]
    known.sort(key=lambda one: (taken[one.name], one.name))
    try:
        return next((one.name for one in known if shows(case, one)), "")
    except OURS:
        return ""


def _among(many: Sequence[Drawn], few: Sequence[Drawn]) -> list[Drawn]:
    """Return all, the few spread evenly, so that the first so many hold some of each."""
    each = len(many) // len(few) if few else len(many)
    parts = [[*many[k * each : (k + 1) * each], one] for k, one in enumerate(few)]
    return [one for part in parts for one in part] + list(many[each * len(few) :])


def main() -> None:
    """Draw the cases, and write them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--planted", type=int, default=88)
    parser.add_argument("--real", type=int, default=12)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--targets", default=TARGETS)
    parser.add_argument("--output", type=Path, default=CASES)
    asked = parser.parse_args()
    real: list[list[Drawn]] = []
    if asked.real:
        targets = select(discover(), [asked.targets])
        with TargetPool() as pool:
            for target in targets:
                each = asked.real // len(targets)
                real.append(list(real_cases(pool, target, each, asked.first)))
                print(target.id, *[one.name for one in real[-1]], sep="\n  ", flush=True)
    few = [one for group in zip(*real, strict=True) for one in group]
    planted = []
    for one in planted_cases(asked.planted, asked.first):
        planted.append(one)
        print(one.name, flush=True)
    found = _among(planted, few)
    kinds = Counter(one.target or "planted" for one in found)
    save(asked.output, kinds, found)
    print(kinds)


if __name__ == "__main__":
    main()
