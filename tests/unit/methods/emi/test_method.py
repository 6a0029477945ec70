from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest
from helpers import emi
from helpers.emi import BUSY, TINY
from helpers.hash_orders import lines_in_each_order

from aberration.core.errors import BadInput, ReplayMismatch
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.outcome import Text
from aberration.core.program import Program
from aberration.core.recipe import TestCase, step_types
from aberration.languages.c import csmith
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.registry import WEIGHTS, from_steps
from aberration.methods.emi.steps import to_step

ROOT = Path(__file__).resolve().parents[4]
METHOD = EmiMethod()


def program(text: str, name: str = "busy") -> Program:
    return Program("c", "program", text.encode(), name=name)


def made(
    text: str = BUSY, run_seed: int = 1, variants: int = 4, **options: str
) -> Sequence[TestCase]:
    return METHOD.make(Request(run_seed, variants, program(text), (), options))


@cache
def cases() -> Sequence[TestCase]:
    """Return variants of the busy program; each fourth one is of two generations."""
    return made(variants=8)


def variant_of(case: TestCase) -> bytes:
    return case.programs["variant"].source


def checked_text(case: TestCase) -> bytes:
    checked = METHOD.with_checks(case)
    assert checked is not None
    assert checked.oracle == case.oracle
    return variant_of(checked)


@cache
def chained() -> TestCase:
    """Return a variant with mutations inside mutations."""
    fourths = (made(run_seed=number)[3] for number in range(1, 9))
    return next(
        case for case in fourths if any("." in str(step["gap"]) for step in case.recipe.steps)
    )


def test_variants_print_what_the_seed_prints() -> None:
    run = emi.reference(BUSY)
    assert len(cases()) == 8
    assert len({variant_of(case) for case in cases()}) == 8
    for case in cases():
        assert case.oracle == Expected(Text(run.stdout, run.status), "variant")
        assert case.programs["reference"].source == BUSY.encode()
        assert emi.outcome(variant_of(case)) == run
        assert emi.outcome(checked_text(case)) == run


def test_a_run_has_all_kinds() -> None:
    used = {
        name
        for number in range(4)
        for case in made(run_seed=number)
        for name in step_types(case.recipe)
    }
    assert used == {kind.__name__ for kind in WEIGHTS}


def test_the_same_request_gives_the_same_bytes() -> None:
    again = EmiMethod().make(Request(1, 8, program(BUSY)))
    assert again == cases()
    assert made(run_seed=2)[0] != cases()[0]
    assert made(variants=2) == cases()[:2]


def test_the_same_bytes_in_another_process_with_another_order_of_hashes() -> None:
    code = (
        "import sys, hashlib\n"
        "from aberration.core.method import Request\n"
        "from aberration.core.program import Program\n"
        "from aberration.methods.emi.method import EmiMethod\n"
        "seed = Program('c', 'program', sys.stdin.buffer.read(), name='busy')\n"
        "for case in EmiMethod().make(Request(1, 8, seed)):\n"
        "    print(hashlib.sha256(case.programs['variant'].source).hexdigest(), "
        "len(case.recipe.steps))\n"
    )
    lines = lines_in_each_order(code, BUSY.encode())
    assert [int(line.split()[1]) for line in lines] == [len(case.recipe.steps) for case in cases()]


def test_replay_gives_the_same_bytes() -> None:
    fresh = EmiMethod()
    for case in cases():
        through = msgspec.json.decode(msgspec.json.encode(case), type=TestCase)
        again = fresh.replay(through.recipe)
        assert again.skipped == 0
        assert again.case == through
        assert variant_of(again.case) == variant_of(case)


@pytest.mark.parametrize("at", [0, 3])
@pytest.mark.parametrize("name", ["busy", "plain"])
def test_any_subset_is_a_valid_variant(name: str, at: int) -> None:
    text = BUSY if name == "busy" else PLAIN
    case = made(text, 3, at + 1)[at]
    mutations = from_steps(case.recipe.steps)
    for chosen in emi.subsets(mutations, 4, len(mutations)):
        again = METHOD.replay(case.recipe.with_steps(tuple(map(to_step, chosen)))).case
        assert emi.outcome(variant_of(again)) == emi.reference(text)
        assert emi.outcome(checked_text(again)) == emi.reference(text)


