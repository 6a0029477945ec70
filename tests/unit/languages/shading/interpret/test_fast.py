"""The C path gives to the bit what the Python path gives: on the corpus, on random kernels, on
traps; and it is chosen where it is worth it.
"""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Final, Literal

import pytest
from helpers.corpus import has_subgroups
from helpers.sampling import one_in
from helpers.shading_kernels import Kernel
from helpers.shading_runs import (
    BothPaths,
    compute_inputs,
    compute_text,
    fragment,
    needs_compiler,
    run_compute,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from aberration.core.errors import InternalError
from aberration.core.inputs import Inputs, Uniform, read_inputs
from aberration.core.outcome import Buffers, Image
from aberration.core.program import DRAWN
from aberration.languages.native import compiler
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.interpret import fast as fast_module
from aberration.languages.shading.interpret.compiled import Compiled
from aberration.languages.shading.interpret.fast import WORTH, Again
from aberration.languages.shading.interpret.interface import stages_of
from aberration.languages.shading.interpret.native.run import Native
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.survey import survey
from aberration.languages.shading.interpret.trap import Endless, Refused, Trap
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import LanguageName

CORPUS: Final = Path(__file__).resolve().parents[5] / "corpus"
SIDE: Final = 20
"""Images of the corpus are looked at in this size."""
_LANGUAGES: tuple[LanguageName, ...] = ("glsl", "essl", "wgsl")
_PATHS: tuple[Literal["python", "c"], ...] = ("python", "c")
_ORDERS: tuple[Literal["forward", "reverse"], ...] = ("forward", "reverse")
_GLSL: Final = "#version 450\nlayout(location = 0) out vec4 colour;\n"
pytestmark = needs_compiler


def _programs() -> list[tuple[Path, LanguageName]]:
    found: list[tuple[Path, LanguageName]] = []
    for language in _LANGUAGES:
        folder = CORPUS / "shading" / language
        found += [(path, language) for path in sorted(folder.iterdir()) if path.suffix != ".json"]
    old = [
        *sorted((CORPUS / "compute").glob("*.comp")),
        *sorted((CORPUS / "references").glob("*.frag")),
        *sorted((CORPUS / "vertex").glob("*.vert")),
    ]
    return found + [(path, "glsl") for path in old if not has_subgroups(path)]


def _stage(path: Path, shader: Shader) -> Stage:
    if path.suffix == ".wgsl":
        return next(iter(stages_of(shader.module)))
    return _STAGES[path.suffix]


_STAGES: Final[dict[str, Stage]] = {
    ".comp": "compute",
    ".frag": "fragment",
    ".vert": "vertex",
}
PROGRAMS: Final = _programs()


def test_the_corpus_is_not_empty() -> None:
    assert len(PROGRAMS) > 90


@pytest.mark.parametrize(
    "program", one_in(3, PROGRAMS), ids=[f"{path.parent.name}-{path.stem}" for path, _ in PROGRAMS]
)
def test_the_corpus_is_the_same_on_both_paths(program: tuple[Path, LanguageName]) -> None:
    path, language = program
    inputs = read_inputs(path.with_suffix(".json").read_bytes(), path.name)
    shader = read(path.read_bytes(), language, path.name)
    stage = _stage(path, shader)
    small = replace(inputs, width=min(inputs.width, SIDE), height=min(inputs.height, SIDE))
    both = BothPaths(shader, stage, small if stage in DRAWN else inputs)
    found = both.image("rgba32f") if stage in DRAWN else both.dispatch()
    assert isinstance(found, Image | Buffers), str(found)
    assert both.other is not None
    assert both.other.fast(1) is not None
    if stage in DRAWN:
        assert both.image() == both.other.image()
        assert [both.pixel(x, 7) for x in range(3)]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), language=st.sampled_from(_LANGUAGES))
def test_random_kernels_are_the_same_on_both_paths(seed: int, language: LanguageName) -> None:
    kernel = Kernel(language, seed)
    shader = read(compute_text(language, kernel.body, kernel.before), language)
    BothPaths(shader, "compute", compute_inputs(), Options(turns=100_000)).dispatch()


def test_random_kernels_come_to_an_end_and_to_traps() -> None:
    """What the test before compares is both."""
    found = []
    for seed in range(24):
        kernel = Kernel("glsl", seed)
        shader = read(compute_text("glsl", kernel.body, kernel.before), "glsl")
        found.append(type(BothPaths(shader, "compute", compute_inputs()).dispatch()))
    assert found.count(Buffers) > 12
    assert found.count(Trap) > 1


@pytest.mark.parametrize("name", ["gcc", "clang"])
def test_other_compilers_give_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert name in compiler.available(), "`make setup` installs it"
    monkeypatch.setattr(
        compiler, "COMPILERS", [one for one in compiler.COMPILERS if one[0] == name]
    )
    for seed, language in enumerate(_LANGUAGES):
        kernel = Kernel(language, seed)
        shader = read(compute_text(language, kernel.body, kernel.before), language)
        both = BothPaths(shader, "compute", compute_inputs())
        both.dispatch()
        assert both.other is not None
        path = both.other.fast(1)
        assert path is not None
        assert path.native.library.compiler == name


