"""Where real compilers and programs die: the same each time, different for different bugs, also
without names.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import wordplay
from helpers.command_line import CORPUS

from aberration.core.oracle import Verdict, judge_broken
from aberration.core.outcome import Crash
from aberration.core.program import Program
from aberration.core.signature import needs_frames
from aberration.core.target import Stage, Target, WorkerSpec
from aberration.core.testcase import load_case
from aberration.targets.pool import TargetPool
from aberration.targets.registry import discover, resolve

DEADLINE = 30.0
DEATHS = """
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline, noclone))
FUNCTION int deep(int n) { volatile char room[100]; room[0] = n; return deep(n + 1) + room[0]; }
FUNCTION int pong(int n);
FUNCTION int ping(int n) { volatile char room[50]; room[0] = n; return pong(n + 1) + room[0]; }
FUNCTION int pong(int n) { volatile char room[20]; room[0] = n; return ping(n + 1) + room[0]; }
FUNCTION int call(void (*what)(void)) { what(); return 1; }
FUNCTION int copy(char *place) { memcpy(place, "hello world hello world", rand() % 2 + 20);
return place[3]; }
FUNCTION int divide(int a, int b) { return a / b; }
FUNCTION int give_up(void) { abort(); }
FUNCTION void *work(void *place) { *(volatile int *)place = 1; return place; }
FUNCTION int compare(const void *a, const void *b) { return **(int **)a - **(int **)b; }
FUNCTION int sort(void) { int *all[3] = {0, 0, 0}; qsort(all, 3, sizeof *all, compare);
return all[0] != 0; }
int main(int count, char **words) {
  pthread_t thread;
  switch (atoi(words[1])) {
    case 0: return deep(0);
    case 1: return ping(0);
    case 2: return call((void (*)(void))(long)(count - 2));
    case 3: return copy((char *)8);
    case 4: return divide(1, count - 2);
    case 5: return give_up();
    case 6: return pthread_create(&thread, 0, work, 0) || pthread_join(thread, 0);
    case 7: return sort();
  }
  return 0;
}
"""
NAMED = {
    0: "SIGSEGV in recursion of < deep",
    1: "SIGSEGV in recursion of < ping < pong",
    2: "SIGSEGV in no code < call",
    3: "SIGSEGV in copy",
    4: "SIGFPE in divide",
    5: "SIGABRT in give_up",
    6: "SIGSEGV in work",
    7: "SIGSEGV in compare < sort",
}


@pytest.fixture(scope="module")
def pool() -> Iterator[TargetPool]:
    with TargetPool(traced=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the program that dies in many ways: as it is, and stripped."""
    place = tmp_path_factory.mktemp("deaths")
    (place / "deaths.c").write_text(DEATHS)
    command = [
        "gcc",
        "-O1",
        "-fomit-frame-pointer",
        "-fno-optimize-sibling-calls",
        "deaths.c",
        "-o",
        "deaths",
    ]
    subprocess.run([*command, "-lpthread"], cwd=place, check=True)
    shutil.copy(place / "deaths", place / "stripped")
    subprocess.run(["strip", "stripped"], cwd=place, check=True)
    return place


def signature(pool: TargetPool, target: Target, program: Program) -> str:
    outcome = pool.run(target, program, DEADLINE).outcome
    assert isinstance(outcome, Crash), outcome
    assert not needs_frames(outcome), outcome.log
    verdict = judge_broken(outcome)
    assert isinstance(verdict, Verdict)
    return verdict.signature


SEARCHED = (("PYTHONPATH", wordplay.SEARCHED),)


def dying(folder: Path, program: str, way: int) -> Target:
    options = (("path", str(folder / program)), ("words", str(way)))
    return Target(
        "deaths",
        "compiles",
        ("c",),
        (Stage("deaths", WorkerSpec("helpers.dying:Dying", options, SEARCHED)),),
    )


NOTHING = Program("c", "program", b"")


@pytest.mark.parametrize("way", NAMED)
def test_each_way_to_die_is_told(pool: TargetPool, folder: Path, way: int) -> None:
    assert signature(pool, dying(folder, "deaths", way), NOTHING) == NAMED[way]


def test_without_names_they_are_told_apart_and_the_same_each_time(
    pool: TargetPool, folder: Path
) -> None:
    told = [
        [signature(pool, dying(folder, "stripped", way), NOTHING) for way in NAMED]
        for _ in range(2)
    ]
    assert told[0] == told[1]
    assert len(set(told[0])) == len(NAMED)
    assert all("+0x" in one for one in told[0])


def known(name: str) -> Target:
    found = next((target for target in discover() if target.id == name), None) or resolve(name)
    assert found is not None
    return found


SEGVS = {
    "spirv-opt-unroll-no-preheader": ("-O", "LoopUnrollerUtilsImpl::FullyUnroll"),
    "spirv-opt-unroll-block-order": ("-O", "MergeWithSuccessor"),
    "spirv-opt-unroll-merge-phi": ("-O", "ValueNumberTable::GetValueNumber"),
    "spirv-opt-robust-access-crash": (
        "passes:ssa-rewrite/graphics-robust-access",
        "GraphicsRobustAccessPass::ClampIndicesForAccessChain",
    ),
}


def told_by(pool: TargetPool, version: str) -> dict[str, str]:
    """Return what a version of spirv-opt tells of each bug that it dies of."""
    return {
        case: signature(
            pool,
            known(f"spirv-opt@{version}:{flags}"),
            load_case(CORPUS / "bugs" / case).programs["variant"],
        )
        for case, (flags, _) in SEGVS.items()
    }


def test_the_deaths_of_an_optimiser_are_told_apart_by_name(pool: TargetPool) -> None:
    told = told_by(pool, "13.1.1")
    for case, (_, function) in SEGVS.items():
        assert function in told[case]
    assert len(set(told.values())) == len(SEGVS)
    assert told == told_by(pool, "13.1.1")


def test_a_driver_in_our_process_is_told_as_well(pool: TargetPool) -> None:
    target = known("swiftshader")
    cases = (
        "spirv-opt-unroll-no-preheader",
        "spirv-opt-unroll-block-order",
        "spirv-opt-unroll-merge-phi",
    )
    told = [
        signature(pool, target, load_case(CORPUS / "bugs" / case).programs["variant"])
        for case in (*cases, *cases)
    ]
    assert told[:3] == told[3:]
    assert len(set(told)) == 3
    assert all("libvk_swiftshader.so+0x" in one for one in told)


def test_a_worker_that_is_traced_works_as_any_other(pool: TargetPool) -> None:
    program = load_case(CORPUS / "bugs" / "spirv-opt-unroll-no-preheader").programs["reference"]
    target = known("swiftshader")
    with TargetPool() as plain:
        assert (
            pool.run(target, program, DEADLINE).outcome
            == plain.run(target, program, DEADLINE).outcome
        )
