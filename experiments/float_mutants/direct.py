"""What each float mutant and each legal compiler makes of a seed, held against what the seed may
give.

    python -m experiments.float_mutants.direct [--driver] [--only NAME ...] [--output FILE] [FOLDER
    ...]

Each seed (the bundled corpus, the shaders beside this file, and those in the folders) is proved;
each compiler that changes it rewrites it, and the interpreter executes what comes out, exactly. An
illegal one must give something outside of the seed's limits on some seed, a legal one on none. What
is defined in one of both alone is not compared. With `--driver` a driver executes it as well.
Prints one row for each compiler, and every place where a legal one lies outside.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from aberration.campaign.known_results import KnownResults, refusal_of
from aberration.core.limits import Limits, beyond, outside, within_mask
from aberration.core.outcome import Buffers, Image
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.spirv.interpret.proof import Proof
from aberration.targets.float_mutants.catalogue import FLOAT_MUTANTS, LEGAL_COMPILERS
from aberration.targets.mutants.mutant import Mutant
from aberration.targets.mutants.targets import providers
from aberration.targets.pool import TargetPool
from aberration.targets.runners.spirv.mutant import apply_mutant

from .seeds import CORPUS, OWN, seeds_in

DEADLINE = 30.0
WAYS = ("interpreter", "driver")


class Compared(msgspec.Struct, frozen=True):
    """One compiler on one seed: how many numbers lie outside, of those that are compared; `way`
    is who executed.
    """

    compiler: str
    seed: str
    way: str
    beyond: int
    total: int
    where: str = ""


class Direct:
    """The comparison: proofs, which may be `kept` in a folder, and a driver where there is a
    pool.
    """

    def __init__(self, kept: Path | None, pool: TargetPool | None) -> None:
        self._kept = kept
        self._known = KnownResults(kept)
        self._pool = pool
        self._targets = {target.id: target for target in providers()}
        self.refused: dict[str, str] = {}

    def seed(self, seed: Program, compilers: Sequence[Mutant]) -> Iterator[Compared]:
        """Yield what comes of a seed; nothing where its result is not known."""
        self._known = KnownResults(self._kept)
        drawn, known = self._known.with_small_image(seed)
        reason = refusal_of(known)
        if reason or known.limits is None:
            self.refused[seed.name] = reason
            return
        for compiler in compilers:
            made = apply_mutant(compiler, drawn.source)
            if made != drawn.source:
                yield from self._rewritten(
                    compiler, msgspec.structs.replace(drawn, source=made), known
                )

    def _rewritten(self, compiler: Mutant, program: Program, known: Proof) -> Iterator[Compared]:
        answer = self._known.of(program)
        if answer.outcome is None or answer.limits is None or known.limits is None:
            yield Compared(
                compiler.name, program.name, WAYS[0], 0, 0, answer.answer + answer.reason
            )
        else:
            both = within_mask(known.limits, answer.limits)
            yield _compared(compiler, program, WAYS[0], answer.outcome, both)
        if self._pool is None:
            return
        driver = _driver_of(self._targets[_target_name(compiler)])
        outcome = self._pool.run(driver, program, DEADLINE).outcome
        if isinstance(outcome, Image | Buffers) and known.limits is not None:
            yield _compared(compiler, program, WAYS[1], outcome, known.limits)
        else:
            yield Compared(compiler.name, program.name, WAYS[1], 0, 0, type(outcome).__name__)


def _target_name(compiler: Mutant) -> str:
    return compiler.name if compiler in LEGAL_COMPILERS else f"mutant-{compiler.name}"


def _driver_of(chain: Target) -> Target:
    return msgspec.structs.replace(chain, id=chain.stages[-1].name, stages=chain.stages[-1:])


def _compared(
    compiler: Mutant, program: Program, way: str, outcome: Image | Buffers, limits: Limits
) -> Compared:
    apart = beyond(outcome, limits)
    first = next(outside(outcome, limits), None)
    return Compared(
        compiler.name,
        program.name,
        way,
        apart.beyond,
        apart.total,
        "" if first is None else str(first),
    )


def row_of(compiler: Mutant, found: Sequence[Compared], way: str) -> str:
    """Return the row of a compiler: on how many seeds it lies outside, of those that it changes."""
    mine = [one for one in found if one.compiler == compiler.name and one.way == way]
    wrong = [one for one in mine if one.beyond]
    some = ", ".join(f"{one.seed} {one.beyond}/{one.total}" for one in wrong[:3])
    untold = sum(not one.total for one in mine)
    return (
        f"{compiler.name:34} {way:12} changes {len(mine):4} outside {len(wrong):4} untold "
        f"{untold:3}  {some}"
    )


def main() -> None:
    """Compare all, or those that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--driver", action="store_true")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--kept", type=Path, help="a folder where proofs are kept between calls")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args()
    compilers = [
        one
        for one in (*FLOAT_MUTANTS, *LEGAL_COMPILERS)
        if not options.only or one.name in options.only
    ]
    pool = TargetPool() if options.driver else None
    direct = Direct(options.kept, pool)
    found: list[Compared] = []
    seeds = 0
    for seed in seeds_in((*CORPUS, OWN, *options.folders)):
        seeds += 1
        found.extend(direct.seed(seed, compilers))
    for compiler in compilers:
        for way in WAYS[: 1 + options.driver]:
            print(row_of(compiler, found, way), flush=True)
    for one in found:
        if one.compiler.startswith("legal-") and one.beyond:
            print(
                f"{one.compiler} on {one.seed} by the {one.way}: {one.beyond} of "
                f"{one.total}, first {one.where}"
            )
    print(f"{seeds} seeds, {len(direct.refused)} of unknown result")
    if options.output:
        rows = {"refused": direct.refused, "rows": msgspec.to_builtins(found)}
        options.output.write_text(json.dumps(rows, indent=1) + "\n")
    if pool is not None:
        pool.close()


if __name__ == "__main__":
    main()
