"""Programs and differences as coloured HTML, by classes of the style sheet."""

import re
from typing import Final

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from aberration.web.visible import visible

MOST: Final = 64 << 10
"""Characters that are coloured; a longer text is shown plain, and cut."""
_LEXERS: Final = {"glsl": "glsl", "essl": "glsl", "wgsl": "wgsl", "c": "c", "diff": "diff"}
_SPIRV: Final = re.compile(
    r"(?P<c1>;[^\n]*)|(?P<nv>%[A-Za-z0-9_]+)|(?P<kt>OpType\w+)|(?P<k>\bOp[A-Z]\w*)"
    r'|(?P<s>"(?:[^"\\\n]|\\.)*")|(?P<m>(?<![\w.])-?\d[\w.+]*)'
)
"""The assembly of `spirv-dis`, which Pygments does not know; groups have its names of classes."""


def coloured(text: str, language: str) -> Markup:
    """Return the text of a program (or a `diff`) as spans; what is hidden in it is shown."""
    shown = visible(text, MOST)
    if len(text) > MOST:
        return escape(shown)
    if language == "spirv":
        return _assembly(shown)
    if language not in _LEXERS:
        return escape(shown)
    lexer = get_lexer_by_name(_LEXERS[language], stripnl=False)
    # Pygments escapes what it is given.
    return Markup(highlight(shown, lexer, HtmlFormatter(nowrap=True, classprefix="p-")))


def _assembly(text: str) -> Markup:
    parts, end = [], 0
    for found in _SPIRV.finditer(text):
        style = Markup('<span class="p-{}">{}</span>').format(found.lastgroup, found.group())
        parts += [escape(text[end : found.start()]), style]
        end = found.end()
    return Markup("").join([*parts, escape(text[end:])])
