"""What GLSL and ESSL lack of the common tree."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.rules import Refusal

_ATTRIBUTES: Final = (
    "GLSL has no attributes here; `layout(...)` stands before declarations of interfaces"
)
FAMILY: Final = (
    Refusal("Loop", "GLSL has no loop with a continuing part: write `for`, `while` or `do`"),
    Refusal("AddressOf", "GLSL has no pointers: pass by `inout`"),
    Refusal("Deref", "GLSL has no pointers: pass by `inout`"),
    Refusal("Alias", "GLSL has no type aliases: write the type itself"),
    Refusal("ConstAssert", "GLSL has no assertions"),
    Refusal("TypeName", "GLSL has no template arguments: write vec3, mat4, int[3]", "args"),
    Refusal("Variable", "GLSL has only variables and constants", "kind",
            frozenset(("let", "override"))),
    Refusal("Variable", "GLSL knows no such address space", "storage",
            frozenset(("handle", "push_constant"))),
    Refusal("Variable", "GLSL says access by `readonly` and `writeonly`", "access"),
    Refusal("Literal", "GLSL has no half-precision and no untyped literals", "kind",
            frozenset(("half", "abstract_int", "abstract_float"))),
    Refusal("Directive", "GLSL has `#extension` and `#pragma` only", "kind",
            frozenset(("enable", "requires", "diagnostic"))),
    Refusal("Param", _ATTRIBUTES, "attributes"),
    Refusal("Function", _ATTRIBUTES, "attributes"),
    Refusal("Function", _ATTRIBUTES, "result_attributes"),
    Refusal("StructDecl", _ATTRIBUTES, "attributes"),
    Refusal("Switch", _ATTRIBUTES, "body_attributes"),
    *(Refusal(kind, _ATTRIBUTES, "attributes")
      for kind in ("Block", "If", "Switch", "For", "While")),
)  # fmt: skip
ES: Final = (
    Refusal("Literal", "ESSL has no doubles", "kind", frozenset(("double",)), spelled=True),
    Refusal("InitList", "ESSL has no initialiser lists: write a constructor", spelled=True),
    Refusal("Module", "ESSL has no profiles", "profile"),
)
BITWISE: Final = ("<<", ">>", "&", "|", "^", "%")
BITWISE_ASSIGNMENTS: Final = tuple(f"{symbol}=" for symbol in BITWISE)


def since(
    version: int, first: int, title: str, *refusals: tuple[str, str, str, tuple[str, ...]]
) -> tuple[Refusal, ...]:
    """Return what comes only with version `first`, each as (kind, what it is called, field,
    values); nothing from then on.
    """
    if version >= first:
        return ()
    number = f"{first // 100}.{first % 100:02}"
    return tuple(
        Refusal(kind, f"{what} came with {title} {number}", field, frozenset(values), spelled=True)
        for kind, what, field, values in refusals
    )
