"""A small method over real C, and compilers that go wrong in planted ways, to test how C findings
are judged.

A seed has a line `/*patches*/`; each step puts one line of C there. What the result must be is an
option of the recipe. A line with `/*never*/` is not to be reached there: in checking mode the
program aborts at it.
"""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import LanguageSupport, Replay, Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.target import Stage, Target, WorkerSpec

MARK = b"/*patches*/"
SEED = b"""#include <stdio.h>
int one = 1, zero = 0;
int main(void) {
    int sum = 0, count = 0;
/*patches*/
    for (int i = 0; i < 10; i++) sum += i * one;
    printf("sum %d\\n", sum + zero);
    return 3;
}
"""
RESULT = Text(b"sum 45\n", 3)
NEVER = "while (zero) { sum = 7; /*never*/ }"
HARMLESS = "if (one) { count += 2; }"


class PatchMethod:
    """Follows the protocol `Method`."""

    name = "patchwork"
    version = 1
    languages = (LanguageSupport("c", ("c",), needs_seed=True),)
    least_targets = 1
    ignored_types: frozenset[str] = frozenset()
    ingredients: Mapping[str, frozenset[str]] = {}
    supporting_types: frozenset[str] = frozenset()

    without_steps = "The seed itself"

    def in_words(self, step: Step) -> str:
        return str(step["type"])

    def unavailable(self, language: str = "") -> str:
        """Nothing is ever missing."""
        return ""

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return nothing: cases are made by hand."""
        return []

    def replay(self, recipe: Recipe) -> Replay:
        """Put the lines in."""
        seed = recipe.seeds["seed"]
        lines = "\n".join(str(step["line"]) for step in recipe.steps)
        variant = msgspec.structs.replace(
            seed, source=seed.source.replace(MARK, lines.encode()), name="variant"
        )
        oracle = Expected(
            Text(recipe.options["stdout"].encode(), int(recipe.options["status"])), "variant"
        )
        return Replay(TestCase(recipe, {"reference": seed, "variant": variant}, oracle))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Lines cannot be made smaller."""
        yield from ()

    def precise(self, case: TestCase) -> TestCase | None:
        """Return None."""
        return None

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        return NO_REASON

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        """Return None: nothing is rewritten."""
        return None

    def with_checks(self, case: TestCase) -> TestCase | None:
        """Abort where nothing shall come to."""
        variant = case.programs["variant"]
        source = variant.source.replace(b"/*never*/", b"__builtin_abort();")
        return msgspec.structs.replace(
            case,
            programs={**case.programs, "variant": msgspec.structs.replace(variant, source=source)},
        )

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return the failing program."""
        return failing.programs["variant"].source.decode()


def patched(*lines: str, seed: bytes = SEED, result: Text = RESULT) -> TestCase:
    """Return the case of these lines."""
    options = {"stdout": result.stdout.decode(), "status": str(result.exit_status)}
    steps: tuple[Step, ...] = tuple({"type": "Patch", "line": line} for line in lines)
    return (
        PatchMethod()
        .replay(Recipe("patchwork", 1, {"seed": Program("c", "program", seed)}, steps, options))
        .case
    )


def planted_gcc(folder: Path, *, name: str = "gcc-99", flag: str = "-ftree-vrp") -> Target:
    """Return a gcc that above -O1 takes no `while` for false at first, unless the flag is off,
    or its counter.
    """
    off = flag.replace("-f", "-fno-", 1)
    script = f"""#!/bin/sh
case " $* " in
*" {off} "*|*"={flag}:0"*|*" -O0 "*|*" -O1 "*|*" --help="*|*" -fdbg-cnt-list "*|\\
*" -dumpversion "*|*" --version "*)
    exec {_real("gcc")} "$@";;
esac
sed -i 's/while (zero)/while (one \\&\\& !zero++)/' program.c
exec {_real("gcc")} $(printf '%s\\n' "$@" | grep -v -- '-fdbg-cnt={flag}')
"""
    return _target(_written(folder / name, script), "gcc")


def planted_clang(folder: Path, bad: int = 13) -> Target:
    """Return a clang with 40 passes of which the one of that number, SinkPass, goes wrong at
    -O2 and above.
    """
    script = f"""#!/bin/sh
limit=-1
for word in "$@"; do case "$word" in -opt-bisect-limit=*) limit="${{word#*=}}"; bisect=1;; esac;
done
case " $* " in *" -O0 "*|*" -O1 "*|*" --version "*|*" -dumpversion "*) limit=0; bisect=;; esac
n=1
while [ -n "$bisect" ] && [ $n -le 40 ]; do
    name=InstCombinePass; [ $n = {bad} ] && name=SinkPass
    running=running; [ $limit -ge 0 ] && [ $n -gt $limit ] && running="NOT running"
    echo "BISECT: $running pass ($n) $name on main" >&2; n=$((n + 1))
done
if [ $limit -lt 0 ] || [ $limit -ge {bad} ]; then
    sed -i 's/while (zero)/while (one \\&\\& !zero++)/' program.c
fi
for word in "$@"; do
    case "$word" in -mllvm|-opt-bisect-limit=*) ;; *) set -- "$@" "$word";; esac; shift
done
exec {_real("clang")} "$@"
"""
    return _target(_written(folder / "clang-99", script), "clang")


def _real(family: str) -> str:
    found = shutil.which(family)
    assert found is not None
    return found


def _written(path: Path, script: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script)
    path.chmod(0o755)
    return path


def _target(path: Path, family: str, level: str = "-O2") -> Target:
    options = (("path", str(path)), ("family", family), ("level", level), ("include", ""))
    stage = Stage(path.name, WorkerSpec("c", options))
    return Target(
        f"{path.name}:{level}", "executes", ("c",), (stage,), (family, path.name, "c"), family
    )
