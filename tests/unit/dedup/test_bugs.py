"""Findings into bugs."""

import msgspec
from helpers.agreeing import SUM, case_of, sums
from helpers.toy import add, toy_case

from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Verdict
from aberration.core.program import Program
from aberration.core.recipe import Step
from aberration.dedup.bugs import Bug, find_bugs, find_unreduced

FAMILIES = {"mesa-a": "mesa", "mesa-b": "mesa", "other": "other"}


def finding(name: str, target: str, verdict: Verdict, *steps: Step) -> Finding:
    return Finding(name, 0, target, "1", verdict, toy_case(*steps), "reliable", 3, 3, "reduced")


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
        finding(
            "apart",
            "mesa-a",
            WRONG,
            add("a", kind="Move"),
            add("b", kind="Load"),
            add("c", kind="Store"),
        ),
    )
    assert [(bug.findings, bug.types) for bug in found] == [
        (("short", "long"), ("Split",)),
        (("apart",), ("Load", "Move", "Store")),
    ]


def test_a_bug_that_needed_several_kinds_of_steps_is_perhaps_another() -> None:
    one = finding("1", "mesa-a", WRONG, add("a", kind="Split"))
    two = finding("2", "mesa-a", WRONG, add("a", kind="Swap"), add("b", kind="Move"))
    other = finding("3", "mesa-a", WRONG, add("a", kind="Load"))
    alone = finding("4", "other", WRONG, add("a", kind="Swap"), add("b", kind="Move"))
    first, second, possible, apart = bugs(one, other, two, alone)
    assert (first.perhaps, second.perhaps, apart.perhaps) == ("", "", "")
    assert (possible.findings, possible.perhaps) == (("2",), first.id)


def test_a_driver_behind_translators_is_one_bug_and_perhaps_one_that_it_shows_itself() -> None:
    behind = [
        msgspec.structs.replace(finding(f"{k}", "mesa-a", WRONG), chain="opt+mesa-a")
        for k in range(3)
    ]
    (alone,) = bugs(*behind)
    assert (alone.findings, alone.perhaps) == (("0", "1", "2"), "")
    first, possible = bugs(finding("own", "mesa-b", WRONG, add("a", kind="Split")), *behind)
    assert (first.findings, possible.findings) == (("own",), ("0", "1", "2"))
    assert possible.perhaps == first.id


def test_what_is_set_aside_is_no_bug() -> None:
    aside = msgspec.structs.replace(
        finding("1", "other", WRONG, add("a")), state="set-aside", reason="float freedom"
    )
    assert bugs(aside) == []


def test_a_reduced_case_speaks_for_its_finding() -> None:
    long = finding("1", "other", WRONG, add("a", kind="Split"), add("b", kind="Swap"))
    short = msgspec.structs.replace(long, reduced=toy_case(add("b", kind="Swap")), state="reduced")
    assert [bug.types for bug in bugs(short)] == [("Swap",)]


def blamed(name: str, culprit: Culprit | None, *steps: Step, target: str = "mesa-a") -> Finding:
    return msgspec.structs.replace(finding(name, target, WRONG, *steps), culprit=culprit)


VRP, DCE = Culprit(("-O2",), "flag", "-ftree-vrp"), Culprit(("-O1", "-O2"), "flag", "-ftree-dce")


def test_wrong_results_of_one_culprit_are_one_bug_where_their_steps_have_something_in_common() -> (
    None
):
    found = bugs(
        blamed("1", VRP, add("a", kind="Split")),
        blamed("2", VRP, add("a", kind="Split"), add("b", kind="Move"), target="mesa-b"),
        blamed("3", DCE, add("a", kind="Split")),
        blamed("4", VRP, add("a", kind="Split"), target="other"),
        blamed("5", None, add("a", kind="Split")),
        blamed("6", Culprit(("-O2",)), add("a", kind="Split"), add("b", kind="Load")),
        blamed("7", VRP, add("a", kind="Swap")),
    )
    assert sorted((bug.findings, bug.culprit) for bug in found) == [
        (("1", "2"), "flag -ftree-vrp"),
        (("3",), "flag -ftree-dce"),
        (("4",), "flag -ftree-vrp"),
        (("5", "6"), ""),
        (("7",), "flag -ftree-vrp"),
    ]
    assert len({bug.id for bug in found}) == 5


def died(
    name: str, signature: str, culprit: Culprit | None, *steps: Step, target: str = "mesa-a"
) -> Finding:
    return msgspec.structs.replace(finding(name, target, crash(signature), *steps), culprit=culprit)


