"""The recorder: a small C unit that probes call, and the table in which it leaves what they saw.

The table is a file of 64-bit words that we lay out before the program runs, and that the recorder
maps: so the text of the program says nothing of its shape, nothing has to be done at exit, and no
way of ending loses it.

    word 0       how many probes, -1 once they were passed too often; then the word at which the
                 record of each begins
    record       expressions n, count, states (33: too many), n columns, 32 states of n words,
                 relations
    column       whether it is unsigned of 64 bits, how many values (17: too many), least,
                 greatest, 16 values
    relations    a mask for each pair i < j of the first 12 expressions
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from aberration.languages.c.profile_sample import RELATED, STATES, VALUES, ProfileSample, Relation

TABLE: Final = "aberration.seen"
"""The name of the table in the folder in which the program runs."""
PASSES: Final = 5_000_000
"""How often a program may pass its probes, all together: it is ended by what it does, not by how
fast it does it.

Of 45 programs of csmith 33 pass them 15,437 times at most, and 12 go on for minutes.
"""
EXPRESSIONS: Final = 256
"""How many expressions one probe may have."""
DECLARATIONS: Final = "extern long long aberration_values[]; void aberration_seen(int);"

_WORD: Final = 8
_HEAD: Final = 3
_COLUMN: Final = 4 + VALUES
_WRAP: Final = 1 << 64

TEXT: Final = f"""\
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {{ HEAD = {_HEAD}, COLUMN = {_COLUMN}, STATES = {STATES} }};
enum {{ VALUES = {VALUES}, RELATED = {RELATED} }};
enum {{ PASSES = {PASSES} }};

long long aberration_values[{EXPRESSIONS}];
static long long *table;
static int passes;

