"""For each mutant of the shading languages a shader that it gets wrong, and one that it leaves
alone.

A row: the body of the entry point that is compiled wrongly, one that is not, and what stands
before both, or before each of them. `data` holds 0, 1, 2, 3, -1, -2^31, 40, 7 at first and `real`
0.0, 1.5, -2.0, 3e38; in WGSL both are members of `held`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from helpers import shading_mutant_live as live
from helpers import shading_mutant_unseen as unseen


class Row(NamedTuple):
    wrong: str
    right: str
    before: str = ""
    before_right: str | None = None


FAMILY: Final[dict[str, Row]] = {
    **{name: Row(*parts) for name, parts in unseen.FAMILY.items()},
    **{
        name: Row(live.family(wrong), live.family(right), before, "")
        for name, (wrong, right, before, _) in live.ROWS.items()
    },
    "any-for-all": Row(
        "data[0] = all(bvec2(data[1] == 1, data[2] == 9)) ? 5 : 6;",
        "data[0] = any(bvec2(data[1] == 1, data[2] == 9)) ? 5 : 6;",
    ),
    "by-reference": Row(
        "int n = 3; int m = f(n); data[0] = m * 10 + n;",
        "data[0] = f(data[3]) + data[3];",
        "int f(int n) { n += 4; return n; }",
    ),
    "continue-in-switch": Row(
        """for (int i = 0; i < 4; i++) {
          switch (i) { case 1: if (data[1] == 1) { continue; } break; case 2: continue;
          default: break; }
          data[0] += 1 << i;
        }""",
        """for (int i = 0; i < 4; i++) {
          if (i == 1) { continue; }
          switch (i) { case 2: data[0] += 9; break; default: data[0] += 3; }
        }""",
    ),
    "crossed-members": Row(
        "S s = S(data[2], data[3], 1u); data[0] = s.a * 10 + s.b;",
        "T t = T(data[2], 1u, data[3]); data[0] = t.a * 10 + t.b;",
        "struct S { int a; int b; uint c; }; struct T { int a; uint c; int b; };",
    ),
    "crossed-out": Row(
        "int m; int n; f(m, n); data[0] = m * 10 + n;",
        "int m; uint n; g(m, n); data[0] = m * 10 + int(n);",
        """void f(out int a, out int b) { a = 1; b = 2; }
        void g(out int a, out uint b) { a = 1; b = 2u; }""",
    ),
    "default-last": Row(
        """switch (data[7]) { default: data[0] = 5; case 1: data[0] += 2; break;
        case 2: data[0] = 3; }""",
        "switch (data[7]) { case 1: data[0] = 2; break; default: data[0] = 5; }",
    ),
    "eager-logic": Row(
        "if (data[0] == 1 && f()) { data[1] = 9; } data[2] = k;",
        "if (data[0] == 1 && data[2] == 2) { data[1] = 9; } data[2] = k;",
        "int k = 4; bool f() { k += 5; return true; }",
    ),
    "first-test": Row(
        "int i = data[6]; while (i < 9) { data[0] += 1; i += 1; }",
        "for (int i = data[6]; i < 9; i++) { data[0] += 1; }",
    ),
    "hoisted-variable": Row(
        "int n = 1; for (int i = 0; i < 3; i++) { int m = n * 2; n += m; } data[0] = n;",
        "int n = 1; for (int i = 0; i < 3; i++) { int m = i * 2; n += m; } data[0] = n;",
    ),
    "index-twice": Row(
        "int a[4] = int[4](1, 2, 3, 4); a[f()] += 5; data[0] = a[0] + 10 * k;",
        "int a[4] = int[4](1, 2, 3, 4); a[f()] = 5; a[k] += 3; data[0] = a[0] + 10 * k;",
        "int k = 0; int f() { k += 1; return k & 3; }",
    ),
    "logical-shift": Row("data[0] = data[5] >> 3;", "data[0] = int(uint(data[5]) >> 3);"),
    "lost-copy-back": Row(
        "int a[4] = int[4](1, 2, 3, 4); f(a[data[2]]); data[0] = a[2];",
        "int a[4] = int[4](1, 2, 3, 4); f(a[2]); data[0] = a[2];",
        "void f(inout int n) { n += 7; }",
    ),
    "lost-fallthrough": Row(
        """switch (data[1]) { case 1: data[0] = 5; case 2: data[0] += 3; break;
        default: data[0] = 1; }""",
        "switch (data[1]) { case 1: case 2: data[0] += 3; break; default: data[0] = 1; }",
    ),
    "lost-high-bit": Row(
        "data[0] = int(uint(data[4]) & 0xF0000000u);", "data[0] = int(uint(data[4]) & 0x70000000u);"
    ),
    "lost-lower-bound": Row("data[0] = clamp(data[5], -3, 9);", "data[0] = clamp(data[5], 3, 9);"),
    "lost-store": Row(
        "int a[3] = int[3](0, 0, 0); a[1] = 5; a[data[2]] = 6; data[0] = a[1] * 10 + a[2];",
        "int a[3] = int[3](0, 0, 0); a[1] = 5; a[data[2]] = a[1]; data[0] = a[1] * 10 + a[2];",
    ),
    "matrix-order": Row(
        "mat2 m = mat2(1, 2, 3, 4); vec2 v = m * vec2(1.5, real[1]); real[0] = v.x;",
        "mat2 m = mat2(1, 2, 3, 4); vec2 v = vec2(1.5, real[1]) * m; real[0] = v.x;",
    ),
    "negated-order": Row(
        "data[0] = !(data[1] < data[1]) ? 8 : 9;", "data[0] = !(data[1] == data[2]) ? 8 : 9;"
    ),
    "nested-selection": Row(
        "data[0] = data[1] == 1 ? (data[2] == 2 ? 5 : 6) : 7;", "data[0] = data[1] == 1 ? 5 : 7;"
    ),
    "pre-increment": Row(
        "int a[4] = int[4](1, 2, 3, 4); int i = data[1]; data[0] = a[i++];",
        "int a[4] = int[4](1, 2, 3, 4); int i = data[1]; data[0] = a[++i]; i++;",
    ),
    "regrouped-difference": Row(
        "data[0] = data[6] - (data[7] - data[3]);", "data[0] = data[6] - data[7] - data[3];"
    ),
    "return-in-loop": Row(
        "data[0] = f(data[2]);",
        "data[0] = g(data[2]);",
        "int f(int n) { for (int i = 0; i < 5; i++) { if (i == n) { return i * 10; } } return 3; }",
        """int g(int n) { int r = 3; for (int i = 0; i < 5; i++) { if (i == n) { r = i;
        break; } } return r; }""",
    ),
    "shift-sum": Row(
        "data[0] = (data[7] << (data[6] - 20)) << (data[6] - 20);",
        "data[0] = (data[7] << (data[6] - 20)) >> (data[6] - 20);",
    ),
    "short-copy": Row(
        """int a[3] = int[3](1, 2, 3); int b[3] = int[3](4, 5, 6); b = a;
        data[0] = b[0] * 10 + b[2];""",
        "int a[3] = int[3](1, 2, 3); int b[3] = a; b[1] = a[2]; data[0] = b[0] * 10 + b[2];",
    ),
    "short-countdown": Row(
        "for (int i = 3; i >= 0; i--) { data[0] += i + 1; }",
        "for (int i = 3; i > 0; i--) { data[0] += i + 1; }",
    ),
    "signed-compare": Row(
        "data[0] = uint(data[4]) > uint(data[1]) ? 8 : 9;", "data[0] = data[4] > data[1] ? 8 : 9;"
    ),
    "signed-quotient": Row("data[0] = data[4] / 4;", "data[0] = data[4] / 3;"),
    "stale-global": Row(
        "int n = g; f(); int m = g + 1; data[0] = n * 10 + m;",
        "int n = 4; f(); data[2] = 4; int m = g + 1; data[0] = n * 10 + m;",
        "int g = 4; void f() { g += 3; }",
    ),
    "swapped-arms": Row(
        "if (data[1] != 2) { data[0] = 5; } else { data[0] = 6; }",
        "if (data[1] == 2) { data[0] = 5; } else { data[0] = 6; }",
    ),
    "swizzle-order": Row(
        "ivec2 v = ivec2(1, 2); v.yx = ivec2(data[3], data[7]); data[0] = v.x;",
        "ivec2 v = ivec2(1, 2); v.xy = ivec2(data[3], data[7]).yx; data[0] = v.x;",
    ),
    "unbracketed-compound": Row(
        "data[6] -= data[7] - data[3];",
        "data[6] += data[7] - data[3]; data[6] -= data[7] * data[3];",
    ),
    "unsigned-extract": Row(
        "data[0] = bitfieldExtract(data[7], 0, 3);",
        "data[0] = int(bitfieldExtract(uint(data[7]), 0, 3));",
    ),
    "unsigned-leading-bit": Row("data[0] = findMSB(data[4]);", "data[0] = findMSB(uint(data[4]));"),
    "vector-select": Row(
        "real[0] = mix(vec2(1.0, 2.0), vec2(3.0, 4.0), bvec2(data[1] == 1, false)).x;",
        "real[0] = mix(vec2(1.0, 2.0), vec2(3.0, 4.0), vec2(real[0], 1.0)).x;",
    ),
}

WGSL: Final[dict[str, Row]] = {
    **{name: Row(*parts) for name, parts in unseen.WGSL.items()},
    **{
        name: Row(live.wgsl(wrong), live.wgsl(right), before, "")
        for name, (wrong, right, _, before) in live.ROWS.items()
    },
    "any-for-all": Row(
        "held.data[0] = select(6, 5, all(vec2(held.data[1] == 1, held.data[2] == 9)));",
        "held.data[0] = select(6, 5, any(vec2(held.data[1] == 1, held.data[2] == 9)));",
    ),
    "continue-in-switch": Row(
        """for (var i = 0u; i < 4; i++) {
          switch i { case 1 { if (held.data[1] == 1) { continue; } } case 2 { continue; }
          default {} }
          held.data[0] += 1 << i;
        }""",
        """for (var i = 0; i < 4; i++) {
          if (i == 1) { continue; }
          switch i { case 2 { held.data[0] += 9; } default { held.data[0] += 3; } }
        }""",
    ),
    "crossed-members": Row(
        "let s = S(held.data[2], held.data[3], 1); held.data[0] = s.a * 10 + s.b;",
        "let t = T(held.data[2], 1, held.data[3]); held.data[0] = t.a * 10 + t.b;",
        "struct S { a: i32, b: i32, c: u32 } struct T { a: i32, c: u32, b: i32 }",
    ),
    "eager-logic": Row(
        "if (held.data[0] == 1 && f()) { held.data[1] = 9; }",
        "if (held.data[0] == 1 && held.data[2] == 2) { held.data[1] = 9; }",
        "fn f() -> bool { held.data[2] += 5; return true; }",
    ),
    "first-test": Row(
        "var i = held.data[6]; while (i < 9) { held.data[0] += 1; i += 1; }",
        "for (var i = held.data[6]; i < 9; i++) { held.data[0] += 1; }",
    ),
    "hoisted-variable": Row(
        "var n = 1; for (var i = 0; i < 3; i++) { let m = n * 2; n += m; } held.data[0] = n;",
        "var n = 1; for (var i = 0; i < 3; i++) { let m = i * 2; n += m; } held.data[0] = n;",
    ),
    "index-twice": Row(
        "var a = array(1, 2, 3, 4); a[f()] += 5; held.data[0] = a[0] + 10 * k;",
        "var a = array(1, 2, 3, 4); a[f()] = 5; a[k] += 3; held.data[0] = a[0] + 10 * k;",
        "var<private> k: i32; fn f() -> i32 { k += 1; return k & 3; }",
    ),
    "kept-local": Row(
        "for (var i = 0; i < 3; i++) { var n: i32; n += 1; held.data[0] += n; }",
        "for (var i = 0; i < 3; i++) { var n = i; n += 1; held.data[0] += n; }",
    ),
    "logical-shift": Row(
        "held.data[0] = held.data[5] >> 3;", "held.data[0] = i32(u32(held.data[5]) >> 3);"
    ),
    "lost-copy-back": Row(
        "var a = array(1, 2, 3, 4); f(&a[held.data[2]]); held.data[0] = a[2];",
        "var a = array(1, 2, 3, 4); f(&a[2]); held.data[0] = a[2];",
        "fn f(n: ptr<function, i32>) { *n += 7; }",
    ),
    "lost-high-bit": Row(
        "held.data[0] = i32(u32(held.data[4]) & 0xF0000000);",
        "held.data[0] = i32(u32(held.data[4]) & 0x70000000);",
    ),
    "lost-lower-bound": Row(
        "held.data[0] = clamp(held.data[5], -3, 9);", "held.data[0] = clamp(held.data[5], 3, 9);"
    ),
    "lost-store": Row(
        "var a = array(0, 0, 0); a[1] = 5; a[held.data[2]] = 6; held.data[0] = a[1] * 10 + a[2];",
        """var a = array(0, 0, 0); a[1] = 5; a[held.data[2]] = a[1];
        held.data[0] = a[1] * 10 + a[2];""",
    ),
    "matrix-order": Row(
        "let m = mat2x2f(1, 2, 3, 4); let v = m * vec2(1.5, held.real[1]); held.real[0] = v.x;",
        "let m = mat2x2f(1, 2, 3, 4); let v = vec2(1.5, held.real[1]) * m; held.real[0] = v.x;",
    ),
    "negated-order": Row(
        "held.data[0] = select(9, 8, !(held.data[1] < held.data[1]));",
        "held.data[0] = select(9, 8, !(held.data[1] == held.data[2]));",
    ),
    "nested-selection": Row(
        "held.data[0] = select(7, select(6, 5, held.data[2] == 2), held.data[1] == 1);",
        "held.data[0] = select(7, 5, held.data[1] == 1);",
    ),
    "regrouped-difference": Row(
        "held.data[0] = held.data[6] - (held.data[7] - held.data[3]);",
        "held.data[0] = held.data[6] - held.data[7] - held.data[3];",
    ),
    "return-in-loop": Row(
        "held.data[0] = f(held.data[2]);",
        "held.data[0] = g(held.data[2]);",
        """fn f(n: i32) -> i32 {
          for (var i = 0; i < 5; i++) { if (i == n) { return i * 10; } } return 3;
        }""",
        """fn g(n: i32) -> i32 {
          var r = 3; for (var i = 0; i < 5; i++) { if (i == n) { r = i; break; } } return r;
        }""",
    ),
    "shift-sum": Row(
        "let k = u32(held.data[6] - 20); held.data[0] = (held.data[7] << k) << k;",
        "let k = u32(held.data[6] - 20); held.data[0] = (held.data[7] << k) >> k;",
    ),
    "short-copy": Row(
        "let a = array(1, 2, 3); var b = array(4, 5, 6); b = a; held.data[0] = b[0] * 10 + b[2];",
        "let a = array(1, 2, 3); var b = a; b[1] = a[2]; held.data[0] = b[0] * 10 + b[2];",
    ),
    "short-countdown": Row(
        "for (var i = 3; i >= 0; i--) { held.data[0] += i + 1; }",
        "for (var i = 3; i > 0; i--) { held.data[0] += i + 1; }",
    ),
    "signed-compare": Row(
        "held.data[0] = select(9, 8, u32(held.data[4]) > u32(held.data[1]));",
        "held.data[0] = select(9, 8, held.data[4] > held.data[1]);",
    ),
    "signed-quotient": Row("held.data[0] = held.data[4] / 4;", "held.data[0] = held.data[4] / 3;"),
    "signed-remainder": Row("held.data[0] = held.data[4] % 4;", "held.data[0] = held.data[4] % 3;"),
    "stale-global": Row(
        "let n = g; f(); let m = g + 1; held.data[0] = n * 10 + m;",
        "let n = 4; f(); held.data[2] = 4; let m = g + 1; held.data[0] = n * 10 + m;",
        "var<private> g: i32 = 4; fn f() { g += 3; }",
    ),
    "swapped-arms": Row(
        "if (held.data[1] != 2) { held.data[0] = 5; } else { held.data[0] = 6; }",
        "if (held.data[1] == 2) { held.data[0] = 5; } else { held.data[0] = 6; }",
    ),
    "unbracketed-compound": Row(
        "held.data[6] -= held.data[7] - held.data[3];",
        "held.data[6] += held.data[7] - held.data[3]; held.data[6] -= held.data[7] * held.data[3];",
    ),
    "unsigned-extract": Row(
        "held.data[0] = extractBits(held.data[7], 0, 3);",
        "held.data[0] = i32(extractBits(u32(held.data[7]), 0, 3));",
    ),
    "unsigned-leading-bit": Row(
        "held.data[0] = firstLeadingBit(held.data[4]);",
        "held.data[0] = i32(firstLeadingBit(u32(held.data[4])));",
    ),
    "vector-select": Row(
        "held.data[0] = select(vec2(1, 2), vec2(3, 4), vec2(held.data[1] == 1, false)).x;",
        "held.data[0] = select(vec2(1, 2), vec2(3, 4), held.data[1] == 1).x;",
    ),
}
