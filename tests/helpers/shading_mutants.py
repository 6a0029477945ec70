"""Programs with one word changed, of which some are wrong: what a checker is judged by."""

import random
import re
from pathlib import Path

PROGRAMS = Path(__file__).parent / "shading_programs"
_WORD = re.compile(
    r"#[^\n]*|//[^\n]*|[A-Za-z_]\w*|(?:\d+\.\d*|\.\d+|\d+)\w*"
    r"|<<=|>>=|[-+*/%&|^=!<>]=|&&|\|\||\^\^|<<|>>|\+\+|--|\S"
)
_OPERATORS = (
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "^^",
    "=",
    "+=",
    "-=",
    "*=",
    "%=",
    "&=",
    "<<=",
)
_TYPES = (
    "int",
    "uint",
    "float",
    "bool",
    "vec2",
    "vec3",
    "vec4",
    "ivec2",
    "ivec3",
    "uvec2",
    "uvec4",
    "bvec3",
    "mat2",
    "mat3",
    "mat4",
    "void",
    "sampler2D",
)
_LITERALS = ("0", "1", "2", "-1", "3u", "0.5", "1.0", "true", "false", "100")
_PUNCTUATION = frozenset("()[]{};,.:?")
_GRAMMAR = frozenset(
    [
        "attribute",
        "const",
        "uniform",
        "varying",
        "buffer",
        "shared",
        "coherent",
        "readonly",
        "writeonly",
        "restrict",
        "layout",
        "centroid",
        "flat",
        "noperspective",
        "smooth",
        "break",
        "continue",
        "do",
        "for",
        "while",
        "switch",
        "case",
        "default",
        "if",
        "else",
        "in",
        "out",
        "inout",
        "return",
        "discard",
        "struct",
        "precision",
        "highp",
        "mediump",
        "lowp",
        "invariant",
    ]
)
_KINDS = (_OPERATORS, _TYPES, _LITERALS)


def words_of(text: str) -> list[tuple[int, int, str]]:
    """Return the words of a program that may be changed: begin, end, text."""
    found = [(m.start(), m.end(), m[0]) for m in _WORD.finditer(text)]
    return [word for word in found if not word[2].startswith(("#", "//"))]


def mutant(text: str, chance: random.Random) -> str:
    """Return the program with one word deleted, doubled, or put in place of another."""
    words = words_of(text)
    telling = [word for word in words if word[2] not in _PUNCTUATION and word[2] not in _GRAMMAR]
    begin, end, word = chance.choice(words if chance.randrange(8) == 0 else telling)
    action = chance.randrange(20)
    if action == 0:
        return text[:begin] + text[end:]
    if action == 1:
        return f"{text[:end]} {word}{text[end:]}"
    return text[:begin] + _other(word, words, chance) + text[end:]


def _other(word: str, words: list[tuple[int, int, str]], chance: random.Random) -> str:
    for kind in _KINDS:
        if word in kind:
            return chance.choice(kind)
    if word[0].isdigit():
        return chance.choice(_LITERALS)
    same = [other for _, _, other in words if _is_name(other) == _is_name(word)]
    return chance.choice(same)


def _is_name(word: str) -> bool:
    return (word[0].isalpha() or word[0] == "_") and word not in _GRAMMAR and word not in _TYPES


def mutants(path: Path, count: int, seed: int) -> list[str]:
    """Return that many changed programs, each different from the original."""
    text = path.read_text()
    chance = random.Random(f"{seed} {path.name}")
    found: dict[str, None] = {}
    while len(found) < count:
        made = mutant(text, chance)
        if made != text:
            found[made] = None
    return list(found)
