"""Rules of GLSL 1.10 to 4.60."""

from __future__ import annotations

from functools import cache
from typing import Final

from aberration.languages.shading.glsl import words
from aberration.languages.shading.glsl.operators import ASSIGNMENTS, OPERATORS, PREFIXES
from aberration.languages.shading.glsl.refusals import BITWISE, BITWISE_ASSIGNMENTS, FAMILY, since
from aberration.languages.shading.rules import Refusal, Rules, Scopes, by_kind, spelled_by_kind
from aberration.languages.shading.rules import words as word_set

VERSIONS: Final = (110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460)
EXTENSIONS: Final = word_set(
    "GL_ARB_arrays_of_arrays GL_ARB_compute_shader GL_ARB_conservative_depth "
    "GL_ARB_derivative_control"
    " GL_ARB_enhanced_layouts GL_ARB_explicit_attrib_location GL_ARB_explicit_uniform_location"
    " GL_ARB_gpu_shader5 GL_ARB_gpu_shader_fp64"
    " GL_ARB_separate_shader_objects GL_ARB_shader_bit_encoding GL_ARB_shader_image_load_store"
    " GL_ARB_shader_storage_buffer_object GL_ARB_shading_language_420pack "
    "GL_ARB_shading_language_packing"
    " GL_ARB_texture_gather GL_ARB_texture_query_lod"
)


def _refusals(version: int) -> tuple[Refusal, ...]:
    return (
        *FAMILY,
        Refusal("Module", "this is GLSL", "language", frozenset(("essl", "wgsl"))),
        *since(
            version, 120, "GLSL",
            ("Call", "the array constructor and `.length()`", "callee", ("ArrayOf", "Field")),
            ("Requalify", "the qualifier without a declaration", "", ()),
        ),
        *since(
            version, 130, "GLSL",
            ("Literal", "the unsigned literal", "kind", ("uint",)),
            ("Binary", "the operator on bits and remainders", "op", BITWISE),
            ("Assign", "the operator on bits and remainders", "op", BITWISE_ASSIGNMENTS),
            ("AssignExpr", "the operator on bits and remainders", "op", BITWISE_ASSIGNMENTS),
            ("Unary", "the operator on bits", "op", ("~",)),
            ("Switch", "the switch", "", ()),
            ("Clause", "the switch", "", ()),
            ("Variable", "the `out` variable", "storage", ("out",)),
            ("Precision", "the precision", "", ()),
            *((kind, "the precision", "precision", ())
              for kind in ("Variable", "Param", "Member", "Function")),
        ),
        *since(
            version, 150, "GLSL",
            ("Module", "the profile", "profile", ()),
            ("Interface", "the instance of a block", "instance", ()),
        ),
        *since(
            version, 140, "GLSL",
            ("Attribute", "the layout", "", ()),
            ("Interface", "the interface block", "", ()),
        ),
        *since(version, 400, "GLSL", ("Literal", "the double", "kind", ("double",))),
        *since(version, 420, "GLSL", ("InitList", "the initialiser list", "", ())),
        *since(
            version, 430, "GLSL",
            ("ArrayOf", "the array of arrays", "element", ("ArrayOf",)),
            ("Variable", "`shared`", "storage", ("workgroup",)),
            ("Interface", "the storage block", "storage", ("storage",)),
            ("Requalify", "the storage block", "storage", ("storage",)),
        ),
    )  # fmt: skip


def _conversions(version: int) -> dict[str, tuple[str, ...]]:
    if version < 130:
        return {"int": ("float",)} if version >= 120 else {}
    if version < 400:
        return {"int": ("float",), "uint": ("float",)}
    return {"int": ("uint", "float", "double"), "uint": ("float", "double"), "float": ("double",)}


@cache
def rules(version: int) -> Rules:
    """Return the rules of a version, which is one of `VERSIONS`."""
    return Rules(
        language="glsl",
        version=version,
        title=f"GLSL {version // 100}.{version % 100:02}",
        keywords=words.grammar(version),
        type_words=words.types(version),
        reserved=words.reserved_words(version),
        operators=OPERATORS,
        prefixes=PREFIXES,
        assignments=ASSIGNMENTS,
        conversions=_conversions(version),
        swizzle_assignment=True,
        falls_through=True,
        scopes=Scopes(
            parameters_share_body=True,
            loop_head_shares_body=True,
            clauses_share_switch=True,
        ),
        refusals=by_kind(_refusals(version)),
        spelled=spelled_by_kind(_refusals(version)),
        extensions=EXTENSIONS,
        continues_lines=version >= 420,
    )
