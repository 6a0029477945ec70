from __future__ import annotations

from helpers.shading_runs import compute_inputs, compute_text

from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.probes import (
    MOST_STATES,
    PointLog,
    ProbedPlace,
    Probes,
)
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.read import Shader, read
from aberration.languages.shading.tree import Assign, If, LanguageName, Variable
from aberration.languages.shading.tree.walk import find

BODY = """int n; int m = 2; ivec2 v = ivec2(5, 6); int a[2] = int[2](7, 8); S s = S(9, 10u);
int at = 1; a[at] = 11; if (m > 1) { n = 3; } data[0] = n;"""


def logs(
    shader: Shader, wanted: dict[int, list[ProbedPlace]], lanes: str = "forward"
) -> dict[int, PointLog]:
    probes = Probes(wanted)
    options = Options(path="python", order="reverse" if lanes == "reverse" else "forward")
    Interpreter(shader, "compute", compute_inputs(), options, probes).dispatch()
    return probes.logs


def places(shader: Shader, *wanted: tuple[str, tuple[str | int, ...]]) -> list[ProbedPlace]:
    nodes = {one.name: one for one in find(shader.module, Variable)}
    return [ProbedPlace(nodes[name], name, path) for name, path in wanted]


def shader_of(language: LanguageName, body: str, before: str = "", size: int = 1) -> Shader:
    return read(compute_text(language, body, before, size), language)


def test_scalars_components_elements_and_members() -> None:
    shader = shader_of("glsl", BODY, "struct S { int a; uint b; };")
    branch, store = next(find(shader.module, If)), list(find(shader.module, Assign))[-1]
    seen = places(
        shader, ("n", ()), ("m", ()), ("v", (1,)), ("a", (1,)), ("s", ("b",)), ("s", ("no",))
    )
    found = logs(shader, {id(branch): seen, id(store): seen})
    # `n` has no value before the branch; what is no scalar has none either.
    assert list(found[id(branch)].states or ()) == [(None, 2, 6, 11, 10, None)]
    assert list(found[id(store)].states or ()) == [(3, 2, 6, 11, 10, None)]


def test_what_stands_where_nothing_comes_is_not_logged() -> None:
    shader = shader_of("wgsl", "var n = 1; if (n > 2) { n = 3; } held.data[0] = n;")
    inner = next(find(shader.module, Assign))
    found = logs(shader, {id(inner): places(shader, ("n", ()))})
    assert found[id(inner)].count == 0


def test_sums_are_the_same_in_any_order_and_differ_with_what_was_seen() -> None:
    body = "int n = int(gl_LocalInvocationIndex); int m = atomicAdd(data[0], 1); m += n;"
    shader = shader_of("glsl", body, size=4)
    store = next(find(shader.module, Assign))
    wanted = {id(store): places(shader, ("n", ()), ("m", ()))}
    one, other = logs(shader, wanted)[id(store)], logs(shader, wanted, "reverse")[id(store)]
    assert one.count == other.count == 4
    assert one.sums[0] == other.sums[0]
    assert one.sums[1] != other.sums[1]
    assert one.sums[-1] == other.sums[-1]


def test_minus_one_and_minus_two_are_told_apart() -> None:
    one, other = PointLog(1), PointLog(1)
    one.add((-1,), (0,))
    other.add((-2,), (0,))
    assert one.sums[0] != other.sums[0]


def test_of_too_many_states_the_limits_are_kept() -> None:
    log = PointLog(2)
    for number in range(MOST_STATES + 1):
        log.add((number, None), (number,))
    assert log.states is None
    log.add((-5, 3), (0,))
    assert (log.low, log.high) == ([-5, None], [MOST_STATES, None])
    assert log.count == MOST_STATES + 2
