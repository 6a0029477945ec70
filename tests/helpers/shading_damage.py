"""Shaders with something broken in them, of which most are none any more; and what our front
end says of such.
"""

import random
from collections.abc import Callable, Sequence
from typing import Final

from helpers.shading_mutants import words_of

from aberration.core.errors import BadInput
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.checker import check
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write

_SIGNS: Final = """
0 00 08 0x 0xg 1e 1e999 .e1 1. .5 1.5lf 99999999999999999999 4294967296u -2147483648 2147483648i 1h
0x1p-200 1u2
++ -- << >>= ^^ -> ## # $ @ ` ' " \\ // /* */ <<<< >>>> && . .. ... :: ? : , ; ( ) [ ] { }
< > = == ! ~ é \ufb00
"""
_WORDS: Final = """
void main struct fn let var const override alias array vec3 vec4f mat4x3 ptr atomic sampler
texture_2d sampler2DArray
layout uniform buffer shared in out inout attribute varying precision highp invariant flat discard
return
switch case default break continue continuing loop for while do if else true false _ __a
gl_FragColor
defined __LINE__ float16_t double f16
"""
ODD: Final = (*_SIGNS.split(), "\u2028", *_WORDS.split())
"""Words that mean something in one of the languages, and words that mean nothing in any."""
DIRECTIVES: Final = (
    "#if 0",
    "#if 1 +",
    "#if defined(a) && !b",
    "#elif 1",
    "#else",
    "#endif",
    "#define float int",
    "#define vec4(a, b) a##b",
    "#define a a b(a)",
    "#define b(x) x(b)(x)",
    "#undef main",
    "#line 4294967295",
    "#error no",
    "#include <x>",
    "#version 450",
    "#extension all : enable",
    "#pragma once",
    "enable f16;",
    "requires packed_4x8_integer_dot_product;",
    "diagnostic(off, derivative_uniformity);",
)
NESTINGS: Final = (
    ("(", "1", ")"),
    ("-", "1", ""),
    ("f(", "1", ")"),
    ("a[", "0", "]"),
    ("1?1:", "1", ""),
    ("vec2(", "1", ",1)"),
)
BLOCKS: Final = (
    ("{", "", "}"),
    ("if(true){", "", "}"),
    ("for(;;){", "", "}"),
    ("if(true){}else ", "{}", ""),
)
BYTES: Final = (
    b"\xff",
    b"\xc3\x28",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xf0\x9f\x92\xa9",
    b"\r",
    b"\x0b",
    b"\\\n",
    b"\xe2\x80\xa8",
)
Damage = Callable[[str, str, random.Random], str]


def _word(text: str, chance: random.Random) -> tuple[int, int]:
    words = words_of(text)
    return chance.choice(words)[:2] if words else (0, 0)


def _drop(text: str, _: str, chance: random.Random) -> str:
    begin, end = _word(text, chance)
    return text[:begin] + text[end:]


def _double(text: str, _: str, chance: random.Random) -> str:
    begin, end = _word(text, chance)
    return f"{text[:end]} {text[begin:end]}{text[end:]}"


def _swap(text: str, _: str, chance: random.Random) -> str:
    first, second = sorted((_word(text, chance), _word(text, chance)))
    if first[1] > second[0]:
        return text
    middle = text[first[1] : second[0]]
    return (
        text[: first[0]] + text[slice(*second)] + middle + text[slice(*first)] + text[second[1] :]
    )


def _move(text: str, _: str, chance: random.Random) -> str:
    begin, end = _word(text, chance)
    source = _word(text, chance)
    return f"{text[:begin]} {text[slice(*source)]} {text[end:]}"


def _odd(text: str, _: str, chance: random.Random) -> str:
    begin, end = _word(text, chance)
    return f"{text[:begin]} {chance.choice(ODD)} {text[end:]}"


def _foreign(text: str, other: str, chance: random.Random) -> str:
    begin, end = _word(text, chance)
    source = _word(other, chance)
    return f"{text[:begin]} {other[slice(*source)]} {text[end:]}"


def _alike(text: str, other: str, chance: random.Random) -> str:
    """Put a word in place of one that looks like it: what is most often still well-formed."""
    begin, end = _word(text, chance)
    source = other if chance.randrange(4) == 0 else text
    for _ in range(8):
        word = source[slice(*_word(source, chance))]
        if (
            word[:1].isalpha() == text[begin : begin + 1].isalpha()
            and word[:1].isdigit() == text[begin:end][:1].isdigit()
        ):
            return f"{text[:begin]}{word}{text[end:]}"
    return text


def _nest(text: str, _: str, chance: random.Random) -> str:
    opening, inner, closing = chance.choice(NESTINGS if chance.randrange(2) else BLOCKS)
    count = chance.choice((3, 30, 300, 700, 5000))
    begin, end = _word(text, chance)
    return text[:begin] + opening * count + inner + closing * count + text[end:]


def _cut(text: str, _: str, chance: random.Random) -> str:
    begin = chance.randrange(len(text) + 1)
    return text[:begin] + text[begin + chance.choice((1, 2, 10, 100, 1000)) :]


def _end(text: str, _: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)]


def _graft(text: str, other: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]


def _lines(text: str, _: str, chance: random.Random) -> str:
    lines = text.split("\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    action = chance.randrange(4)
    if action == 0:
        del lines[at]
    elif action == 1:
        lines.insert(to, lines[at])
    elif action == 2:
        lines[at], lines[to] = lines[to], lines[at]
    else:
        lines.insert(at, chance.choice(DIRECTIVES))
    return "\n".join(lines)


DAMAGES: Final[tuple[Damage, ...]] = (
    *(_alike,) * 8,
    *(_drop, _double, _swap, _move, _odd, _odd, _foreign),
    *(_nest, _cut, _end, _graft, _lines, _lines),
)


def damaged(text: str, other: str, chance: random.Random) -> bytes:
    """Return a shader with one to four things broken in it, with pieces of another one; perhaps
    no text any more.
    """
    for _ in range(chance.choice((1, 1, 1, 1, 2, 4))):
        text = chance.choice(DAMAGES)(text, other, chance)
    data = text.encode()
    if chance.randrange(12):
        return data
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(BYTES) + data[at + chance.randrange(2) :]


def said_of(data: bytes, language: LanguageName, stages: Sequence[Stage]) -> str:
    """Return "malformed", "refused" or "typed"; fail for anything but a tree or an error that says
    where.

    What is read has to print as a text that reads as the same tree, and is judged as it is itself.
    """
    try:
        shader = read(data, language, "x")
    except BadInput as error:
        _is_ours(error)
        return "malformed"
    printed = read(write(shader.module), language, "x")
    assert printed.module == shader.module
    found = set()
    for stage in stages:
        said = []
        for one in (shader, printed):
            try:
                check(one.module, stage, one.source)
                said.append("typed")
            except BadInput as error:
                _is_ours(error)
                said.append(error.message)
        assert said[0] == said[1]
        found.add("typed" if said[0] == "typed" else "refused")
    return "typed" if "typed" in found else "refused"


def _is_ours(error: BadInput) -> None:
    assert error.where.startswith("x"), error
    assert max(map(len, str(error).splitlines())) < 1000, error
