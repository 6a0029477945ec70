from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from aberration.core.errors import BadInput, InternalError, TargetUnavailable
from aberration.core.inputs import Inputs
from aberration.languages.c import probes
from aberration.languages.c.compilers import Compiler, find_compilers
from aberration.languages.c.integers import (
    BOOL,
    CHAR,
    INT,
    LONG,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    IntType,
)
from aberration.languages.c.probes import (
    DoesNotEnd,
    Limits,
    Observed,
    Probe,
    Profiler,
    Profilers,
    Run,
    call_text,
)
from aberration.languages.c.profile_sample import EQUAL, LESS, ProfileSample

FAMILIES = ("gcc", "clang", "tcc")
INCLUDES = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
QUICK = Limits(run=0.3)
LOOP = Probe("loop", ("i",), (INT,))


def compiler_of(family: str) -> Compiler:
    found = [each for each in find_compilers(os.environ["PATH"]) if each.family == family]
    assert found, f"{family} is not on the PATH: {os.environ.get('PATH')}"
    return found[-1]


@pytest.fixture(scope="module", params=FAMILIES)
def profiler(request: pytest.FixtureRequest) -> Iterator[Profiler]:
    with closing(Profiler(compiler_of(str(request.param)))) as opened:
        yield opened


@pytest.fixture(scope="module")
def profilers() -> Iterator[Profilers]:
    with closing(Profilers.find(os.environ["PATH"])) as opened:
        yield opened


def probed(text: str, *watched: Probe) -> bytes:
    """Put the calls of the probes in the place of `@0`, `@1` and so on."""
    for number, probe in enumerate(watched):
        text = text.replace(f"@{number}", call_text(number, probe))
    return (INCLUDES + text).encode()


def test_values_of_every_type_are_exact(profiler: Profiler) -> None:
    cases: list[tuple[str, IntType, int]] = [
        ("low", LONG, -(2**63)),
        ("high", LONG, 2**63 - 1),
        ("all", ULONG, 2**64 - 1),
        ("top", ULONG, 2**63),
        ("u", UINT, 2**32 - 1),
        ("s", USHORT, 65535),
        ("c", CHAR, -128),
        ("d", UCHAR, 255),
        ("b", BOOL, 1),
        ("p.three", IntType(3, True), -4),
        ("p.five", IntType(5, False), 31),
        ("p.all", UINT, 2**32 - 1),
        ("a[1]", INT, -(2**31)),
        ("q == &a[1]", INT, 1),
    ]
    probe = Probe("all", tuple(text for text, _, _ in cases), tuple(each for _, each, _ in cases))
    text = """
    struct { signed three : 3; unsigned five : 5; unsigned all : 32; } p = {-4, 31, 0xffffffffu};
    int a[2] = {0, -2147483647 - 1};
    int main(void)
    {
        long low = -9223372036854775807L - 1, high = 9223372036854775807L;
        unsigned long all = -1UL, top = 1UL << 63;
        unsigned u = -1;
        unsigned short s = -1;
        signed char c = -128;
        unsigned char d = 255;
        _Bool b = 7;
        int *q = &a[1];
        @0
        return 0;
    }"""
    row = tuple(value for _, _, value in cases)
    seen = profiler.observe(probed(text, probe), [probe]).seen["all"]
    assert seen == ProfileSample(
        1, (row,), tuple((value,) for value in row), tuple((value, value) for value in row)
    )


