"""Every C compiler that is here: text, refusals, crashes, limits, and no network."""

from __future__ import annotations

import os
from contextlib import closing

import msgspec
import pytest

from aberration.core.inputs import Inputs
from aberration.core.outcome import Crash, Outcome, Rejected, Text, Timeout
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.c.compilers import find_compilers
from aberration.targets import c, ziglang
from aberration.targets.pool import TargetPool
from aberration.targets.worker import Worker

DEADLINE = 60.0
HERE = [target for target in (*c.providers(), *ziglang.providers()) if target.available]
ON_PATH = {compiler.path for compiler in find_compilers(os.environ["PATH"])}
TARGETS = [
    target
    for target in HERE
    if target.stages[0].worker.option("path") in ON_PATH or target.id.endswith(":-O2")
]
"""Every level of the compilers on the PATH, and one of those in folders of their own."""

FIRST_OF_EACH = [
    next(target for target in TARGETS if target.family == name) for name in ("gcc", "clang", "tcc")
]

CHECKSUM = r"""
#include <stdio.h>
int main(int count, char **values) {
    unsigned sum = count;
    for (unsigned i = 0; i < 1000u; i++) sum = sum * 1664525u + (unsigned)values[0][0] * 0u + i;
    printf("checksum = %X\n", sum);
    return 3;
}
"""
OPTIMISED = Program(
    "c",
    "program",
    b"#include <stdio.h>\n#ifdef __OPTIMIZE__\nint yes = 1;\n#else\nint yes;\n#endif\n"
    b'int main(void) { printf("%d\\n", yes); return 0; }\n',
)
ENDLESS = "int main(void) { volatile int go = 1; while (go) {} return 0; }"
NULL = "int main(void) { *(volatile int *)0 = 1; return 0; }"
FLOOD = (
    "#include <stdio.h>\n"
    'int main(void) { for (;;) puts("0123456789012345678901234567890123456789"); }'
)
WRONG = "int main(void) { return missing; }"
CONNECT = r"""
#include <errno.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
int main(void) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    address.sin_addr.s_addr = inet_addr("192.0.2.1");
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    printf("%s\n", connect(handle, (void *)&address,
    sizeof address) && errno == ENETUNREACH ? "alone" : "connected");
    return 0;
}
"""
LEAVE = r"""
#include <stdio.h>
int main(void) {
    puts(fopen("left", "r") ? "there" : "clean");
    return fopen("left", "w") == NULL;
}
"""
ECHO = r"""
#include <stdio.h>
int main(int count, char **values) {
    int c, sum = 0;
    while ((c = getchar()) != EOF) sum += c;
    printf("%d %s %d\n", count, count > 1 ? values[1] : "-", sum);
    return 0;
}
"""


def checksum() -> int:
    total = 1
    for i in range(1000):
        total = (total * 1664525 + i) & 0xFFFFFFFF
    return total


def program(text: str, inputs: Inputs | None = None) -> Program:
    return Program("c", "program", text.encode(), inputs or Inputs())


def quick(target: Target) -> Worker:
    """Return a worker whose compiled programs have a second."""
    spec = target.stages[0].worker
    return Worker(msgspec.structs.replace(spec, options=(*spec.options, ("run_limit", "1"))))


def run(target: Target, text: str) -> Outcome:
    with closing(quick(target)) as worker:
        return worker.run(program(text), DEADLINE).outcome


def test_the_three_families_are_here() -> None:
    assert {target.family for target in TARGETS} == {"gcc", "clang", "tcc"}


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.id)
def test_text_and_exit_status(target: Target) -> None:
    with closing(Worker(target.stages[0].worker)) as worker:
        assert any(character.isdigit() for character in worker.version)
        reply = worker.run(program(CHECKSUM), DEADLINE)
        assert reply.outcome == Text(f"checksum = {checksum():X}\n".encode(), 3)
        assert 0 < reply.busy <= reply.seconds