def test_children_go_with_their_parent() -> None:
    case = chained()
    parents = {
        str(step["gap"]).partition(".")[0] for step in case.recipe.steps if "." in str(step["gap"])
    }
    kept = tuple(step for step in case.recipe.steps if str(step["number"]) not in parents)
    children = [step for step in kept if "." in str(step["gap"])]
    assert children
    again = METHOD.replay(case.recipe.with_steps(kept))
    assert again.skipped == len(children)
    assert again.case.recipe.steps == tuple(step for step in kept if step not in children)
    assert emi.outcome(variant_of(again.case)) == emi.reference(BUSY)


def test_simpler_recipes_replay_whatever_a_child_needs() -> None:
    """The checking form too: a child whose backup went away with a smaller parent is left out
    whole.
    """
    case = chained()
    simpler = list(METHOD.simplify(case.recipe))
    assert all(len(recipe.steps) == len(case.recipe.steps) for recipe in simpler)
    assert all(recipe != case.recipe for recipe in simpler)
    for recipe in simpler[:: max(1, len(simpler) // 12)]:
        again = METHOD.replay(recipe).case
        assert emi.outcome(variant_of(again)) == emi.reference(BUSY)
        assert emi.outcome(checked_text(again)) == emi.reference(BUSY)


def test_one_generation_only() -> None:
    for case in made(variants=8, chain="no"):
        assert all("." not in str(step["gap"]) for step in case.recipe.steps)


def test_only_kinds_that_were_asked_for() -> None:
    for case in made(variants=3, kinds="LoopBlock, CallBlock"):
        assert set(step_types(case.recipe)) <= {"LoopBlock", "CallBlock"}


def test_kinds_that_fit_nowhere_give_no_variants() -> None:
    """Nothing points to anything; also where a variant would be made on top of another one."""
    assert made(PLAIN, variants=8, kinds="AliasBlock") == []


def test_statements_of_donors_are_inserted_and_need_none_to_replay() -> None:
    donors = (program(DONOR, "donor"), Program("wgsl", "fragment", b"", name="none"))
    texts = set()
    for number in range(6):
        options = {"kinds": "InsertFragment", "guided": "no"}
        for case in METHOD.make(Request(number, 2, program(BUSY), donors, options)):
            again = METHOD.replay(case.recipe)
            assert (again.skipped, again.case) == (0, case)
            texts.add(variant_of(case))
    assert any(b"7777" in text for text in texts)


def test_an_unknown_kind_is_bad_input() -> None:
    with pytest.raises(BadInput, match="expected kinds of mutations, but 'Nonsense' came"):
        made(kinds="TrueBlock,Nonsense")


def test_an_unknown_preset_is_bad_input() -> None:
    with pytest.raises(BadInput, match="preset"):
        METHOD.make(Request(1, 1, options={"preset": "nonsense"}))


def lines(count: int) -> str:
    return "\n".join(f"    g += {number};" for number in range(count))


PLAIN = (
    "#include <stdio.h>\nstatic int g = 3;\nint main(void) {\n    int k = 1;\n"
    f"{lines(14)}\n    if (k > g) {{\n        k = 2;\n    }}\n"
    f'    printf("%d %d\\n", g, k);\n    return 0;\n}}\n'
)
DONOR = "int main(void) { int k = 1; " + "k = k * 7777; k ^= 7777; " * 20 + "return k; }"
SILENT = PLAIN.replace('printf("%d %d\\n", g, k);', ";")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TINY, "expected 12 places that run, but 4 of 5 do"),
        (SILENT, "prints nothing"),
        (PLAIN.replace("k = 2;", "k = two;"), "without errors"),
        (PLAIN.replace("k = 2;", "k = 2"), "without errors"),
        (
            PLAIN.replace("k > g", "k > g || (k = nowhere())").replace(
                "int main", "int nowhere(void);\nint main"
            ),
            "does not compile",
        ),
        (PLAIN.replace("g += 5;", "for (;;) { g ^= 5; }"), "times, and went on"),
        (PLAIN.replace("g += 5;", "g /= g - g;"), "died of SIGFPE"),
        (
            PLAIN.replace("g += 5;", 'printf("%d", &g > (int *)0x1000000);')
            .replace("%d %d", "%p")
            .replace("g, k", "(void *)&g"),
            "runs it otherwise than",
        ),
        (
            PLAIN.replace("int k = 1;", "int k = 1, live_0_0 = 2;"),
            "without names such as .*, but 'live_0_0' came",
        ),
        (PLAIN.replace("int main", "static int in_3_0;\nint main"), "'in_3_0' came"),
        (PLAIN + "/*" + "x" * 400_000 + "*/", "expected a program of at most 400000 bytes"),
    ],
    ids=[
        "few",
        "silent",
        "unknown",
        "syntax",
        "linker",
        "endless",
        "trap",
        "addresses",
        "reserved names",
        "parameter",
        "long",
    ],
)
def test_an_unfit_seed_is_bad_input(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        made(text)


def test_another_language_is_bad_input() -> None:
    shader = Program("spirv", "fragment", b"", name="shader")
    with pytest.raises(BadInput, match="mutates C programs, but one in 'spirv' came"):
        METHOD.make(Request(1, 1, shader, language="c"))


def test_inputs_of_the_seed_are_used() -> None:
    text = PLAIN.replace("int k = 1;", "int k = getchar() - '0';")
    seed = msgspec.structs.replace(program(text), inputs=Inputs(stdin=b"7"))
    [case] = METHOD.make(Request(1, 1, seed))
    assert case.oracle == Expected(Text(b"94 7\n", 0), "variant")
    assert case.programs["variant"].inputs.stdin == b"7"


def test_a_recipe_of_another_version_is_refused() -> None:
    recipe = msgspec.structs.replace(cases()[0].recipe, version=99)
    with pytest.raises(ReplayMismatch, match="version 99"):
        METHOD.replay(recipe)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"generator": "csmith 0.1"}, "the generator changed"),
        ({"csmith_seed": "x"}, "expected a csmith number"),
        ({"status": "x"}, "expected the exit status"),
    ],
)
def test_a_recipe_with_other_options_is_refused(options: dict[str, str], message: str) -> None:
    [case] = csmith_cases()
    with pytest.raises(ReplayMismatch, match=message):
        METHOD.replay(msgspec.structs.replace(case.recipe, options=case.recipe.options | options))


