"""Colours of programs."""

import pytest

from aberration.web.highlight import MOST, coloured


@pytest.mark.parametrize(
    ("language", "text", "part"),
    [
        ("spirv", "%4 = OpLabel", '<span class="p-nv">%4</span> = <span class="p-k">OpLabel'),
        ("spirv", "OpTypeInt 32", '<span class="p-kt">OpTypeInt</span> <span class="p-m">32'),
        ("spirv", 'OpName %a "<b>"', '<span class="p-s">&#34;&lt;b&gt;&#34;</span>'),
        ("spirv", "x ; y", '<span class="p-c1">; y</span>'),
        ("glsl", "float x;", '<span class="p-kt">float</span>'),
        ("wgsl", "fn f() {}", "<span"),
        ("c", "int x;", '<span class="p-kt">int</span>'),
        ("diff", "+ added\n", '<span class="p-gi">+ added</span>'),
        ("unknown", "a < b", "a &lt; b"),
    ],
)
def test_classes(language: str, text: str, part: str) -> None:
    assert part in coloured(text, language)


@pytest.mark.parametrize("language", ["spirv", "glsl", "essl", "wgsl", "c", "diff", "other"])
def test_no_markup_of_a_program_is_markup(language: str) -> None:
    text = "<script>alert(1)</script>\x1b\u202e </pre>\"'&"
    shown = coloured(text, language)
    assert "<script" not in shown
    assert "</pre" not in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_a_long_text_is_plain_and_cut() -> None:
    shown = coloured("int x;\n" * MOST, "c")
    assert "<span" not in shown
    assert len(shown) < 2 * MOST
