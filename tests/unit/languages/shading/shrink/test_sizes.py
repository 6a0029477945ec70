"""Workgroups and numbers become smaller."""

from __future__ import annotations

from helpers.shrinking import plain

from aberration.core.program import Program
from aberration.languages.shading.shrink.edit import apply
from aberration.languages.shading.shrink.sizes import number, workgroup
from aberration.languages.shading.shrink.subject import Subject

COMPUTE = "@compute @workgroup_size(8, 1) fn main() { var a = array<i32, 12>(); a[2] = 5; }"


def after_each(text: str, variant: int, kind: str) -> list[str]:
    given = Subject(Program("wgsl", "compute", text.encode()))
    propose = {"workgroup": workgroup, "number": number}[kind]
    return [plain(apply(given.module, [edit])) for edit in propose(given, variant)]


def test_workgroups() -> None:
    assert ["@workgroup_size(1, 1)" in one for one in after_each(COMPUTE, 0, "workgroup")] == [True]
    assert ["@workgroup_size(4, 1)" in one for one in after_each(COMPUTE, 1, "workgroup")] == [True]


def test_numbers_in_bodies_and_their_types() -> None:
    found = after_each(COMPUTE, 1, "number")
    assert ["array<i32, 3>" in one for one in found] == [True, False]
    assert ["a[2] = 2" in one for one in found] == [False, True]


def test_a_large_number_loses_half_of_its_bits_or_all_but_the_highest() -> None:
    text = "@compute @workgroup_size(1) fn main() { var a = 1000; let b = 8; }"
    for variant, wanted in enumerate((["= 2", "= 2"], ["= 31", "= 2"], ["= 512"])):
        found = after_each(text, variant, "number")
        assert [one in two for one, two in zip(wanted, found, strict=True)] == [True] * len(wanted)