@cache
def csmith_cases() -> Sequence[TestCase]:
    return METHOD.make(Request(run_seed=2, variants=1, options={"preset": "small"}))


def test_a_csmith_program_is_known_by_its_number() -> None:
    [case] = csmith_cases()
    assert case.recipe.seeds == {}
    assert case.recipe.options["generator"] == csmith.version()
    assert case.recipe.options["preset"] == "small"
    number = case.recipe.options["csmith_seed"]
    assert case.programs["reference"].source == csmith.generate(int(number), "small")
    again = EmiMethod().replay(case.recipe)
    assert (again.skipped, again.case) == (0, case)


def test_differences_are_reported() -> None:
    before = METHOD.replay(cases()[0].recipe.with_steps(cases()[0].recipe.steps[:-1])).case
    delta = METHOD.delta(before, cases()[0])
    assert delta.startswith("--- passing\n+++ failing\n")
    assert any(line.startswith("+") for line in delta.splitlines()[2:])


def test_there_is_no_freedom_of_rounding() -> None:
    assert METHOD.precise(cases()[0]) is None


def test_unavailable_without_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert METHOD.unavailable("c") == ""
    monkeypatch.setenv("PATH", "")
    assert "not installed" in METHOD.unavailable("c")
    assert METHOD.unavailable("essl") == METHOD.unavailable("spirv") == METHOD.unavailable() == ""
