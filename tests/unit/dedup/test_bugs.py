"""Findings into bugs."""

import msgspec
from helpers.agreeing import SUM, case_of, sums
from helpers.toy import add, toy_case

from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Verdict
from aberration.core.program import Program
from aberration.core.recipe import Step
from aberration.dedup.bugs import Bug, find_bugs

FAMILIES = {"mesa-a": "mesa", "mesa-b": "mesa", "other": "other"}


def finding(name: str, target: str, verdict: Verdict, *steps: Step) -> Finding:
    return Finding(name, 0, target, "1", verdict, toy_case(*steps), "reliable", 3, 3)


def bugs(*findings: Finding) -> list[Bug]:
    return find_bugs(findings, FAMILIES, lambda method: frozenset({"Support"}))


def crash(signature: str) -> Verdict:
    return Verdict("crash", signature)


WRONG = Verdict("wrong", "wrong text")


def test_crashes_group_by_signature_within_a_family() -> None:
    found = bugs(
        finding("1", "mesa-a", crash("one")),
        finding("2", "mesa-b", crash("one")),
        finding("3", "mesa-a", crash("two")),
        finding("4", "other", crash("one")),
    )
    assert [bug.findings for bug in found] == [("1", "2"), ("3",), ("4",)]
    assert len({bug.id for bug in found}) == 3


def test_wrong_code_groups_by_the_types_of_steps() -> None:
    found = bugs(
        finding("long", "mesa-a", WRONG, add("a", kind="Split"), add("b", kind="Swap")),
        finding("short", "mesa-b", WRONG, add("a", kind="Split"), add("s", kind="Support")),
        finding("apart", "mesa-a", WRONG, add("a", kind="Move"), add("b", kind="Load"), add("c", kind="Store")),
    )
    assert [(bug.findings, bug.types) for bug in found] == [
        (("short", "long"), ("Split",)),
        (("apart",), ("Load", "Move", "Store")),
    ]


def test_what_is_set_aside_is_no_bug() -> None:
    aside = msgspec.structs.replace(finding("1", "other", WRONG, add("a")), state="set-aside", reason="float freedom")
    assert bugs(aside) == []


def test_a_reduced_case_speaks_for_its_finding() -> None:
    long = finding("1", "other", WRONG, add("a", kind="Split"), add("b", kind="Swap"))
    short = msgspec.structs.replace(long, reduced=toy_case(add("b", kind="Swap")), state="reduced")
    assert [bug.types for bug in bugs(short)] == [("Swap",)]


def blamed(name: str, culprit: Culprit | None, *steps: Step, target: str = "mesa-a") -> Finding:
    return msgspec.structs.replace(finding(name, target, WRONG, *steps), culprit=culprit)


def test_one_culprit_is_one_bug_whatever_the_steps() -> None:
    vrp, dce = Culprit(("-O2",), "flag", "-ftree-vrp"), Culprit(("-O1", "-O2"), "flag", "-ftree-dce")
    found = bugs(
        blamed("1", vrp, add("a", kind="Split")),
        blamed("2", vrp, add("a", kind="Swap"), add("b", kind="Move"), target="mesa-b"),
        blamed("3", dce, add("a", kind="Split")),
        blamed("4", vrp, add("a", kind="Split"), target="other"),
        blamed("5", None, add("a", kind="Split")),
        blamed("6", Culprit(("-O2",)), add("a", kind="Split"), add("b", kind="Load")),
    )
    assert [(bug.findings, bug.culprit) for bug in found] == [
        (("1", "2"), "flag -ftree-vrp"),
        (("3",), "flag -ftree-dce"),
        (("4",), "flag -ftree-vrp"),
        (("5", "6"), ""),
    ]
    assert len({bug.id for bug in found}) == 4


def test_the_name_of_a_bug_with_a_culprit_does_not_depend_on_the_steps() -> None:
    culprit = Culprit(("-O2",), "pass", "SinkPass")
    (one,), (other,) = bugs(blamed("1", culprit, add("a"))), bugs(blamed("2", culprit, add("b", kind="Move")))
    assert one.id == other.id


def test_crashes_are_known_by_their_signature_alone() -> None:
    one, other = finding("1", "mesa-a", crash("one")), finding("2", "mesa-b", crash("one"))
    blamed_one = msgspec.structs.replace(one, culprit=Culprit(("-O2",), "pass", "SinkPass"))
    assert len(bugs(blamed_one, other)) == 1


