"""A plug-in with a method and compilers of its own, small and fast, to drive whole campaigns.

A program is `TEXT | WORD WORD ...`; it means its text, the words mean nothing. The method adds
words; a compiler with bugs trips over some of them.
"""

import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from helpers.word_compiler import words_of

from aberration.core.errors import BadInput
from aberration.core.freedom import NO_REASON, Freedom
from aberration.core.method import LanguageSupport, Replay, Request
from aberration.core.oracle import Same
from aberration.core.outcome import Outcome
from aberration.core.program import Program
from aberration.core.recipe import Recipe, Step, TestCase
from aberration.core.rng import Rng
from aberration.core.target import Stage, Target, WorkerSpec

TESTS = Path(__file__).resolve().parent.parent
SEARCHED = os.pathsep.join(filter(None, (str(TESTS), os.environ.get("PYTHONPATH"))))
"""Where a process that is started looks for packages: here, and where this process does."""
HARMLESS = tuple(f"w{number}" for number in range(20))
TRIGGERS = ("boom", "twist", "round", "stall")
ENTRY_POINTS = """[aberration.methods]
wordplay = helpers.wordplay:WordMethod

[aberration.targets]
wordplay = helpers.wordplay:providers
"""


def program(text: str, words: Sequence[str] = (), name: str = "seed") -> Program:
    """Return a program."""
    return Program("c", "program", f"{text} | {' '.join(words)}".encode(), name=name)


class WordMethod:
    """Follows the protocol `Method`; the word `round` is what the freedom of floats would be."""

    name = "wordplay"
    version = 1
    languages = (LanguageSupport("c", ("c",), needs_seed=True),)
    least_targets = 1
    ignored_types: frozenset[str] = frozenset()
    ingredients: Mapping[str, frozenset[str]] = {}
    supporting_types: frozenset[str] = frozenset()

    without_steps = "The seed itself"

    def in_words(self, step: Step) -> str:
        return str(step["type"])

    def unavailable(self, language: str = "") -> str:
        """Nothing is ever missing."""
        return ""

    def make(self, request: Request) -> Sequence[TestCase]:
        """Return variants with more and more words."""
        assert request.seed_program is not None
        if b"unmakeable" in request.seed_program.source:
            raise ValueError("no variant can be made of this")
        if b"unsuited" in request.seed_program.source:
            raise BadInput("expected other words")
        rng = Rng.of(request.run_seed, "words")
        pool = request.options.get("words", " ".join(HARMLESS + TRIGGERS[:3])).split()
        steps: list[Step] = [
            {"type": "Add", "word": rng.choose(pool)} for _ in range(3 * request.variants)
        ]
        whole = Recipe(
            self.name, self.version, {"seed": request.seed_program}, rng_seed=request.run_seed
        )
        wanted = 1 if b"single" in request.seed_program.source else request.variants
        return [
            self.replay(whole.with_steps(tuple(steps[: 3 * count]))).case
            for count in range(1, wanted + 1)
        ]

    def replay(self, recipe: Recipe) -> Replay:
        """Add the words."""
        seed = recipe.seeds["seed"]
        if seed.source.startswith(b"deadly"):
            os.kill(os.getpid(), signal.SIGKILL)
        while seed.source.startswith(b"endless"):
            pass
        if seed.source.startswith(b"stuck"):
            threading.Event().wait()
        text = seed.source.decode().partition("|")[0].strip()
        variant = program(text, [str(step["word"]) for step in recipe.steps])
        return Replay(TestCase(recipe, {"reference": seed, "variant": variant}, Same()))

    def simplify(self, recipe: Recipe) -> Iterator[Recipe]:
        """Words cannot be made smaller."""
        yield from ()

    def precise(self, case: TestCase) -> TestCase | None:
        """Take the word `round` out."""
        variant = case.programs["variant"]
        kept = [word for word in words_of(variant) if word != "round"]
        text = variant.source.decode().partition("|")[0].strip()
        programs = {**case.programs, "variant": program(text, kept)}
        return msgspec.structs.replace(case, programs=programs)

    def permitted_otherwise(self, case: TestCase, outcome: Outcome) -> Freedom:
        return NO_REASON

    def with_all_rewrites(self, case: TestCase) -> Program | None:
        """Return None: nothing is rewritten."""
        return None

    def with_checks(self, case: TestCase) -> TestCase | None:
        """Return None: words assume nothing."""
        return None

    def delta(self, neighbour: TestCase, failing: TestCase) -> str:
        """Return both, one over the other."""
        return f"{neighbour.programs['variant'].source!r}\n{failing.programs['variant'].source!r}"


def target(
    name: str, *, groups: tuple[str, ...] = ("words",), family: str = "", **options: str
) -> Target:
    """Return a target of the word compiler with these options."""
    spec = WorkerSpec(
        "helpers.word_compiler:WordCompiler",
        tuple(sorted(options.items())),
        (("PYTHONPATH", SEARCHED),),
    )
    return Target(name, "executes", ("c",), (Stage(name, spec),), groups, family or name)


def versions(*given: str) -> list[Target]:
    """Return the versions of one compiler; `2.0=boom twist` is version 2.0 with these bugs."""
    pairs = [one.partition("=") for one in given]
    made = [
        target(f"words@{number}", groups=("versions",), family="words", version=number, bugs=bugs)
        for number, _, bugs in pairs
    ]
    return [msgspec.structs.replace(one, series="words") for one in made]


def providers() -> list[Target]:
    """Return the targets of the plug-in."""
    delay = os.environ.get("WORDPLAY_DELAY", "0")
    installed = filter(None, os.environ.get("WORDPLAY_VERSIONS", "").split(","))
    found = [
        *versions(*installed),
        target("words-good", delay=delay),
        target("words-buggy", bugs="boom twist round", delay=delay),
        target("words-stalling", groups=("words-stalling",), bugs="stall"),
        target(
            "words-moody",
            groups=("words-moody",),
            bugs="moody",
            moods=os.environ.get("WORDPLAY_MOODS", "moods"),
        ),
        target("words-accent", groups=("words-accent",), accent="'"),
        target(
            "words-mutant",
            groups=("mutants",),
            bugs=os.environ.get("WORDPLAY_MUTANT", " ".join(HARMLESS[:1])),
        ),
        target(
            "words-identity", groups=("identity",), bugs=os.environ.get("WORDPLAY_IDENTITY", "")
        ),
    ]
    hidden = os.environ.get("WORDPLAY_HIDDEN", "").split()
    return [_hidden(one) if one.id in hidden else one for one in found]


def _hidden(given: Target) -> Target:
    """Return a target as one that is not installed here."""
    return msgspec.structs.replace(given, available=False, reason="it is not installed")


def install(folder: Path) -> Path:
    """Write the plug-in's metadata into a folder, to be put on the path, and return it."""
    info = folder / "wordplay-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wordplay\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return folder


def write_seeds(folder: Path, *texts: str) -> Path:
    """Write one seed for each text and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(texts):
        (folder / f"seed{number}.c").write_bytes(program(text).source)
    return folder
