"""What each mutant does to the pattern it looks for, and what it leaves alone."""

from __future__ import annotations

import pytest

from aberration.targets.c_mutants.catalogue import c_mutant
from aberration.targets.c_mutants.mutant import PlantedAssertion


def function(*lines: str) -> str:
    """Return a function in assembly; instructions are written with one space, labels end in a
    colon.
    """
    body = (line if line.endswith(":") else "\t" + line.replace(" ", "\t", 1) for line in lines)
    return "\n".join(("f:", "\t.cfi_startproc", *body, "\t.cfi_endproc", ""))


GUARD = "cmpl $5, g_1(%rip)"
SAVED = ("movw g_1(%rip), %bx", GUARD, "jne .L2", "movw $7, g_1(%rip)", ".L2:")

CASES = [
    (
        "callee-saved",
        ("pushq %rbx", "call printf@PLT", "popq %rbx", "ret"),
        ("pushq %rbx", "call printf@PLT", "leaq 8(%rsp), %rsp", "ret"),
    ),
    (
        "combined-guards",
        (GUARD, "jne .L2", "testl %eax, %eax", "je .L2", "ret"),
        (GUARD, "jne .L2", "ret"),
    ),
    ("lost-restore", (*SAVED, "movw %bx, g_1(%rip)"), SAVED),
    ("narrow-restore", (*SAVED, "movw %bx, g_1(%rip)"), (*SAVED, "movb %bl, g_1(%rip)")),
    ("narrow-compare", ("cmpq %rax, g_1(%rip)", "je .L2"), ("cmpl %eax, g_1(%rip)", "je .L2")),
    ("off-by-one", (GUARD, "jle .L2", "ret", ".L2:"), (GUARD, "jl .L2", "ret", ".L2:")),
    ("signed-small", ("cmpb $-9, g_1(%rip)", "ja .L2"), ("cmpb $-9, g_1(%rip)", "jg .L2")),
    (
        "speculated-store",
        (GUARD, "jne .L2", "movl $1, g_2(%rip)", ".L2:"),
        (GUARD, "movl $1, g_2(%rip)", ".L2:"),
    ),
    (
        "sunk-store",
        ("movl $1, g_2(%rip)", GUARD, "jne .L2"),
        (GUARD, "jne .L2", "movl $1, g_2(%rip)"),
    ),
    (
        "swapped-variables",
        ("movl g_2(%rip), %eax", "cmpl %eax, g_1(%rip)", "jl .L2"),
        ("movl g_2(%rip), %eax", "cmpl %eax, g_1(%rip)", "jg .L2"),
    ),
    (
        "threaded-guard",
        (GUARD, "je .L2", "cmpl $6, g_1(%rip)", "je .L3"),
        (GUARD, "je .L2", GUARD, "je .L3"),
    ),
    ("unsigned-guard", ("cmpl $-9, g_1(%rip)", "jl .L2"), ("cmpl $-9, g_1(%rip)", "jb .L2")),
]

LEFT_ALONE = [
    ("callee-saved", ("pushq %rbx", "call puts@PLT", "popq %rbx")),
    ("combined-guards", (GUARD, "jne .L2", "cmpl $1, g_2(%rip)", "jne .L3")),
    ("lost-restore", ("movl g_1(%rip), %ebx", GUARD, "jne .L2", ".L2:", "movl %ebx, g_1(%rip)")),
    (
        "lost-restore",
        (
            "movl g_1(%rip), %eax",
            GUARD,
            "jne .L2",
            "movl $1, g_1(%rip)",
            "call f",
            "movl %eax, g_1(%rip)",
        ),
    ),
    (
        "narrow-restore",
        ("movl g_1(%rip), %ebx", GUARD, "jne .L2", "movl $1, g_1(%rip)", "movl %ebx, g_1(%rip)"),
    ),
    ("narrow-compare", ("cmpl %eax, g_1(%rip)", "je .L2")),
    ("off-by-one", (".L2:", GUARD, "jle .L2")),
    ("signed-small", ("cmpb $97, %al", "jbe .L2")),
    ("speculated-store", (GUARD, "jne .L2", "movl $1, g_2(%rip)", "ret", ".L2:")),
    ("sunk-store", ("movl $1, g_1(%rip)", GUARD, "jne .L2")),
    ("swapped-variables", ("movl g_2(%rip), %eax", "cmpl %ecx, g_1(%rip)", "jl .L2")),
    ("threaded-guard", (GUARD, "je .L2", "cmpl $6, g_2(%rip)", "je .L3")),
    ("unsigned-guard", ("cmpl $9, g_1(%rip)", "jl .L2")),
]


@pytest.mark.parametrize(("name", "before", "after"), CASES, ids=[case[0] for case in CASES])
def test_the_pattern_is_rewritten(
    name: str, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    assert c_mutant(name).rewrite(function(*before)) == function(*after)


@pytest.mark.parametrize(("name", "lines"), LEFT_ALONE)
def test_what_is_no_pattern_stays(name: str, lines: tuple[str, ...]) -> None:
    assert c_mutant(name).rewrite(function(*lines)) == function(*lines)


SOURCES = [
    (
        "first-test",
        'while (a == ")"[0]) { f(); if (b) { break; } } g();',
        'do { f(); if (b) { break; } } while (a == ")"[0]); g();',
    ),
    ("first-test", "while (a) { f(); }", "while (a) { f(); }"),
    (
        "empty-arm",
        "if (a && f(1)) { int l = 1; ; } else { g(); }",
        "if (!(a && f(1))) { int l = 1; ; } else { g(); }",
    ),
    ("empty-arm", "if (a) { f(); } else { /* ; */ g(); }", "if (a) { f(); } else { /* ; */ g(); }"),
    ("empty-arm", "if (a) { int l = 1; }", "if (a) { int l = 1; }"),
    ("orphan-label", "f(); out: g_1 = 2; h();", "f(); out: ; h();"),
    ("orphan-label", "f(); out: for (;a;) { g(); } h();", "f(); out: ; h();"),
    ("orphan-label", "if (a) goto out; out: g_1 = 2;", "if (a) goto out; out: g_1 = 2;"),
    (
        "orphan-label",
        "switch (a) { case 'x': g(); default: h(); }",
        "switch (a) { case 'x': g(); default: h(); }",
    ),
    (
        "orphan-label",
        "struct s { int a : 3; unsigned : 0; };",
        "struct s { int a : 3; unsigned : 0; };",
    ),
]


@pytest.mark.parametrize(("name", "before", "after"), SOURCES)
def test_the_source_is_rewritten(name: str, before: str, after: str) -> None:
    assert c_mutant(name).rewrite(before) == after


def test_a_loop_that_is_left_in_two_ways_is_a_crash() -> None:
    loop = c_mutant("loop-condition")
    assert loop.rewrite("while (a) { for (;;) { f(); } }") == "while (a) { for (;;) { f(); } }"
    with pytest.raises(PlantedAssertion) as raised:
        loop.rewrite("while (a || b) { for (;;) { f(); } }")
    assert "copy_loop_headers: Assertion `single_exit" in raised.value.text
