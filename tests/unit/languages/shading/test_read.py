"""The entry point from text to tree."""

from __future__ import annotations

import pytest

from aberration.core.errors import MalformedShader
from aberration.languages.shading.read import read, read_beside
from aberration.languages.shading.tree import LanguageName

TEXT: dict[LanguageName, str] = {
    "glsl": "#version 330\nint a;",
    "essl": "int a;",
    "wgsl": "const a = 1;",
}


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_bytes_and_marks_of_order_are_text(language: LanguageName) -> None:
    module = read(TEXT[language], language).module
    assert read(TEXT[language].encode(), language).module == module
    assert read(b"\xef\xbb\xbf" + TEXT[language].encode(), language).module == module
    assert read(TEXT[language].replace("\n", "\r\n"), language).module == module
    assert len(module.decls) == 1


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_what_is_no_text_is_refused_with_its_place(language: LanguageName) -> None:
    with pytest.raises(MalformedShader, match="x: expected UTF-8, but byte 1 is none"):
        read(b"a\xff", language, "x")
    with pytest.raises(MalformedShader, match=r"x:1:2: expected text, came a zero byte"):
        read("a\0", language, "x")


def test_only_a_language_with_a_preprocessor_takes_defines() -> None:
    assert read("#ifdef A\nint a;\n#endif", "essl", defines={"A": ""}).module.decls
    with pytest.raises(MalformedShader, match="expected no macros for WGSL"):
        read("const a = 1;", "wgsl", "x", {"A": "1"})


def test_every_span_is_inside_the_text_and_holds_its_node() -> None:
    text = "#version 450\nvoid f() { int abc = 1 + xyz; }"
    module = read(text, "glsl").module
    assert (
        text[module.decls[0].span.start : module.decls[0].span.end]
        == "void f() { int abc = 1 + xyz; }"
    )


@pytest.mark.parametrize(
    ("head", "language", "body"),
    [
        ("#version 330 compatibility\n", "glsl", "float f() { return gl_Fog.density; }"),
        ("#version 300 es\n", "essl", "highp float f() { return 1.0; }"),
        ("", "essl", "attribute vec2 place;"),
    ],
)
def test_a_text_is_read_as_the_module_beside_it(
    head: str, language: LanguageName, body: str
) -> None:
    module = read(f"{head}void main() {{}}\n", language).module
    (found,) = read_beside(module, body)
    (same,) = read(f"{head}{body}\n", language).module.decls
    assert found == same