@pytest.mark.parametrize("target", FIRST_OF_EACH, ids=lambda target: target.id)
def test_what_goes_wrong_has_its_stage(target: Target) -> None:
    with closing(quick(target)) as worker:
        outcomes = [
            worker.run(program(text), DEADLINE).outcome
            for text in (WRONG, NULL, FLOOD, ENDLESS, CHECKSUM)
        ]
    rejected, null, flood, endless, fine = outcomes
    assert isinstance(rejected, Rejected)
    assert "missing" in rejected.message
    assert null == Crash("signal", signal="SIGSEGV", stage="run")
    assert flood == Crash("signal", signal="SIGXFSZ", stage="run")
    assert endless == Timeout(1.0, stage="run")
    assert isinstance(fine, Text)


@pytest.mark.parametrize("target", FIRST_OF_EACH, ids=lambda target: target.id)
def test_programs_are_alone(target: Target) -> None:
    with closing(quick(target)) as worker:
        isolated = "can reach the network" not in worker.version
        assert worker.run(program(CONNECT), DEADLINE).outcome == Text(
            b"alone\n" if isolated else b"connected\n"
        )


@pytest.mark.parametrize(
    "target",
    [target for target in TARGETS if target.id.endswith(("tcc", ":-O2"))],
    ids=lambda target: target.id,
)
def test_a_changed_program_is_compiled_anew(target: Target) -> None:
    texts = [f"int main(void) {{ return {status}; }}" for status in (1, 2, 1)]
    with closing(quick(target)) as worker:
        outcomes = [worker.run(program(text), DEADLINE).outcome for text in texts]
    assert outcomes == [Text(b"", 1), Text(b"", 2), Text(b"", 1)]


def test_arguments_and_stdin_come_from_the_inputs() -> None:
    inputs = Inputs(arguments=("first",), stdin=b"ab")
    with closing(quick(FIRST_OF_EACH[0])) as worker:
        assert worker.run(program(ECHO, inputs), DEADLINE).outcome == Text(b"2 first 195\n")
        assert worker.run(program(ECHO), DEADLINE).outcome == Text(b"1 - 0\n")


def test_files_of_one_program_are_gone_for_the_next() -> None:
    with closing(quick(FIRST_OF_EACH[0])) as worker:
        assert [worker.run(program(LEAVE), DEADLINE).outcome for _ in range(2)] == [
            Text(b"clean\n")
        ] * 2


def test_a_compiler_without_memory_is_a_crash() -> None:
    spec = FIRST_OF_EACH[0].stages[0].worker
    huge = "int main(void) { return 0; }\n" + "\n".join(
        f"int f{i}(int x) {{ return x * {i}; }}" for i in range(60000)
    )
    with closing(Worker(msgspec.structs.replace(spec, memory=220))) as worker:
        outcome = worker.run(program(huge), DEADLINE).outcome
    assert isinstance(outcome, Crash)
    assert (outcome.cause, outcome.stage) == ("memory", "compile")


def test_one_worker_turns_from_compiler_to_compiler() -> None:
    targets = [target for target in TARGETS if target.family in ("gcc", "clang")][:10]
    with TargetPool(3) as pool:
        first = [pool.run(target, OPTIMISED) for target in targets]
        pids = {worker.pid for worker in pool._workers.values()}
        again = [pool.run(target, OPTIMISED) for target in reversed(targets)]
        assert {worker.pid for worker in pool._workers.values()} == pids
    assert len(pids) == 3
    assert [result.outcome for result in first] == [result.outcome for result in reversed(again)]
    expected = [Text(b"0\n" if target.id.endswith("-O0") else b"1\n", 0) for target in targets]
    assert [result.outcome for result in first] == expected


LEAVES = """
#include <stdio.h>
#include <sys/stat.h>
int main(void) {
  FILE *old = fopen("left", "r"), *made = old ? NULL : fopen("left", "w");
  printf("%d %d\\n", old != NULL, made != NULL);
  return HARM;
}
"""


@pytest.mark.parametrize("harm", ["0", 'chmod(".", 0)', 'remove("left") + chmod(".", 0555)'])
def test_a_program_finds_nothing_of_the_one_before(harm: str) -> None:
    source = LEAVES.replace("HARM", harm)
    with closing(Worker(TARGETS[0].stages[0].worker)) as worker:
        for _ in range(2):
            assert worker.run(program(source), DEADLINE).outcome == Text(b"0 1\n", 0)
