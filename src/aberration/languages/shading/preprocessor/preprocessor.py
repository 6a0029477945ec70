"""The preprocessor of GLSL and ESSL: conditionals, macros, and what is said to the compiler."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from aberration.languages.shading.glsl.lexicon import line_lexicon
from aberration.languages.shading.lexer import DIRECTIVE_LINE, END, NUMERIC, Tokens, lex
from aberration.languages.shading.preprocessor.line import DirectiveLine
from aberration.languages.shading.preprocessor.macros import Expansion, Macro, Word, taking
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source, quote
from aberration.languages.shading.tree import Directive, LanguageName, Span

_BEHAVIOURS: Final = ("require", "enable", "warn", "disable")
_CONDITIONALS: Final = frozenset(("if", "ifdef", "ifndef", "elif", "else", "endif"))
_LINE: Final = "__LINE__"
_LONGEST_LINE_NUMBER: Final = 9
_INCLUDE: Final = (
    "The languages have no #include: it is the host's. Give the text with all of it in place."
)


class Group(msgspec.Struct):
    """An `#if` that is open: whether its present part counts, whether one did before, where it
    began.
    """

    active: bool
    taken: bool
    outer: bool
    offset: int
    ended_by_else: bool = False


@cache
def _predefined_macros(
    language: LanguageName, version: int, extensions: frozenset[str]
) -> Mapping[str, Macro]:
    found = {
        "__VERSION__": str(version),
        "__FILE__": "0",
        _LINE: "0",
        "GL_FRAGMENT_PRECISION_HIGH": "1",
    }
    found |= {"GL_ES": "1"} if language == "essl" else {"GL_core_profile": "1"}
    found |= dict.fromkeys(sorted(extensions), "1")
    return {name: Macro((Word(NUMERIC, text),), fixed=True) for name, text in found.items()}


class Preprocessor:
    """Goes through the words of a text once; `result` and `directives` are what comes out of it."""

    def __init__(
        self, source: Source, tokens: Tokens, rules: Rules, defines: Mapping[str, str]
    ) -> None:
        self.source = source
        self.tokens = tokens
        self.rules = rules
        self.lexicon = line_lexicon(rules)
        self.result = Tokens([], [], [], [])
        self.directives: list[Directive] = []
        self.groups: list[Group] = []
        self.active = True
        self.line_shift = 0
        self.at = 0
        self.macros: dict[str, Macro] = dict(
            _predefined_macros(rules.language, rules.version, rules.extensions)
        )
        for name, text in defines.items():
            self.macros[name] = Macro(tuple(self._words_of(text)))

    def run(self) -> None:
        """Go through all words, from directive to directive."""
        length = len(self.tokens)
        while self.at < length:
            stop = self._next_directive()
            if self.active:
                self._expand(stop)
            self.at = stop
            if stop < length:
                self._directive(stop)
                self.at = stop + 1
        if self.groups:
            raise self.source.error(
                self.groups[-1].offset, "expected an #endif for this, came the end of the text"
            )

    def _next_directive(self) -> int:
        try:
            return self.tokens.kinds.index(DIRECTIVE_LINE, self.at)
        except ValueError:
            return len(self.tokens)

    def _expand(self, stop: int) -> None:
        """Keep the words up to an index, those that are macros expanded."""
        kinds, texts, macros = self.tokens.kinds, self.tokens.texts, self.macros
        kept = self.at
        if macros.keys().isdisjoint(texts[kept:stop]):
            self.result.take(self.tokens, kept, stop)
            return
        while self.at < stop:
            if texts[self.at] in macros and kinds[self.at] != NUMERIC:
                self.result.take(self.tokens, kept, self.at)
                self._use(self.at)
                kept = self.at
            else:
                self.at += 1
        self.result.take(self.tokens, kept, stop)

    def _use(self, first: int) -> None:
        """Expand the macro used at a word; leave `at` behind it and its arguments."""
        offset = self.tokens.starts[first]
        self.at = first + 1
        following = self.tokens.texts[self.at] if self.at < len(self.tokens) else ""
        if self.macros[self.tokens.texts[first]].params is not None and following != "(":
            self.result.take(self.tokens, first, self.at)
            return
        self._set_line(offset)
        expansion = Expansion(self.macros, self.source, offset, self._more, self._words_of)
        words = expansion.expand(Word(self.tokens.kinds[first], self.tokens.texts[first]))
        end = self.tokens.ends[self.at - 1]
        for word in words:
            self.result.add(word.kind, word.text, offset, end)

    def _more(self) -> Word | None:
        if self.at >= len(self.tokens) or self.tokens.kinds[self.at] == DIRECTIVE_LINE:
            return None
        self.at += 1
        return Word(self.tokens.kinds[self.at - 1], self.tokens.texts[self.at - 1])

    def _words_of(self, text: str) -> list[Word]:
        tokens = lex(text, self.lexicon)
        return [Word(kind, word) for kind, word in zip(tokens.kinds, tokens.texts, strict=True)]

    def _set_line(self, offset: int) -> None:
        line = self.source.line_and_column(offset)[0] + self.line_shift
        self.macros[_LINE] = Macro((Word(NUMERIC, str(max(line, 0))),), fixed=True)

    def _directive(self, index: int) -> None:
        start, end = self.tokens.starts[index], self.tokens.ends[index]
        self._set_line(start)
        line = DirectiveLine(
            self.source, lex(self.source.text, self.lexicon, start + 1, end), self.rules, start, end
        )
        if not line.begins():
            raise self.source.error(
                start, "expected a directive at the beginning of its line, came '#' inside one"
            )
        if line.kinds[0] == END:
            return
        name = line.texts[0]
        line.at = 1
        if name in _CONDITIONALS:
            self._conditional(name, line)
        elif self.active:
            self._other(name, line)
        self.active = self.groups[-1].active if self.groups else True

    def _conditional(self, name: str, line: DirectiveLine) -> None:
        if name in ("if", "ifdef", "ifndef"):
            holds = self.active and self._holds(name, line)
            self.groups.append(Group(holds, holds, self.active, line.start))
            return
        if not self.groups:
            raise self.source.error(line.start, f"expected an #if before this, came #{name} alone")
        group = self.groups[-1]
        if name == "endif":
            line.expect_end()
            self.groups.pop()
            return
        if group.ended_by_else:
            raise self.source.error(line.start, f"expected an #endif after #else, came #{name}")
        if name == "else":
            line.expect_end()
            group.ended_by_else = True
        group.active = (
            group.outer and not group.taken and (name == "else" or self._holds("if", line))
        )
        group.taken = group.taken or group.active

    def _holds(self, name: str, line: DirectiveLine) -> bool:
        if name != "if":
            defined = line.identifier("the name of a macro") in self.macros
            line.expect_end()
            return defined == (name == "ifdef")
        return line.condition(self._condition_words(line)) != 0

    def _condition_words(self, line: DirectiveLine) -> list[Word]:
        words: list[Word] = []
        rest = line.words(1)
        rest.reverse()
        while rest:
            word = rest.pop()
            if word.text == "defined":
                words.append(Word(NUMERIC, str(int(line.take_defined_name(rest) in self.macros))))
                continue
            words += Expansion(
                self.macros, self.source, line.start, taking(rest), self._words_of
            ).expand(word)
        return [Word(NUMERIC, "0") if word.text.isidentifier() else word for word in words]

    def _other(self, name: str, line: DirectiveLine) -> None:
        if name == "define":
            self._define(line)
        elif name == "undef":
            macro = line.identifier("the name of a macro")
            self._not_fixed(macro, line)
            line.expect_end()
            self.macros.pop(macro, None)
        elif name == "extension":
            self._extension(line)
        elif name == "pragma":
            text = " ".join(line.rest().split())
            self.directives.append(Directive("pragma", (text,), span=Span(line.start, line.end)))
        elif name == "error":
            raise self.source.error(
                line.start, f"the shader itself says #error {line.rest().strip()}"
            )
        elif name == "line":
            self._line(line)
        elif name == "include":
            raise self.source.error(
                line.start, "expected a shader that is whole, came #include", _INCLUDE
            )
        elif name == "version" and self.at > 0:
            raise self.source.error(
                line.start, "expected #version before everything else, came one later"
            )
        elif name != "version":
            raise self.source.error(
                line.start, f"expected a directive of {self.rules.title}, came #{name}"
            )

    def _not_fixed(self, name: str, line: DirectiveLine) -> None:
        known = self.macros.get(name)
        if name == "defined" or (known is not None and known.fixed):
            raise self.source.error(
                line.start, f"expected a macro of the shader's own, came {quote(name)}"
            )

    def _define(self, line: DirectiveLine) -> None:
        name = line.macro_name()
        self._not_fixed(name, line)
        params = line.params() if line.touches_bracket() else None
        body = tuple(line.words(line.at))
        if any(word.text == "#" for word in body) or (
            body and "##" in (body[0].text, body[-1].text)
        ):
            raise self.source.error(
                line.start, "expected '##' between two words and no '#' in a macro, came another"
            )
        macro = Macro(body, params)
        if self.macros.get(name, macro) != macro:
            raise self.source.error(
                line.start, f"the macro {quote(name)} is defined already, and otherwise"
            )
        self.macros[name] = macro

    def _extension(self, line: DirectiveLine) -> None:
        name = line.macro_name()
        line.expect(":")
        behaviour = line.texts[line.at]
        if behaviour not in _BEHAVIOURS:
            raise line.failure("require, enable, warn or disable")
        line.at += 1
        line.expect_end()
        self.directives.append(
            Directive("extension", (name, behaviour), span=Span(line.start, line.end))
        )

    def _line(self, line: DirectiveLine) -> None:
        given = line.texts[line.at]
        if (
            line.kinds[line.at] != NUMERIC
            or not given.isdecimal()
            or len(given) > _LONGEST_LINE_NUMBER
        ):
            raise line.failure("the number of a line")
        self.line_shift = int(given) - self.source.line_and_column(line.end)[0] - 1
