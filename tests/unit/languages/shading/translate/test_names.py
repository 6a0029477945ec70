"""Names: kept where they may be, changed where the target has the word or another thing has it."""

from __future__ import annotations

from helpers.translated import everywhere, fragment, same, wgsl

from aberration.languages.shading.translate.names import Names


def test_each_name_is_given_once() -> None:
    names = Names(frozenset(("vec2", "step")))
    assert names.of_module("a") == "a"
    assert names.of_module("a") == "a_2"
    assert names.of_module("step") == "step_2"
    assert names.of_module("x_") == "x_"
    assert names.of_module("x_") == "x_2"


def test_locals_are_free_again_in_the_next_function() -> None:
    names = Names(frozenset())
    names.of_module("a")
    with names.function():
        assert [names.local("a"), names.local("i"), names.local("i")] == ["a_2", "i", "i_2"]
    with names.function():
        assert names.local("i") == "i"


def test_what_no_language_allows() -> None:
    names = Names(frozenset())
    assert names.local("a__b") == "a_b"
    assert names.local("gl_a") == "own_gl_a"
    assert names.local("exact_a") == "own_exact_a"
    assert names.local("größe") == "gruue"


def test_words_and_functions_of_the_target() -> None:
    program = fragment(
        "glsl", "float fn(float let) { return let; }\nvoid main() { colour = vec4(fn(0.5)); }"
    )
    assert "fn fn_2(let_2: f32)" in wgsl(program)
    shader = (
        "@fragment fn main() -> @location(0) vec4f { var lessThan = 0.5; let packed = "
        "lessThan; return vec4f(packed); }"
    )
    for text in everywhere(fragment("wgsl", shader)).values():
        assert "packed_2" in text
        assert "lessThan_2" in text


def test_overloads_get_names_of_their_own() -> None:
    program = fragment(
        "glsl",
        "int f(int x) { return x + 1; } int f(float x) { return int(x) * 2; } int f(ivec2 "
        "x) { return x.y; }"
        "void main() { colour = vec4(f(1), f(2.0), f(ivec2(3, 4)), 8) / 8.0; }",
    )
    text = wgsl(program)
    assert all(f"fn {name}(" in text for name in ("f", "f_2", "f_3"))


def test_shadows_get_names_of_their_own() -> None:
    program = fragment(
        "glsl",
        "int x = 1; void main() { int y = x; int x = 2; { int x = x + 3; y += x; } for (int "
        "x = 0; x < 2; x++) y += x;"
        " colour = vec4(y + x) / 32.0; }",
    )
    assert "x_3" in wgsl(program)


def test_members_that_are_words_of_the_target() -> None:
    program = fragment(
        "glsl",
        "struct S { float fn; };\nvoid main() { S s = S(0.5); s.fn += 0.25; colour = vec4(s.fn); }",
    )
    assert "fn_2: f32" in wgsl(program)
    assert "s.fn " in same(program, "essl", 320).source.decode()
