"""Rules of WGSL."""

from __future__ import annotations

from functools import cache
from typing import Final

from aberration.languages.shading.rules import Refusal, Rules, Scopes, by_kind, spelled_by_kind
from aberration.languages.shading.wgsl.operators import ASSIGNMENTS, OPERATORS, PREFIXES
from aberration.languages.shading.wgsl.words import KEYWORDS, RESERVED

VERSION: Final = 0

_PRECISION: Final = "WGSL has no precision qualifiers: f16 and f32 are types"
_QUALIFIERS: Final = "WGSL says this by attributes, not by qualifiers"
_REFUSALS: Final = (
    Refusal("Module", "this is WGSL", "language", frozenset(("glsl", "essl"))),
    Refusal("Module", "WGSL has no profiles", "profile"),
    Refusal("Directive", "WGSL has `enable`, `requires` and `diagnostic` only", "kind",
            frozenset(("extension", "pragma"))),
    Refusal("DoWhile", "WGSL has no do loop: write `loop` with `break if`"),
    Refusal("Evaluate", "WGSL has no statement that only evaluates: write `_ = e;`"),
    Refusal("AssignExpr", "WGSL has no assignment inside an expression"),
    Refusal("IncrementExpr", "WGSL has no increment inside an expression"),
    Refusal("Comma", "WGSL has no comma operator"),
    Refusal(
        "Conditional",
        "WGSL has no conditional operator: write `if`, or `select`, which evaluates both values",
    ),
    Refusal("InitList", "WGSL has no initialiser lists: write a constructor"),
    Refusal("ArrayOf", "WGSL writes array<T, N>"),
    Refusal("StructSyntax", "WGSL declares a struct by itself, not where a type stands"),
    Refusal("Interface", "WGSL has no interface blocks: declare a struct and a variable"),
    Refusal("Precision", _PRECISION),
    Refusal("Requalify", _QUALIFIERS),
    Refusal("Unary", "WGSL has no unary plus", "op", frozenset("+")),
    Refusal("Binary", "WGSL has no logical exclusive or: write `!=`", "op", frozenset(("^^",))),
    Refusal("Literal", "WGSL has no doubles", "kind", frozenset(("double",))),
    Refusal("Call", "WGSL has neither methods nor C's array types", "callee",
            frozenset(("Field", "ArrayOf"))),
    Refusal("Variable", "WGSL passes inputs and outputs as parameters and results", "storage",
            frozenset(("in", "out", "varying", "push_constant"))),
    Refusal("Variable", _PRECISION, "precision"),
    Refusal("Variable", _QUALIFIERS, "qualifiers"),
    Refusal("Param", "WGSL passes by value: give a pointer", "direction",
            frozenset(("out", "inout", "const_in"))),
    Refusal("Param", _PRECISION, "precision"),
    Refusal("Param", _QUALIFIERS, "qualifiers"),
    Refusal("Function", _PRECISION, "precision"),
    Refusal("Function", _QUALIFIERS, "qualifiers"),
    Refusal("Member", _PRECISION, "precision"),
    Refusal("Member", _QUALIFIERS, "qualifiers"),
    Refusal("Member", _QUALIFIERS, "storage"),
    Refusal("Clause", "WGSL's switch does not fall through", "falls_through"),
    Refusal("While", "WGSL declares nothing in a condition", "condition", frozenset(("Declare",))),
    Refusal("For", "WGSL declares nothing in a condition", "condition", frozenset(("Declare",))),
)  # fmt: skip


@cache
def rules(version: int = VERSION) -> Rules:
    """Return the rules; WGSL has one version, 0."""
    return Rules(
        language="wgsl",
        version=version,
        title="WGSL",
        keywords=KEYWORDS,
        type_words=frozenset(),
        reserved=RESERVED,
        operators=OPERATORS,
        prefixes=PREFIXES,
        assignments=ASSIGNMENTS,
        conversions={
            "abstract_int": ("int", "abstract_float", "uint", "float", "half"),
            "abstract_float": ("float", "half"),
        },
        swizzle_assignment=True,
        falls_through=False,
        scopes=Scopes(
            parameters_share_body=True,
            loop_head_shares_body=False,
            clauses_share_switch=False,
        ),
        refusals=by_kind(_REFUSALS),
        spelled=spelled_by_kind(_REFUSALS),
    )