SEGV = "spirv-opt: SIGSEGV"
UNROLL, PEEL = Culprit(kind="pass", name="loop-unroll"), Culprit(kind="pass", name="loop-peeling")


def test_one_signal_is_as_many_bugs_as_there_are_places_and_culprits() -> None:
    found = bugs(
        died("1", f"{SEGV} in unroll < run", UNROLL, add("a", kind="Split")),
        died("2", f"{SEGV} in unroll < run", UNROLL, add("a", kind="Swap")),
        died("3", f"{SEGV} in merge < run", UNROLL, add("a", kind="Split")),
        died("4", f"{SEGV} in unroll < run", PEEL, add("a", kind="Split")),
    )
    assert [bug.findings for bug in found] == [("1", "2"), ("3",), ("4",)]
    assert len({bug.id for bug in found}) == 3


def test_a_bare_signal_is_separated_by_culprit_and_steps() -> None:
    found = bugs(
        died("1", SEGV, UNROLL, add("a", kind="Split")),
        died("2", SEGV, PEEL, add("a", kind="Split")),
        died("3", SEGV, PEEL, add("a", kind="Swap")),
        died("4", SEGV, None, add("a", kind="Swap")),
        died("5", SEGV, None, add("a", kind="Swap"), add("b", kind="Move")),
        died("6", "other: SIGSEGV", None, add("a", kind="Swap")),
    )
    assert sorted(bug.findings for bug in found) == [("1",), ("2",), ("3",), ("4", "5"), ("6",)]


def test_two_builds_without_names_are_compared_by_what_each_says_of_one_case() -> None:
    old, new = f"{SEGV} in opt+0x12 < opt+0x34", f"{SEGV} in opt+0x56 < opt+0x78"
    both = msgspec.structs.replace(UNROLL, shown=(("1", old), ("2", new)))
    only = msgspec.structs.replace(UNROLL, shown=(("2", new),))
    found = bugs(
        died("1", old, both, add("a", kind="Split")),
        died("2", new, only, add("a", kind="Swap"), target="mesa-b"),
        died("3", f"{SEGV} in opt+0x99 < opt+0x78", only, add("a", kind="Split"), target="mesa-b"),
    )
    assert [bug.findings for bug in found] == [("1", "2", "3")], (
        "the third says that it shows as the second does"
    )
    apart = bugs(
        died("1", old, UNROLL, add("a")), died("2", new, UNROLL, add("a"), target="mesa-b")
    )
    assert [bug.findings for bug in apart] == [("1",), ("2",)], "nobody knows that they are one"


def test_hangs_are_separated_by_culprit_then_steps() -> None:
    hang = Verdict("timeout", "timeout spirv-opt")
    one, two, three, four = (
        msgspec.structs.replace(
            finding(str(number), "mesa-a", hang, add("a", kind=kind)), culprit=culprit
        )
        for number, kind, culprit in (
            (1, "Split", UNROLL),
            (2, "Split", PEEL),
            (3, "Swap", None),
            (4, "Split", UNROLL),
        )
    )
    assert sorted(bug.findings for bug in bugs(one, two, three, four)) == [
        ("1", "4"),
        ("2",),
        ("3",),
    ]


def test_what_a_validator_says_is_separated_by_message_and_pass() -> None:
    message, other = Verdict("invalid", "id # is not defined"), Verdict("invalid", "no predecessor")
    found = bugs(
        msgspec.structs.replace(finding("1", "mesa-a", message, add("a")), culprit=UNROLL),
        msgspec.structs.replace(
            finding("2", "mesa-a", message, add("b", kind="Move")), culprit=UNROLL
        ),
        msgspec.structs.replace(finding("3", "mesa-a", message, add("a")), culprit=PEEL),
        finding("4", "mesa-a", other, add("a")),
    )
    assert [bug.findings for bug in found] == [("1", "2"), ("3",), ("4",)]


def test_where_nobody_knows_the_culprit_it_is_no_bug_of_its_own() -> None:
    signature = f"{SEGV} in unroll < run"
    found = bugs(
        died("1", signature, UNROLL, add("a")), died("2", signature, None, add("b", kind="Move"))
    )
    assert [bug.findings for bug in found] == [("1", "2")]
    three = died("3", signature, PEEL, add("c"))
    found = bugs(
        died("1", signature, UNROLL, add("a")),
        died("2", signature, None, add("b", kind="Move")),
        three,
    )
    assert sorted(bug.findings for bug in found) == [("1",), ("2",), ("3",)], (
        "of two it may be either"
    )


