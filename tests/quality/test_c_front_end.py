"""The front end against compilers: program points take statements, statements take an `if`, what a
scope holds has a value.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from helpers.sampling import one_in

from aberration.core.process import execute
from aberration.core.rng import Rng
from aberration.languages.c import csmith, front_end
from aberration.languages.c.compilers import Compiler, csmith_include, find_compilers
from aberration.languages.c.source import Place, ProgramPoint, Scope, Source

CORPUS = sorted((Path(__file__).parents[2] / "corpus" / "c").glob("*.c"))
COMPILERS = {
    compiler.name: compiler for compiler in reversed(find_compilers(os.environ.get("PATH", "")))
}
FAMILIES = {compiler.family: compiler for compiler in COMPILERS.values()}
SECONDS = 20.0
READS_AT_A_GAP = 6
SINK = b"static int aberration_sink; "


def _csmith(*numbers: int, preset: str = "default") -> list[tuple[str, int]]:
    return [(preset, number) for number in numbers]


# Programs that come to an end: some of csmith loop for ever.
QUICK = [
    *_csmith(1),
    *_csmith(4, 7, preset="small"),
    *_csmith(1, preset="wide"),
    *_csmith(5, preset="integers"),
]
LONG = [
    *_csmith(*range(10, 20)),
    *_csmith(10, 11, 12, 17, 19, preset="small"),
    *_csmith(12, preset="no-volatile"),
]
FILES = [(path.name, -1) for path in CORPUS]
PROGRAMS = [
    *(pytest.param(which, id=f"{which[0]}-{which[1]}") for which in QUICK),
    *(pytest.param(which, id=which[0]) for which in FILES[::8]),
    *(
        pytest.param(which, id=which[0], marks=pytest.mark.slow)
        for which in FILES
        if which not in FILES[::8]
    ),
    *(pytest.param(which, id=f"{which[0]}-{which[1]}", marks=pytest.mark.slow) for which in LONG),
]


def _program(which: tuple[str, int]) -> bytes:
    name, number = which
    if number >= 0:
        return csmith.generate(number, name)
    return next(path for path in CORPUS if path.name == name).read_bytes()


def _compile(text: bytes, folder: Path, compiler: Compiler, *flags: str) -> str:
    """Compile; return what the compiler says if it fails."""
    (folder / "program.c").write_bytes(text)
    include = csmith_include()
    command = [
        compiler.path,
        "-w",
        *flags,
        *(["-I", include] if include else []),
        "program.c",
        "-o",
        "program",
        "-lm",
    ]
    finished = execute(command, folder, 60.0, dict(os.environ))
    return (
        ""
        if finished.status == 0
        else finished.stderr.decode(errors="replace")[:800] or "it failed"
    )


def _run(folder: Path) -> tuple[int, bytes, bytes]:
    finished = execute([str(folder / "program")], folder, SECONDS, dict(os.environ))
    assert not finished.timed_out
    return finished.status, finished.stdout, finished.stderr


def _sampled(places: tuple[Place, ...], rng: Rng) -> list[Place]:
    """Return some of the nearest places, and some of all."""
    near = [place for place in places if place.storage in ("local", "parameter")]
    half = READS_AT_A_GAP // 2
    chosen = [rng.choose(some) for some in (near, places) for _ in range(half) if some]
    return list(dict.fromkeys(chosen))


def _reads(program_point: ProgramPoint, scope: Scope, rng: Rng) -> str:
    """Return statements that branch on what the scope says to have a value."""
    names = [place.text for place in _sampled(scope.places, rng)]
    names += [pointer.text for pointer in scope.pointers if not pointer.may_dangle][:2]
    return "".join(f"if ({name}) aberration_sink++; " for name in names) or ";"


def _uses(source: Source, program_point: ProgramPoint, scope: Scope, rng: Rng) -> str:
    """Return a statement that is never run, and that uses everything that never-run code may
    use.
    """
    parts: list[str] = []
    for place in [*_sampled(scope.places, rng), *_sampled(scope.never_run, rng)]:
        parts.append(
            f"{{ {place.declared} aberration_copy = {place.text}; (void)aberration_copy; }}"
        )
        parts += [f"{place.text} = 1;"] if place.writable else []
        parts += [f"(void)&{place.text};"] if place.addressable else []
    for array in scope.arrays[:3]:
        parts.append(f"{array.text}[{array.length} - 1] = 0;")
    for pointer in scope.pointers[:3]:
        parts.append(
            f"{{ {pointer.declared} aberration_copy = {pointer.text}; (void)aberration_copy; }}"
        )
        same = [addressed for addressed in scope.addressed if addressed.type == pointer.pointee]
        parts += [
            f"if ({pointer.text} == &{addressed.text}) aberration_sink++;" for addressed in same[:2]
        ]
        parts += [f"{pointer.text} = 0;"] if pointer.writable else []
    for callee in source.functions[program_point.function].callees[:3]:
        parts.append(f"{callee.name}({', '.join('1' for _ in callee.parameters)});")
    return f"if (aberration_sink < 0) {{ {' '.join(parts)} }} "


def _spliced(data: bytes, insertions: list[tuple[int, bytes]]) -> bytes:
    pieces, last = [], 0
    for offset, text in sorted(insertions, key=lambda insertion: insertion[0]):
        pieces += [data[last:offset], text]
        last = offset
    return b"".join([*pieces, data[last:]])


@pytest.mark.parametrize("which", PROGRAMS)
def test_program_points_take_statements_and_statements_an_if(
    which: tuple[str, int], tmp_path: Path
) -> None:
    data = _program(which)
    source = front_end.parse(data)
    texts = [
        (program_point.offset, b"; if (1) " if program_point.statement.wrappable else b"; ")
        for program_point in source.program_points
    ]
    assert _compile(data, tmp_path, FAMILIES["gcc"]) == ""
    expected = _run(tmp_path)
    for program_point in source.program_points:
        assert not program_point.statement.wrappable or data[
            program_point.statement.end - 1 : program_point.statement.end
        ] in (
            b";",
            b"}",
        )
    assert _compile(_spliced(data, texts), tmp_path, FAMILIES["gcc"]) == ""
    assert _run(tmp_path) == expected
    braces = [
        (program_point.offset, b"{ ")
        for program_point in source.program_points
        if program_point.statement.wrappable
    ]
    ends = [
        (program_point.statement.end, b" }")
        for program_point in source.program_points
        if program_point.statement.wrappable
    ]
    assert _compile(_spliced(data, [*ends, *braces]), tmp_path, FAMILIES["clang"]) == ""
    assert _run(tmp_path) == expected


@pytest.mark.parametrize("which", one_in(3, PROGRAMS))
def test_what_a_scope_holds_has_a_value(which: tuple[str, int], tmp_path: Path) -> None:
    data = _program(which)
    source, rng = front_end.parse(data), Rng.of(1, *which)
    texts = [
        (
            program_point.offset,
            _reads(program_point, source.scopes[program_point.ordinal], rng).encode(),
        )
        for program_point in source.program_points
    ]
    sanitized = ("-O1", "-fsanitize=memory", "-fno-sanitize-recover=all")
    assert _compile(SINK + data, tmp_path, FAMILIES["clang"], *sanitized) == ""
    expected = _run(tmp_path)
    assert b"MemorySanitizer" not in expected[2]
    assert _compile(SINK + _spliced(data, texts), tmp_path, FAMILIES["clang"], *sanitized) == ""
    assert _run(tmp_path) == expected


@pytest.mark.parametrize("which", PROGRAMS)
def test_never_run_code_may_use_what_a_scope_holds(which: tuple[str, int], tmp_path: Path) -> None:
    data = _program(which)
    source, rng = front_end.parse(data), Rng.of(2, *which)
    texts = [
        (
            program_point.offset,
            _uses(source, program_point, source.scopes[program_point.ordinal], rng).encode(),
        )
        for program_point in source.program_points
    ]
    strict = ("-Werror=incompatible-pointer-types", "-Werror=int-conversion", "-fsyntax-only")
    for family in ("gcc", "clang"):
        flags = strict if family == "gcc" else ("-fsyntax-only",)
        assert _compile(SINK + _spliced(data, texts), tmp_path, FAMILIES[family], *flags) == ""
