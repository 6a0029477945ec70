"""`aberration make`: one test case, not run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aberration.campaign.configuration import FuzzConfiguration
from aberration.campaign.seeds import SeedPool, load_pool
from aberration.cli.console import count, say, say_json
from aberration.cli.options import AsJson
from aberration.cli.programs import read_forms
from aberration.core.errors import BadInput
from aberration.core.method import Method, Request, support_of
from aberration.core.program import Program
from aberration.core.recipe import TestCase, step_types
from aberration.core.rng import Rng
from aberration.core.testcase import save_case
from aberration.methods.registry import method_named
from aberration.targets.front_end import compile_glsl


def make(
    method: Annotated[
        str, typer.Argument(metavar="METHOD", help="A method, as listed by `aberration methods`.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="CASE", help="The folder to write.")
    ],
    seed_file: Annotated[
        Path | None,
        typer.Option(
            "-s",
            "--seed-file",
            metavar="FILE",
            help="The seed program. Default: from the corpus or csmith.",
        ),
    ] = None,
    rng_seed: Annotated[int, typer.Option("--seed", min=0, help="Random seed.")] = 0,
    variant: Annotated[
        int, typer.Option(min=1, help="Which variant of the run; higher ones have more steps.")
    ] = 1,
    as_json: AsJson = False,
) -> None:
    """Write one test case; no target is run."""
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise BadInput("expected a new or empty folder", where=str(output))
    chosen = method_named(method)
    case = _make(chosen, seed_file, rng_seed, variant)
    save_case(case, output)
    if as_json:
        say_json(_row(case, output, variant))
        return
    start = next((program.name for program in case.recipe.seeds.values()), "nothing")
    say(
        f"{output}: {method}, {count(len(case.recipe.steps), 'step')}, from {start}, "
        f"seed {rng_seed}, variant {variant}"
    )


class _Bundled:
    """The bundled programs by the languages that are wanted, read once: seed and donors are both
    among them.
    """

    def __init__(self) -> None:
        self._pools: dict[tuple[str, ...], SeedPool] = {}

    def pool(self, wanted: tuple[str, ...]) -> SeedPool:
        if wanted not in self._pools:
            self._pools[wanted] = load_pool((), (), compile_glsl, wanted)
        return self._pools[wanted]


def _make(method: Method, seed_file: Path | None, rng_seed: int, variant: int) -> TestCase:
    settings = FuzzConfiguration().settings(method.name)
    bundled = _Bundled()
    seed_program = _seed_program(method, seed_file, rng_seed, bundled)
    language = _language(method, seed_program, rng_seed)
    missing = method.unavailable(language)
    if missing:
        raise BadInput(f"{method.name} makes nothing in {language} here: {missing}")
    support = support_of(method, language) or method.languages[0]
    donors = bundled.pool(support.seeds).donors_for(support) if settings.donors else ()
    request = Request(
        run_seed=rng_seed,
        variants=max(variant, settings.variants),
        seed_program=seed_program,
        donors=tuple(Rng.of(rng_seed, "make", "donors").shuffled(donors)[: settings.donors]),
        options=settings.options,
        language=language,
    )
    cases = method.make(request)
    if len(cases) < variant:
        raise BadInput(
            f"this run has {count(len(cases), 'variant')}, but number {variant} was asked for"
        )
    return cases[variant - 1]


def _seed_program(
    method: Method, seed_file: Path | None, rng_seed: int, bundled: _Bundled
) -> Program | None:
    if seed_file is None:
        return _bundled_seed(method, rng_seed, bundled) if method.languages[0].needs_seed else None
    forms = read_forms(seed_file)
    language = next((name for name in forms if support_of(method, name) is not None), None)
    if language is None:
        languages, came = (
            " or ".join(names) for names in ([one.language for one in method.languages], forms)
        )
        message = f"{method.name} starts from {languages}, but a program in {came} came"
        raise BadInput(message, where=str(seed_file))
    return forms[language]()


def _language(method: Method, seed_program: Program | None, rng_seed: int) -> str:
    """Return the language to make programs in: the seed's, or one of the method's."""
    if seed_program is not None and support_of(method, seed_program.language) is not None:
        return seed_program.language
    if seed_program is not None:
        return method.languages[0].language
    rng = Rng.of(rng_seed, "make", "language")
    return rng.choose([one.language for one in method.languages if not one.needs_seed])


def _bundled_seed(method: Method, rng_seed: int, bundled: _Bundled) -> Program:
    languages = method.languages[0].seeds
    seeds = bundled.pool(languages).of(*languages)
    if not seeds:
        raise BadInput(
            f"the bundled corpus has no seed in {' or '.join(languages)}", hint="Name one with -s."
        )
    return Rng.of(rng_seed, "make", "seed").choose(seeds)


def _row(case: TestCase, output: Path, variant: int) -> dict[str, object]:
    recipe = case.recipe
    return {
        "case": str(output),
        "method": recipe.method,
        "seed": recipe.rng_seed,
        "variant": variant,
        "steps": list(step_types(recipe)),
        "seeds": {role: program.name for role, program in recipe.seeds.items()},
        "programs": {role: program.digest for role, program in case.programs.items()},
    }
