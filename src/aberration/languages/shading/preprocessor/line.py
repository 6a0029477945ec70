"""The inside of one directive."""

from __future__ import annotations

from aberration.core.errors import MalformedShader
from aberration.languages.shading.glsl.expressions import GlslExpressions
from aberration.languages.shading.lexer import END, Tokens
from aberration.languages.shading.preprocessor.conditions import value
from aberration.languages.shading.preprocessor.macros import Word
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.source import Source
from aberration.languages.shading.tree import Expression


class DirectiveLine(GlslExpressions):
    """The inside of one directive, after its `#`."""

    def __init__(self, source: Source, tokens: Tokens, rules: Rules, start: int, end: int) -> None:
        super().__init__(source, tokens, rules)
        self.start = start
        self.end = end
        self.starts[-1] = self.ends[-1] = end

    def begins(self) -> bool:
        """Return whether nothing but blanks and comments stands before the directive on its
        line.
        """
        before = self.source.text[
            self.source.text.rfind("\n", 0, self.start) + 1 : self.start
        ].strip()
        return not before or before.endswith("*/")

    def rest(self) -> str:
        """Return the text after the directive's name."""
        return self.source.text[self.ends[0] : self.end]

    def words(self, first: int) -> list[Word]:
        """Return the words from an index on."""
        return [
            Word(kind, text)
            for kind, text in zip(self.kinds[first:-1], self.texts[first:-1], strict=True)
        ]

    def expect_end(self) -> None:
        """Make sure that nothing more comes."""
        if self.kinds[self.at] != END:
            raise self.failure("the end of the directive")

    def macro_name(self) -> str:
        """Take the name of a macro, which may be any word, and return it."""
        name = self.texts[self.at]
        if not name.isidentifier():
            raise self.failure("a name")
        self.at += 1
        return name

    def identifier(self, what: str) -> str:
        """Take a word that may be any name: to the preprocessor, keywords are names, too."""
        name = self.macro_name() if self.texts[self.at].isidentifier() else ""
        if not name:
            raise self.failure(what)
        return name

    def touches_bracket(self) -> bool:
        """Return whether a bracket follows the macro's name without a blank."""
        return self.kinds[self.at] == "(" and self.starts[self.at] == self.ends[self.at - 1]

    def params(self) -> tuple[str, ...]:
        """Take the parameters of a macro with their brackets."""
        self.at += 1
        found: list[str] = []
        while not self.accept(")"):
            if found:
                self.expect(",")
            found.append(self.macro_name())
        if len(set(found)) != len(found):
            raise self.error("expected parameters of different names, came one twice")
        return tuple(found)

    def take_defined_name(self, rest: list[Word]) -> str:
        """Take the name that `defined` asks about out of the words to come, last first."""
        bracket = bool(rest) and rest[-1].text == "("
        if bracket:
            rest.pop()
        name = rest.pop().text if rest else ""
        if not name.isidentifier() or (bracket and (not rest or rest.pop().text != ")")):
            raise self.source.error(
                self.start, "expected a name after `defined`, with both brackets or none"
            )
        return name

    def condition(self, words: list[Word]) -> int:
        """Return the value of a condition."""
        if not words:
            raise self.source.error(self.start, "expected a condition, came none")
        tokens = Tokens([], [], [], [])
        for word in words:
            tokens.add(word.kind, word.text, self.start, self.end)
        inner = DirectiveLine(self.source, tokens, self.rules, self.start, self.end)
        expression = inner.infix(0)
        inner.expect_end()
        return value(expression, self._fail)

    def _fail(self, _: Expression, message: str) -> MalformedShader:
        return self.source.error(self.start, message)