@pytest.mark.parametrize(
    ("turns", "values", "states"), [(16, True, True), (17, False, True), (33, False, False)]
)
def test_too_many_values_and_states_leave_ranges(
    profiler: Profiler, turns: int, values: bool, states: bool
) -> None:
    probe = Probe("loop", ("i", "i / 2"), (INT, INT))
    text = f"int main(void) {{ for (int i = {turns - 1}; i >= 0; i--) {{ @0 @0 }} return 0; }}"
    seen = profiler.observe(probed(text, probe), [probe]).seen["loop"]
    assert seen.count == 2 * turns
    assert seen.ranges == ((0, turns - 1), (0, (turns - 1) // 2))
    assert seen.values[0] == (tuple(range(turns)) if values else None)
    assert seen.states == (tuple((i, i // 2) for i in range(turns)) if states else None)
    assert seen.relations == (() if states else ((0, 1, EQUAL | 4),))


def test_huge_unsigned_values_are_greater_than_negative_ones(profiler: Profiler) -> None:
    probe = Probe("mixed", ("s", "u"), (LONG, ULONG))
    text = (
        "int main(void) { for (int i = 1; i < 50; i++) { long s = -i; unsigned long u = "
        "-1UL - i; @0 } return 0; }"
    )
    seen = profiler.observe(probed(text, probe), [probe]).seen["mixed"]
    assert seen.relations == ((0, 1, LESS),)
    assert seen.ranges == ((-49, -1), (2**64 - 50, 2**64 - 2))


def test_places_never_reached_and_places_without_expressions_are_counted(
    profiler: Profiler,
) -> None:
    watched = (Probe("never", ("g",), (INT,)), Probe("thrice"))
    text = "int g; int main(void) { if (g) { @0 } for (int i = 0; i < 3; i++) { @1 } return g; }"
    seen = profiler.observe(probed(text, *watched), watched).seen
    assert seen == {
        "never": ProfileSample(0, (), ((),), ((0, -1),)),
        "thrice": ProfileSample(3, ((),), (), ()),
    }


def test_recursion(profiler: Profiler) -> None:
    probe = Probe("down", ("n", "k"), (INT, INT))
    text = (
        "int k; int f(int n) { @0 k++; return n ? f(n - 1) : 0; } int main(void) { return f(3); }"
    )
    assert profiler.observe(probed(text, probe), [probe]).seen["down"].states == (
        (0, 3),
        (1, 2),
        (2, 1),
        (3, 0),
    )


@pytest.mark.parametrize("leave", ["exit(3)", "_exit(3)"])
def test_a_program_may_leave_in_the_middle(profiler: Profiler, leave: str) -> None:
    text = f"int main(void) {{ for (int i = 0; ; i++) {{ @0 if (i == 2) {leave}; }} }}"
    observed = profiler.observe(probed(text, LOOP), [LOOP])
    assert observed.run == Run(b"", 3)
    assert observed.seen["loop"].values == ((0, 1, 2),)


def test_the_program_does_not_notice(profiler: Profiler) -> None:
    text = """
    #include <errno.h>
    #include <string.h>
    int main(int argc, char **argv)
    {
        int i = 0, before, after;
        errno = 7;
        before = dup(0);
        close(before);
        @0
        after = dup(0);
        printf("%d %d %d %s %d %s", errno, before == after, __LINE__, argv[1], getchar(), __FILE__);
        fwrite("\\0\\377\\r\\n", 1, 4, stdout);
        return argc;
    }"""
    inputs = Inputs(arguments=("a b",), stdin=b"A")
    line = (INCLUDES + text).partition("__LINE__")[0].count("\n") + 1
    plain = profiler.observe(probed(text.replace("@0", "")), [], inputs).run
    assert plain == Run(b"7 1 %d a b 65 program.c\0\xff\r\n" % line, 2)
    assert profiler.observe(probed(text, LOOP), [LOOP], inputs).run == plain


def test_two_runs_see_the_same(profiler: Profiler) -> None:
    text = probed(
        'int main(void) { for (int i = 0; i < 40; i++) { @0 } puts("x"); return 0; }', LOOP
    )
    assert profiler.observe(text, [LOOP]) == profiler.observe(text, [LOOP])


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("for (;;) {}", r"did not end within 0\.3 s"),
        ("abort();", "died of SIGABRT"),
        ("*(volatile int *)0 = 1;", "died of SIGSEGV"),
        (
            'for (;;) puts("0123456789012345678901234567890123456789");',
            "printed more than 16 MiB|did not end",
        ),
        ("undeclared = 1;", "does not compile the program: program.c:4.*undeclared"),
    ],
)
def test_what_fails_is_refused_with_its_reason(body: str, reason: str) -> None:
    with closing(Profiler(compiler_of("gcc"), QUICK)) as quick:
        text = probed(f"int main(void) {{ int i = 0; @0 {body} return 0; }}", LOOP)
        with pytest.raises(BadInput, match=reason):
            quick.observe(text, [LOOP])
        with pytest.raises(BadInput, match=reason):
            quick.observe(probed(f"int main(void) {{ {body} return 0; }}"), [])


def test_a_program_that_goes_on_and_on_is_ended_by_what_it_does(profiler: Profiler) -> None:
    text = probed("int main(void) { int i; for (;;) { @0 i++; } return 0; }", Probe("on"))
    with pytest.raises(
        DoesNotEnd, match="passed the places that were watched 5,000,000 times, and went on"
    ):
        profiler.observe(text, [Probe("on")])


def test_output_has_a_limit(profiler: Profiler) -> None:
    body = (
        "static char line[1 << 20]; int main(void) { for (;;) fwrite(line, 1, sizeof line, "
        "stdout); }"
    )
    with pytest.raises(BadInput, match="printed more than 16 MiB"):
        profiler.observe(probed(body), [])


def test_a_missing_compiler_is_reported() -> None:
    with (
        closing(Profiler(Compiler("gcc-99", "gcc", "nowhere/gcc-99"))) as broken,
        pytest.raises(BadInput, match="nowhere"),
    ):
        broken.observe(b"int main(void) { return 0; }", [])


def test_closing_removes_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with closing(Profiler(compiler_of("gcc"))) as opened:
        opened.observe(probed("int main(void) { int i = 0; @0 return 0; }", LOOP), [LOOP])
        assert [each.name for each in next(tmp_path.iterdir()).iterdir()] != []
    assert list(tmp_path.iterdir()) == []


def test_a_probe_needs_a_type_for_each_expression() -> None:
    with pytest.raises(InternalError, match="2 with 1 came"):
        call_text(0, Probe("x", ("a", "b"), (INT,)))


def test_keys_are_different() -> None:
    with (
        closing(Profiler(compiler_of("gcc"))) as opened,
        pytest.raises(InternalError, match="different keys"),
    ):
        opened.observe(b"", [LOOP, LOOP])


ORDER = """
int g, h;
int f(int n) { g = g * 10 + n; @0 return n; }
int sum(int a, int b) { return a + b; }
int main(void) { int t = sum(f(1), f(2)); g = 0; @1 h = t; printf("%d", t); return 0; }
"""
ORDERED = (
    Probe("inside", ("g", "h"), (INT, INT)),
    Probe("after", ("g", "h", "t"), (INT, INT, INT)),
)


def test_values_that_depend_on_the_order_of_evaluation_are_dropped(profilers: Profilers) -> None:
    confirmed = profilers.observe(probed(ORDER, *ORDERED), ORDERED)
    assert confirmed.run == Run(b"3", 0)
    assert confirmed.seen["inside"].kept == (1,)
    assert confirmed.seen["inside"].seen == ProfileSample(2, ((0,),), ((0,),), ((0, 0),))
    assert confirmed.seen["after"].kept == (0, 1, 2)


def test_every_other_profiler_evaluates_the_other_way(profilers: Profilers) -> None:
    text = probed(ORDER, *ORDERED)
    first = profilers.first.observe(text, ORDERED).seen["inside"].values[0]
    assert first == (2, 21)
    assert [each.compiler.family for each in profilers.others] == ["tcc", "clang"]
    assert {each.observe(text, ORDERED).seen["inside"].values[0] for each in profilers.others} == {
        (1, 12)
    }


@pytest.mark.parametrize("tiny", ["#error no", "int unlike = 1;", "int unlike = 2;"])
def test_where_tcc_fails_clang_is_asked(profilers: Profilers, tiny: str) -> None:
    head = f"#ifdef __TINYC__\n{tiny}\n#else\nint unlike = 0;\n#endif\n"
    text = "int main(void) { int i = 5; @0 if (unlike == 1) abort(); return unlike; }"
    confirmed = profilers.observe(probed(head + text, LOOP), [LOOP])
    assert confirmed.run == Run(b"", 0)
    assert confirmed.seen["loop"].seen.values == ((5,),)


def test_where_none_runs_it_equally_all_reasons_are_reported(profilers: Profilers) -> None:
    head = (
        "#if defined __TINYC__\n#error no\n#elif defined __clang__\nint s = 1;\n#else\n"
        "int s = 0;\n#endif\n"
    )
    with pytest.raises(
        BadInput,
        match=r"tcc -O0 does not compile the program: .*no; clang-.* runs it otherwise than gcc",
    ):
        profilers.observe(probed(head + "int main(void) { int i = 5; @0 return s; }", LOOP), [LOOP])


def test_a_probe_that_one_reached_more_often_is_not_confirmed() -> None:
    run, once, twice = Run(b"", 0), ProfileSample(1, ((),), (), ()), ProfileSample(2, ((),), (), ())
    confirmed = probes.confirm(
        Observed(run, {"a": once, "b": once}), Observed(run, {"a": once, "b": twice})
    )
    assert list(confirmed.seen) == ["a"]


@pytest.mark.parametrize(
    ("there", "reason"),
    [((), "gcc is not"), (("gcc",), "neither"), (("gcc", "clang"), ""), (("gcc", "tcc"), "")],
)
def test_what_is_missing_is_reported(tmp_path: Path, there: tuple[str, ...], reason: str) -> None:
    for name in there:
        (tmp_path / name).symlink_to(os.path.realpath(shutil.which(name) or name))
    message = probes.unavailable(str(tmp_path))
    assert message.startswith(reason)
    assert bool(message) == bool(reason)
    if reason:
        with pytest.raises(TargetUnavailable, match="sudo apt-get install"):
            Profilers.find(str(tmp_path))
