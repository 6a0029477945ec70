"""What the text of a C program shows before any parser: a text of the same length without comments,
strings and directives; the names of its macros; and what makes a program or function unfit to be
changed.
"""

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

_WORD: Final = re.compile(rb"[A-Za-z_]\w*")

# What these do is either seen by no profile (jumps, threads, handlers), or hangs on the text or the
# stack, which a variant changes.
_UNFIT: Final = {
    "jumps between functions (setjmp, longjmp)": b"setjmp _setjmp sigsetjmp "
    b"__sigsetjmp __builtin_setjmp longjmp _longjmp siglongjmp __builtin_longjmp",
    "signal handlers": b"signal( sigaction( bsd_signal( sysv_signal(",
    "threads": b"pthread_create thrd_create",
    "processes and contexts of its own": b"fork( vfork( makecontext( swapcontext( setcontext(",
    "inline assembly": b"asm __asm __asm__",
    "a text that tells where or when it was compiled": b"__LINE__ __COUNTER__ "
    b"__DATE__ __TIME__ __TIMESTAMP__",
    "a look at the stack": b"__builtin_return_address __builtin_frame_address",
}
"""Names that make a program unfit; ordinary words only where they are called."""
_RESTRICTS: Final = frozenset((b"restrict", b"__restrict", b"__restrict__"))
_FREEZING: Final = frozenset(
    (
        b"alloca",
        b"__builtin_alloca",
        b"__builtin_alloca_with_align",
        b"_Pragma",
        b"__label__",
        *_RESTRICTS,
    )
)
_TAG: Final = re.compile(rb"(?:struct|union|enum)\s*\w*\s*[{;]")
# Continued lines and digraphs let a directive or word stand where the scan does not see it.
_ODD: Final = re.compile(rb"[\\#@`$\x80-\xff]|%:")
_DOUBLE_BRACKET: Final = re.compile(rb"\[\s*\[")
_ATTRIBUTE: Final = re.compile(rb"(?<!\w)__attribute(?:__)?\s*\(\s*\(([^;{}]*?)\)\s*\)")
_ATTRIBUTE_NAME: Final = re.compile(rb"(?<!\w)__attribute(?:__)?(?!\w)")
_ARGUMENTS: Final = re.compile(rb"\([^()]*\)")
_HARMLESS: Final = frozenset(
    b"noinline always_inline noclone noipa unused used noreturn cold hot packed aligned format "
    b"gnu_inline constructor destructor deprecated warn_unused_result visibility flatten".split()
)


class SourceText(NamedTuple):
    """`data` and `clean`, the same without comments, strings and directives (blanks in their
    places).

    `directives` are the offsets of all directives, `macros` the names that are defined, `bodies`
    the text of those definitions and conditions, `words` all words of `clean`; `csmith` is true
    for a program of csmith.
    """

    data: bytes
    clean: bytes
    directives: tuple[int, ...]
    macros: frozenset[str]
    bodies: bytes
    words: frozenset[bytes]
    csmith: bool

    def semicolon(self, offset: int) -> int:
        """Return the offset behind the semicolon that comes next, -1 if something else comes
        first.
        """
        at = self.skip(offset)
        return at + 1 if self.clean[at : at + 1] == b";" else -1

    def skip(self, offset: int) -> int:
        """Return the offset of the first character that is neither blank nor comment."""
        match = _BLANK.match(self.clean, offset)
        return match.end() if match else offset

    def begins_a_declaration(self, offset: int) -> bool:
        """Return whether nothing stands between the end of the last declaration and `offset`."""
        return self.clean[:offset].rstrip()[-1:] in (b"", b";", b"}")

    def is_frozen(self, start: int, end: int) -> bool:
        """Return whether a function with this extent holds what no edit should touch, as far as
        the text shows it.
        """
        at = bisect_left(self.directives, start)
        if at < len(self.directives) and self.directives[at] < end:
            return True
        function = self.clean[start:end]
        # A type declared inside of a function: a copy of the statements would declare it once more.
        if _TAG.search(function):
            return True
        return not _FREEZING.isdisjoint(self.words) and not _FREEZING.isdisjoint(
            _WORD.findall(function)
        )

    def has_restrict_outside(self, extents: list[tuple[int, int]]) -> bool:
        """Return whether `restrict` qualifies something outside of these functions: no function
        then can be trusted.
        """
        if not _RESTRICTS.isdisjoint(_WORD.findall(self.bodies)):
            return True
        if _RESTRICTS.isdisjoint(self.words):
            return False
        outside = bytearray(self.clean)
        for start, end in extents:
            outside[start:end] = b" " * (end - start)
        return not _RESTRICTS.isdisjoint(_WORD.findall(outside))

    def where(self, offset: int) -> str:
        """Return `line:column` of an offset, both from 1."""
        line = self.data.count(b"\n", 0, offset) + 1
        return f"{line}:{offset - (self.data.rfind(b'%c' % 10, 0, offset) + 1) + 1}"