static void open_table(void)
{{
    struct stat status;
    int error = errno;
    int file = open("{TABLE}", O_RDWR);
    if (file < 0 || fstat(file, &status) != 0)
        abort();
    table = mmap(0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (table == MAP_FAILED)
        abort();
    close(file);
    errno = error;
}}

/* As mathematical values: 1 is less, 2 equal, 4 greater. */
static int compare(long long a, long long a_unsigned, long long b, long long b_unsigned)
{{
    int a_huge = a_unsigned && a < 0;
    int b_huge = b_unsigned && b < 0;
    if (a_huge != b_huge)
        return a_huge ? 4 : 1;
    return a < b ? 1 : a == b ? 2 : 4;
}}

static int same(const long long *state, long long n)
{{
    long long i;
    for (i = 0; i < n; i++)
        if (state[i] != aberration_values[i])
            return 0;
    return 1;
}}

static void add_value(long long *column, long long value)
{{
    long long i, known = column[1];
    if (known == 0)
        column[2] = column[3] = value;
    if (compare(value, column[0], column[2], column[0]) == 1)
        column[2] = value;
    if (compare(value, column[0], column[3], column[0]) == 4)
        column[3] = value;
    if (known > VALUES)
        return;
    for (i = 0; i < known; i++)
        if (column[4 + i] == value)
            return;
    if (known < VALUES)
        column[4 + known] = value;
    column[1] = known + 1;
}}

static void relate(long long *masks, const long long *columns, const long long *state, long long n)
{{
    long long i, j, related = n < RELATED ? n : RELATED;
    for (i = 0; i < related; i++)
        for (j = i + 1; j < related; j++)
            *masks++ |= compare(state[i], columns[i * COLUMN], state[j], columns[j * COLUMN]);
}}

static void add_state(long long *record, long long n)
{{
    long long i, s, known = record[2];
    long long *columns = record + HEAD;
    long long *states = columns + n * COLUMN;
    long long *masks = states + n * STATES;
    for (s = 0; s < known && s < STATES; s++)
        if (same(states + s * n, n))
            return;
    for (i = 0; i < n; i++)
        add_value(columns + i * COLUMN, aberration_values[i]);
    if (known < STATES)
        for (i = 0; i < n; i++)
            states[known * n + i] = aberration_values[i];
    if (known == STATES)
        for (s = 0; s < STATES; s++)
            relate(masks, columns, states + s * n, n);
    if (known >= STATES)
        relate(masks, columns, aberration_values, n);
    if (known <= STATES)
        record[2] = known + 1;
}}

void aberration_seen(int probe)
{{
    long long *record;
    if (!table)
        open_table();
    if (++passes > PASSES) {{
        table[0] = -1;
        _exit(0);
    }}
    if (probe < 0 || probe >= table[0])
        abort();
    record = table + table[1 + probe];
    record[1]++;
    add_state(record, record[0]);
}}
"""


def empty_table(shape: Sequence[Sequence[bool]]) -> bytes:
    """Return the table for these probes: for each, whether each of its expressions is unsigned
    of 64 bits.
    """
    words = array("q", [len(shape), *_starts(shape)])
    for flags in shape:
        record = array("q", bytes(_WORD * _record_size(len(flags))))
        record[0] = len(flags)
        for index, flag in enumerate(flags):
            record[_HEAD + index * _COLUMN] = flag
        words.extend(record)
    return words.tobytes()


def passed_too_often(data: bytes) -> bool:
    """True where a program was ended because it passed its probes more than `PASSES` times."""
    return memoryview(data).cast("q")[0] < 0


def read_table(data: bytes, shape: Sequence[Sequence[bool]]) -> list[ProfileSample]:
    """Return what each probe saw, from the table that the program left."""
    words = memoryview(data).cast("q")
    return [
        _read_record(words[start:], flags)
        for start, flags in zip(_starts(shape), shape, strict=True)
    ]


def _record_size(n: int) -> int:
    related = min(n, RELATED)
    return _HEAD + n * (_COLUMN + STATES) + related * (related - 1) // 2


def _starts(shape: Sequence[Sequence[bool]]) -> list[int]:
    starts, at = [], 1 + len(shape)
    for flags in shape:
        starts.append(at)
        at += _record_size(len(flags))
    return starts


def _read_record(words: memoryview[int], flags: Sequence[bool]) -> ProfileSample:
    n, count, known = words[0], words[1], words[2]
    columns = [words[at : at + _COLUMN] for at in range(_HEAD, _HEAD + n * _COLUMN, _COLUMN)]
    relations: tuple[Relation, ...] = ()
    if known > STATES:
        masks = words[_HEAD + n * (_COLUMN + STATES) :]
        pairs = combinations(range(min(n, RELATED)), 2)
        relations = tuple((i, j, masks[at]) for at, (i, j) in enumerate(pairs))
    return ProfileSample(
        count=count,
        states=None if known > STATES else _states(words[_HEAD + n * _COLUMN :], known, flags),
        values=tuple(_values(column, flag) for column, flag in zip(columns, flags, strict=True)),
        ranges=tuple(
            (_number(column[2], flag), _number(column[3], flag)) if column[1] else (0, -1)
            for column, flag in zip(columns, flags, strict=True)
        ),
        relations=relations,
    )


def _states(
    words: memoryview[int], known: int, flags: Sequence[bool]
) -> tuple[tuple[int, ...], ...]:
    n = len(flags)
    rows = (words[at * n : at * n + n] for at in range(known))
    return tuple(
        sorted(
            tuple(_number(word, flag) for word, flag in zip(row, flags, strict=True))
            for row in rows
        )
    )


def _values(column: memoryview[int], flag: bool) -> tuple[int, ...] | None:
    known = column[1]
    return (
        None
        if known > VALUES
        else tuple(sorted(_number(word, flag) for word in column[4 : 4 + known]))
    )


def _number(word: int, flag: bool) -> int:
    # The words of the table are signed: an unsigned value of 64 bits wraps around in them.
    return word % _WRAP if flag else word
