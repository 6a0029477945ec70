"""What the text of a C program tells before any parser: a text of the same length without comments, strings and
directives; the names of its macros; and what makes a program or function unfit to be changed."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from aberration.core.errors import BadInput

_PARTS: Final = re.compile(
    rb"""(?P<directive>^[ \t]*\#
        (?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/|//(?:\\\r?.|[^\n\\])*|\\\r?.|[^\n\\])*)
    |(?P<comment>/\*.*?\*/|//(?:\\\r?.|[^\n\\])*)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_NOT_NEWLINE: Final = re.compile(rb"[^\n]")
_MACRO: Final = re.compile(rb"\s*#\s*define\s+(\w+)")
_INCLUDE: Final = re.compile(rb"\s*#\s*(?:include|pragma|error|warning)\b")
_CSMITH: Final = re.compile(rb'\s*#\s*include\s*["<]csmith\.h[">]')
_BLANK: Final = re.compile(rb"\s*")

_UNFIT: Final = {
    "jumps between functions (setjmp, longjmp)": rb"_*(?:__builtin_)?(?:sig)?(?:setjmp|longjmp)",
    "signal handlers": rb"signal|sigaction|sigvec|bsd_signal|sysv_signal",
    "threads": rb"pthread_create|thrd_create",
    "processes and contexts of its own": rb"v?fork|makecontext|swapcontext|setcontext",
    "inline assembly": rb"asm|__asm|__asm__",
    "a text that tells where or when it was compiled": rb"__LINE__|__COUNTER__|__DATE__|__TIME__|__TIMESTAMP__",
    "a look at the stack": rb"__builtin_(?:return|frame)_address",
}
_UNFIT_NAME: Final = re.compile(
    rb"(?<!\w)(?:" + b"|".join(b"(" + names + b")" for names in _UNFIT.values()) + rb")(?!\w)"
)
_CALLED: Final = frozenset((1, 2, 3))
"""Groups of `_UNFIT` whose names are ordinary words: they count where an opening parenthesis follows."""
_ATTRIBUTE: Final = re.compile(rb"(?<!\w)__attribute(?:__)?\s*\(\s*\(([^;{}]*?)\)\s*\)")
_ATTRIBUTE_NAME: Final = re.compile(rb"(?<!\w)__attribute(?:__)?(?!\w)")
_ARGUMENTS: Final = re.compile(rb"\([^()]*\)")
_HARMLESS: Final = frozenset(
    b"noinline always_inline noclone noipa unused used noreturn cold hot packed aligned format gnu_inline constructor "
    b"destructor deprecated warn_unused_result visibility flatten".split()
)
_FROZEN: Final = re.compile(
    rb"(?<!\w)(?:restrict|__restrict|__restrict__|alloca|__builtin_alloca\w*|_Pragma|__label__)(?!\w)"
    rb"|\(\s*\{|(?<!\w)(?:struct|union|enum)\s*\w*\s*\{|(?<!\w)(?:struct|union)\s+\w+\s*;"
)
_RESTRICT: Final = re.compile(rb"(?<!\w)(?:restrict|__restrict|__restrict__)(?!\w)")
_DOUBLE_BRACKET: Final = re.compile(rb"\[\s*\[")


class Text(NamedTuple):
    """`data` and `clean`, the same without comments, strings and directives (blanks in their places).

    `directives` are the offsets of all directives, `macros` the names that are defined, `bodies` the text of those
    definitions and conditions; `csmith` tells a program of csmith.
    """

    data: bytes
    clean: bytes
    directives: tuple[int, ...]
    macros: frozenset[str]
    bodies: bytes
    csmith: bool

    def semicolon(self, offset: int) -> int:
        """Return the offset behind the semicolon that comes next, -1 if something else comes first."""
        at = self.skip(offset)
        return at + 1 if self.clean[at : at + 1] == b";" else -1

    def skip(self, offset: int) -> int:
        """Return the offset of the first character that is neither blank nor comment."""
        match = _BLANK.match(self.clean, offset)
        return match.end() if match else offset

    def begins_a_declaration(self, offset: int) -> bool:
        """Tell whether nothing stands between the end of the last declaration and `offset`."""
        return self.clean[:offset].rstrip()[-1:] in (b"", b";", b"}")

    def is_frozen(self, start: int, end: int) -> bool:
        """Tell whether a function with this extent holds what no edit should touch, as far as the text shows it."""
        at = bisect_left(self.directives, start)
        if at < len(self.directives) and self.directives[at] < end:
            return True
        return _FROZEN.search(self.clean, start, end) is not None

    def has_restrict_outside(self, extents: list[tuple[int, int]]) -> bool:
        """Tell whether `restrict` qualifies something outside of these functions: no function then can be trusted."""
        inside = sorted(extents)
        for match in _RESTRICT.finditer(self.clean):
            at = bisect_left(inside, (match.start() + 1,)) - 1
            if at < 0 or inside[at][1] <= match.start():
                return True
        return _RESTRICT.search(self.bodies) is not None

    def where(self, offset: int) -> str:
        """Return `line:column` of an offset, both from 1."""
        line = self.data.count(b"\n", 0, offset) + 1
        return f"{line}:{offset - (self.data.rfind(b'%c' % 10, 0, offset) + 1) + 1}"


def read(data: bytes, name: str) -> Text:
    """Return the text of a program; raise `BadInput` for one that cannot be treated soundly."""
    if b"\0" in data or data.startswith(b"\xef\xbb\xbf"):
        raise BadInput("expected C text, but it holds NUL bytes or a byte order mark", where=name)
    text = _clean(data)
    for where, reason in _doubts(text):
        raise BadInput(
            f"expected a program without {reason}: changing it would not be sound",
            where=f"{name}:{text.where(where)}",
            hint="use another program, or take this part out",
        )
    return text


def _clean(data: bytes) -> Text:
    directives: list[int] = []
    definitions: list[bytes] = []
    csmith = False

    def blank(match: re.Match[bytes]) -> bytes:
        nonlocal csmith
        part = match[0]
        if match.lastgroup == "directive":
            directives.append(match.start())
            csmith = csmith or _CSMITH.match(part) is not None
            if not _INCLUDE.match(part):
                definitions.append(part)
        if match.lastgroup == "string":
            return part[:1] + b" " * (len(part) - 2) + part[-1:]
        return _NOT_NEWLINE.sub(b" ", part)

    clean = _PARTS.sub(blank, data)
    names = (match[1].decode() for match in map(_MACRO.match, definitions) if match)
    return Text(data, clean, tuple(directives), frozenset(names), b"\n".join(definitions), csmith)


def _doubts(text: Text) -> list[tuple[int, str]]:
    """Return (offset, what is wrong) of what makes the whole program unfit."""
    doubts: list[tuple[int, str]] = []
    for source in (text.clean, text.bodies):
        here = source is text.clean
        doubts += [(match.start() if here else 0, reason) for match, reason in _unfit_names(source)]
        doubts += [(at if here else 0, "that attribute") for at in _doubtful_attributes(source)]
    odd = re.search(rb"[\\#@`]", text.clean)
    if odd:
        doubts.append((odd.start(), "continued lines, universal names, and directives behind comments"))
    brackets = _DOUBLE_BRACKET.search(text.clean)
    if brackets:
        doubts.append((brackets.start(), "[[attributes]]"))
    return sorted(doubts)


def _unfit_names(source: bytes) -> list[tuple[re.Match[bytes], str]]:
    reasons = list(_UNFIT)
    found: list[tuple[re.Match[bytes], str]] = []
    for match in _UNFIT_NAME.finditer(source):
        group = (match.lastindex or 1) - 1
        called = source[match.end() :].lstrip()[:1] == b"(" if group in _CALLED else True
        if called:
            found.append((match, reasons[group]))
    return found


def _doubtful_attributes(source: bytes) -> list[int]:
    """Return the offsets of attributes that are not known to be harmless (`pure` promises what an edit would break)."""
    read: dict[int, bytes] = {match.start(): match[1] for match in _ATTRIBUTE.finditer(source)}
    found: list[int] = []
    for match in _ATTRIBUTE_NAME.finditer(source):
        listed = read.get(match.start())
        if listed is None or not _are_harmless(listed):
            found.append(match.start())
    return found


def _are_harmless(listed: bytes) -> bool:
    names = [name.strip().strip(b"_") for name in _ARGUMENTS.sub(b"", listed).split(b",")]
    return all(name in _HARMLESS for name in names if name)
