"""C's integers as we calculate them, against real compilers: random expressions, compiled, run
and compared.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TypeAlias

import msgspec
import pytest
from helpers.sampling import one_in

from aberration.core.process import Finished, execute, plain_environment
from aberration.core.rng import Rng
from aberration.languages.c.compilers import Compiler, find_compilers
from aberration.languages.c.expressions import (
    Binary,
    Cast,
    Columns,
    Expression,
    Floating,
    Literal,
    Read,
    Unary,
    evaluate,
    reads,
    render,
    type_of,
)
from aberration.languages.c.floats import ARITHMETIC, COMPARISONS, KINDS
from aberration.languages.c.integers import (
    BINARY_OPERATORS,
    CHAR,
    INT,
    NAMED_TYPES,
    UNARY_OPERATORS,
    USHORT,
    BinaryOperator,
    IntType,
    convert,
    promote,
)

Flags: TypeAlias = dict[str, tuple[tuple[str, ...], ...]]

SEED = 20160
STATES = 3
EXPRESSIONS = 1500
NAMED = tuple(NAMED_TYPES)
BIT_FIELDS = (
    *(IntType(width, signed=True) for width in (1, 2, 5, 11, 17, 31, 32)),
    *(IntType(width, signed=False) for width in (1, 3, 7, 12, 24, 31, 32)),
    IntType(1, signed=False, boolean=True),
)
ALL = find_compilers(os.environ.get("PATH", ""))
NEWEST = list({compiler.family: compiler for compiler in ALL}.values())
SANITISE = ("-fsanitize=undefined", "-fno-sanitize-recover=all")
FLAGS: Flags = {
    "gcc": (("-O0",), ("-O2",), SANITISE),
    "clang": (("-O0",), ("-O2",), SANITISE),
    "tcc": ((),),
}
MORE_FLAGS: Flags = {
    family: (("-O1",), ("-Os",), ("-O3",), *flags) for family, flags in FLAGS.items()
} | {"tcc": ((),)}


class Variable(msgspec.Struct, frozen=True):
    """A variable of the program: what declares it, what reads it, and its value in each state.

    A compiler can see that `fixed` ones never change, and calculates with them itself.
    """

    read: Read
    declaration: str
    values: tuple[int, ...]
    fixed: bool


class Row(msgspec.Struct, frozen=True):
    """An expression, its values as we calculate them, and the variable that it is assigned to."""

    expression: Expression
    values: tuple[int, ...]
    type: IntType
    target: Variable


class Task(msgspec.Struct, frozen=True):
    """A generated program and what it should print."""

    variables: tuple[Variable, ...]
    targets: tuple[Variable, ...]
    rows: tuple[Row, ...]


def any_value(rng: Rng, t: IntType) -> int:
    """Return a value of the type: often an extreme or a small one."""
    bits = rng.bits() << 32 | rng.bits()
    near = (
        t.low,
        t.high,
        t.low + 1,
        t.high - 1,
        0,
        1,
        2,
        3,
        -1,
        -2,
        7,
        31,
        32,
        63,
        bits,
        bits,
        bits >> rng.below(64),
    )
    return convert(rng.choose(near), t)


def make_variable(rng: Rng, name: str, t: IntType, fixed: bool) -> Variable:
    values = (
        (any_value(rng, t),) * STATES if fixed else tuple(any_value(rng, t) for _ in range(STATES))
    )
    if t in NAMED_TYPES:
        storage = "static " if fixed else ""
        return Variable(Read(name, t), f"{storage}{NAMED_TYPES[t]} {name};", values, fixed)
    base = "_Bool" if t.boolean else "int" if t.signed else "unsigned int"
    return Variable(Read(f"fields.{name}", t), f"{base} {name} : {t.width};", values, fixed=False)


def make_variables(rng: Rng, prefix: str, copies: int) -> tuple[Variable, ...]:
    types = [t for t in (*NAMED, *BIT_FIELDS) for _ in range(copies)]
    return tuple(
        make_variable(rng, f"{prefix}{i}", t, fixed=i % 3 == 2) for i, t in enumerate(types)
    )


def columns_of(variables: tuple[Variable, ...]) -> Columns:
    return {variable.read.text: variable.values for variable in variables}


class Generator:
    """Draws expressions over variables, most of them defined in every state."""

    def __init__(self, rng: Rng, variables: tuple[Variable, ...]) -> None:
        self.rng = rng
        self.variables = variables
        self.columns = columns_of(variables)

    def defined(self, depth: int) -> Expression:
        """Return an expression that is defined in all states."""
        while True:
            e = self.any(depth)
            if evaluate(e, self.columns, STATES) is not None:
                return e

    def any(self, depth: int) -> Expression:
        if depth == 0:
            return self.leaf()
        kind = self.rng.below(11)
        if kind == 10:
            return self.floating(depth)
        if kind == 0:
            return Cast(self.rng.choose(NAMED), self.defined(depth - 1))
        if kind < 3:
            return Unary(self.rng.choose(UNARY_OPERATORS), self.defined(depth - 1))
        return self.binary(self.rng.choose(BINARY_OPERATORS), depth)

    def binary(self, op: BinaryOperator, depth: int) -> Expression:
        """Operands of any depth below; the right one may be undefined where C may skip it."""
        left = self.defined(self.rng.below(depth))
        if op in ("&&", "||") and self.rng.chance(0.5):
            return Binary(op, left, self.undefined(depth))
        return Binary(op, left, self.defined(self.rng.below(depth)))

    def floating(self, depth: int) -> Expression:
        """Return an operation in floating point, that is exact in all states or not."""
        operator = self.rng.choose((*ARITHMETIC, *COMPARISONS))
        left, right = self.defined(self.rng.below(depth)), self.defined(self.rng.below(depth))
        to = INT if operator in COMPARISONS else self.rng.choose(NAMED)
        return Floating(self.rng.choose(KINDS), operator, left, right, to)

    def undefined(self, depth: int) -> Expression:
        """Return an expression that is undefined in some state though its operands are defined
        in all.
        """
        while True:
            left, right = self.defined(self.rng.below(depth)), self.defined(self.rng.below(depth))
            e = (
                Unary("-", left)
                if self.rng.chance(0.2)
                else Binary(self.rng.choose(BINARY_OPERATORS), left, right)
            )
            if evaluate(e, self.columns, STATES) is None:
                return e

    def leaf(self) -> Expression:
        if self.rng.chance(0.3):
            t = self.rng.choose((*NAMED, *BIT_FIELDS))
            return Literal(any_value(self.rng, t), t)
        return self.rng.choose(self.variables).read


def make_task(seed: int, count: int) -> Task:
    rng = Rng.of(seed, "integers")
    variables, targets = make_variables(rng, "v", 3), make_variables(rng, "t", 1)
    generator = Generator(rng, variables)
    rows: list[Row] = []
    while len(rows) < count:
        e = generator.defined(rng.between(1, 5))
        values = evaluate(e, generator.columns, STATES)
        if values is not None and not isinstance(e, (Read, Literal)):
            rows.append(Row(e, tuple(values[0]), values[1], targets[len(rows) % len(targets)]))
    return Task(variables, targets, tuple(rows))


def declarations(variables: tuple[Variable, ...]) -> str:
    plain = [v for v in variables if not v.read.text.startswith("fields.")]
    fixed = [
        v.declaration[:-1] + f" = {render(Literal(v.values[0], v.read.type))};"
        for v in plain
        if v.fixed
    ]
    changing = [v.declaration for v in plain if not v.fixed]
    fields = [v.declaration for v in variables if v.read.text.startswith("fields.")]
    return "\n".join([*fixed, *changing, "struct {", *fields, "} fields;"])


def enter(variables: tuple[Variable, ...]) -> str:
    """Return a function that sets all variables to their values in a state."""
    sets = [
        f"{v.read.text} = state == 0 ? {at(v, 0)} : state == 1 ? {at(v, 1)} : {at(v, 2)};"
        for v in variables
        if not v.fixed
    ]
    return "static void enter(int state) {\n" + "\n".join(sets) + "\n}"


def at(variable: Variable, state: int) -> str:
    return render(Literal(variable.values[state], variable.read.type))


def source_of(task: Task) -> str:
    """Return a program that prints value, size, signedness after promotion, and value once
    assigned, row by row.
    """
    parts = [
        "#include <stdio.h>",
        declarations((*task.variables, *task.targets)),
        enter(task.variables),
    ]
    parts.append(
        "static void row(unsigned long value, unsigned long size, int is_signed, unsigned "
        "long assigned)\n"
        '{ printf("%lx %lu %d %lx\\n", value, size, is_signed, assigned); }'
    )
    chunks = [task.rows[start : start + 50] for start in range(0, len(task.rows), 50)]
    for number, chunk in enumerate(chunks):
        parts.append(f"static void chunk{number}(void) {{")
        parts.extend(map(row_text, chunk))
        parts.append("}")
    calls = " ".join(f"chunk{number}();" for number in range(len(chunks)))
    loop = f"for (int state = 0; state < {STATES}; state++) {{ enter(state); {calls} }}"
    return "\n".join([*parts, f"int main(void) {{ {loop} return 0; }}", ""])


def row_text(row: Row) -> str:
    e, target = render(row.expression), row.target.read.text
    return (
        f"{target} = {e}; row((unsigned long){e}, sizeof{e}, (1 ? -1 : {e}) < 0, (unsigned "
        f"long){target});"
    )


def expected(task: Task) -> list[str]:
    mask = (1 << 64) - 1
    return [
        f"{row.values[state] & mask:x} {row.type.width // 8} {int(promote(row.type).signed)} "
        f"{convert(row.values[state], row.target.read.type) & mask:x}"
        for state in range(STATES)
        for row in task.rows
    ]


def build_and_run(
    compiler: Compiler, flags: tuple[str, ...], source: str, folder: Path
) -> Finished:
    environment = plain_environment(folder)
    (folder / "program.c").write_text(source)
    command = [compiler.path, *flags, "-std=gnu11", "-w", "program.c", "-o", "program"]
    built = execute(command, folder, 300, environment)
    assert built.status == 0, built.log
    return execute([str(folder / "program")], folder, 60, environment)


def faults(task: Task, finished: Finished) -> list[str]:
    """Return what differs, with the expression."""
    lines = finished.stdout.decode().splitlines()
    wanted = expected(task)
    if len(lines) != len(wanted):
        return [f"{len(lines)} lines instead of {len(wanted)}: {finished.log[:2000]}"]
    return [
        f"{render(task.rows[i % len(task.rows)].expression)}: got {line}, expected {want}"
        for i, (line, want) in enumerate(zip(lines, wanted, strict=True))
        if line != want
    ]


def fault_of_tcc(e: Expression) -> bool:
    """Say whether tcc 0.9.27 miscompiles this node; found by this test, and left out for it alone.

    - a truth value that is cast keeps the type of the cast through a `!`, `&&` or `||` on top of
      it;
    - `sizeof((x || 0) && y)` and `1 || ((x || 0) && y)` drop all code behind them from the
      function;
    - `(unsigned short)` of a negative signed char is still negative.
    """
    if isinstance(e, Floating):
        return e.type.boolean
    if isinstance(e, Cast):
        return is_truth(e) or (e.type == USHORT and type_of(e.operand) == CHAR)
    return isinstance(e, Binary) and e.op in ("&&", "||") and not (reads(e.left) and reads(e.right))


def is_truth(e: Expression) -> bool:
    if isinstance(e, Cast):
        return e.type.boolean or is_truth(e.operand)
    return isinstance(e, (Unary, Binary, Floating)) and e.op in (
        "!",
        "<",
        "<=",
        ">",
        ">=",
        "==",
        "!=",
        "&&",
        "||",
    )


def without_faults_of_tcc(task: Task) -> Task:
    rows = tuple(row for row in task.rows if not any(map(fault_of_tcc, walk(row.expression))))
    assert len(rows) >= len(task.rows) // 2
    return msgspec.structs.replace(task, rows=rows)


def task_for(compiler: Compiler, task: Task) -> Task:
    return without_faults_of_tcc(task) if compiler.family == "tcc" else task


@pytest.fixture(scope="module")
def task() -> Task:
    return make_task(SEED, EXPRESSIONS)


def configurations(flags: Flags, compilers: list[Compiler]) -> list[object]:
    return [
        pytest.param(compiler, each, id=" ".join((compiler.name, *each)))
        for compiler in compilers
        for each in flags[compiler.family]
    ]


def test_compilers_are_here() -> None:
    assert {"gcc", "clang"} <= {compiler.family for compiler in ALL}


def test_the_task_covers_types_operators_and_skipped_operands(task: Task) -> None:
    nodes = [node for row in task.rows for node in walk(row.expression)]
    read = {text for row in task.rows for text in reads(row.expression)}
    assert {v.read.type for v in task.variables if v.read.text in read} == {*NAMED, *BIT_FIELDS}
    assert {node.op for node in nodes if isinstance(node, Binary)} == set(BINARY_OPERATORS)
    assert {node.op for node in nodes if isinstance(node, Unary)} == set(UNARY_OPERATORS)
    columns = columns_of(task.variables)
    assert sum(1 for node in nodes if evaluate(node, columns, STATES) is None) >= 10


@pytest.mark.parametrize(("compiler", "flags"), one_in(4, configurations(FLAGS, NEWEST)))
def test_values_types_and_assignments(
    compiler: Compiler, flags: tuple[str, ...], task: Task, tmp_path: Path
) -> None:
    task = task_for(compiler, task)
    finished = build_and_run(compiler, flags, source_of(task), tmp_path)
    assert faults(task, finished) == []
    assert finished.status == 0
    assert finished.log == ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize(("compiler", "flags"), configurations(MORE_FLAGS, ALL))
def test_more_of_them(
    compiler: Compiler, flags: tuple[str, ...], seed: int, tmp_path: Path
) -> None:
    task = task_for(compiler, make_task(seed, EXPRESSIONS))
    finished = build_and_run(compiler, flags, source_of(task), tmp_path)
    assert faults(task, finished) == []
    assert (finished.status, finished.log) == (0, "")


def walk(e: Expression) -> list[Expression]:
    if isinstance(e, Binary | Floating):
        return [e, *walk(e.left), *walk(e.right)]
    return [e, *walk(e.operand)] if isinstance(e, (Unary, Cast)) else [e]


UNDEFINED = 300
REPORTED = re.compile(r"program\.c:(\d+):\d+: runtime error")
PRELUDE = """#include <setjmp.h>
#include <signal.h>
static sigjmp_buf back;
static unsigned long sink;
static void trapped(int number) { siglongjmp(back, number); }
"""


def undefined_ones(generator: Generator, count: int) -> list[Expression]:
    """Return expressions that are undefined in the first state; without literals, which gcc
    folds before it checks.
    """
    found: list[Expression] = []
    while len(found) < count:
        e = generator.undefined(3)
        plain = not any(isinstance(node, Literal) for node in walk(e))
        if plain and evaluate(e, generator.columns, 1) is None:
            found.append(e)
    return found


def undefined_source(
    variables: tuple[Variable, ...], expressions: list[Expression]
) -> tuple[str, range]:
    """Return a program with one expression on a line, and the numbers of these lines."""
    head = [
        PRELUDE,
        declarations(variables),
        enter(variables),
        "int main(void) {",
        "signal(SIGFPE, trapped);",
        "",
    ]
    start = "\n".join(head).count("\n") + 1
    lines = [f"enter(0); if (!sigsetjmp(back, 1)) sink = {render(e)};" for e in expressions]
    return "\n".join([*head[:-1], *lines, "return 0; }", ""]), range(start, start + len(lines))


@pytest.mark.parametrize(
    "compiler", [c for c in NEWEST if c.family != "tcc"], ids=lambda compiler: compiler.name
)
def test_what_we_refuse_is_what_sanitisers_report(compiler: Compiler, tmp_path: Path) -> None:
    rng = Rng.of(SEED, "undefined")
    variables = make_variables(rng, "v", 3)
    refused = undefined_ones(Generator(rng, variables), UNDEFINED)
    assert {e.op for e in refused if isinstance(e, (Unary, Binary))} == {
        "+",
        "-",
        "*",
        "/",
        "%",
        "<<",
        ">>",
    }
    source, lines = undefined_source(variables, refused)
    finished = build_and_run(compiler, ("-O0", "-fsanitize=undefined"), source, tmp_path)
    reported = {int(number) for number in REPORTED.findall(finished.stderr.decode())}
    assert [render(e) for e, line in zip(refused, lines, strict=True) if line not in reported] == []