# ---- what an image meets


@pytest.mark.parametrize(
    "body",
    [
        (
            "if (gl_FragCoord.x > 5.0 && gl_FragCoord.y > 2.0) { int a[3]; colour.x = "
            "float(a[1]); } colour = vec4(1.0);"
        ),
        "colour.x = 1.0; if (gl_FragCoord.x > 3.0) colour.yzw = vec3(0.5);",
        "int n = int(gl_FragCoord.x) - 4; colour = vec4(float(9 / n));",
        "int n = 1; while (n > 0) { if (gl_FragCoord.y < 3.0) n = 0; } colour = vec4(1.0);",
        (
            "colour = vec4(dFdx(gl_FragCoord.x * gl_FragCoord.x), dFdy(gl_FragCoord.y), "
            "fwidth(gl_FragCoord.x), 1.0);"
        ),
        "if (gl_FragCoord.x > 4.0) discard; colour = vec4(dFdx(gl_FragCoord.x));",
        (
            "int n = 0; if (gl_FragCoord.x > 3.0) { colour = vec4(dFdx(gl_FragCoord.x)); } "
            "else colour = vec4(1.0);"
        ),
        (
            "colour = vec4(dFdx(gl_FragCoord.x)); while (gl_FragCoord.y > 2.0) { colour.x "
            "+= 0.5; colour.x -= 0.5; }"
        ),
        "if (int(gl_FragCoord.x + gl_FragCoord.y) % 3 == 0) discard; colour = vec4(0.25);",
        (
            "float x = gl_FragCoord.x; colour = vec4(1.0); if (x < 3.0 || x > 4.0) x = "
            "dFdx(x); else x = dFdy(x);"
        ),
    ],
)
def test_images_with_traps_discards_and_quads(body: str) -> None:
    text = f"{_GLSL} void main() {{ {body} }}"
    both = fragment("glsl", text, size=(7, 5), options=Options(turns=500))
    both.image("rgba32f")
    for x, y in [(0, 0), (4, 0), (5, 4), (6, 3), (3, 2)]:
        both.pixel(x, y)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("if (lane < 2) barrier(); else barrier();", "barrier"),
        ("if (lane < 2) barrier();", "barrier"),
        ("data[lane] = lane; barrier(); data[0] += data[lane & 1] - data[lane & 1];", "race"),
        (
            "data[lane] = 7; barrier(); int other = data[3 - lane]; barrier(); data[lane] = other;",
            "race",
        ),
        (
            "data[lane] = 7; memoryBarrierBuffer(); barrier(); int other = data[3 - lane]; "
            "memoryBarrier(); barrier();"
            " data[lane] = other;",
            "",
        ),
        ("data[lane] = 7; int other = data[3 - lane]; data[lane] = other;", "race"),
        ("int n = 1; while (lane == 2 && n > 0) n = 3; barrier();", "endless"),
        ("barrier(); int a[2]; data[lane] = a[0];", "uninitialised"),
    ],
)
@pytest.mark.parametrize("language", ["glsl", "essl"])
def test_workgroups_that_wait(language: LanguageName, body: str, kind: str) -> None:
    whole = f"int lane = int(gl_LocalInvocationIndex); {body}"
    for order in _ORDERS:
        found = run_compute(
            language, whole, size=4, coherent=True, options=Options(turns=500, order=order)
        )
        kind_found = (
            found.kind
            if isinstance(found, Trap)
            else "endless"
            if isinstance(found, Endless)
            else ""
        )
        assert kind_found == kind


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e30, -0.0, 1.5])
@pytest.mark.parametrize(
    "expression",
    [
        "float(int(given))",
        "given < 1.0 ? 0.25 : 0.5",
        "given * 0.5",
        "min(given, 1.0)",
        "floor(given)",
        "given == given ? 0.0 : 1.0",
    ],
)
def test_inputs_that_are_infinite_or_nan(expression: str, value: float) -> None:
    text = f"{_GLSL} uniform float given; void main() {{ colour = vec4({expression}); }}"
    uniform = Uniform("given", struct.pack("<f", value))
    fragment("glsl", text, uniform).pixel(0, 0)


def test_a_trap_is_that_of_the_python_path() -> None:
    text = (
        f"{_GLSL} void main() {{ int n = int(gl_FragCoord.x) - 4; colour = vec4(float(9 / n)); }}"
    )
    found = Interpreter(
        read(text, "glsl"), "fragment", Inputs(width=8, height=8), Options(path="c")
    ).image()
    assert isinstance(found, Trap)
    assert (found.kind, found.invocation, found.excerpt) == ("division", (4, 0), "9 / n")
    assert found.values == (("n", "0"),)


