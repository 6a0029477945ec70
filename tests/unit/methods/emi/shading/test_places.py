from __future__ import annotations

from helpers.live_shaders import point_of, seed_of

from aberration.methods.emi.shading.places import Object, object_of, places_at

BODY = """S s = S(1, 2u); ivec2 v = ivec2(1); int a[3] = int[3](1, 2, 3); const int c = 4;
data[0] = v.x;"""
BEFORE = "struct S { int a; uint b; }; shared int joint; int own = 3; uniform int given;"


def test_parts_are_named_and_constants_and_shared_memory_left_out() -> None:
    seed = seed_of("glsl", BODY, BEFORE)
    found = {one.text: one for one in places_at(seed, point_of(seed, "Assign"))}
    assert {"s.a", "s.b", "v.x", "v.y", "a[0]", "a[1]", "own", "given"} <= set(found)
    assert not {"c", "joint", "data[0]", "a[2]"} & set(found)
    assert found["given"].uniform
    assert not found["given"].writable
    assert found["own"].writable
    assert found["s.b"].kind == "uint"


def test_functions_that_others_call_leave_variables_of_the_invocation_alone() -> None:
    before = "int own = 3; int f(int n) { n += 1; return n; }"
    seed = seed_of("glsl", "data[0] = f(2);", before)
    inside = point_of(seed, "Assign")
    assert {one.text for one in places_at(seed, inside)} == {"n"}
    wgsl = seed_of(
        "wgsl",
        "own = 4; held.data[0] = f(2) + own;",
        "var<private> own: i32; fn f(n: i32) -> i32 { var m = n; m += 1; return m; }",
    )
    texts = {one.text: one for one in places_at(wgsl, point_of(wgsl, "Assign"))}
    assert texts["own"].writable
    assert not texts["n"].writable


def test_objects_are_scalars_and_vectors_that_may_be_written() -> None:
    seed = seed_of("glsl", BODY, BEFORE)
    point = point_of(seed, "Assign")
    assert object_of(seed, point, "v") == Object("v", "int", 2, "ivec2")
    assert Object("v", "int", 2, "ivec2").scalars == ("v.x", "v.y")
    assert object_of(seed, point, "s") is None
    assert object_of(seed, point, "given") is None
