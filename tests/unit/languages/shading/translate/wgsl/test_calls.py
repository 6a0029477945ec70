"""WGSL's calls in GLSL: pointers, atomics, results of two parts, functions of their own kind."""

from __future__ import annotations

from helpers.translated import compute, everywhere, integers, refused

HEAD = "@group(0) @binding(0) var<storage, read_write> data: array<i32, 8>;"


def shader(body: str, before: str = "") -> dict[tuple[str, int], str]:
    return everywhere(
        compute("wgsl", f"{before} @compute @workgroup_size(1) fn main() {{ {body} }}")
    )


def test_pointers_are_passed_as_inout() -> None:
    texts = shader(
        "var x = data[0]; let p = &x; add(p, 2); add(&x, 3); var t = array(1, 2, 3); let e "
        "= &t[data[6]]; *e "
        "+= 10; add(&t[2], 5); inc(&held, 2); (*p) += 1;"
        " var s = S(vec2(1, 2), 3); let q = &s; q.v.y += 7; (*q).n = q.v.x; data[1] = x + "
        "t[1] * 100 + t[2] "
        "* 1000; data[2] = held[2] + s.v.y * 10 + s.n;",
        "struct S { v: vec2i, n: i32 } var<private> held: array<i32, 3>; fn add(p: "
        "ptr<function, i32>, n: "
        "i32) { *p += n; }"
        "fn inc(p: ptr<private, array<i32, 3>>, i: i32) { (*p)[i] += 4; p[0] = 1; }",
    )
    assert "inout int p" in texts["glsl", 460]


def test_pointers_into_memory_that_is_shared_are_refused() -> None:
    program = compute(
        "wgsl",
        "var<workgroup> w: i32; fn f(p: ptr<workgroup, i32>) { *p = 1; } @compute "
        "@workgroup_size(1) fn "
        "main() { f(&w); data[1] = w; }",
    )
    assert refused(program, "glsl", 460).reason == "pointers"


def test_atomics_and_their_exchange() -> None:
    program = compute(
        "wgsl",
        "struct A { n: atomic<u32>, m: array<atomic<i32>, 3>, k: u32 } @group(0) "
        "@binding(0) var<storage, "
        "read_write> a: A; var<workgroup> w: atomic<u32>; var<workgroup> flag: u32;"
        "@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {"
        " atomicAdd(&w, i); let old = atomicSub(&a.m[1], i32(i)); _ = old; "
        "atomicMax(&a.m[2], i32(i)); "
        "workgroupBarrier();"
        " if i == 0u { flag = atomicLoad(&w); a.k = atomicLoad(&w); atomicStore(&a.n, 5u); let r = "
        "atomicCompareExchangeWeak(&a.n, 5u, 8u); if r.exchanged { a.k += r.old_value; } }"
        " let f = workgroupUniformLoad(&flag); if f == 6u { storageBarrier(); "
        "atomicXor(&a.m[0], i32(1u << i)); } }",
        integers(0, 0, 0, 0, 0, 0),
    )
    texts = everywhere(program)
    assert "atomicCompSwap(" in texts["glsl", 460]
    assert "gl_LocalInvocationIndex == 0u" in texts["glsl", 460]


def test_results_of_two_parts() -> None:
    texts = shader(
        "let m = modf(-2.75); let f = frexp(vec2f(8.0, f32(data[0]))); data[1] = "
        "i32(m.fract * 100.0 + "
        "m.whole) + i32(f.fract.x * 10.0) + f.exp.y;"
    )
    assert "frexp(" in texts["essl", 320]


def test_lengths_of_arrays() -> None:
    program = compute(
        "wgsl",
        "struct B { n: u32, rest: array<vec2u> } @group(0) @binding(0) var<storage, "
        "read_write> b: B; "
        "@group(0) @binding(3) var<storage, read> c: array<u32>;"
        "@compute @workgroup_size(1) fn main() { b.n = arrayLength(&b.rest) * 10u + "
        "arrayLength(&c) + c[1]; "
        "b.rest[1].y = 4u; }",
        integers(0, 0, 0, 1, 2, 3, 4),
        integers(3, 7, 8, 9),
    )
    assert "b.rest.length()" in everywhere(program)["glsl", 460]


def test_zeros_by_constructors() -> None:
    shader(
        "let v = vec3i(); let m = mat2x3f(); let a = array<vec2u, 2>(); let s = S(); "
        "data[1] = v.x + "
        "i32(m[1].z) + i32(a[1].x) + s.n + i32(bool()) + 4;",
        "struct S { n: i32 }",
    )


def test_halves_are_refused() -> None:
    program = compute("wgsl", "@compute @workgroup_size(1) fn main() { data[1] = i32(f16(2.0)); }")
    program = compute(
        "wgsl",
        "enable f16; "
        + HEAD
        + "@compute @workgroup_size(1) fn main() { let h = f16(data[0]); data[1] = i32(h); }",
        integers(0, *range(8)),
    )
    assert refused(program, "glsl", 460).reason == "float of another width"
