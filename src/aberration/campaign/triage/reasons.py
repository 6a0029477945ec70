"""Every reason for which something that a target does wrong is put away, and no bug report comes of
it.

One name for each, so that a summary can count them. What a campaign keeps of a reason is a sentence
with places and numbers in it: `name_of` tells which reason it gives. `docs/triage.md` is this table
for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from aberration.core.documented_limits import LIMITS, words_for

Unit = Literal["finding", "violation", "look", "seed", "test"]
"""What one count is: a finding that is kept as set aside; a violation of which no finding was made;
a target that was not looked at, or whose outcome proved nothing, in one test; a seed, on one target
or all; a whole test.
"""


class Reason(msgspec.Struct, frozen=True):
    """A reason by name; `means` in one sentence, `says` what the kept sentences hold that give
    this reason.
    """

    name: str
    counts: Unit
    means: str
    says: tuple[str, ...] = ()


UNNAMED: Final = Reason(
    "unnamed", "finding", "a sentence that this table does not know: a defect of ours"
)


def _of(counts: Unit, *rows: tuple[str, ...]) -> tuple[Reason, ...]:
    """Return reasons of one kind from rows: the name, what it means, then what sentences say."""
    return tuple(Reason(name, counts, means, tuple(says)) for name, means, *says in rows)


FINDINGS: Final = _of(
    "finding",
    ("busy-machine", "new workers got too little processor time to reproduce it", "too busy to"),
    (
        "unsteady-reference",
        "the seed itself gives a different result in each run on this target",
        "the reference itself is not the same each time",
    ),
    (
        "nobody-confirms",
        "no compiler of another family gives the result that our interpreter expects",
        "no compiler of another family gives",
    ),
    (
        "nobody-accepts",
        "a refusal, and no other front end takes the program and gives the expected result",
        "no other front end",
    ),
    (
        "own-defect",
        "the variant has undefined behaviour, or is not equivalent to its seed: a defect of ours",
        "a defect of ours",
    ),
    (
        "same-bug",
        "a later variant of a run; without the types of steps that the first finding of the run "
        "needs, it gives the right result",
        "the bug of",
    ),
    (
        "allowed-by-rounding",
        "every number lies in the interval of legal results that the interpreter computed for it",
        "allowed by rounding",
    ),
    (
        "variant-not-run",
        "the interpreter cannot compute what the variant must give",
        "interpreter does not run",
    ),
    (
        "unknown-seed",
        "the seed's result is not known (`--unknown-seeds`), so it may have undefined behaviour",
        "the seed's result is not known",
    ),
    (
        "loops-beyond-driver",
        "a group of eight lanes takes more loop iterations than llvmpipe and lavapipe execute",
        "loops beyond what the driver runs",
    ),
    (
        "long-program",
        "a timeout of a program that does a lot of work by itself",
        "the program itself is long",
    ),
    (
        "undefined-behaviour",
        "a sanitizer reports undefined behaviour in the C program",
        "undefined behaviour in the",
    ),
    (
        "vanishes-without-contraction",
        "no known result: it is right once all arithmetic is marked NoContraction",
        "float freedom",
    ),
    (
        "rounded-otherwise",
        "shading languages: the interpreter gives the same result with another legal rounding",
        "rounded in",
    ),
    (
        "driver-alone",
        "the driver at the end of the chain goes wrong without the translator too",
        "goes wrong without the translator",
    ),
    (
        "other-driver-right",
        "another driver gives the right result for the translator's output, and our interpreter "
        "does not prove that output",
        "another driver gives the right result",
    ),
    (
        "driver-not-again",
        "the translator's output is right, and the driver at the end gives the right result when "
        "run again",
        "the driver runs it rightly when asked again",
    ),
    ("more-time", "a timeout that gives the right result with more time", "given more time"),
    (
        "device-lost-anyway",
        "a lost device that a program which does nothing loses, too: another user of the GPU, or "
        "a GPU that is broken",
        "the device is lost by a program that does nothing",
    ),
    (
        "more-memory",
        "a crash that is gone with three times the memory that our workers have",
        "times the memory that we give it",
    ),
    (
        "no-other-compiler",
        "C: no compiler of another family is installed that could confirm the known result",
        "no compiler of another family is here",
    ),
    ("no-sanitizer", "C: no sanitizer could check the program", "no sanitizer could look"),
    (
        "other-compiler-disagrees",
        "C: another compiler does not give the known result either",
        "does not give the known result either",
    ),
    ("needs-history", "seen once, and not again in any new process", "it needs history"),
    (
        "not-again",
        "seen once while another finding was reduced, and not again",
        "and not again",
    ),
)
"""Findings that are kept with the state `set-aside`; the first of which a sentence holds the
words is its reason.
"""

LOOKS: Final = _of(
    "look",
    ("hung-before", "the target hung on an earlier variant of this run, and was not run"),
    (
        "wrong-about-seed",
        "the target is wrong about most of the seed, which is a finding of its own; its variants "
        "prove nothing more",
        "wrong about the seed itself",
    ),
    (
        "seed-breaks-target",
        "the target refuses the seed, crashes or hangs on it",
        "the seed itself:",
    ),
    ("unsteady-seed", "the seed gives two results on the target", "not the same when run again"),
    ("disputed-seed", "no known result: two drivers disagree about the seed", " differ: "),
    (
        "cannot-be-run",
        "the target could not be opened, or got too little processor time",
        "it cannot be run",
    ),
    (
        "too-slow",
        "the first targets did not finish the program in time",
        "too slow to be compared",
    ),
    (
        "reference-breaks",
        "the target refuses the reference, or crashes or hangs on it",
        "the reference itself:",
    ),
    (
        "never-asked",
        "the program is not valid, or needs more than the device has; the compiler never saw it",
        "never asked",
    ),
    (
        "nobody-ran-it",
        "no target gave a result, so a crash or refusal proves nothing",
        "nobody ran it",
    ),
    ("nobody-to-compare", "only one target gave a result", "nobody to compare with"),
    *(
        (
            f"limit-{limit.name}",
            f"{limit.front_end} refuses the program: {limit.source}",
            words_for(limit),
        )
        for limit in LIMITS
    ),
)
"""Targets that were not looked at in a test, or whose outcome was no verdict. Limits of front ends
are those of `core/documented_limits.py`.
"""

VIOLATIONS: Final = _of(
    "violation",
    (
        "seen-in-run",
        "an earlier variant of the run had the same kind and signature on this target",
    ),
    ("in-time-when-asked-again", "a timeout that finished in a new worker with more time"),
    (
        "within-tolerance",
        "no known result: numbers that differ, but within the tolerance",
    ),
    ("not-confirmable", "no new worker could be started: a defect, kept with its case"),
    (
        "not-compared-again",
        "numbers in which the target is wrong about the seed itself, which is a finding of its own",
    ),
)
"""Violations of which no finding is made."""

SEEDS: Final = _of(
    "seed",
    (
        "seed-not-run",
        "the interpreter cannot compute what the seed must give",
        "its result is not known",
    ),
    (
        "seed-undefined",
        "the seed has undefined behaviour",
        "does what is undefined",
        "it does is not defined",
    ),
    ("seed-too-long", "more work than the interpreter's budget", "takes too long to be told"),
    (
        "seed-wrong-on-target",
        "the target is wrong about most of the seed",
        "wrong about the seed itself",
    ),
    (
        "seed-breaks-target-always",
        "the target refuses the seed, crashes or hangs on it",
        "the seed itself:",
    ),
    (
        "seed-unsteady-on-target",
        "the seed gives two results on the target",
        "not the same when run again",
    ),
    ("seed-disputed", "no known result: two drivers disagree about it", " differ: "),
    ("seed-cannot-be-run", "the target could not be opened", "it cannot be run"),
    ("seed-unsuitable", "the file cannot be read, or the method cannot work on it"),
)
"""Seeds that are not used, on one target or on all."""

TESTS: Final = _of(
    "test",
    ("untested", "no target gave a verdict"),
    ("absent", "the run made fewer variants than planned"),
    ("defect", "the variant is not valid, or the method failed: a defect of ours"),
)
"""Whole tests, by their status."""

REASONS: Final = (*FINDINGS, *LOOKS, *VIOLATIONS, *SEEDS, *TESTS)


def name_of(text: str, known: Sequence[Reason]) -> str:
    """Return which of some reasons a sentence gives; `unnamed` for one that gives none of them."""
    return next(
        (reason.name for reason in known if any(part in text for part in reason.says)), UNNAMED.name
    )


def reason(name: str) -> Reason:
    """Return a reason by name."""
    return next((known for known in REASONS if known.name == name), UNNAMED)
