"""Statements of GLSL and ESSL: loops of all kinds, switches that fall through, discards."""

from __future__ import annotations

from helpers.translated import compute, everywhere, fragment, wgsl


def test_do_loops_and_their_continue() -> None:
    program = compute(
        "glsl",
        "void main() { int k = 0, n = 0; do { n++; if (k == 2) continue; k += 2; if (n > 9) "
        "break; } while "
        "(k++ < 7); data[1] = k + n * 10; }",
    )
    text = wgsl(program)
    assert "continuing" in text
    assert "break if" in text
    everywhere(program)


def test_for_with_several_counters_and_conditions_that_do_something() -> None:
    program = compute(
        "glsl",
        "int calls = 0; int next() { return ++calls; }"
        "void main() { int s = 0; for (int i = 0, j = 9; i < j; i++, --j) { if (i == 2) "
        "continue; s += i * "
        "j; } int n = 0;"
        " while (n++ < 5) { if (n == 3) continue; s += n; } for (; next() < 6; s += 100) if "
        "(calls == 4) "
        "continue; for (bool go = true; go; go = s < 0) s++;"
        " for (int i = 0; i < 3; i += 2) s *= 2; while (true) { if (s > 9000) break; s += "
        "1000; } data[1] = "
        "s; data[2] = n; }",
    )
    assert "loop {" in wgsl(program)
    everywhere(program)


def test_a_declared_condition() -> None:
    everywhere(
        compute(
            "glsl",
            (
                "void main() { int n = 3; while (bool go = n > 0) { n--; data[1] += "
                "int(go); } data[2] = n; }"
            ),
        )
    )


def test_falling_through_is_written_again() -> None:
    program = compute(
        "glsl",
        "int f(int x) { int r = 0; switch (x) { case 0: int z = 4; r += z; case 1: z = 2; r "
        "+= z * 10; "
        "break; default: r = 900; case 3: case 4: r++;"
        " if (x == 4) break; r += 5; } return r; } void main() { for (int i = 0; i < 6; "
        "i++) data[i] = f(i); "
        "switch (data[0]) { case 1: break; } }",
    )
    text = wgsl(program)
    assert text.count("r += z * 10i;") == 2
    assert "default {" in text
    everywhere(program)


def test_a_function_that_may_fall_off_its_end() -> None:
    text = wgsl(
        compute(
            "glsl",
            (
                "int f(int x) { for (;;) { if (x > 9) return x; x += 4; } } void main() { "
                "data[1] = f(data[0]); }"
            ),
        )
    )
    assert "return 0i;" in text


def test_a_discard_leaves_all_functions() -> None:
    program = fragment(
        "glsl",
        "float f(int x) { if (x == 2) discard; return float(x); } void g(inout int a) { "
        "a++; if (a > 4) discard; }"
        "void main() { int x = int(gl_FragCoord.x), y = int(gl_FragCoord.y); float a = f(x) "
        "+ f(y + 3); int "
        "b = x + y; g(b);"
        " for (int i = 0; i < 3; i++) { if (f(i + 3) > 4.5) break; } if (x == 1 && y == 1) "
        "discard; colour = "
        "vec4(a / 8.0, float(b) / 8.0, 0.0, 1.0); }",
    )
    text = wgsl(program)
    assert "discarded = true;" in text
    assert "if (discarded)" in text
    everywhere(program, least=7)


def test_global_values_that_are_no_constants() -> None:
    program = fragment(
        "glsl",
        "uniform float u; float twice = u * 2.0; int table[3] = int[3](1, 2, 3); const "
        "float half_ = 0.5;"
        "void main() { colour = vec4(twice, float(table[1]) / 4.0, half_, 1.0); }",
    )
    assert "half_: f32 = 0.5f" in wgsl(program)
    everywhere(program, least=7)


def test_what_is_precise_stays_so_where_there_is_a_word_for_it() -> None:
    texts = everywhere(
        compute("glsl", "void main() { precise float f = 0.5 * float(data[0]); data[1] = int(f); }")
    )
    assert "precise float f" in texts["essl", 320]
    assert "precise" not in texts["essl", 310]
