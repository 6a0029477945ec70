from __future__ import annotations

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, TINY

from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutations.false_block import FalseBlock
from aberration.methods.emi.mutations.insert_dead import InsertDead
from aberration.methods.emi.mutations.outline_live import OutlineLive
from aberration.methods.emi.mutations.true_guard import TrueGuard
from aberration.methods.emi.statements import Print

OUTLINE = OutlineLive(4, "0", 2, True)
LOCALS = """#include <stdio.h>
struct pair { int a, b; };
static int g = 3;
static int twice(int x) { return x + x; }
int main(void) {
    int read = 2, written = 0, unset;
    int *p = &g;
    struct pair s = {1, 2};
    int t[3] = {7, 8, 9};
    static long kept = 5;
    written += read;
    if (g > 5) unset = 1;
    *p = t[read] + s.b;
    kept += twice(read);
    for (int i = 0; i < read; i++) { int read = i; written += read; }
    printf("%d %d %ld\\n", written, g, kept);
    return 0;
}
"""


def outlined(text: str, at: str, count: int = 1) -> str:
    """Return the new function and the call."""
    point = point_of(text, at)
    made = emi.variant(text, [OutlineLive(0, point, count, False)])
    assert emi.outcome(made) == emi.reference(text)
    lines = made.splitlines()
    body = "\n".join(lines)
    start = body.index("static void live_0")
    call = body.rindex("live_0(")
    return body[start : body.index(" }\nint main", start) + 2] + " | " + body[call:].split(";")[0]


def point_of(text: str, at: str) -> str:
    source = emi.source_of(text)
    return next(
        str(each.ordinal)
        for each in source.program_points
        if source.data[each.offset :].startswith(at.encode())
    )


def test_text() -> None:
    made = emi.variant(TINY, [OUTLINE])
    assert made == TINY.replace(
        "int main(void) {\n    g += 1;\n    " + 'printf("%d %d\\n", g, other);',
        "static __attribute__((noinline)) void live_4(void) { g += 1;\n    "
        'printf("%d %d\\n", g, other); }\nint main(void) {\n    live_4();',
    )
    emi.assert_sound(TINY, [OUTLINE])


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (
            "written += read",
            "static void live_0(int (*in_0_0), int in_0_1) { (*in_0_0) += in_0_1; } | "
            "live_0(&written, read)",
        ),
        (
            "if (g > 5)",
            "static void live_0(int (*in_0_0)) { if (g > 5) (*in_0_0) = 1; } | live_0(&unset)",
        ),
        (
            "*p = ",
            "static void live_0(int * in_0_0, int (*in_0_1)[3], int in_0_2, "
            "struct pair (*in_0_3)) { *in_0_0 = (*in_0_1)[in_0_2] + (*in_0_3).b; } | "
            "live_0(p, &t, read, &s)",
        ),
        (
            "kept += ",
            "static void live_0(long (*in_0_0), int in_0_1) { (*in_0_0) += twice(in_0_1); } | "
            "live_0(&kept, read)",
        ),
    ],
)
def test_variables_are_passed(at: str, text: str) -> None:
    assert outlined(LOCALS, at) == text


def test_what_could_be_unset_is_passed_by_pointer() -> None:
    text = LOCALS.replace('"%d %d %ld\\n"', '"%d %d %d %ld\\n"').replace(
        "written, g", "written, g > 90 ? unset : 0, g"
    )
    assert "&unset" in outlined(text, "printf")


def test_names_declared_inside_hide_those_around() -> None:
    source = emi.source_of(LOCALS)
    assert source.statements.outline(int(point_of(LOCALS, "for (int i")), 1) is None


@pytest.mark.parametrize(
    "statement",
    [
        "return;",
        "if (n) goto out;",
        "f(n - 1);",
        "d = 1;",
        "n = (int)1.5;",
        "v = 1;",
        "c + n;",
        "r = 1;",
        "p = (int[]){1};",
        "n = __func__[0];",
        "e++;",
        "fp = 0;",
        "l: n = 2;",
        "{ int w[n]; w[0] = 1; }",
        "n = M;",
        "a[0] = 1;",
        "{ extern int e2; e2 = 1; }",
    ],
)
def test_what_stays(statement: str) -> None:
    text = (
        "#define M 1\nint e2;\nvoid f(int n) { int a[n]; double d; volatile int v; "
        "const int c = 1; register int r; int *p; extern int e; void (*fp)(void); "
        f"struct pair o; n = 1; {statement} out: ; }}"
    )
    source = emi.source_of("struct pair { const int x; } always;\n" + text)

    def outlined_at(start: str) -> list[bool]:
        return [
            source.statements.outline(each.ordinal, 1) is not None
            for each in source.program_points
            if source.data[each.offset :].startswith(start.encode())
        ]

    assert outlined_at("n = 1;") == [True]
    assert not any(outlined_at(statement))


def test_no_edit_is_moved() -> None:
    inside = FalseBlock(1, "1", "if", emi.FALSE, (Print(emi.TRUE),), Knowledge())
    before = msgspec.structs.replace(inside, program_point="0")
    guard = TrueGuard(2, "0", "if", emi.TRUE, (), Knowledge())
    made = [inside, OUTLINE]
    assert emi.applied(TINY, made) == [inside]
    assert emi.applied(TINY, [OUTLINE, inside]) == [OUTLINE]
    assert emi.applied(TINY, [guard, OUTLINE]) == [guard]
    assert emi.applied(TINY, [OUTLINE, guard]) == [OUTLINE]
    assert emi.applied(TINY, [OUTLINE, OUTLINE]) == [OUTLINE]
    emi.assert_sound(TINY, [before, OUTLINE])
    emi.assert_sound(TINY, [OUTLINE, before])
    dead = InsertDead(5, "3", (Print(emi.TRUE),))
    assert emi.applied(TINY, [dead, OutlineLive(6, "2", 1, False)]) == [dead]


def test_garbage_is_refused() -> None:
    emi.assert_garbage_is_refused(OUTLINE)
    for count in (0, -1, 4, 99, 10**9):
        assert not emi.is_applicable(TINY, msgspec.structs.replace(OUTLINE, count=count))


def test_those_drawn_are_sound_and_go_to_json_and_back() -> None:
    made = emi.drawn(OutlineLive, BUSY, 4)
    emi.assert_sound(BUSY, made)
    assert [emi.through_json(mutation) for mutation in made] == made
    assert emi.drawn(OutlineLive, BUSY, 4) == made


def test_smaller_ones_are_sound_and_come_to_an_end() -> None:
    made = emi.drawn(OutlineLive, BUSY, 3)
    emi.assert_smaller_ones_are_sound(BUSY, made)
    for mutation in made:
        emi.assert_shrinking_ends(BUSY, mutation)