def test_what_is_not_reduced_is_no_bug_yet_and_is_not_lost() -> None:
    new = [
        msgspec.structs.replace(finding(name, "mesa-a", crash("one"), add("a")), state="new")
        for name in "123"
    ]
    other = msgspec.structs.replace(finding("4", "mesa-b", crash("two"), add("a")), state="new")
    waiting = msgspec.structs.replace(
        finding("5", "mesa-b", crash("three"), add("a")), state="waiting"
    )
    assert bugs(*new, other, waiting) == []
    first, second = find_unreduced([*new, other, waiting], FAMILIES)
    assert (first.findings, first.reduced, second.findings) == (("1", "2", "3"), False, ("4",))


def test_the_name_of_a_crash_does_not_depend_on_the_steps() -> None:
    (one,), (other,) = (
        bugs(died("1", "one", UNROLL, add("a"))),
        bugs(died("2", "one", UNROLL, add("b", kind="Move"))),
    )
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
    made_of = {
        "Guard": frozenset(("branch",)),
        "Block": frozenset(("branch", "store")),
        "Delete": frozenset(("gap",)),
    }
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
    recipe = msgspec.structs.replace(
        case.recipe, seeds={"seed": Program("essl", "fragment", small, name=name)}
    )
    reduced = msgspec.structs.replace(case, recipe=recipe)
    verdict = Verdict("wrong", "wrong image")
    return Finding(
        name, 0, "mesa-a", "1", verdict, case, "reliable", 3, 3, "reduced", reduced=reduced
    )


SMALL = (
    b"#version 300 es\nout highp vec4 colour;\nvoid main() { int a = 3; colour = vec4(a % 2); }\n"
)


def test_small_programs_of_one_shape_are_one_bug_and_others_are_not() -> None:
    other = SUM.replace(b"total", b"sum")
    similar = SMALL.replace(b"int a = 3", b"int b = 4").replace(b"a % 2", b"b % 7")
    one, two = agreeing("one", SUM, SMALL), agreeing("two", other, similar)
    assert [bug.findings for bug in bugs(one, two)] == [("one", "two")]
    divided = agreeing("two", other, SMALL.replace(b"%", b"/"))
    assert [bug.findings for bug in bugs(one, divided)] == [("one",), ("two",)]


def test_the_name_of_a_bug_does_not_change_when_its_program_gets_small() -> None:
    small = agreeing("one", SUM, SMALL)
    (before,) = bugs(msgspec.structs.replace(small, reduced=None))
    (after,) = bugs(small)
    assert (before.id, before.types) == (after.id, after.types)


def test_findings_of_one_program_stay_one_bug_whatever_is_left_of_it() -> None:
    one, two = agreeing("one", SUM, SMALL), agreeing("two", SUM, SMALL.replace(b"%", b"/"))
    same = msgspec.structs.replace(two, case=one.case)
    assert [bug.findings for bug in bugs(one, same)] == [("one", "two")]


def test_a_program_that_holds_all_of_a_smaller_one_is_perhaps_the_same_bug() -> None:
    middle = SMALL.replace(b"vec4(a % 2)", b"vec4(a % 2 - a > 1 ? min(a, 0) : 0)")
    more = middle.replace(b"1 ?", b"max(a * a / 9, a << 2) ?")
    apart = SMALL.replace(b"a % 2", b"min(a, 9)")
    texts = (SUM, SUM.replace(b"total", b"sum"), SUM.replace(b"total", b"all"))
    given = [
        agreeing(name, text, small)
        for name, text, small in zip("abc", texts, (more, middle, apart), strict=True)
    ]
    found = {bug.findings: bug for bug in bugs(*given)}
    assert set(found) == {("a",), ("b",), ("c",)}
    assert found["a",].perhaps == found["b",].id
    assert found["b",].perhaps == found["c",].perhaps == "", "one feature says nothing"


def test_programs_made_of_the_same_are_one_bug_and_the_smallest_speaks_for_it() -> None:
    other = SMALL.replace(b"int a = 3;", b"int a = 3; int b = a + 1;")
    large, small = agreeing("1", SUM, other), agreeing("2", SUM.replace(b"total", b"sum"), SMALL)
    for given in ((large, small), (small, large)):
        (one,) = bugs(*given)
        assert (one.findings, one.perhaps) == (("2", "1"), "")
        assert one.made_of == ("% of int", "float from int")


def test_a_similar_program_is_perhaps_the_same_bug() -> None:
    other = SMALL.replace(b"a % 2", b"(a % 2) * 3")
    one, two = agreeing("1", SUM, SMALL), agreeing("2", SUM.replace(b"total", b"sum"), other)
    first, second = bugs(two, one)
    assert (first.findings, second.findings) == (("1",), ("2",))
    assert (first.perhaps, second.perhaps) == ("", first.id)
