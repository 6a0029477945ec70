"""The recorder in C against the same bookkeeping in Python, for random states, under every
compiler at hand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from aberration.core.rng import Rng
from aberration.languages.c import recorder
from aberration.languages.c.compilers import find_compilers
from aberration.languages.c.integers import LONG, ULONG, IntType
from aberration.languages.c.probes import Probe, Profiler, call_text
from aberration.languages.c.profile_sample import STATES, VALUES, ProfileSample, relate

COMPILERS = find_compilers(os.environ["PATH"])
CORNERS = (0, 1, -1, 2**63 - 1, -(2**63), 2**31, -(2**31))


@pytest.fixture(scope="module", params=COMPILERS, ids=[compiler.name for compiler in COMPILERS])
def profiler(request: pytest.FixtureRequest) -> Iterator[Profiler]:
    compiler = next(each for each in COMPILERS if each == request.param)
    with closing(Profiler(compiler)) as opened:
        yield opened


def test_tables_hold_what_a_model_computes(profiler: Profiler) -> None:
    rng = Rng.of(11, "recorder")
    cases = [
        _case(rng, spread, rows) for spread in (1, 2, 5, 40) for rows in (1, 16, 17, 32, 33, 90)
    ]
    probes = [Probe(str(at), _names(len(types)), types) for at, (types, _) in enumerate(cases)]
    body = "\n".join(
        _loop(at, probe, rows)
        for at, (probe, (_, rows)) in enumerate(zip(probes, cases, strict=True))
    )
    text = (
        f"long long v[{recorder.EXPRESSIONS}];\nint main(void)\n{{\nint i;\n{body}\nreturn 0;\n}}\n"
    )
    observed = profiler.observe(text.encode(), probes)
    for probe, (types, rows) in zip(probes, cases, strict=True):
        assert observed.seen[probe.key] == _model(types, rows), probe.key


def test_an_untouched_table_tells_of_no_visits() -> None:
    shape = [(), (True, False)]
    nothing, never = recorder.read_table(recorder.empty_table(shape), shape)
    assert nothing == ProfileSample(0, (), (), ())
    assert never == ProfileSample(0, (), ((), ()), ((0, -1), (0, -1)))


def _case(rng: Rng, spread: int, count: int) -> tuple[tuple[IntType, ...], list[tuple[int, ...]]]:
    """Draw types and words: few distinct rows for a small spread, corners of the type among
    them.
    """
    width = 1 + rng.below(14)
    types = tuple(ULONG if rng.below(2) else LONG for _ in range(width))
    pool = [*CORNERS, *(rng.below(1000) - 500 for _ in range(40))][:spread] if spread < 40 else None
    return types, [tuple(_word(rng, pool) for _ in range(width)) for _ in range(count)]


def _word(rng: Rng, pool: Sequence[int] | None) -> int:
    if pool is not None:
        return pool[rng.below(len(pool))]
    return ((rng.bits() << 32) | rng.bits()) - (1 << 63)


def _names(width: int) -> tuple[str, ...]:
    return tuple(f"v[{at}]" for at in range(width))


def _loop(number: int, probe: Probe, rows: list[tuple[int, ...]]) -> str:
    cells = ", ".join(
        "{" + ", ".join(f"(long long){word % (1 << 64)}ULL" for word in row) + "}" for row in rows
    )
    width = len(probe.expressions)
    return (
        f"{{ static const long long rows[{len(rows)}][{width}] = {{{cells}}};\n"
        f"for (i = 0; i < {len(rows)}; i++) {{ int j; for (j = 0; j < {width}; j++) v[j] = "
        f"rows[i][j];\n"
        f"{call_text(number, probe)} }} }}"
    )


def _model(types: tuple[IntType, ...], rows: list[tuple[int, ...]]) -> ProfileSample:
    wide = [not each.signed for each in types]
    states = {
        tuple(word % (1 << 64) if flag else word for word, flag in zip(row, wide, strict=True))
        for row in rows
    }
    columns = list(zip(*states, strict=True))
    return ProfileSample(
        count=len(rows),
        states=tuple(sorted(states)) if len(states) <= STATES else None,
        values=tuple(
            tuple(sorted(set(each))) if len(set(each)) <= VALUES else None for each in columns
        ),
        ranges=tuple((min(each), max(each)) for each in columns),
        relations=() if len(states) <= STATES else relate(states, len(types)),
    )
