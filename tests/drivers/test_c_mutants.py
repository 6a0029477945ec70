"""C mutants with a real gcc: the identity is silent, a planted mistake shows in what a program
prints.
"""

from __future__ import annotations

from contextlib import closing

from aberration.core.outcome import Crash, Outcome, Text
from aberration.core.program import Program
from aberration.core.signature import crash_signature
from aberration.targets.c_mutants.targets import providers
from aberration.targets.worker import Worker

DEADLINE = 60.0
TARGETS = {target.id: target for target in providers()}

PLAIN = r"""
#include <stdio.h>
static short g_1 = -300; static int g_2 = 4;
static void change(void) { g_2 += g_1; }
int main(void) { change(); printf("%d %d\n", g_1, g_2); return 0; }
"""
GUARDED = PLAIN.replace(
    "g_2 += g_1;",
    r"""
    short saved = 0;
    if (g_2 < 1000) { saved = g_1; g_1 = 7; if (g_2 == 99) { printf("%d\n", g_1); } }
    g_1 = saved;
    if (g_2 < -5) { printf("%d\n", g_1); }
    while (g_1 == 12 || g_2 == 11) { for (int i = 0; i < 3; i++) { g_1 = 2; } if (g_1) break; }
    g_2 += g_1;
    """,
).replace("static void", "__attribute__((noinline)) static void")


def run(name: str, text: str) -> Outcome:
    with closing(Worker(TARGETS[name].stages[0].worker)) as worker:
        return worker.run(Program("c", "program", text.encode()), DEADLINE).outcome


def test_the_identity_prints_what_is_right() -> None:
    assert run("c-identity", PLAIN) == run("c-identity", GUARDED) == Text(b"-300 -296\n")


def test_a_mutant_is_right_without_its_pattern() -> None:
    assert run("c-mutant-first-test", PLAIN) == Text(b"-300 -296\n")


def test_mistakes_in_source_and_assembly_show() -> None:
    for name in ("c-mutant-first-test", "c-mutant-unsigned-guard"):
        outcome = run(name, GUARDED)
        assert outcome != Text(b"-300 -296\n"), name
        assert isinstance(outcome, Text), name


def test_a_planted_crash_is_an_assertion() -> None:
    outcome = run("c-mutant-loop-condition", GUARDED)
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.signal) == ("assertion", "SIGABRT")
    assert "single_exit (loop)" in crash_signature(outcome)
