"""Rows of `shading_mutant_programs` for the mutants that need code with branches, copies and short
loops, as live-code mutation makes it.
"""

from __future__ import annotations

from typing import Final

ROWS: Final[dict[str, tuple[str, str, str, str]]] = {
    "dangling-else": (
        "if (data[1] == 1) { if (data[2] == 9) { data[0] = 5; } } else { data[0] = 6; }",
        "if (data[1] == 1) { if (data[2] == 9) { data[0] = 5; } else { data[0] = 6; } }",
        "",
        "",
    ),
    "doubled-arm": (
        "if (data[1] == 1) { data[0] += 5; } else { data[0] += 5; }",
        "if (data[1] == 1) { data[0] += 5; } else { data[0] += 6; }",
        "",
        "",
    ),
    "early-test": (
        "VAR n = data[3]; n = data[1] + 4; if (n == 5) { data[0] = 8; }",
        "VAR n = data[3]; n = data[1] + 4; if (data[2] == 2) { data[0] = n; }",
        "",
        "",
    ),
    "hoisted-exit-store": (
        "VAR n = 3; if (data[1] == 9) { n = 5; return; } data[0] = n;",
        "VAR n = 3; if (data[1] == 9) { n = 5; } data[0] = n;",
        "",
        "",
    ),
    "last-return": (
        "data[0] = f(data[1]);",
        "if (data[1] == 1) { data[0] = 5; return; } data[0] = 0;",
        "int f(int n) { if (n == 1) { return n + 4; } return 0; }",
        "fn f(n: i32) -> i32 { if (n == 1) { return n + 4; } return 0; }",
    ),
    "merged-guards": (
        "if (data[1] == 9) { data[0] = 5; } if (data[1] < 4) { data[2] = 6; }",
        "if (data[1] == 9) { data[0] = 5; } else { return; } if (data[1] < 4) { data[3] = 6; }",
        "",
        "",
    ),
    "narrow-range": (
        "for (VAR i = 0; i < 4; i++) { if (i <= 3) { data[0] += 5; } }",
        "for (VAR i = 0; i < 4; i++) { if (i < 3) { data[0] += 5; } }",
        "",
        "",
    ),
    "second-turn": (
        "for (VAR i = 0; i < 1; i++) { data[0] += 5; }",
        "for (VAR i = 0; i < 2; i++) { data[0] += 5; }",
        "",
        "",
    ),
    "stale-copy": (
        "VAR n = data[1]; VAR m = n; if (data[2] == 2) { n = 7; } n = m; data[0] = n;",
        "VAR n = data[1]; VAR m = n; n = 7; n = m; data[0] = n;",
        "",
        "",
    ),
    "sunk-store": (
        "VAR n = 3; n = 5; if (data[1] == 9) { data[2] = n; } data[0] = n;",
        "VAR n = 3; n = 5; if (n == 9) { data[2] = n; } data[0] = n;",
        "",
        "",
    ),
    "unmasked-test": (
        "VAR n = data[6]; if ((n & 8) == 8) { data[0] = 5; }",
        "VAR n = data[6]; if ((n & data[1]) == 8) { data[0] = n & 8; }",
        "",
        "",
    ),
    "unmoved-bound": (
        "VAR n = data[3]; if (n > 4 || n <= 3) { data[0] = 5; }",
        "VAR n = data[3]; if (n < 4 && n >= 3) { data[0] = 5; } while (n <= 3) { n++; }",
        "",
        "",
    ),
}
"""By mutant: the body that is compiled wrongly, one that is not, and what stands before both, in
the languages of OpenGL and in WGSL. `VAR` declares an integer.
"""


def family(text: str) -> str:
    """Return a body as GLSL and ESSL have it."""
    return text.replace("VAR", "int")


def wgsl(text: str) -> str:
    """Return a body as WGSL has it."""
    return text.replace("VAR", "var").replace("data[", "held.data[")
