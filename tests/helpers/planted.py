"""A compiler with a planted mistake: gcc that leaves out every `while` loop when it optimises."""

from __future__ import annotations

import shutil
from pathlib import Path

from aberration.core.target import Stage, Target, WorkerSpec
from aberration.languages.c.compilers import csmith_include

_WRAPPER = """#!/bin/sh
for word in "$@"; do
  if [ "$word" = -O2 ]; then
    sed 's/while (/while (0 \\&\\& /' program.c > planted.c && mv planted.c program.c
  fi
done
exec {compiler} "$@"
"""

LOOPS = b"""#include <stdio.h>
#include <string.h>
static int table[5] = {4, 2, 9, 1, 7};
static int spare[3] = {1, 2, 3};
static int unused(int a) { return a * spare[1]; }
static int sum(const int *values, int count) {
    int total = 0, at = 0;
    while (at < count) {
        total += values[at];
        at++;
    }
    return total;
}
static void sort(int *values, int count) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (values[j] < values[i]) {
                int kept = values[i];
                values[i] = values[j];
                values[j] = kept;
            }
}
int main(int count, char **words) {
    if (count > 5) {
        printf("%d %d\\n", unused(count), (int)strlen(words[0]));
    }
    sort(table, 5);
    printf("%d %d\\n", table[0], sum(table, 5));
    return 0;
}
"""


def planted_compiler(folder: Path) -> Path:
    """Write the compiler into a folder, by a name as compilers have it, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "gcc-99"
    path.write_text(_WRAPPER.format(compiler=shutil.which("gcc")))
    path.chmod(0o755)
    return path


def planted_target(folder: Path) -> Target:
    """Return that compiler at -O2 as a target."""
    options = (
        ("path", str(planted_compiler(folder))),
        ("family", "gcc"),
        ("level", "-O2"),
        ("include", csmith_include()),
    )
    return Target(
        "gcc-99:-O2",
        "executes",
        ("c",),
        (Stage("gcc-99", WorkerSpec("c", options, memory=4096)),),
        family="gcc",
    )
