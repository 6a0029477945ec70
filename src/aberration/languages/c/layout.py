"""Lay out the text of a C program for people: a statement a line, blocks indented."""

from __future__ import annotations

from typing import Final

from aberration.languages.c.chunks import Token, TokenizedText, to_bytes, to_text

_INDENT: Final = "  "
_TIGHT_BEFORE: Final = frozenset({";", ",", ")", "]", "(", "[", "++", "--", "->", "."})
_TIGHT_AFTER: Final = frozenset({"(", "[", "!", "~", "->", "."})
_SPACED_WORDS: Final = frozenset(
    {"if", "while", "for", "switch", "return", "do", "else", "case", "sizeof"}
)


def laid_out(source: bytes) -> bytes:
    """Return the program with white space of our own and without comments; unbalanced text as
    it is.
    """
    text = TokenizedText(to_text(source))
    if text.match is None:
        return source
    lines, line = [""], list[Token]()
    opened: list[bool] = []
    parentheses = 0
    for number, token in enumerate(text.tokens):
        parentheses += (token.text == "(") - (token.text == ")")
        if token.kind == "directive":
            lines += [_line_text(line, opened), token.text]
            line = []
            continue
        if token.text == "{":
            opened.append(_is_block(text.tokens, number) and parentheses == 0)
        closes_block = token.text == "}" and opened.pop()
        if closes_block and line:
            lines.append(_line_text(line, opened, 1))
            line = []
        line.append(token)
        after = text.tokens[number + 1].text if number + 1 < len(text.tokens) else ""
        flat = parentheses == 0 and all(opened)
        opens_block = token.text == "{" and opened[-1]
        if (
            (flat and token.text == ";")
            or opens_block
            or (closes_block and after not in (";", ",", "else", "while"))
        ):
            lines.append(_line_text(line, opened[:-1] if opens_block else opened))
            line = []
    lines.append(_line_text(line, opened))
    return to_bytes("\n".join(each for each in lines if each.strip()) + "\n")


def _is_block(tokens: list[Token], number: int) -> bool:
    """True for the brace of statements or members, which get lines of their own; initialisers
    do not.
    """
    if number > 0 and tokens[number - 1].text not in ("=", ",", "(", "{", "return"):
        return True
    return (
        number > 1
        and tokens[number - 1].text == "{"
        and tokens[number - 2].text in (")", "else", "do", ";", "}")
    )


def _line_text(line: list[Token], opened: list[bool], more: int = 0) -> str:
    if not line:
        return ""
    rest = [
        ("" if _tight(line, index) else " ") + line[index].text for index in range(1, len(line))
    ]
    return _INDENT * (sum(opened) + more) + line[0].text + "".join(rest)


def _tight(line: list[Token], index: int) -> bool:
    """True when no space stands before a token."""
    before, token = line[index - 1], line[index]
    if before.text in _TIGHT_AFTER:
        return True
    if token.text in ("(", "["):
        return before.kind == "word" and before.text not in _SPACED_WORDS
    if token.text not in _TIGHT_BEFORE:
        return _is_prefix(line, index - 1)
    return not (
        token.text in ("++", "--") and before.kind != "word" and before.text not in (")", "]")
    )


def _is_prefix(line: list[Token], index: int) -> bool:
    """True for an operator before its operand, such as a unary minus; two signs in a row keep
    their space.
    """
    token = line[index]
    if (
        token.text not in ("-", "+", "*", "&", "++", "--")
        or token.text[0] == line[index + 1].text[0]
    ):
        return False
    before = line[index - 1] if index else None
    if before is None:
        return True
    operand = before.kind in ("word", "number", "literal") and before.text not in _SPACED_WORDS
    if token.text in ("++", "--"):
        return not operand
    return not operand and before.text not in (")", "]", "++", "--")
