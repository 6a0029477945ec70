"""A case in C as a folder with a Makefile, which builds the programs, runs them, and says whether
they print what they should.
"""

from __future__ import annotations

from typing import Final

from aberration.core.errors import BadInput
from aberration.core.oracle import Expected
from aberration.core.outcome import Outcome, Text
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.report.formats.format import Files, Outcomes, pair_of, programs_of, shader_text

FOLDER: Final = "c"
_SECONDS: Final = 120
_MAKEFILE: Final = """\
# Builds {what}, and compares.
# Another compiler:    make CC=clang CFLAGS=-O3
# Programs of csmith:  make CPPFLAGS=-I/usr/include/csmith

CFLAGS ?= -O2
LDLIBS ?= -lm

compare: {wanted} {program}.out
\t@if cmp -s {wanted} {program}.out; then \\
\t  echo "the same: the bug is not here"; \\
\telse \\
\t  echo "expected ({wanted}):"; cat {wanted}; \\
\t  echo "got ({program}.out):"; cat {program}.out; \\
\t  echo "different: the bug is here"; exit 1; \\
\tfi

# What a program prints, with its exit status in the last line: 128 and more are signals.
%.out: %
\t@(ulimit -t {seconds}; ./$< > $@ 2>/dev/null; echo "[exit status $$?]" >> $@)

%: %.c
\t$(CC) -w $(CPPFLAGS) $(CFLAGS) $< -o $@ $(LDLIBS)

{trusted}clean:
\trm -f {made}

.PHONY: compare clean
.PRECIOUS: {roles}
"""
_TRUSTED: Final = """\
# Nobody noted what the program prints: a compiler that is trusted says it.
TRUSTED ?= gcc -O0

trusted: {program}.c
\t$(TRUSTED) -w $(CPPFLAGS) $< -o $@ $(LDLIBS)

"""


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return the folder `c`: Makefile, programs, and `expected.txt` where the result is known.

    The programs of a pair are compared with each other. What nobody noted is what a compiler gives
    that is trusted: `make TRUSTED=...`.
    """
    programs = programs_of(case)
    files = {f"{FOLDER}/{role}.c": _text(one) for role, one in programs.items()}
    pair, wanted = pair_of(case), _known_text(case, outcomes)
    if pair is not None:
        reference, program = pair
        text = _makefile(f"{reference}.out", program, (reference, program))
    elif wanted is not None:
        (program,) = programs
        files[f"{FOLDER}/expected.txt"] = wanted
        text = _makefile("expected.txt", program, (program,))
    else:
        (program,) = programs
        text = _makefile("trusted.out", program, ("trusted", program))
    return files | {f"{FOLDER}/Makefile": text}


def _text(program: Program) -> str:
    return shader_text(program, "a C file")


def _known_text(case: TestCase, outcomes: Outcomes) -> str | None:
    """Return what must be printed, the exit status in its last line; None where nobody knows."""
    match case.oracle:
        case Expected(outcome=outcome):
            wanted: Outcome | None = outcome
        case _:
            wanted = outcomes.get("majority")
    if not isinstance(wanted, Text):
        return None
    try:
        printed = wanted.stdout.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("what the program has to print is no text in UTF-8") from None
    return f"{printed}[exit status {wanted.exit_status}]\n"


def _makefile(wanted: str, program: str, built: tuple[str, ...]) -> str:
    """Return the text of a Makefile that compares `wanted` with what a program prints, and has
    `built` these programs.
    """
    return _MAKEFILE.format(
        what=" and ".join(built),
        wanted=wanted,
        program=program,
        roles=" ".join(built),
        made=" ".join(f"{role} {role}.out" for role in built),
        trusted=_TRUSTED.format(program=program) if "trusted" in built else "",
        seconds=_SECONDS,
    )
