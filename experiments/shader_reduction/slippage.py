"""Does a reduction without rewriting end in undefined behaviour (RQ2 and RQ3 of "Program
reconditioning")?

    python -m experiments.shader_reduction.slippage [--reductions 20] [--seconds 15]
    [--groups glsl,wgsl] [--until 1800] [--output slippage.json]

Two implementations are compared with each other, as somebody does who has no interpreter: all that
is asked for is a difference. One has a planted mistake that our interpreter says the program shows,
and both are different code, which does what it likes with undefined operations. Tiny random
programs are drawn until so many differ as they were generated, with only their loops bounded, and
so many once they are rewritten.

`none`: the first, reduced as they are. `initial`: the second, reduced after they were rewritten.
`just in time`: the second as they were generated, each smaller program rewritten before it runs.
Our interpreter says what is undefined in the final programs.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

import msgspec
from experiments.shader_reduction.cases import (
    DEADLINE,
    LANGUAGES,
    Drawn,
    case_of,
    planted_cases,
    save,
)
from experiments.shader_reduction.questions import OURS, differ, run
from msgspec.structs import replace

from aberration.core.comparison import Tolerance
from aberration.core.errors import BadInput
from aberration.core.outcome import Buffers, Crash, Image, Outcome, Timeout
from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.target import Target
from aberration.languages.shading.interpret.trap import Endless, Trap
from aberration.languages.shading.read import read
from aberration.languages.shading.recondition.context import Settings
from aberration.languages.shading.recondition.recondition import recondition
from aberration.languages.shading.tree import LanguageName
from aberration.methods.shaders.executed import Executed
from aberration.methods.smith.method import REWRITING, SmithMethod
from aberration.methods.smith.path.recipe import is_path
from aberration.reduce.program import Limits, Questions, lines_of, shrink
from aberration.reduce.search import forget
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover

RESULT: Final = Path(__file__).with_name("slippage.json")
Way = Literal["none", "initial", "just in time"]
WAYS: Final[tuple[Way, ...]] = ("none", "initial", "just in time")
GROUPS: Final[Mapping[str, tuple[LanguageName, ...]]] = MappingProxyType(
    {"glsl": ("essl", "glsl"), "wgsl": ("wgsl",)}
)
OTHERS: Final = MappingProxyType(
    {"essl": "softpipe@26.2.6", "glsl": "softpipe@26.2.6", "wgsl": "wgpu-lavapipe"}
)
"""What is compared with the mutants, which are llvmpipe and Dawn on its OpenGL."""
_ENDLESS: Final = 1_000_000
_TRIES: Final = 1000
_LOOPS: Final = Settings(rules=frozenset(["loop-limiter"]), turns=400)
_EXACT: Final = Tolerance()


class Row(msgspec.Struct, frozen=True):
    """What a reduction in one way came to, of the program that compilers are given: its size, the
    first thing undefined in it, and how often each rule rewrote it.
    """

    case: Drawn
    way: Way
    lines_before: int
    lines: int
    characters: int
    tries: int
    seconds: float
    complete: bool
    undefined: str
    told: str
    rewrites: dict[str, int]
    text: str


class Generated(msgspec.Struct, frozen=True):
    """A program as it was generated, with its recipe, which rewrites everything."""

    drawn: Drawn
    recipe: Recipe

    @property
    def program(self) -> Program:
        """Return the program before it is rewritten."""
        return self.recipe.seeds["seed"]


class Machine:
    """The targets of this machine, and what makes tests of programs."""

    def __init__(self, pool: TargetPool) -> None:
        self._pool = pool
        self._targets = {target.id: target for target in discover()}
        self.method: Final = SmithMethod()

    def pair_for(self, made: Generated) -> Pair:
        """Return what a program is compared on."""
        language = made.drawn.language
        names = (f"mutant-{language}-{made.drawn.mutant}", OTHERS[language])
        return Pair(self._pool, self.method, [self._targets[name] for name in names])

    def generated(self, group: str) -> Iterator[Generated]:
        """Yield random programs without end, each with a mutant that it shows."""
        for drawn in planted_cases(_ENDLESS, 0, GROUPS[group], ("tiny",)):
            recipe = case_of(self.method, drawn.language, drawn.preset, drawn.seed).recipe
            # Path-first programs do nothing undefined to begin with.
            if not is_path(recipe):
                options = {**recipe.options, "wrappers": "all"}
                yield Generated(drawn, replace(recipe, options=options))


class Pair:
    """Two implementations of one language."""

    def __init__(self, pool: TargetPool, method: SmithMethod, targets: Sequence[Target]) -> None:
        self._pool = pool
        self._method = method
        self._targets = targets

    def rewritten(self, recipe: Recipe, seed: Program) -> Program | None:
        """Return a program without undefined behaviour; None where it is no test."""
        try:
            made = self._method.replay(replace(recipe, seeds={"seed": seed}))
        except (BadInput, *OURS):
            return None
        return made.case.programs["program"]

    def outcomes(self, program: Program) -> list[Outcome]:
        """Return what each of the two makes of a program."""
        return [self._pool.run(each, program, DEADLINE).outcome for each in self._targets]

    def differ(self, program: Program) -> bool:
        """Say whether the two give results that differ; a refusal is no result."""
        one, other = self.outcomes(program)
        return differ(one, other)

    def compare(self, program: Program) -> str:
        """Return what the paper calls the outcome of a program: crash, timeout, mismatch, match;
        or that one of the two refuses it.
        """
        one, other = self.outcomes(program)
        if differ(one, other):
            return "mismatch"
        if isinstance(one, Image | Buffers) and isinstance(other, Image | Buffers):
            return "match"
        if isinstance(one, Timeout) or isinstance(other, Timeout):
            return "timeout"
        return "crash" if isinstance(one, Crash) or isinstance(other, Crash) else "refused"


def with_bounded_loops(seed: Program) -> Program:
    """Return a program of which nothing but the loops is rewritten."""
    return replace(seed, source=_recondition(seed, _LOOPS)[0])


def _recondition(seed: Program, settings: Settings) -> tuple[bytes, dict[str, int]]:
    assert seed.language in LANGUAGES
    assert seed.stage != "program"
    shader = read(seed.source, seed.language, seed.name)
    made = recondition(shader, seed.stage, settings)
    return made.text(shader).encode(), dict(Counter(one.rule for one in made.rewrites))


def first_undefined(program: Program, outcomes: Sequence[Outcome]) -> tuple[str, str]:
    """Return the name of the first thing that is undefined in a program, and what the interpreter
    says of it; a legal rounding that explains a result counts as such a thing.
    """
    given = run(program)
    match given:
        case Trap(kind="division", message=message):
            return ("modulo" if "%" in message else "division"), str(given)
        case Trap(kind=kind):
            return kind, str(given)
        case Endless():
            return "endless", str(given)
        case None:
            return "not interpreted", ""
        case _:
            return _rounding(program, given, outcomes)


def _rounding(
    program: Program, given: Image | Buffers, outcomes: Sequence[Outcome]
) -> tuple[str, str]:
    executed = Executed(program)
    for outcome in outcomes:
        reason = executed.permitted_otherwise(program.inputs, given, outcome, _EXACT).reason
        if reason:
            return "float rounding", reason
    return "", ""


def reduce_in(way: Way, made: Generated, start: Program, pair: Pair, seconds: float) -> Row:
    """Reduce a program that differs, in one way."""

    def just_in_time(seed: Program) -> bool:
        program = pair.rewritten(made.recipe, seed)
        return program is not None and pair.differ(program)

    def as_it_is(program: Program) -> bool:
        try:
            return pair.differ(program)
        except BadInput:
            return False

    ask = just_in_time if way == "just in time" else as_it_is
    found = shrink(start, Questions(ask, ask, ask), Limits(_TRIES, seconds), forget)
    final = found.program
    rewrites: dict[str, int] = {}
    if way == "just in time":
        program = pair.rewritten(made.recipe, final)
        assert program is not None
        rewrites = _recondition(final, REWRITING)[1]
        final = program
    undefined, told = first_undefined(final, pair.outcomes(final))
    return Row(
        made.drawn,
        way,
        lines_of(start),
        lines_of(final),
        len(final.source),
        found.tries,
        found.seconds,
        found.status == "complete",
        undefined,
        told,
        rewrites,
        final.source.decode(),
    )


class Progress:
    """What was seen of a group so far: the outcomes of both forms of programs, and the rows."""

    def __init__(self, machine: Machine, wanted: int, seconds: float) -> None:
        self._machine = machine
        self._wanted = wanted
        self._seconds = seconds
        self.outcomes: dict[str, Counter[str]] = {"none": Counter(), "rewritten": Counter()}
        self.rows: list[Row] = []

    def is_done(self) -> bool:
        """Say whether so many programs of each form were reduced."""
        return all(self._lacks(way) <= 0 for way in WAYS)

    def look_at(self, made: Generated) -> Iterator[Row]:
        """Compare a program in both forms, and reduce it in each way in which it is wanted."""
        pair = self._machine.pair_for(made)
        rewritten = pair.rewritten(made.recipe, made.program)
        if rewritten is None:
            return
        differs = self._saw("rewritten", pair, rewritten)
        bounded = with_bounded_loops(made.program)
        if self._saw("none", pair, bounded) and self._lacks("none") > 0:
            yield self._reduced("none", made, bounded, pair)
        if differs and self._lacks("initial") > 0:
            yield self._reduced("initial", made, rewritten, pair)
            yield self._reduced("just in time", made, made.program, pair)

    def _lacks(self, way: Way) -> int:
        return self._wanted - sum(row.way == way for row in self.rows)

    def _saw(self, form: str, pair: Pair, program: Program) -> bool:
        seen = pair.compare(program)
        self.outcomes[form][seen] += 1
        return seen == "mismatch"

    def _reduced(self, way: Way, made: Generated, start: Program, pair: Pair) -> Row:
        row = reduce_in(way, made, start, pair, self._seconds)
        self.rows.append(row)
        return row


def summary(found: Mapping[str, Progress]) -> dict[str, object]:
    """Return the tables of the paper: outcomes, undefined ones, sizes, kinds, rewrites."""
    return {name: _summary_of(one) for name, one in found.items()}


def _summary_of(found: Progress) -> dict[str, object]:
    ways: dict[str, object] = {}
    for way in WAYS:
        own = [row for row in found.rows if row.way == way]
        good = [row for row in own if not row.undefined] or own
        if own:
            ways[way] = {
                "reduced": len(own),
                "complete": sum(row.complete for row in own),
                "undefined": dict(Counter(row.undefined for row in own if row.undefined)),
                **{
                    name: statistics.median(getattr(row, name) for row in good)
                    for name in ("lines", "characters", "tries", "seconds")
                },
                "rewrites": dict(sum((Counter(row.rewrites) for row in own), Counter())),
            }
    return {"outcomes": {name: dict(seen) for name, seen in found.outcomes.items()}, **ways}


def main() -> None:
    """Draw, compare and reduce for each group, print the rows, write the result."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--reductions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--groups", default=",".join(GROUPS))
    parser.add_argument("--until", type=float, default=1800.0)
    parser.add_argument("--output", type=Path, default=RESULT)
    asked = parser.parse_args()
    groups = [one for one in GROUPS if one in asked.groups.split(",")]
    found: dict[str, Progress] = {}
    with TargetPool() as pool:
        machine = Machine(pool)
        for group in groups:
            until = time.monotonic() + asked.until / len(groups)
            found[group] = progress = Progress(machine, asked.reductions, asked.seconds)
            for made in machine.generated(group):
                if progress.is_done() or time.monotonic() > until:
                    break
                for row in progress.look_at(made):
                    _say(row)
                # What was found stays when the run is stopped.
                rows = [row for one in found.values() for row in one.rows]
                save(asked.output, summary(found), rows)
            print(summary(found), flush=True)


def _say(row: Row) -> None:
    print(
        f"{row.case.name} {row.way}: {row.lines_before} -> {row.lines} lines, "
        f"{row.tries} tries, {row.seconds} s: {row.undefined or 'defined'} {row.told[:80]}",
        flush=True,
    )


if __name__ == "__main__":
    main()
