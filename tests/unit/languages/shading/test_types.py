"""Types are one object each, and spelled as their languages spell them."""

import pytest

from aberration.languages.shading import opaque
from aberration.languages.shading.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    HALF,
    INT,
    UINT,
    Array,
    Struct,
    Type,
    TypeMember,
    atomic,
    is_opaque,
    matrix,
    parts,
    scalar_or_vector,
    vector,
    with_element,
)


@pytest.mark.parametrize(
    ("type", "glsl", "wgsl"),
    [
        (INT, "int", "i32"),
        (vector(BOOL, 2), "bvec2", "vec2<bool>"),
        (vector(HALF, 3), "f16vec3", "vec3<f16>"),
        (matrix(FLOAT, 2, 3), "mat2x3", "mat2x3<f32>"),
        (matrix(DOUBLE, 4, 4), "dmat4", "mat4x4<f64>"),
        (INT.array(3), "int[3]", "array<i32, 3>"),
        (INT.array(2).array(3), "int[3][2]", "array<array<i32, 2>, 3>"),
        (FLOAT.array(None), "float[]", "array<f32>"),
        (atomic(UINT), "atomic<u32>", "atomic<u32>"),
        (INT.pointer("function", "read_write"), "ptr<function, i32>", "ptr<function, i32>"),
        (INT.pointer("storage", "read"), "ptr<storage, i32, read>", "ptr<storage, i32, read>"),
        (opaque.SAMPLERS["isampler2DArray"], "isampler2DArray", ""),
    ],
)
def test_spelling(type: Type, glsl: str, wgsl: str) -> None:
    assert type.glsl == glsl
    assert type.wgsl == wgsl


def test_made_twice_is_made_once() -> None:
    assert vector(FLOAT, 3).array(4) is vector(FLOAT, 3).array(4)
    assert INT.pointer("private", "read_write") is INT.pointer("private", "read_write")
    assert INT.array(4) is not INT.array(5)
    assert INT.array(None) is not INT.array(0)


def test_structures_are_nominal() -> None:
    one, two = (Struct("S", (TypeMember("a", INT),)) for _ in range(2))
    assert one is not two
    assert one.array(2) is not two.array(2)
    assert one.by_name["a"].type is INT


def test_shapes() -> None:
    assert scalar_or_vector(UINT, 1) is UINT
    assert with_element(vector(FLOAT, 2), BOOL) is vector(BOOL, 2)
    assert with_element(FLOAT, INT) is INT
    assert parts(matrix(FLOAT, 2, 3)) == 6
    assert is_opaque(Struct("S", (TypeMember("t", opaque.SAMPLERS["sampler2D"].array(2)),)))
    assert not is_opaque(Array(INT, 3))