def test_a_budget_that_is_spent_is_told_with_the_invocation() -> None:
    text = (
        f"{_GLSL} void main() {{ int n = 0; while (gl_FragCoord.x > 3.0) n ^= 1; colour = "
        f"vec4(1.0); }}"
    )
    options = Options(path="c", turns=100)
    found = Interpreter(read(text, "glsl"), "fragment", Inputs(width=8, height=8), options).image()
    assert found == Endless(100, (3, 0))


@pytest.mark.parametrize(
    "body",
    [
        "colour = vec4(1.0);",
        "int n = int(gl_FragCoord.x + 8.0 * gl_FragCoord.y) - 200; colour = vec4(float(9 / n));",
        "int n = int(gl_FragCoord.y) - 20; colour = vec4(dFdx(float(9 / n)));",
        "int n = int(gl_FragCoord.y) - 21; while (n == 0) colour = vec4(0.0); colour = vec4(1.0);",
        "colour = vec4(dFdx(gl_FragCoord.x)); if (gl_FragCoord.x > 30.0) discard;",
    ],
)
def test_a_survey_finds_the_same_on_both_paths(body: str) -> None:
    shader = read(f"{_GLSL} void main() {{ {body} }}", "glsl")
    inputs = Inputs(width=35, height=33)
    slow, quick = (survey(shader, "fragment", inputs, 600.0, path) for path in _PATHS)
    assert (slow.met is None) == (quick.met is None)
    assert slow.total == quick.total == 35 * 33
    if slow.met is None:
        assert slow == quick
        assert quick.examined == quick.total
    else:
        assert type(quick.met) is type(slow.met)


def test_a_survey_without_time_looks_at_the_grid() -> None:
    shader = read(f"{_GLSL} void main() {{ colour = vec4(1.0); }}", "glsl")
    for path in _PATHS:
        assert survey(shader, "fragment", Inputs(width=35, height=33), 0.0, path).examined == 9


# ---- the choice of a path


def _plain(side: int, options: Options | None = None) -> Interpreter:
    shader = read(f"{_GLSL} void main() {{ colour = vec4(0.5); }}", "glsl")
    return Interpreter(shader, "fragment", Inputs(width=side, height=side), options)


def _count_made(monkeypatch: pytest.MonkeyPatch) -> list[Compiled]:
    """Note whatever C is made of."""
    made: list[Compiled] = []

    class Counted(Native):
        def __init__(self, compiled: Compiled, compiler: str = "") -> None:
            made.append(compiled)
            super().__init__(compiled, compiler)

    monkeypatch.setattr(fast_module, "Native", Counted)
    return made


def test_c_is_made_once_and_where_there_is_enough_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _count_made(monkeypatch)
    assert isinstance(_plain(4).image(), Image)
    assert not made
    large = _plain(16)
    large.image()
    large.image()
    assert len(made) == 1


def test_many_pixels_one_by_one_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _count_made(monkeypatch)
    interpreter = _plain(4)
    found = [interpreter.pixel(0, 0) for _ in range(WORTH - 1)]
    assert not made
    assert interpreter.pixel(0, 0) == found[0]
    assert len(made) == 1


def test_the_python_path_alone_makes_no_c(monkeypatch: pytest.MonkeyPatch) -> None:
    made = _count_made(monkeypatch)
    _plain(32, Options(path="python")).image()
    assert not made


def test_without_a_compiler_the_python_path_runs_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "COMPILERS", (("no-such-compiler", ()),))
    assert isinstance(_plain(32).image(), Image)
    with pytest.raises(Refused, match="there is no C compiler"):
        _plain(32, Options(path="c")).image()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (Options(path="c", nonfinite="allow"), "infinities and NaN that do not trap"),
        (Options(path="c", count=True), "counting the expressions"),
    ],
)
def test_what_c_lacks_is_refused_by_name_where_c_is_asked_for(options: Options, named: str) -> None:
    with pytest.raises(Refused, match=named):
        _plain(4, options).image()
    assert isinstance(_plain(32, replace(options, path="auto")).image(), Image)


def test_a_fragment_shader_that_may_write_a_buffer_is_left_to_python() -> None:
    text = f"{_GLSL} layout(std430, binding = 0) buffer B {{ int data[8]; float real[4]; }};"
    shader = read(f"{text} void main() {{ data[0] = 1; colour = vec4(real[1]); }}", "glsl")
    inputs = replace(compute_inputs(), width=32, height=32)
    with pytest.raises(Refused, match="a fragment shader with storage buffers"):
        Interpreter(shader, "fragment", inputs, Options(path="c")).image()
    assert isinstance(Interpreter(shader, "fragment", inputs).image(), Image)


def test_paths_that_do_not_agree_are_an_error_of_ours() -> None:
    Again(met=True).confirm(Endless(1))
    Again(met=False).confirm(None)
    with pytest.raises(InternalError, match="traps where the Python path does not"):
        Again(met=True).confirm(None)
