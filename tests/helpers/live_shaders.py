"""Small shaders for tests of live-code mutation, what is known of them, and variants with given
mutations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from aberration.core.program import Program
from aberration.core.rng import Rng
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.read import read
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.emi.shading.draft import Draft
from aberration.methods.emi.shading.environment import Environment
from aberration.methods.emi.shading.mutation import Mutation, Site
from aberration.methods.emi.shading.points import Point, Seed
from aberration.methods.emi.shading.profile import Profile, profile
from aberration.methods.emi.shading.variants import ShaderVariants

from .shading_runs import compute_inputs, compute_text, run_compute

OPTIONS = Options(turns=4000)
LANES = 4
_BODY = {
    "glsl": """int n = int(gl_LocalInvocationIndex) + 2; uint u = 7u; bool b = n > 3;
    ivec2 v = ivec2(n, 1); float f = 0.5;
    if (b) { n += 4; v.x = 3; }
    for (int i = 0; i < 3; i++) { n += i; if (n > 900) { f = 2.5; } }
    data[int(gl_LocalInvocationIndex)] = n + v.x + int(u) + int(f + f);""",
    "wgsl": """var n = i32(lane) + 2; var u = 7u; var b = n > 3;
    var v = vec2(n, 1); var f = 0.5;
    if (b) { n += 4; v.x = 3; }
    for (var i = 0; i < 3; i++) { n += i; if (n > 900) { f = 2.5; } }
    held.data[lane] = n + v.x + i32(u) + i32(f + f);""",
}
LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")


def text_of(language: LanguageName, body: str = "", before: str = "") -> str:
    """Return a compute shader of four invocations; without a body it is the one of these tests."""
    own = _BODY["wgsl" if language == "wgsl" else "glsl"]
    return compute_text(language, body or own, before, LANES)


def program_of(language: LanguageName, body: str = "", before: str = "") -> Program:
    """Return it as a program."""
    text = text_of(language, body, before).encode()
    return Program(language, "compute", text, compute_inputs(), name=f"small-{language}")


@cache
def seed_of(language: LanguageName, body: str = "", before: str = "") -> Seed:
    """Return a shader with its points."""
    return Seed(read(text_of(language, body, before), language), "compute")


@cache
def profile_of(language: LanguageName, body: str = "", before: str = "") -> Profile:
    """Return what is known of a shader."""
    seed = seed_of(language, body, before)
    return profile(seed, compute_inputs(), OPTIONS, Rng.of(1, "profile"))


def point_of(seed: Seed, kind: str, number: int = 0) -> Point:
    """Return the point of the number-th statement of a kind."""
    return [one for one in seed.points.values() if type(one.statement).__name__ == kind][number]


def site_of(language: LanguageName, kind: str, number: int = 0) -> Site:
    """Return the site of a statement of the small shader."""
    seed = seed_of(language)
    point = point_of(seed, kind, number)
    return Site(0, seed, point, profile_of(language).environments.get(point.key))


def environment_of(language: LanguageName, kind: str, number: int = 0) -> Environment:
    """Return what is known before a statement of the small shader."""
    found = site_of(language, kind, number).environment
    assert found is not None
    return found


def variant(seed: Seed, mutations: Sequence[Mutation], *, checking: bool = False) -> str:
    """Return the text with these mutations, all of which have to be applicable."""
    draft = Draft(seed, checking=checking)
    for mutation in mutations:
        assert mutation.is_applicable(draft), mutation
        mutation.apply(draft)
    return write(draft.render())


def result(language: LanguageName, text: str) -> object:
    """Return what a text gives on both paths of the interpreter."""
    program = msgspec.structs.replace(program_of(language), source=text.encode())
    return ShaderVariants("emi", 1)._shaders.result(program)


def drawn(
    kind: type[Mutation], language: LanguageName, count: int, body: str = "", before: str = ""
) -> list[Mutation]:
    """Return mutations of a kind that were drawn for a shader's points."""
    seed, known = seed_of(language, body, before), profile_of(language, body, before)
    made: list[Mutation] = []
    for number in range(20 * count):
        rng = Rng.of(number, kind.__name__)
        keys = list(known.environments) if kind.live else list(known.dead)
        point = seed.points[rng.choose(keys)]
        site = Site(number, seed, point, known.environments.get(point.key))
        mutation = kind.draw(site, rng)
        if mutation is not None and mutation.is_applicable(Draft(seed)):
            made.append(mutation)
        if len(made) == count:
            break
    return made


def assert_sound(
    kind: type[Mutation], language: LanguageName, count: int, body: str = "", before: str = ""
) -> None:
    """Demand that mutations that were drawn change the text and not the result, also where they
    check themselves; and that they go to JSON and back.
    """
    seed = seed_of(language, body, before)
    wanted = result(language, text_of(language, body, before))
    made = drawn(kind, language, count, body, before)
    assert len(made) == count
    for mutation in made:
        text = variant(seed, [mutation])
        assert text != write(seed.module)
        assert result(language, text) == wanted, text
        assert result(language, variant(seed, [mutation], checking=True)) == wanted
        again = msgspec.json.decode(msgspec.json.encode(mutation), type=kind)
        assert again == mutation
        for smaller in mutation.smaller():
            assert smaller.is_applicable(Draft(seed)), smaller
            assert result(language, variant(seed, [smaller])) == wanted, smaller


def runs_into_check(language: LanguageName, mutation: Mutation) -> bool:
    """Whether the checking form of a mutation of the small shader notices that something is not
    so.
    """
    found = result(language, variant(seed_of(language), [mutation], checking=True))
    return found != result(language, text_of(language))


__all__ = ["LANES", "LANGUAGES", "assert_sound", "drawn", "run_compute", "variant"]
