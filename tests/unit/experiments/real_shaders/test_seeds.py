"""From a collected shader to its line: what is loaded, what is known, which reasons it has."""

from pathlib import Path

import msgspec
import pytest
from experiments.real_shaders.measure import Collected
from experiments.real_shaders.needs import Needs
from experiments.real_shaders.seed_results import Known
from experiments.real_shaders.seed_tables import is_seed
from experiments.real_shaders.seeds import (
    SMALL,
    Asked,
    Ran,
    Tried,
    asked,
    outcome,
    run_on_first,
    run_stage,
    written,
)

from aberration.core.outcome import Image, Outcome, Rejected
from aberration.core.program import Program
from aberration.core.target import Target
from aberration.languages.shading.builtins.row import Stage
from aberration.targets.pool import RunResult, TargetPool

HEAD = "#version 300 es\nprecision highp float; out vec4 c; "
PLAIN = f"{HEAD}uniform vec2 size; void main() {{ c = vec4(size, 1, 1); }}"
BLUE = Image(SMALL, SMALL, "rgba8", b"\0\0\xff\xff" * SMALL * SMALL)
DRIVERS = (Target("one", "executes", ("essl",)), Target("two", "executes", ("essl",)))


def shader(folder: Path, text: str, suffix: str = ".frag") -> Collected:
    path = folder / f"a{suffix}"
    path.write_text(text)
    stage: Stage = "vertex" if suffix == ".vert" else "fragment"
    return Collected("p", "a", "wgsl" if suffix == ".wgsl" else "essl", stage, path)


class OnePerDriver(TargetPool):
    """A pool whose drivers give what they are said to."""

    def __init__(self, outcomes: dict[str, Outcome]) -> None:
        super().__init__()
        self._outcomes = outcomes

    def run(self, target: Target, program: Program, deadline: float = 30.0) -> RunResult:
        return RunResult(self._outcomes[target.id], 0.0, 0.0)


def test_a_seed(tmp_path: Path) -> None:
    found = asked(shader(tmp_path, PLAIN), 60.0)
    assert found.known is not None
    assert found.known.word == "defined"
    line = outcome(found, Ran("one", BLUE))
    assert (line.loaded, line.known, line.driver, line.differs) == (True, "defined", "one", False)
    assert line.reasons == ()
    assert is_seed(line)
    assert outcome(found, Ran("one", Image(1, 1, "rgba8", bytes(4)))).differs


def test_what_no_driver_runs_has_their_words(tmp_path: Path) -> None:
    found = asked(shader(tmp_path, PLAIN), 60.0)
    line = outcome(found, Ran(said="too\n many"))
    assert line.reasons == ("driver: too many",)
    assert not is_seed(line)


def test_what_is_not_loaded_has_the_reasons_of_its_tree(tmp_path: Path) -> None:
    text = f"{HEAD}uniform sampler2D stand_in; in vec2 p; void main() {{ c = vec4(p, TEXTURE); }}"
    text = text.replace("TEXTURE", "texture(stand_in, p).xy")
    found = asked(shader(tmp_path, text), 60.0)
    assert (found.program, found.known) == (None, None)
    line = outcome(found, Ran())
    assert not line.loaded
    assert line.reasons == ("a texture: 2D", "inputs from the vertex stage")


def test_a_vertex_shader_is_loaded_as_one_whose_vertices_are_pixels(tmp_path: Path) -> None:
    text = "#version 300 es\nin vec2 p; void main() { gl_Position = vec4(p, gl_VertexID, 1); }"
    one = asked(shader(tmp_path, text, ".vert"), 60.0)
    assert one.program is not None
    assert (one.program.inputs.width, one.program.inputs.height) == (16, 16)
    line = outcome(one, Ran("one", BLUE))
    assert (line.loaded, line.stage, line.uses) == (True, "vertex", ("attributes of vertices",))
    refused = asked(shader(tmp_path, text.replace("gl_Position =", "p;"), ".vert"), 60.0)
    assert refused.said.startswith("loading: expected a vertex shader that gives something")


def test_what_is_undefined_is_a_reason_beside_others(tmp_path: Path) -> None:
    one = shader(tmp_path, PLAIN)
    needs = Needs(frozenset(("a built-in value",)), frozenset())
    undefined = Asked(one, needs, known=Known("undefined", "undefined: nan"), said="undefined: nan")
    assert outcome(undefined, Ran("one", BLUE)).reasons == ("a built-in value", "undefined: nan")
    refused = Asked(one, needs, said="loading: no uniform fits")
    assert outcome(refused, Ran()).reasons == ("a built-in value",)


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }", "vertex"),
        ("@vertex fn v() -> @builtin(position) vec4f { return vec4f(); } "
         "@fragment fn f() {}", "fragment"),
    ],
)  # fmt: skip
def test_the_stage_that_is_run_of_a_file_of_wgsl(tmp_path: Path, text: str, stage: Stage) -> None:
    assert run_stage(shader(tmp_path, text, ".wgsl"), text.encode()) == stage


def test_the_first_driver_that_gives_a_result() -> None:
    program = Program("essl", "fragment", PLAIN.encode())
    with OnePerDriver({"one": Rejected("no"), "two": BLUE}) as pool:
        assert run_on_first(program, DRIVERS, pool, 1.0) == Ran("two", BLUE)
        assert run_on_first(program, DRIVERS[:1], pool, 1.0) == Ran(said="no")
        assert run_on_first(None, DRIVERS, pool, 1.0) == Ran()


def test_functions_stand_for_textures_and_inputs(tmp_path: Path) -> None:
    text = f"{HEAD}uniform sampler2D t; in vec2 p; void main() {{ c = texture(t, p) / p.x; }}"
    one = asked(shader(tmp_path, text), 60.0)
    assert (one.stands, one.pictured, one.needs.reasons) == (True, True, frozenset())
    assert one.known is not None
    assert one.known.word == "defined"
    more = asked(shader(tmp_path, text.replace("p.x;", "p.x + gl_PointCoord.x;")), 60.0)
    assert (more.stands, more.needs.reasons) == (True, frozenset())
    few = text.replace("vec4 c", "vec3 c").replace(" / ", ".xyz / ")
    whole = asked(shader(tmp_path, few), 60.0)
    assert (whole.said, whole.needs.reasons) == ("", frozenset())
    odd = f"{HEAD}uniform sampler2D a, d; uniform highp sampler3D b; "
    odd += "float f(sampler2D a) { return texture(a, vec2(.5)).x; } "
    odd += "float f(highp sampler3D a) { return 2.; } "
    odd += "void main() { c = vec4(f(a) + f(d) + f(b)); }"
    two = asked(shader(tmp_path, odd), 60.0)
    assert (two.stands, two.said.partition(" ")[0]) == (False, "loading:")


def test_an_outcome_is_a_line() -> None:
    lines = [Tried("p", name, "wgsl", "fragment", "0", True, "defined", "one") for name in "ab"]
    text = written(lines)
    assert text.count(b"\n") == 4
    assert msgspec.json.decode(text, type=list[Tried]) == lines
