"""The rows of the mutants that were planted after the generator of `smith` was finished: the bodies
that are compiled wrongly, those that are not, and what stands before both. See
`shading_mutant_programs`.
"""

from __future__ import annotations

from typing import Final

FAMILY: Final[dict[str, tuple[str, str, str]]] = {
    "first-amount": (
        "data[0] = (ivec2(1, 1) << ivec2(data[1], data[2])).y;",
        "data[0] = (ivec2(1, 1) << data[2]).y;",
        "",
    ),
    "folded-quotient": (
        "data[0] = data[7] / 2 * 2;",
        "data[0] = data[7] / 2 * 4 + data[7] * 2 / 2;",
        "",
    ),
    "last-label": (
        "switch (data[2]) { case 1: case 2: data[0] = 5; break; default: data[0] = 6; break; }",
        "switch (data[2]) { case 2: data[0] = 5; break; default: data[0] = 6; break; }",
        "",
    ),
    "late-increment": (
        "int n = 3; data[0] = n++ * 10; data[1] = n;",
        "int n = 3; n++; data[0] = ++n * 10;",
        "",
    ),
    "narrow-product": (
        "data[0] = data[5] * (data[1] & 7);",
        "data[0] = data[6] * (data[1] & -1) + data[6] * data[7];",
        "",
    ),
    "reordered-load": (
        "int a[3]; a[0] = 1; a[1] = 2; a[data[1]] = 9; int n = a[data[1] * 1]; data[0] = n;",
        "int a[3]; a[0] = 1; a[1] = 2; a[data[1]] = 9; int n = a[data[1]]; data[0] = n;",
        "",
    ),
    "shared-negation": (
        "data[0] = !(data[1] == 1 && data[2] == 9) ? 5 : 6;",
        "data[0] = !(data[1] == 1) && data[2] == 9 ? 5 : 6;",
        "",
    ),
    "swizzled-bools": (
        "bvec2 b = bvec2(data[1] == 1, false).yx; data[0] = b.x ? 5 : 6;",
        "ivec2 b = ivec2(data[1], 7).yx; bvec2 c = bvec2(b.x == 7, true).xy; data[0] = int(c.x);",
        "",
    ),
    "transposed-element": (
        "mat2 m = mat2(1.0, 2.0, 3.0, 4.0); real[0] = m[data[1]][data[0]];",
        "mat2x3 m = mat2x3(1.0); real[0] = m[data[1]][data[0]] + mat2(real[1])[data[1]].x;",
        "",
    ),
    "unsigned-minimum": (
        "data[0] = min(data[4], 3);",
        "data[0] = int(min(uint(data[4]), 3u)); real[0] = min(real[2], 1.0);",
        "",
    ),
}
WGSL: Final[dict[str, tuple[str, str, str]]] = {
    "first-amount": (
        "held.data[0] = (vec2(1i, 1i) << vec2(u32(held.data[1]), u32(held.data[2]))).y;",
        "held.data[0] = (1i << u32(held.data[2])) + (vec2(held.data[1]) << vec2(1u, 2u)).y;",
        "",
    ),
    "folded-quotient": (
        "held.data[0] = held.data[7] / 2i * 2i;",
        "held.data[0] = held.data[7] / 2i * 4i + held.data[7] * 2i / 2i;",
        "",
    ),
    "last-label": (
        "switch held.data[2] { case 1, 2 { held.data[0] = 5; } default { held.data[0] = 6; } }",
        "switch held.data[2] { case 2 { held.data[0] = 5; } default { held.data[0] = 6; } }",
        "",
    ),
    "narrow-product": (
        "held.data[0] = held.data[5] * (held.data[1] & 7i);",
        "held.data[0] = held.data[6] * held.data[7];",
        "",
    ),
    "quotient-by-zero": (
        "held.data[1] = held.data[7] / held.data[0];",
        "held.data[1] = held.data[7] / 2i + held.data[7] % held.data[0];",
        "",
    ),
    "reordered-load": (
        """var a = array(1, 2, 3); a[held.data[1]] = 9; let n = a[held.data[1] * 1];
        held.data[0] = n;""",
        """var a = array(1, 2, 3); a[held.data[1]] = 9; let n = a[held.data[1]];
        held.data[0] = n;""",
        "",
    ),
    "shared-negation": (
        "held.data[0] = select(6, 5, !(held.data[1] == 1 && held.data[2] == 9));",
        "held.data[0] = select(6, 5, !(held.data[1] == 1) && held.data[2] == 9);",
        "",
    ),
    "swizzled-bools": (
        "let b = vec2(held.data[1] == 1, false).yx; held.data[0] = select(6, 5, b.x);",
        "let b = vec2(held.data[1], 7).yx; held.data[0] = b.x;",
        "",
    ),
    "transposed-element": (
        "var m = mat2x2f(1, 2, 3, 4); held.real[0] = m[held.data[1]][held.data[0]];",
        "var m = mat2x3f(1, 2, 3, 4, 5, 6); held.real[0] = m[held.data[1]][held.data[0]];",
        "",
    ),
    "unsigned-minimum": (
        "held.data[0] = min(held.data[4], 3);",
        "held.data[0] = i32(min(u32(held.data[4]), 3)); held.real[0] = min(held.real[2], 1.0);",
        "",
    ),
}
