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

FINDINGS: Final = (
    Reason(
        "busy-machine",
        "finding",
        "new workers got too little of the machine to show it again",
        ("too busy to",),
    ),
    Reason(
        "unsteady-reference",
        "finding",
        "the seed itself gives another result each time on this target",
        ("the reference itself is not the same each time",),
    ),
    Reason(
        "nobody-confirms",
        "finding",
        "no compiler of another family gives the result that our interpreter expects",
        ("no compiler of another family gives",),
    ),
    Reason(
        "own-defect",
        "finding",
        "the variant does what is undefined, or is no variant of its seed: a defect of ours",
        ("a defect of ours",),
    ),
    Reason(
        "same-bug",
        "finding",
        (
            "a later variant of a run, on which nothing is wrong without the types of steps "
            "that its first finding needs"
        ),
        ("the bug of",),
    ),
    Reason(
        "allowed-by-rounding",
        "finding",
        "every number lies within the interval of legal results that the interpreter gives for it",
        ("allowed by rounding",),
    ),
    Reason(
        "variant-not-run",
        "finding",
        "the interpreter cannot tell what the variant must give",
        ("interpreter does not run",),
    ),
    Reason(
        "unknown-seed",
        "finding",
        "the seed's result is not known (`--unknown-seeds`), and what runs may be undefined",
        ("the seed's result is not known",),
    ),
    Reason(
        "loops-beyond-driver",
        "finding",
        "eight neighbours take more turns than llvmpipe runs before it leaves their loops",
        ("loops beyond what the driver runs",),
    ),
    Reason(
        "long-program",
        "finding",
        "a timeout of a program that is much work by itself",
        ("the program itself is long",),
    ),
    Reason(
        "undefined-behaviour",
        "finding",
        "a sanitizer objects to the C program",
        ("undefined behaviour in the",),
    ),
    Reason(
        "vanishes-without-contraction",
        "finding",
        "where no result is known: it is right once all arithmetic is marked NoContraction",
        ("float freedom",),
    ),
    Reason(
        "rounded-otherwise",
        "finding",
        "shading languages: the interpreter comes to it too when it rounds in other legal ways",
        ("rounded in",),
    ),
    Reason(
        "driver-alone",
        "finding",
        "the driver at the end of the chain goes wrong without the translator",
        ("goes wrong without the translator",),
    ),
    Reason(
        "other-driver-right",
        "finding",
        (
            "where no result is known: another driver gives the right result for what the "
            "translator wrote"
        ),
        ("another driver gives the right result",),
    ),
    Reason(
        "driver-not-again",
        "finding",
        (
            "what the translator wrote is right, and the driver behind it runs it rightly "
            "when asked again"
        ),
        ("the driver runs it rightly when asked again",),
    ),
    Reason(
        "more-time",
        "finding",
        "given more time, the program comes to the right end",
        ("given more time",),
    ),
    Reason(
        "no-other-compiler",
        "finding",
        "C: no compiler of another family is installed that could confirm the known result",
        ("no compiler of another family is here",),
    ),
    Reason(
        "no-sanitizer",
        "finding",
        "C: no sanitizer could look at the program",
        ("no sanitizer could look",),
    ),
    Reason(
        "other-compiler-disagrees",
        "finding",
        "C: another compiler does not give the known result either",
        ("does not give the known result either",),
    ),
    Reason(
        "needs-history", "finding", "seen once, and in no new process again", ("it needs history",)
    ),
    Reason(
        "not-again",
        "finding",
        "seen in passing while another finding was reduced, and not again",
        ("and not again",),
    ),
)
"""Findings that are kept with the state `set-aside`; the first of which a sentence holds the
words is its reason.
"""

LOOKS: Final = (
    Reason("hung-before", "look", "the target did not end with an earlier variant of this run"),
    Reason(
        "wrong-about-seed",
        "look",
        (
            "the target is wrong about most of the seed: that is a finding, and variants "
            "prove nothing more"
        ),
        ("wrong about the seed itself",),
    ),
    Reason(
        "seed-breaks-target",
        "look",
        "the target refuses the seed, dies of it or hangs",
        ("the seed itself:",),
    ),
    Reason(
        "unsteady-seed",
        "look",
        "the seed gives two results on the target",
        ("not the same when run again",),
    ),
    Reason(
        "disputed-seed",
        "look",
        "where no result is known: two drivers disagree about the seed",
        (" differ: ",),
    ),
    Reason(
        "cannot-be-run",
        "look",
        "the target could not be opened, or got too little of the machine",
        ("it cannot be run",),
    ),
    Reason(
        "too-slow",
        "look",
        "the first targets did not come to an end with the program",
        ("too slow to be compared",),
    ),
    Reason(
        "reference-breaks",
        "look",
        "what the variant is compared with breaks the target",
        ("the reference itself:",),
    ),
    Reason(
        "never-asked",
        "look",
        "the program is not valid, or needs what the device lacks: the compiler never saw it",
        ("never asked",),
    ),
    Reason(
        "nobody-ran-it",
        "look",
        "no target came to a result, so a death or refusal says nothing",
        ("nobody ran it",),
    ),
    Reason(
        "nobody-to-compare",
        "look",
        "one target alone came to a result",
        ("nobody to compare with",),
    ),
    Reason("may-refuse", "look", "a refusal that the claim allows", ("rejected",)),
)
"""Targets that were not looked at in a test, or whose outcome was no verdict."""

VIOLATIONS: Final = (
    Reason(
        "seen-in-run",
        "violation",
        "an earlier variant of the run showed the same kind and signature on this target",
    ),
    Reason(
        "in-time-when-asked-again",
        "violation",
        "a timeout that ended in a new worker with more time",
    ),
    Reason(
        "within-tolerance",
        "violation",
        "where no result is known: numbers that differ by no more than the tolerance",
    ),
    Reason(
        "not-confirmable",
        "violation",
        "new workers could not be asked at all: a defect, kept with its case",
    ),
    Reason(
        "not-compared-again",
        "violation",
        "numbers in which the target is wrong about the seed itself, which is a finding",
    ),
)
"""Violations of which no finding is made."""

SEEDS: Final = (
    Reason(
        "seed-not-run",
        "seed",
        "the interpreter cannot tell what the seed must give",
        ("its result is not known",),
    ),
    Reason(
        "seed-undefined",
        "seed",
        "the seed does what is undefined",
        ("does what is undefined", "it does is not defined"),
    ),
    Reason(
        "seed-too-long",
        "seed",
        "more work than the interpreter's budget",
        ("takes too long to be told",),
    ),
    Reason(
        "seed-wrong-on-target",
        "seed",
        "the target is wrong about most of the seed",
        ("wrong about the seed itself",),
    ),
    Reason(
        "seed-breaks-target-always",
        "seed",
        "the target refuses the seed, dies of it or hangs",
        ("the seed itself:",),
    ),
    Reason(
        "seed-unsteady-on-target",
        "seed",
        "the seed gives two results on the target",
        ("not the same when run again",),
    ),
    Reason(
        "seed-disputed",
        "seed",
        "where no result is known: two drivers disagree about it",
        (" differ: ",),
    ),
    Reason("seed-cannot-be-run", "seed", "the target could not be opened", ("it cannot be run",)),
    Reason("seed-unsuitable", "seed", "the file cannot be read, or the method cannot work on it"),
)
"""Seeds that are not used, on one target or on all."""

TESTS: Final = (
    Reason("untested", "test", "no target gave a verdict"),
    Reason("absent", "test", "the run made fewer variants than planned"),
    Reason("defect", "test", "the variant is not valid, or the method failed: a defect of ours"),
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
