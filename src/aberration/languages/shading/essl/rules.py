"""Rules of ESSL 1.00, 3.00, 3.10 and 3.20."""

from __future__ import annotations

from functools import cache
from typing import Final

from aberration.languages.shading.essl import words
from aberration.languages.shading.extensions import CONVERSIONS
from aberration.languages.shading.glsl.operators import ASSIGNMENTS, OPERATORS, PREFIXES
from aberration.languages.shading.glsl.refusals import (
    BITWISE,
    BITWISE_ASSIGNMENTS,
    ES,
    FAMILY,
    since,
)
from aberration.languages.shading.rules import Refusal, Rules, Scopes, by_kind, spelled_by_kind
from aberration.languages.shading.rules import words as word_set

VERSIONS: Final = (100, 300, 310, 320)
_EXTENSIONS_100: Final = word_set(
    "GL_OES_standard_derivatives GL_EXT_frag_depth GL_EXT_shader_texture_lod GL_EXT_draw_buffers"
)
CONVERSIONS_FROM: Final = 310
"""The first version to which an extension brings the implicit conversions of integers."""
_CONVERSIONS: Final = {"int": ("uint", "float"), "uint": ("float",)}
_EXTENSIONS_300: Final = word_set("GL_OES_EGL_image_external_essl3 GL_EXT_color_buffer_float")


def _refusals(version: int) -> tuple[Refusal, ...]:
    return (
        *FAMILY,
        *ES,
        Refusal("Module", "this is ESSL", "language", frozenset(("glsl", "wgsl"))),
        *since(
            version, 300, "ESSL",
            ("Literal", "the unsigned literal", "kind", ("uint",)),
            ("Binary", "the operator on bits and remainders", "op", BITWISE),
            ("Assign", "the operator on bits and remainders", "op", BITWISE_ASSIGNMENTS),
            ("AssignExpr", "the operator on bits and remainders", "op", BITWISE_ASSIGNMENTS),
            ("Unary", "the operator on bits", "op", ("~",)),
            ("Switch", "the switch", "", ()),
            ("Clause", "the switch", "", ()),
            ("Attribute", "the layout", "", ()),
            ("Interface", "the interface block", "", ()),
            ("Call", "the array constructor and `.length()`", "callee", ("ArrayOf", "Field")),
            ("Variable", "the `out` variable", "storage", ("out",)),
        ),
        *since(
            version, 310, "ESSL",
            ("ArrayOf", "the array of arrays", "element", ("ArrayOf",)),
            ("Variable", "`shared`", "storage", ("workgroup",)),
            ("Interface", "the storage block", "storage", ("storage",)),
            ("Requalify", "the storage block", "storage", ("storage",)),
        ),
    )  # fmt: skip


@cache
def rules(version: int, *, converts: bool = False) -> Rules:
    """Return the rules of a version, which is one of `VERSIONS`; `converts`: with the conversions
    of EXT_shader_implicit_conversions (its section 4.1.10).
    """
    conversions = _CONVERSIONS if converts and version >= CONVERSIONS_FROM else {}
    extensions = _EXTENSIONS_100 if version == 100 else _EXTENSIONS_300
    if version >= CONVERSIONS_FROM:
        extensions |= {CONVERSIONS}
    return Rules(
        language="essl",
        version=version,
        title=f"ESSL {version // 100}.{version % 100:02}",
        keywords=words.grammar(version),
        type_words=words.types(version),
        reserved=words.reserved_words(version),
        operators=OPERATORS,
        prefixes=PREFIXES,
        assignments=ASSIGNMENTS,
        conversions=conversions,
        swizzle_assignment=True,
        falls_through=True,
        scopes=Scopes(
            parameters_share_body=version > 100,
            loop_head_shares_body=True,
            clauses_share_switch=True,
        ),
        refusals=by_kind(_refusals(version)),
        spelled=spelled_by_kind(_refusals(version)),
        extensions=extensions,
        continues_lines=version >= 300,
    )