def read(data: bytes, name: str) -> SourceText:
    """Return the text of a program; raise `BadInput` for one that cannot be treated soundly."""
    if b"\0" in data or data.startswith(b"\xef\xbb\xbf"):
        raise BadInput("expected C text, but it holds NUL bytes or a byte order mark", where=name)
    text = _clean(data)
    for where, reason in _obstacles(text):
        raise BadInput(
            f"expected a program without {reason}: changing it would not be sound",
            where=f"{name}:{text.where(where)}",
            hint="use another program, or take this part out",
        )
    return text


def _clean(data: bytes) -> SourceText:
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
        # The quotes stay, so that a string still is an operand where something looks at the text.
        if match.lastgroup == "string":
            return part[:1] + b" " * (len(part) - 2) + part[-1:]
        return _NOT_NEWLINE.sub(b" ", part)

    clean = _PARTS.sub(blank, data)
    names = (match[1].decode() for match in map(_MACRO.match, definitions) if match)
    return SourceText(
        data,
        clean,
        tuple(directives),
        frozenset(names),
        b"\n".join(definitions),
        frozenset(_WORD.findall(clean)),
        csmith,
    )


def _obstacles(text: SourceText) -> list[tuple[int, str]]:
    """Return (offset, what is wrong) of what makes the whole program unfit."""
    found: list[tuple[int, str]] = []
    # Macros may hide these words too; where they are used is not known, so the offset is 0.
    for source, here in ((text.clean, True), (text.bodies, False)):
        words = text.words if here else frozenset(_WORD.findall(source))
        found += [(at if here else 0, reason) for at, reason in _unfit_names(source, words)]
        found += [(at if here else 0, "that attribute") for at in _unsafe_attributes(source)]
    odd = _ODD.search(text.clean)
    if odd:
        found.append(
            (odd.start(), "continued lines, names beyond ASCII, and directives behind comments")
        )
    brackets = _DOUBLE_BRACKET.search(text.clean)
    if brackets:
        found.append((brackets.start(), "[[attributes]]"))
    return sorted(found)


def _unfit_names(source: bytes, words: frozenset[bytes]) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for reason, names in _UNFIT.items():
        for name in names.split():
            word = name.rstrip(b"(")
            if word not in words:
                continue
            match = re.search(
                rb"(?<!\w)" + word + (rb"\s*\(" if word != name else rb"(?!\w)"), source
            )
            if match:
                found.append((match.start(), reason))
    return found


def _unsafe_attributes(source: bytes) -> list[int]:
    """Return the offsets of attributes that are not known to be harmless (`pure` promises what
    an edit would break).
    """
    if b"__attribute" not in source:
        return []
    read: dict[int, bytes] = {match.start(): match[1] for match in _ATTRIBUTE.finditer(source)}
    found: list[int] = []
    for match in _ATTRIBUTE_NAME.finditer(source):
        listed = read.get(match.start())
        if listed is None or not _are_harmless(listed):
            found.append(match.start())
    return found


def _are_harmless(listed: bytes) -> bool:
    # `__noinline__` is another spelling of `noinline`.
    names = [name.strip().strip(b"_") for name in _ARGUMENTS.sub(b"", listed).split(b",")]
    return all(name in _HARMLESS for name in names if name)
