"""Marked code: the words have their marks, and nothing of a text becomes markup."""

from __future__ import annotations

import re

import pytest

from aberration.report.highlight import MOST_CHARACTERS, highlight

TEXTS = {
    "spirv": '%1 = OpString "a<b" ; <i>\n%2 = OpConstant %float -1.5\n',
    "glsl": "void main() { /* <b> */ float x = 1.0; }\n",
    "essl": "precision highp float;\n",
    "wgsl": "@compute @workgroup_size(1) fn main() { let a = 1u < 2u; }\n",
    "c": 'int main(void) { return "x<y"[0]; } // <script>\n',
    "diff": "--- a\n+++ b\n-x\n+y\n",
    "unknown": "<b>",
}


def as_text(page: str) -> str:
    plain = re.sub(r"</?span[^>]*>", "", page)
    for name, letter in (("&lt;", "<"), ("&gt;", ">"), ("&#34;", '"'), ("&#39;", "'")):
        plain = plain.replace(name, letter)
    return plain.replace("&amp;", "&")


@pytest.mark.parametrize("language", TEXTS)
def test_the_text_is_what_it_was(language: str) -> None:
    page = str(highlight(TEXTS[language], language))
    assert as_text(page) == TEXTS[language]
    assert not re.search(r"<(?!/?span)", page)


def test_words_have_marks() -> None:
    page = highlight(TEXTS["spirv"], "spirv")
    assert '<span class="name">%1</span> = <span class="keyword">OpString</span>' in page
    assert '<span class="number">-1.5</span>' in page
    assert '<span class="comment">; &lt;i&gt;</span>' in page
    assert '<span class="deleted">' in highlight(TEXTS["diff"], "diff")
    assert '<span class="keyword">return</span>' in highlight(TEXTS["c"], "c")


def test_very_long_texts_are_shown_as_they_are() -> None:
    text = "void f() {}\n" * (MOST_CHARACTERS // 12 + 1)
    assert highlight(text, "c") == text
