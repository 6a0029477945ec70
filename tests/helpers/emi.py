"""What tests of the method "emi" need: small programs, their real profile, mutations drawn for
them, and what runs.
"""

from __future__ import annotations

import os
import random
import signal
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from aberration.core.inputs import Inputs
from aberration.core.process import execute, plain_environment
from aberration.core.rng import Rng
from aberration.languages.c import front_end
from aberration.languages.c.compilers import Compiler, csmith_include, find_compilers
from aberration.languages.c.expressions import Expression, Literal
from aberration.languages.c.integers import INT
from aberration.languages.c.probes import Profilers, Run
from aberration.languages.c.source import Source
from aberration.methods.emi.draft import Draft
from aberration.methods.emi.knowledge import Knowledge
from aberration.methods.emi.mutation import Mutation, Site
from aberration.methods.emi.profile import Profile, profile
from aberration.methods.emi.registry import from_steps
from aberration.methods.emi.sites import names_at
from aberration.methods.emi.steps import to_step

TINY: Final = """#include <stdio.h>
static int g = 3;
static int other = 5;
static int *p = &g;
int main(void) {
    g += 1;
    printf("%d %d\\n", g, other);
    if (g > 9) {
        g = 0;
    }
    return *p;
}
"""
"""Its program points: 0 `g += 1;` 1 `printf` 2 `if` 3 `g = 0;` (never comes about) 4 `return`."""

BUSY: Final = """#include <stdio.h>
struct pair { int a : 5; unsigned b; };
static int g = 3;
static unsigned char h = 250;
static long total = 0;
static long long wide = 7;
static int *p = &g;
static struct pair s = {-3, 9};
static int t[4] = {1, 2, 3, 4};

static int twice(int x) {
    int y = x + x;
    if (y > 1000) {
        total = 0;
        y = 0;
        h = 1;
    }
    return y;
}

static void step(int k) {
    total += twice(k) + t[k % 4];
    h = (unsigned char)(h + 1);
    switch (k) {
    case 99:
        g = 99;
    default:
        wide ^= k;
    }
}

int main(void) {
    int i = 0;
    for (i = 0; i < 90; i++) {
        int k = i * 3;
        step(k);
        if (k == 6) {
            g = g + 0;
            continue;
        }
        if (i > 88) {
            break;
        }
        wide ^= k;
    }
    while (s.b > 100) {
        s.b = 0;
        break;
    }
    *p = *p + s.a;
    printf("%ld %d %lld %d %u\\n", total, h, wide, g, s.b);
    return 4;
}
"""
"""A program with everything: loops, dead code, a pointer, a bit-field, many values at one place."""

ABORTED: Final = -int(signal.SIGABRT)
TRUE: Final = Literal(1, INT)
FALSE: Final = Literal(0, INT)


@cache
def newest(family: str) -> Compiler:
    """Return the newest compiler of a family, which is there."""
    found = [
        compiler for compiler in find_compilers(os.environ["PATH"]) if compiler.family == family
    ]
    assert found, f"these tests need {family}"
    return found[-1]


@cache
def profilers() -> Profilers:
    """Return the profilers of this machine, open for the whole test run."""
    return Profilers.find(os.environ["PATH"])


@cache
def source_of(text: str) -> Source:
    """Return a parsed program."""
    return front_end.parse(text.encode())


@cache
def profiled(text: str, number: int = 0) -> Profile:
    """Return what is seen at all program points of a program; `number` seeds the choice of what is
    looked at.
    """
    source = source_of(text)
    return profile(
        Draft(source),
        program_points_of(source),
        Rng.of(number, "profile"),
        profilers(),
        Inputs(),
        1,
    )


def program_points_of(source: Source) -> list[str]:
    """Return the keys of all program points."""
    return [str(program_point.ordinal) for program_point in source.program_points]


def site_of(text: str, key: str, number: int = 0) -> Site:
    """Return the site at a program point of an unchanged program."""
    draft = Draft(source_of(text))
    point = draft.point(key)
    assert point is not None
    environment = profiled(text).environments.get(key)
    names = names_at(draft, point, Rng.of(number, "names"))
    return Site(number, point, environment, names, draft.source, (draft.source,))


