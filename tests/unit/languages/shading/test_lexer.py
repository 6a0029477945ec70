"""The words of GLSL and WGSL: kinds, and places that fit the text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from helpers.corpus import ROOT
from helpers.shading_damage import damaged

from aberration.languages.shading.dialects import dialect_of
from aberration.languages.shading.glsl.lexicon import lexicon, line_lexicon
from aberration.languages.shading.lexer import Lexicon, lex, pattern_of
from aberration.languages.shading.wgsl.lexicon import LEXICON, without_block_comments

GLSL = lexicon(dialect_of("glsl").rules(450))
OLD = lexicon(dialect_of("essl").rules(100))
LINE = line_lexicon(dialect_of("glsl").rules(450))


def shaders(language: str) -> list[Path]:
    return sorted(
        path for path in (ROOT / "shading" / language).iterdir() if path.suffix != ".json"
    )


@pytest.mark.parametrize(
    ("words", "text", "kinds"),
    [
        (GLSL, "a<<=b>>=c++--d", "id <<= id >>= id ++ -- id"),
        (GLSL, "===!=^^^|||", "== = != ^^ ^ || |"),
        (GLSL, "vec3 while asm x", "type while reserved id"),
        (
            GLSL,
            "1.5.x 1..5 .5 0x1F 1e+3f 09",
            "number . id number number number number number number",
        ),
        (GLSL, "a//b\nc/*d*/e", "id id id"),
        (GLSL, "a//b\\\nc\nd", "id id"),
        (OLD, "a//b\\\nc\nd", "id id id"),
        (GLSL, "a\\\nb \\ c", "id id bad id"),
        (GLSL, "a /* b", "id bad id"),
        (GLSL, "a/=b/ *c", "id /= id / * id"),
        (GLSL, "#define a /*\n*/ b\nc", "directive id"),
        (LINE, "# a ## b", "directive id directive id"),
        (GLSL, 'é $ @ " `', "bad bad bad bad bad"),
        (GLSL, "aé b", "id bad id"),
        (LEXICON, "a>>=b->c--@d", "id > > = id -> id -- @ id"),
        (LEXICON, "aé éa a² 1é", "id id bad number id"),
        (LEXICON, "fn é if $", "fn id if bad"),
        (GLSL, "", ""),
        (GLSL, " \t\r\n", ""),
        (GLSL, "a ", "id"),
        (GLSL, "a", "id"),
    ],
)
def test_kinds_of_words(words: Lexicon, text: str, kinds: str) -> None:
    assert lex(text, words).kinds == kinds.split()


def test_a_part_of_a_text_has_the_places_of_the_whole() -> None:
    text = "int a; // x\nint bcd = a;"
    whole, part = lex(text, GLSL), lex(text, GLSL, 12, 19)
    assert (part.texts, part.starts, part.ends) == (["int", "bcd"], [12, 16], [15, 19])
    assert (whole.starts[3:5], whole.ends[3:5]) == (part.starts, part.ends)


@pytest.mark.parametrize("language", ["glsl", "essl", "wgsl"])
def test_words_stand_where_they_say_and_between_them_is_nothing_but_blanks_and_comments(
    language: str,
) -> None:
    words = LEXICON if language == "wgsl" else GLSL
    texts = [path.read_text() for path in shaders(language)]
    chance = random.Random(f"places {language}")
    for _ in range(60):
        text = damaged(chance.choice(texts), chance.choice(texts), chance).decode(errors="replace")
        text = without_block_comments(text)[0] if language == "wgsl" else text
        tokens = lex(text, words)
        assert [
            text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)
        ] == tokens.texts
        ends, starts = [0, *tokens.ends], [*tokens.starts, len(text)]
        for end, start in zip(ends, starts, strict=True):
            assert re.fullmatch(
                r"(//.*|/\*(?s:.*?)\*/|\\\r?\n|[\s\u200e\u200f])*", text[end:start]
            ), text[end:start]


def test_the_longest_symbol_is_taken_whatever_order_they_are_given_in() -> None:
    for symbols in (("<", "<<=", ";", "<<"), ("<<=", "<<", ";", "<")):
        pattern = pattern_of(" ", ("#[a-z]*",), "[a-z]+", "[0-9]+", symbols, ".")
        words = [word for word in pattern.split("a<<=b<<;< #x")[2::3] if word]
        assert words == ["a", "<<=", "b", "<<", ";", "<"]
