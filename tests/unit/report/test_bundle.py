"""The folder of a bug, and the page over all of them."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from helpers.toy import ToyMethod, add, toy_case

from aberration.core.comparison import Difference
from aberration.core.finding import Culprit, Finding
from aberration.core.oracle import Expected, Same, Verdict
from aberration.core.outcome import Crash, Image, Outcome, Text
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.testcase import load_case
from aberration.dedup.bugs import Bug
from aberration.methods.fuse.method import FuseMethod
from aberration.report.bundle import BugReport, write_bundle
from aberration.report.page import Aside, Overview, write_page

WRONG = Verdict(
    "wrong", "wrong image", "9 of 16 differ from the reference", Difference(16, 11, 9, 200.0)
)
FINDING = Finding(
    "000007-t", 7, "t-1:-O2", "T 1.2.3", WRONG, toy_case(add("a"), add("b")), "reliable", 3, 3
)
REDUCED = msgspec.structs.replace(
    FINDING,
    state="reduced",
    reduced=toy_case(add("b"), add("s", kind="Support")),
    neighbour=toy_case(),
)
BUG = Bug("wrong-12345678", "t", "wrong", "wrong image", ("Add",), ("000007-t", "000009-t"))
IN_C = ("c/reference.c", "c/variant.c", "c/Makefile")
IMAGES: dict[str, Image] = {
    "reference": Image(1, 1, "rgba8", b"\1\2\3\4"),
    "variant": Image(1, 1, "rgba8", b"\1\2\3\x99"),
}


def bundle(
    tmp_path: Path, finding: Finding = REDUCED, outcomes: Mapping[str, Outcome] = IMAGES
) -> BugReport:
    return write_bundle(BUG, finding, outcomes, ToyMethod(), tmp_path)


def test_the_folder_has_all_that_a_developer_needs(tmp_path: Path) -> None:
    report = bundle(tmp_path)
    folder = tmp_path / report.folder
    written = {path.name for path in folder.iterdir()}
    assert written == {"README.md", *(name.partition("/")[0] for name in report.files)}
    assert set(report.files) == {
        *("case", "original", "neighbour", "delta.txt", "index.html"),
        *IN_C,
        *("reference.png", "variant.png", "difference.png"),
    }
    assert load_case(folder / "case") == REDUCED.reduced
    assert load_case(folder / "original") == FINDING.case
    assert load_case(folder / "neighbour") == REDUCED.neighbour
    assert (folder / "delta.txt").read_text() == report.text.delta != ""


def test_a_known_result_is_shown_beside_what_came(tmp_path: Path) -> None:
    programs = toy_case().programs
    known = TestCase(Recipe("toy", 1, {}), programs, Expected(IMAGES["reference"], "variant"))
    finding = msgspec.structs.replace(FINDING, state="reduced", reduced=known)
    report = bundle(
        tmp_path, finding, {"variant": IMAGES["variant"], "expected": IMAGES["reference"]}
    )
    assert {"expected.png", "variant.png", "difference.png"} <= set(report.files)
    assert (
        "The seed itself: no step is needed."
        in (tmp_path / report.folder / "README.md").read_text()
    )
    texts = bundle(tmp_path, finding, {"variant": Text(b"7"), "expected": Text(b"8")})
    assert (tmp_path / texts.folder / "expected.txt").read_bytes() == b"8"


def test_a_fused_program_says_which_steps_it_needs(tmp_path: Path) -> None:
    step: Step = {"type": "ReuseVariable", "dead": "a_x", "name": "b_x"}
    program = Program("glsl", "fragment", b"void main() {}\n")
    for steps, words in (
        ((), "Both parts side by side, each in a function of its own: no step is needed."),
        ((step,), "1. ReuseVariable: `a_x` holds what `b_x` held"),
    ):
        recipe = Recipe("fuse", 2, {"first": program, "second": program}, steps)
        case = TestCase(recipe, {"program": program}, Expected(IMAGES["reference"]))
        finding = msgspec.structs.replace(FINDING, case=case, reduced=case)
        report = write_bundle(BUG, finding, {}, FuseMethod(), tmp_path)
        text = (tmp_path / report.folder / "README.md").read_text()
        assert words in text
        assert "reference" not in text.partition("## What makes it go wrong")[2]


def test_the_readme_says_what_where_and_how(tmp_path: Path) -> None:
    text = (tmp_path / bundle(tmp_path).folder / "README.md").read_text()
    for part in (
        "# t-1:-O2: wrong (`wrong image`)",
        "T 1.2.3",
        "reliable: seen again in 3 of 3 runs",
        "    aberration replay case -t t-1:-O2",
        "differ beyond the tolerance | 9 (largest distance 200.0)",
        "reference after 1 step (1 more only supply",
        "1. Add",
        "| findings of this bug | 2 |",
        "| beside this one | `000009-t` |",
    ):
        assert part in text


def test_the_readme_says_what_a_small_program_needs(tmp_path: Path) -> None:
    bug = msgspec.structs.replace(BUG, made_of=(">> of int", "float from int"))
    report = write_bundle(bug, REDUCED, IMAGES, ToyMethod(), tmp_path)
    text = (tmp_path / report.folder / "README.md").read_text()
    assert "| the program needs | `>> of int` |" in text


def test_a_crash_comes_with_its_log(tmp_path: Path) -> None:
    crash = Verdict("crash", "the assertion", "crash (the assertion)")
    finding = msgspec.structs.replace(FINDING, verdict=crash)
    report = bundle(tmp_path, finding, {"variant": Crash("assertion", log="file.c:1: it failed\n")})
    assert set(report.files) == {"index.html", "case", "variant.log", *IN_C}
    assert (tmp_path / report.folder / "variant.log").read_text() == "file.c:1: it failed\n"


def test_what_a_format_cannot_hold_is_said(tmp_path: Path) -> None:
    program = Program("wgsl", "compute", b"@compute @workgroup_size(1) fn main() {}\n")
    case = TestCase(Recipe("toy", 1, {}), {"reference": program, "variant": program}, Same())
    finding = msgspec.structs.replace(FINDING, case=case)
    report = bundle(tmp_path, finding, {})
    text = (tmp_path / report.folder / "README.md").read_text()
    assert "- ShaderTrap: `ShaderTrap takes no WGSL`" in text
    assert {"test.html", "files/reference.wgsl"} <= set(report.files)
    assert (tmp_path / report.folder / "files" / "variant.wgsl").read_bytes() == program.source


def test_an_older_folder_is_replaced(tmp_path: Path) -> None:
    stale = tmp_path / BUG.id / "stale"
    stale.parent.mkdir()
    stale.write_text("")
    bundle(tmp_path)
    assert not stale.exists()


OVERVIEW = Overview(
    640,
    120.5,
    5.3,
    0.81,
    3,
    "abcd",
    {"t-1:-O2": {"image": 630, "crash": 10}},
    {"t-1:-O2": "T 1.2.3"},
)


def test_the_page_shows_each_bug_and_links_its_folder(tmp_path: Path) -> None:
    report = bundle(tmp_path / "bugs")
    text = write_page(OVERVIEW, [report], tmp_path).read_text()
    for part in (
        "1 bug in 640 tests",
        BUG.id,
        "81 % of the time",
        "T 1.2.3",
        'src="bugs/wrong-12345678/variant.png"',
    ):
        assert part in text
    assert (tmp_path / "bugs" / report.folder / "README.md").exists()


def test_the_page_escapes_what_compilers_say(tmp_path: Path) -> None:
    crash = Verdict("crash", "<script>x</script>", "std::vector<int>")
    finding = msgspec.structs.replace(FINDING, verdict=crash)
    bug = msgspec.structs.replace(BUG, signature="<script>x</script>")
    report = write_bundle(bug, finding, {}, ToyMethod(), tmp_path / "bugs")
    text = write_page(OVERVIEW, [report], tmp_path).read_text()
    assert "<script>" not in text
    assert "&lt;script&gt;" in text


def test_a_campaign_without_bugs_says_that_it_was_awake(tmp_path: Path) -> None:
    notes = msgspec.structs.replace(OVERVIEW, asides=(Aside("seed x is flaky"),))
    text = write_page(notes, [], tmp_path).read_text()
    assert "No bug was found" in text
    assert "seed x is flaky" in text


def test_what_compilers_say_is_no_markup_in_the_readme(tmp_path: Path) -> None:
    crash = Verdict("crash", "a | <b>b</b>", "crash\n# a | ![x](y)")
    text = (
        tmp_path
        / bundle(tmp_path, msgspec.structs.replace(FINDING, verdict=crash)).folder
        / "README.md"
    ).read_text()
    assert text.startswith("# t-1:-O2: crash (`a \\| <b>b</b>`)\n")
    assert "t-1:-O2 dies: `crash # a \\| ![x](y)`." in text


def test_the_culprit_is_reported_in_readme_and_page(tmp_path: Path) -> None:
    culprit = Culprit(
        ("-O2", "-O3"), "pass", "Sink<Pass>", "t-2:-O2", (("t-1:-O2", True), ("t-2:-O2", False))
    )
    report = bundle(tmp_path / "bugs", msgspec.structs.replace(REDUCED, culprit=culprit))
    text = (tmp_path / "bugs" / report.folder / "README.md").read_text()
    for part in (
        "| culprit | `wrong from the pass Sink<Pass> on` |",
        "| wrong at | `-O2 -O3` |",
        "| first bad version | `t-2:-O2` |",
        "| versions | `t-1:-O2 right, t-2:-O2 wrong` |",
    ):
        assert part in text
    overview = Overview(1, 1.0, 1.0, 1.0, 0, "digest", {}, {})
    page = write_page(overview, [report], tmp_path).read_text()
    assert "<td><code>wrong from the pass Sink&lt;Pass&gt; on</code></td>" in page


def test_a_rewritten_seed_is_shown_beside_the_program(tmp_path: Path) -> None:
    seed = Program("essl", "compute", b"as generated\n")
    given = Program("essl", "compute", b"guarded\n")
    recipe = Recipe("toy", 1, {"seed": seed}, (), {"wrappers": "all"})
    case = TestCase(recipe, {"program": given}, Expected(IMAGES["reference"]))
    finding = msgspec.structs.replace(FINDING, case=case, reduced=case, neighbour=None)
    report = bundle(tmp_path, finding, {"program": IMAGES["variant"]})
    readme = (tmp_path / report.folder / "README.md").read_text()
    assert readme.index("guarded") < readme.index("## Before it was rewritten")
    assert "what guards each operation that may be undefined" in readme
    assert "as generated" in readme


class Rewriting(ToyMethod):
    """Can rewrite more than it did."""

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        return Program("essl", "compute", b"guarded everywhere\n")


def test_what_was_generated_what_is_run_and_what_could_be_rewritten_are_shown(
    tmp_path: Path,
) -> None:
    seed = Program("essl", "compute", b"as generated\n")
    given = Program("essl", "compute", b"guarded once\n")
    options = {"wrappers": "needed", "kept": '["division a / b"]'}
    recipe = Recipe("toy", 1, {"seed": seed}, (), options)
    case = TestCase(recipe, {"program": given}, Expected(IMAGES["reference"]))
    finding = msgspec.structs.replace(FINDING, case=case, reduced=case, neighbour=None)
    outcomes = {"program": IMAGES["variant"]}
    report = write_bundle(BUG, finding, outcomes, Rewriting(), tmp_path)
    readme = (tmp_path / report.folder / "README.md").read_text()
    texts = ("guarded once", "as generated", "## With everything rewritten", "guarded everywhere")
    places = [readme.index(text) for text in texts]
    assert places == sorted(places)
    assert "those without which it does not go wrong" in readme
    plain = write_bundle(BUG, finding, outcomes, ToyMethod(), tmp_path)
    assert "everything rewritten" not in (tmp_path / plain.folder / "README.md").read_text()
