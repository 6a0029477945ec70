"""Macros of GLSL's preprocessor, and their expansion: no macro is expanded inside what it gave
itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from aberration.core.errors import MalformedShader
from aberration.languages.shading.lexer import IDENTIFIER
from aberration.languages.shading.source import Source, quote

MOST_WORDS: Final = 200_000
"""How many words all macros of a shader may give together."""


class Word(msgspec.Struct, frozen=True, gc=False):
    """A word on its way through macros; `hidden` are the macros it came out of."""

    kind: str
    text: str
    hidden: frozenset[str] = frozenset()


class Macro(msgspec.Struct, frozen=True):
    """A macro; `params` is None for one without brackets. `fixed` ones are the language's own."""

    body: tuple[Word, ...]
    params: tuple[str, ...] | None = None
    fixed: bool = False


def taking(rest: list[Word]) -> Callable[[], Word | None]:
    """Return what takes words off the end of a list, one by one, and then gives None."""
    return lambda: rest.pop() if rest else None


class Expansion:
    """Expands one use of a macro, at one place, and the uses inside it.

    `more` gives the words that follow the use, one by one (None at the end): the arguments may
    stand there.
    """

    def __init__(
        self,
        macros: Mapping[str, Macro],
        source: Source,
        offset: int,
        more: Callable[[], Word | None],
        lex: Callable[[str], list[Word]],
    ) -> None:
        self.macros = macros
        self.source = source
        self.offset = offset
        self.more = more
        self.lex = lex
        self.pending: list[Word] = []
        self.budget = MOST_WORDS

    def expand(self, word: Word) -> list[Word]:
        """Return what a word, its arguments and all that they give become."""
        done: list[Word] = []
        self.pending.append(word)
        while self.pending:
            current = self.pending.pop()
            macro = self.macros.get(current.text)
            if macro is None or current.text in current.hidden:
                done.append(current)
            elif macro.params is None:
                self._push(self._substitute(macro, {}, current))
            elif self._opens():
                self._push(
                    self._substitute(macro, self._arguments(current.text, macro.params), current)
                )
            else:
                done.append(current)
        return done

    def _push(self, words: list[Word]) -> None:
        self.budget -= len(words)
        if self.budget < 0:
            raise self._error(f"expected macros to give at most {MOST_WORDS} words, came more")
        self.pending.extend(reversed(words))

    def _next(self) -> Word | None:
        return self.pending.pop() if self.pending else self.more()

    def _opens(self) -> bool:
        following = self._next()
        if following is None:
            return False
        self.pending.append(following)
        return following.text == "("

    def _arguments(self, name: str, params: tuple[str, ...]) -> dict[str, list[Word]]:
        given: list[list[Word]] = [[]]
        self._next()
        open_ = 1
        while True:
            word = self._next()
            if word is None:
                raise self._error(
                    f"expected ')' after the arguments of the macro {quote(name)}, came the end"
                )
            open_ += {"(": 1, ")": -1}.get(word.text, 0)
            if open_ == 0:
                break
            if word.text == "," and open_ == 1:
                given.append([])
            else:
                given[-1].append(word)
        if not params and given == [[]]:
            given = []
        if len(given) != len(params):
            raise self._error(
                f"the macro {quote(name)} expected {len(params)} arguments, came {len(given)}"
            )
        return dict(zip(params, given, strict=True))

    def _substitute(self, macro: Macro, given: dict[str, list[Word]], use: Word) -> list[Word]:
        hidden = use.hidden | {use.text}
        expanded = {name: self._alone(words) for name, words in given.items()}
        found: list[Word] = []
        joins = False
        for index, word in enumerate(macro.body):
            if word.text == "##":
                joins = True
                continue
            beside = joins or (index + 1 < len(macro.body) and macro.body[index + 1].text == "##")
            pieces = (
                (given if beside else expanded).get(word.text, [word])
                if word.kind == IDENTIFIER
                else [word]
            )
            if joins and found and pieces:
                pieces = [*self._paste(found.pop(), pieces[0]), *pieces[1:]]
            found.extend(pieces)
            joins = False
        return [Word(word.kind, word.text, word.hidden | hidden) for word in found]

    def _alone(self, words: list[Word]) -> list[Word]:
        """Return an argument expanded by itself."""
        if not any(word.text in self.macros for word in words):
            return words
        rest = list(reversed(words))
        inner = Expansion(self.macros, self.source, self.offset, taking(rest), self.lex)
        inner.budget = self.budget
        done: list[Word] = []
        while rest:
            done += inner.expand(rest.pop())
        self.budget = inner.budget
        return done

    def _paste(self, left: Word, right: Word) -> list[Word]:
        words = self.lex(left.text + right.text)
        if len(words) != 1:
            raise self._error(
                f"expected '##' to make one word, came {quote(left.text + right.text)}"
            )
        return words

    def _error(self, message: str) -> MalformedShader:
        return self.source.error(self.offset, message)
