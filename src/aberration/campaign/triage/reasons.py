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
    ("busy-machine", "new workers got too little of the machine to show it again", "too busy to"),
    (
        "unsteady-reference",
        "the seed itself gives another result each time on this target",
        "the reference itself is not the same each time",
    ),
    (
        "nobody-confirms",
        "no compiler of another family gives the result that our interpreter expects",
        "no compiler of another family gives",
    ),
    (
        "own-defect",
        "the variant does what is undefined, or is no variant of its seed: a defect of ours",
        "a defect of ours",
    ),
    (
        "same-bug",
        "a later variant of a run, on which nothing is wrong without the types of steps that its "
        "first finding needs",
        "the bug of",
    ),
    (
        "allowed-by-rounding",
        "every number lies within the interval of legal results that the interpreter gives for it",
        "allowed by rounding",
    ),
    (
        "variant-not-run",
        "the interpreter cannot tell what the variant must give",
        "interpreter does not run",
    ),
    (
        "unknown-seed",
        "the seed's result is not known (`--unknown-seeds`), and what runs may be undefined",
        "the seed's result is not known",
    ),
    (
        "loops-beyond-driver",
        "eight neighbours take more turns than llvmpipe runs before it leaves their loops",
        "loops beyond what the driver runs",
    ),
    (
        "long-program",
        "a timeout of a program that is much work by itself",
        "the program itself is long",
    ),
    ("undefined-behaviour", "a sanitizer objects to the C program", "undefined behaviour in the"),
    (
        "vanishes-without-contraction",
        "where no result is known: it is right once all arithmetic is marked NoContraction",
        "float freedom",
    ),
    (
        "rounded-otherwise",
        "shading languages: the interpreter comes to it too when it rounds in other legal ways",
        "rounded in",
    ),
    (
        "driver-alone",
        "the driver at the end of the chain goes wrong without the translator",
        "goes wrong without the translator",
    ),
    (
        "other-driver-right",
        "where no result is known: another driver gives the right result for what the translator "
        "wrote",
        "another driver gives the right result",
    ),
    (
        "driver-not-again",
        "what the translator wrote is right, and the driver behind it runs it rightly when asked "
        "again",
        "the driver runs it rightly when asked again",
    ),
    ("more-time", "given more time, the program comes to the right end", "given more time"),
    (
        "no-other-compiler",
        "C: no compiler of another family is installed that could confirm the known result",
        "no compiler of another family is here",
    ),
    ("no-sanitizer", "C: no sanitizer could look at the program", "no sanitizer could look"),
    (
        "other-compiler-disagrees",
        "C: another compiler does not give the known result either",
        "does not give the known result either",
    ),
    ("needs-history", "seen once, and in no new process again", "it needs history"),
    (
        "not-again",
        "seen in passing while another finding was reduced, and not again",
        "and not again",
    ),
)
"""Findings that are kept with the state `set-aside`; the first of which a sentence holds the
words is its reason.
"""

LOOKS: Final = _of(
    "look",
    ("hung-before", "the target did not end with an earlier variant of this run"),
    (
        "wrong-about-seed",
        "the target is wrong about most of the seed: that is a finding, and variants prove "
        "nothing more",
        "wrong about the seed itself",
    ),
    ("seed-breaks-target", "the target refuses the seed, dies of it or hangs", "the seed itself:"),
    ("unsteady-seed", "the seed gives two results on the target", "not the same when run again"),
    ("disputed-seed", "where no result is known: two drivers disagree about the seed", " differ: "),
    (
        "cannot-be-run",
        "the target could not be opened, or got too little of the machine",
        "it cannot be run",
    ),
    (
        "too-slow",
        "the first targets did not come to an end with the program",
        "too slow to be compared",
    ),
    (
        "reference-breaks",
        "what the variant is compared with breaks the target",
        "the reference itself:",
    ),
    (
        "never-asked",
        "the program is not valid, or needs what the device lacks: the compiler never saw it",
        "never asked",
    ),
    (
        "nobody-ran-it",
        "no target came to a result, so a death or refusal says nothing",
        "nobody ran it",
    ),
    ("nobody-to-compare", "one target alone came to a result", "nobody to compare with"),
    ("may-refuse", "a refusal that the claim allows", "rejected"),
)
"""Targets that were not looked at in a test, or whose outcome was no verdict."""

VIOLATIONS: Final = _of(
    "violation",
    (
        "seen-in-run",
        "an earlier variant of the run showed the same kind and signature on this target",
    ),
    ("in-time-when-asked-again", "a timeout that ended in a new worker with more time"),
    (
        "within-tolerance",
        "where no result is known: numbers that differ by no more than the tolerance",
    ),
    ("not-confirmable", "new workers could not be asked at all: a defect, kept with its case"),
    (
        "not-compared-again",
        "numbers in which the target is wrong about the seed itself, which is a finding",
    ),
)
"""Violations of which no finding is made."""

SEEDS: Final = _of(
    "seed",
    (
        "seed-not-run",
        "the interpreter cannot tell what the seed must give",
        "its result is not known",
    ),
    (
        "seed-undefined",
        "the seed does what is undefined",
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
        "the target refuses the seed, dies of it or hangs",
        "the seed itself:",
    ),
    (
        "seed-unsteady-on-target",
        "the seed gives two results on the target",
        "not the same when run again",
    ),
    ("seed-disputed", "where no result is known: two drivers disagree about it", " differ: "),
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
