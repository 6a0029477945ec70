"""Declarations of WGSL that may be local."""

from __future__ import annotations

from typing import Final

from aberration.languages.shading.tree import (
    Access,
    Attribute,
    ConstAssert,
    Declare,
    Storage,
    TypeName,
    Variable,
    VariableKind,
)
from aberration.languages.shading.wgsl.expressions import WgslExpressions
from aberration.languages.shading.wgsl.templates import OPEN

KINDS: Final[dict[str, VariableKind]] = {
    "var": "var",
    "let": "let",
    "const": "const",
    "override": "override",
}
_SPACES: Final[dict[str, Storage]] = {
    "function": "function",
    "private": "private",
    "workgroup": "workgroup",
    "uniform": "uniform",
    "storage": "storage",
}
_ACCESSES: Final[dict[str, Access]] = {"read": "read", "write": "write", "read_write": "read_write"}


class WgslDeclarations(WgslExpressions):
    """Reads declarations of variables and assertions."""

    def variable(
        self, attributes: tuple[Attribute, ...], first: int, scope: Storage, *, semicolon: bool
    ) -> Declare:
        """Read `var`, `let`, `const` or `override`; `scope` is the storage of a plain `var`."""
        kind = KINDS[self.kinds[self.at]]
        self.at += 1
        storage: Storage = ""
        access: Access = ""
        if kind == "var":
            storage, access = self._address_space() if self.kinds[self.at] == OPEN else (scope, "")
        name = self.identifier("the name of a variable")
        type_ = self.type_syntax() if self.accept(":") else None
        init = self.expression() if self.accept("=") else None
        if init is None and (kind in ("let", "const") or type_ is None):
            raise self.failure(
                "'=' and a value" if type_ is not None else "':' and a type, or '=' and a value"
            )
        span = self.end_span(first, semicolon)
        return Declare(
            (Variable(kind, name, type_, init, storage, access, attributes=attributes, span=span),),
            span=span,
        )

    def _address_space(self) -> tuple[Storage, Access]:
        start = self.at
        args = self.template_args()
        words = [arg.name for arg in args if isinstance(arg, TypeName) and not arg.args]
        if len(words) != len(args) or len(words) > 2 or words[0] not in _SPACES:
            self.at = start + 1
            raise self.failure(
                "function, private, workgroup, uniform or storage, and perhaps an access mode"
            )
        if len(words) == 2 and words[1] not in _ACCESSES:
            self.at = start + 3
            raise self.failure("read, write or read_write")
        return _SPACES[words[0]], _ACCESSES[words[1]] if len(words) == 2 else ""

    def const_assert(self) -> ConstAssert:
        """Read `const_assert e;`."""
        first = self.at
        self.expect("const_assert")
        return ConstAssert(self.expression(), span=self.end_span(first, True))
