"""What the optimisers of gcc and clang say about a program: remarks by pass and kind, without
what they name.
"""

import gzip
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.process import execute, plain_environment
from aberration.core.program import Program
from aberration.languages.c.compilers import Compiler, csmith_include

Remarks = frozenset[str]
SECONDS: Final = 120.0

_RPASS: Final = re.compile(
    r"remark: (?P<text>.*) \[-(?P<kind>Rpass(?:-missed)?)=(?P<pass>[^\]]+)\]$", re.MULTILINE
)
_NAMES: Final = (
    re.compile(r"at callsite .*?;| at \S+:\d+\S*"),
    re.compile(r"(?<=\bin )\w+(?= function\b)"),
    re.compile(r"'[^']*'|\"[^\"]*\""),
    re.compile(r"-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b"),
    re.compile(r"\b\w*\d\w*\b|[%@]\S+"),
)
_RUN_OF_NAMES: Final = re.compile(r"#(?:[\s,#]*#)?")


class _Pass(msgspec.Struct, frozen=True):
    id: str
    name: str
    children: "list[_Pass]" = []


class _Record(msgspec.Struct, frozen=True):
    kind: str
    message: list[str | dict[str, object]]
    pass_: str = msgspec.field(default="", name="pass")
    children: "list[_Record]" = []


_Written = tuple[dict[str, object], list[_Pass], list[_Record]]


def remarks_of(compiler: Compiler, level: str, program: Program) -> Remarks:
    """Return all remarks about a program that compiles; none about one that does not."""
    with tempfile.TemporaryDirectory(prefix="aberration-") as name:
        folder = Path(name)
        (folder / "program.c").write_bytes(program.source)
        command = [
            compiler.path,
            "-w",
            level,
            *([f"-I{csmith_include()}"] if csmith_include() else []),
            "program.c",
        ]
        return READERS[compiler.family]([*command, "-S", "-o", "program.s"], folder)


def _of_clang(command: Sequence[str], folder: Path) -> Remarks:
    """Ask for what was done and what was missed; all of it, however long, is read from a file."""
    flags = ("-Rpass=.*", "-Rpass-missed=.*", "-fno-caret-diagnostics", "-fno-color-diagnostics")
    script = ["/bin/sh", "-c", 'exec "$0" "$@" 2> remarks', *command, *flags]
    execute(script, folder, SECONDS, plain_environment(folder))
    text = (folder / "remarks").read_text("utf-8", "replace")
    return frozenset(
        f"{m['pass']}|{m['kind']}|{plain_text(m['text'])}" for m in _RPASS.finditer(text)
    )


def _of_gcc(command: Sequence[str], folder: Path) -> Remarks:
    """Ask for the record of optimisations: what `-fopt-info-all` prints, with the pass that
    says it.
    """
    execute([*command, "-fsave-optimization-record"], folder, SECONDS, plain_environment(folder))
    files = sorted(folder.glob("*.opt-record.json.gz"))
    if not files:
        return frozenset()
    written = msgspec.json.decode(gzip.decompress(files[0].read_bytes()), type=_Written)
    names = dict(_names(written[1]))
    return frozenset(_lines(written[2], names))


READERS: Final[Mapping[str, Callable[[Sequence[str], Path], Remarks]]] = {
    "gcc": _of_gcc,
    "clang": _of_clang,
}


def _names(passes: Sequence[_Pass]) -> Iterator[tuple[str, str]]:
    for each in passes:
        yield each.id, each.name
        yield from _names(each.children)


def _lines(records: Sequence[_Record], names: Mapping[str, str]) -> Iterator[str]:
    for record in records:
        text = "".join(part if isinstance(part, str) else "#" for part in record.message)
        for line in filter(None, map(plain_text, text.splitlines())):
            yield f"{names.get(record.pass_, '')}|{record.kind}|{line}"
        yield from _lines(record.children, names)


def plain_text(text: str) -> str:
    """Return the text with `#` for names, numbers and places."""
    for pattern in (*_NAMES, _RUN_OF_NAMES):
        text = pattern.sub("#", text)
    return text.strip()
