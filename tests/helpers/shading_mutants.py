"""Programs with one word changed, of which some are wrong: what a checker is judged by."""

import random
import re
from pathlib import Path
from typing import NamedTuple

PROGRAMS = Path(__file__).parent / "shading_programs"
_WORD = re.compile(
    r"#[^\n]*|//[^\n]*|[A-Za-z_]\w*|0x[0-9a-fA-F.]+\w*|(?:\d+\.\d*|\.\d+|\d+)\w*"
    r"|<<=|>>=|[-+*/%&|^=!<>]=|&&|\|\||\^\^|->|<<|>>|\+\+|--|\S"
)
_PUNCTUATION = frozenset("()[]{};,.:?@") | {"->"}


class Words(NamedTuple):
    """What a language's words are replaced by, kind by kind, and its grammar's words, which are
    left alone.
    """

    kinds: tuple[list[str], ...]
    grammar: frozenset[str]


def _words(operators: str, types: str, literals: str, grammar: str) -> Words:
    return Words((operators.split(), types.split(), literals.split()), frozenset(grammar.split()))


_GLSL = _words(
    "+ - * / % & | ^ << >> < > <= >= == != && || ^^ = += -= *= %= &= <<=",
    (
        "int uint float bool vec2 vec3 vec4 ivec2 ivec3 uvec2 uvec4 bvec3 mat2 mat3 mat4 "
        "void sampler2D"
    ),
    "0 1 2 -1 3u 0.5 1.0 true false 100",
    "attribute const uniform varying buffer shared coherent readonly writeonly restrict "
    "layout centroid flat"
    " noperspective smooth break continue do for while switch case default if else in out "
    "inout return discard struct"
    " precision highp mediump lowp invariant",
)
_WGSL = _words(
    "+ - * / % & | ^ << >> < > <= >= == != && || = += -= *= %= &= <<=",
    "i32 u32 f32 bool vec2 vec3 vec4 vec3f vec2i vec4u mat2x2 mat2x3 array atomic ptr texture_2d",
    "0 1 2 -1 3u 4i 0.5 1.0 2f true false 100 4294967295",
    "fn let var const override alias struct enable const_assert if else switch case default "
    "for while loop continuing"
    " break continue return discard storage uniform private workgroup function read "
    "read_write compute vertex fragment"
    " workgroup_size builtin location group binding id align size interpolate",
)


def words_of(text: str) -> list[tuple[int, int, str]]:
    """Return the words of a program that may be changed: begin, end, text."""
    found = [(m.start(), m.end(), m[0]) for m in _WORD.finditer(text)]
    return [word for word in found if not word[2].startswith(("#", "//"))]


def mutant(text: str, words: Words, chance: random.Random) -> str:
    """Return the program with one word deleted, doubled, or put in place of another."""
    places = words_of(text)
    telling = [
        place for place in places if place[2] not in _PUNCTUATION and place[2] not in words.grammar
    ]
    begin, end, word = chance.choice(places if chance.randrange(8) == 0 else telling)
    action = chance.randrange(20)
    if action == 0:
        return text[:begin] + text[end:]
    if action == 1:
        return f"{text[:end]} {word}{text[end:]}"
    return text[:begin] + _other(word, places, words, chance) + text[end:]


def _other(
    word: str, places: list[tuple[int, int, str]], words: Words, chance: random.Random
) -> str:
    _, types, literals = words.kinds
    for kind in words.kinds:
        if word in kind:
            return chance.choice(kind)
    if word[0].isdigit():
        return chance.choice(literals)

    def is_name(other: str) -> bool:
        return (
            (other[0].isalpha() or other[0] == "_")
            and other not in words.grammar
            and other not in types
        )

    return chance.choice([other for _, _, other in places if is_name(other) == is_name(word)])


def mutants(path: Path, count: int, seed: int) -> list[str]:
    """Return that many changed programs, each different from the original."""
    text = path.read_text()
    words = _WGSL if path.suffix == ".wgsl" else _GLSL
    chance = random.Random(f"{seed} {path.name}")
    found: dict[str, None] = {}
    while len(found) < count:
        made = mutant(text, words, chance)
        if made != text:
            found[made] = None
    return list(found)