def test_a_program_that_dies_or_hangs_is_wrong_code() -> None:
    found = bugs(
        finding("1", "mesa-a", Verdict("timeout", "timeout run"), add("a", kind="Split")),
        finding("2", "mesa-a", crash("run: SIGSEGV"), add("a", kind="Split")),
        finding("3", "mesa-a", WRONG, add("a", kind="Split")),
        finding("4", "mesa-a", crash("compile: SIGSEGV"), add("a", kind="Split")),
        finding("5", "mesa-a", Verdict("timeout", "timeout compile"), add("a", kind="Split")),
        finding("6", "mesa-a", crash("run: SIGSEGV"), add("a", kind="Move")),
    )
    assert sorted((bug.kind, bug.findings) for bug in found) == [
        ("crash", ("4",)),
        ("timeout", ("5",)),
        ("wrong", ("3", "1", "2")),
        ("wrong", ("6",)),
    ]


def test_kinds_that_share_an_ingredient_show_one_bug() -> None:
    made_of = {"Guard": frozenset(("branch",)), "Block": frozenset(("branch", "store")), "Delete": frozenset(("gap",))}
    found = find_bugs(
        [
            finding("guard", "mesa-a", WRONG, add("a", kind="Guard")),
            finding("block", "mesa-a", WRONG, add("a", kind="Block"), add("b", kind="Delete")),
            finding("deleted", "mesa-a", WRONG, add("a", kind="Delete")),
            finding("other", "mesa-a", WRONG, add("a", kind="Swap")),
        ],
        FAMILIES,
        lambda method: frozenset(),
        lambda method: made_of,
    )
    assert [bug.findings for bug in found] == [("deleted", "block"), ("guard",), ("other",)]


def test_one_knob_is_one_bug_only_where_the_steps_agree() -> None:
    knob = Culprit(kind="knob", name="GALLIVM_PERF=nopt")
    found = bugs(
        blamed("1", knob, add("a")),
        blamed("2", knob, add("a")),
        blamed("3", knob, add("b", kind="Move")),
        blamed("4", None, add("a")),
    )
    assert sorted(bug.findings for bug in found) == [("1", "2"), ("3",), ("4",)]


def agreeing(name: str, source: bytes, small: bytes) -> Finding:
    """Return a finding whose program was made small."""
    case = case_of(msgspec.structs.replace(sums(2, 1), source=source, name=name))
    recipe = msgspec.structs.replace(case.recipe, seeds={"seed": Program("essl", "fragment", small, name=name)})
    reduced = msgspec.structs.replace(case, recipe=recipe)
    verdict = Verdict("wrong", "wrong image")
    return Finding(name, 0, "mesa-a", "1", verdict, case, "reliable", 3, 3, "reduced", reduced=reduced)


SMALL = b"#version 300 es\nout highp vec4 colour;\nvoid main() { int a = 3; colour = vec4(a % 2); }\n"


def test_small_programs_of_one_shape_are_one_bug_and_others_are_not() -> None:
    other = SUM.replace(b"total", b"sum")
    alike = SMALL.replace(b"int a = 3", b"int b = 4").replace(b"a % 2", b"b % 7")
    one, two = agreeing("one", SUM, SMALL), agreeing("two", other, alike)
    assert [bug.findings for bug in bugs(one, two)] == [("one", "two")]
    divided = agreeing("two", other, SMALL.replace(b"%", b"/"))
    assert [bug.findings for bug in bugs(one, divided)] == [("one",), ("two",)]


def test_the_name_of_a_bug_does_not_change_when_its_program_gets_small() -> None:
    small = agreeing("one", SUM, SMALL)
    (before,) = bugs(msgspec.structs.replace(small, state="new", reduced=None))
    (after,) = bugs(small)
    assert (before.id, before.types) == (after.id, after.types)


def test_findings_of_one_program_stay_one_bug_whatever_is_left_of_it() -> None:
    one, two = agreeing("one", SUM, SMALL), agreeing("two", SUM, SMALL.replace(b"%", b"/"))
    same = msgspec.structs.replace(two, case=one.case)
    assert [bug.findings for bug in bugs(one, same)] == [("one", "two")]