def drawn(kind: type[Mutation], text: str, count: int, start: int = 0) -> list[Mutation]:
    """Return mutations of one kind that go together, numbered from 0, drawn at program points all
    over the program.
    """
    seen = profiled(text)
    keys = list(seen.environments) if kind.live else list(seen.dead)
    made: list[Mutation] = []
    draft = Draft(source_of(text))
    for attempt in range(start, start + 200):
        rng = Rng.of(attempt, kind.__name__)
        mutation = kind.draw(site_of(text, rng.choose(keys), len(made)), rng)
        if mutation is not None and mutation.is_applicable(draft):
            mutation.apply(draft)
            made.append(mutation)
        if len(made) == count:
            return made
    raise AssertionError(f"only {len(made)} of {count} {kind.__name__} could be drawn")


def drafted(text: str, mutations: Sequence[Mutation], checking: bool = False) -> Draft:
    """Return the draft with these mutations, of which those that do not apply are left out, as
    replay does it.
    """
    draft = Draft(source_of(text), checking)
    for mutation in mutations:
        if mutation.is_applicable(draft):
            mutation.apply(draft)
    return draft


def variant(text: str, mutations: Sequence[Mutation], checking: bool = False) -> str:
    """Return the text of a program with these mutations."""
    return drafted(text, mutations, checking).render().decode()


def is_applicable(text: str, mutation: Mutation) -> bool:
    """Say whether a mutation applies to the unchanged program."""
    return mutation.is_applicable(Draft(source_of(text)))


def outcome(text: str | bytes, family: str = "gcc", flags: Sequence[str] = ("-O0", "-w")) -> Run:
    """Return what a program prints and how it ends: a negative status is that of a signal. It
    must compile and end.
    """
    data = text.encode() if isinstance(text, str) else text
    with tempfile.TemporaryDirectory(prefix="aberration-") as name:
        folder = Path(name)
        (folder / "program.c").write_bytes(data)
        environment = plain_environment(folder)
        include = csmith_include()
        command = [newest(family).path, *flags, *([f"-I{include}"] if include else []), "program.c"]
        compiled = execute([*command, "-o", "program", "-lm"], folder, 60.0, environment)
        assert compiled.status == 0, f"{compiled.log}\n{data.decode()}"
        ran = execute([str(folder / "program")], folder, 20.0, environment)
    assert not ran.timed_out, data.decode()
    return Run(ran.stdout, ran.status)


@cache
def reference(text: str) -> Run:
    """Return the outcome of an unchanged program."""
    return outcome(text)


def aborts(text: str, mutation: Mutation) -> bool:
    """Say whether the checking form of the program with one mutation aborts; it must print
    nothing wrong otherwise.
    """
    ran = outcome(variant(text, [mutation], checking=True))
    assert ran.status == ABORTED or ran == reference(text)
    return ran.status == ABORTED


def assert_sound(text: str, mutations: Sequence[Mutation]) -> None:
    """Assert that all apply, and that the program prints what it printed, in its checking form
    too.
    """
    assert len(applied(text, mutations)) == len(mutations)
    for checking in (False, True):
        made = variant(text, mutations, checking)
        assert outcome(made) == reference(text), made


def applied(text: str, mutations: Sequence[Mutation]) -> list[Mutation]:
    """Return those that apply, one after the other."""
    draft = Draft(source_of(text))
    kept = []
    for mutation in mutations:
        if mutation.is_applicable(draft):
            mutation.apply(draft)
            kept.append(mutation)
    return kept


def through_json(mutation: Mutation) -> Mutation:
    """Return what comes back when a mutation is written to a recipe and read again."""
    return from_steps([msgspec.json.decode(msgspec.json.encode(to_step(mutation)))])[0]


def assert_smaller_ones_are_sound(
    text: str, mutations: Sequence[Mutation], rounds: int = 8
) -> None:
    """Assert it for the proposals of each, several of them in one program at a time."""
    proposals = [list(mutation.smaller()) for mutation in mutations]
    longest = max(map(len, proposals))
    assert longest, "none has a smaller version"
    step = max(1, longest // rounds)
    for at in range(0, longest, step):
        assert_sound(
            text,
            [mine[at] if at < len(mine) else whole for mine, whole in zip_of(proposals, mutations)],
        )


def zip_of(
    proposals: Sequence[list[Mutation]], mutations: Sequence[Mutation]
) -> Iterator[tuple[list[Mutation], Mutation]]:
    """Yield the proposals for each mutation with it."""
    yield from zip(proposals, mutations, strict=True)


def assert_shrinking_ends(text: str, mutation: Mutation, most: int = 400) -> None:
    """Assert that always taking the last proposal comes to an end, at something no longer than
    the start.
    """
    before, current = len(variant(text, [mutation])), mutation
    for _ in range(most):
        proposals = list(current.smaller())
        if not proposals:
            assert len(variant(text, [current])) <= before
            return
        assert current not in proposals
        current = proposals[-1]
    raise AssertionError(f"still not at its end after {most} steps: {current}")


def assert_garbage_is_refused(mutation: Mutation) -> None:
    """Assert that a mutation says no, and never raises, where its program point is none."""
    for key in (
        "",
        " ",
        "9999",
        "1.2.3",
        "-1",
        "+1",
        "1_0",
        "²",
        "٣",
        "0x1",
        "0.",
        ".0",
        "00",
        "007",
        "1" * 5000,
        "\0",
        "gap",
    ):
        assert not is_applicable(TINY, msgspec.structs.replace(mutation, program_point=key)), key


def scrambled(knowledge: Knowledge) -> Knowledge:
    """Return a knowledge that no state fulfils any more: one value of each row is another one,
    that of the first place which did not have each value of its type.
    """
    for at, read in enumerate(knowledge.reads):
        seen = {row[at] for row in knowledge.rows}
        # A place of one bit may have had both values.
        wrong = next(
            (one for one in range(read.type.low, read.type.high + 1) if one not in seen), None
        )
        if wrong is None:
            continue
        rows = tuple((*row[:at], wrong, *row[at + 1 :]) for row in knowledge.rows)
        return msgspec.structs.replace(knowledge, rows=rows)
    raise AssertionError("each place had each value of its type")


def knowledge_of(mutation: Mutation) -> Knowledge:
    """Return what a mutation takes for granted; nothing for one that stands where nothing runs."""
    found = getattr(mutation, "knowledge", None)
    return found if isinstance(found, Knowledge) else Knowledge()


def with_knowledge(
    mutations: Sequence[Mutation], change: Callable[[Knowledge], Knowledge]
) -> list[Mutation]:
    """Return those mutations that know states, with another knowledge."""
    known = [(each, knowledge_of(each)) for each in mutations]
    return [
        msgspec.structs.replace(each, knowledge=change(what)) for each, what in known if what.reads
    ]


def assert_wrong_knowledge_aborts(text: str, mutations: Sequence[Mutation]) -> None:
    """Assert that the checking form notices a wrong profile; its other form need not."""
    wrong = with_knowledge(mutations, scrambled)
    assert wrong
    for mutation in wrong[:3]:
        assert aborts(text, mutation), mutation


def subsets(mutations: Sequence[Mutation], count: int, seed: int = 0) -> Iterator[list[Mutation]]:
    """Yield random subsets, in order."""
    chance = random.Random(seed)
    for _ in range(count):
        share = chance.random()
        yield [mutation for mutation in mutations if chance.random() < share]


def tiny_with(text: str, before: str = "g += 1;") -> str:
    """Return the small program with a text before one of its statements."""
    return TINY.replace(before, text + before)


def compared(name: str, value: int, operator: str = "==") -> Expression:
    """Return `name == value` over an int."""
    found: Expression = msgspec.convert(
        ["b", operator, ["r", name, [32, True]], ["l", value, [32, True]]], Expression
    )
    return found
