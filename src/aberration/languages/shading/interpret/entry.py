"""The entry point: what the language gives to it, and the colour that it gives."""

from __future__ import annotations

from typing import Final

from ..checker.symbols import VariableSymbol
from ..rules import Rules
from ..semantics import Semantics
from ..tree import Attribute, Function, Literal, Param, StructDecl
from ..types import VOID, Array, Scalar, Struct, Type
from .facts import Facts
from .interface import Shader
from .options import Options
from .statements import StatementsPart
from .value import count_of, is_numeric, scalar_of, stored

_POSITION: Final = ("ids[0] + 0.5", "ids[1] + 0.5", "0.0", "1.0")
BUILTINS: Final[dict[str, tuple[str, ...]]] = {
    "gl_FragCoord": _POSITION,
    "gl_HelperInvocation": ("ids[2]",),
    "gl_GlobalInvocationID": ("ids[0]", "ids[1]", "ids[2]"),
    "gl_LocalInvocationID": ("ids[3]", "ids[4]", "ids[5]"),
    "gl_WorkGroupID": ("ids[6]", "ids[7]", "ids[8]"),
    "gl_LocalInvocationIndex": ("ids[9]",),
    "gl_NumWorkGroups": ("ids[10]", "ids[11]", "ids[12]"),
    "position": _POSITION,
    "global_invocation_id": ("ids[0]", "ids[1]", "ids[2]"),
    "local_invocation_id": ("ids[3]", "ids[4]", "ids[5]"),
    "workgroup_id": ("ids[6]", "ids[7]", "ids[8]"),
    "local_invocation_index": ("ids[9]",),
    "num_workgroups": ("ids[10]", "ids[11]", "ids[12]"),
}
"""What an invocation knows of itself, in `ids`: of a pixel x, y, whether it only helps; of compute
its numbers.

Which way a triangle faces is the harness's, and so is its depth, which is 0 here.
"""


class EntryPart(StatementsPart):
    """The entry point. `channels` are the numbers of a pixel's colour, 0 where it has none."""

    def __init__(
        self, facts: Facts, rules: Rules, semantics: Semantics, options: Options, shader: Shader
    ) -> None:
        super().__init__(facts, rules, semantics, options)
        self.shader: Final = shader
        self.channels = 0

    def entry(self) -> bool:
        entry = self.shader.entry
        suspends = entry in self.facts.suspending
        node = self.facts.definitions[entry]
        self.writer.at(node)
        with self.writer.block("def run():"):
            arguments = ", ".join(
                text
                for k, param in enumerate(node.params)
                for text in self._argument(param, entry.types[k])
            )
            call = f"{self.functions[entry]}({arguments})"
            result = f"(yield from {call})" if suspends else call
            if entry.result is VOID:
                self.writer.line(result)
                self._outputs()
            else:
                self.writer.line(f"result = {result}")
                self._results(node, entry.result)
        return suspends

    def _outputs(self) -> None:
        """Return what the output at location 0 holds."""
        if self.shader.stage != "fragment":
            return
        symbol = self._colour_output()
        if symbol is None:
            self.writer.line("return ()")
            return
        type = symbol.type
        names = list(self.names_of(symbol))
        if isinstance(type, Array):
            type, names = type.element, [f"{names[0]}[0]"]
        if not is_numeric(type) or not scalar_of(type).is_float:
            raise self.refuse(f"the output {symbol.name} of type {symbol.type.glsl}")
        self.channels = count_of(type)
        if self.is_in_memory(symbol) and count_of(type) > 1:
            names = [f"{names[0]}[{k}]" for k in range(count_of(type))]
        texts = ", ".join(names)
        self.writer.line(f"try: return written(({texts},))")
        message = f"the output {symbol.name} is never written, or not as a whole"
        self.writer.line(
            f"except (NameError, TypeError): raise Undefined('unwritten-output', "
            f"{message!r}) from None"
        )

    def _colour_output(self) -> VariableSymbol | None:
        own = [
            symbol for symbol in dict.fromkeys(self.typing.symbols.values()) if symbol.node is None
        ]
        for symbol in own:
            if symbol.name in ("gl_FragColor", "gl_FragData") and symbol.role == "out":
                return symbol
        return next((symbol for location, symbol in self.shader.outputs if location == 0), None)

    def _argument(self, param: Param, type: Type) -> list[str]:
        """What an entry point of WGSL is given."""
        found = _builtin_name(param.attributes)
        if found is not None:
            return self._given(found, type, self.typing.declared.get(id(param)))
        if isinstance(type, Struct):
            node = self._struct_node(type)
            parts = [self._given(_builtin_name(member.attributes) or "", inner.type, None)
                     for member, inner in zip(node.members, type.members, strict=True)]  # fmt: skip
            joined = [part[0] if isinstance(inner.type, Scalar) else f"[{', '.join(part)}]"
                      for part, inner in zip(parts, type.members, strict=True)]  # fmt: skip
            return [f"[{', '.join(joined)}]"]
        raise self.refuse(f"the input {param.name}")

    def _given(self, name: str, type: Type, symbol: VariableSymbol | None) -> list[str]:
        texts = BUILTINS.get(name)
        if texts is None or len(texts) != count_of(type):
            raise self.refuse(f"the input {name or 'at a location'}")
        if symbol is not None and self.is_in_memory(symbol):
            return [f"[{', '.join(texts)}]"]
        return list(texts)

    def _struct_node(self, type: Struct) -> StructDecl:
        for node in self.typing.module.decls:
            if isinstance(node, StructDecl) and self.typing.structs.get(id(node)) is type:
                return node
        raise self.refuse(f"the structure {type.name}")

    def _results(self, node: Function, type: Type) -> None:
        """Return the colour that an entry point of WGSL gives."""
        if isinstance(type, Struct):
            members = self._struct_node(type).members
            number = next(
                (k for k, member in enumerate(members) if _location(member.attributes) == 0), None
            )
            if number is None:
                self.writer.line("return ()")
                return
            type, text = type.members[number].type, f"result[{number}]"
        elif _location(node.result_attributes) != 0:
            self.writer.line("return ()")
            return
        else:
            text = "result"
        if not is_numeric(type) or not scalar_of(stored(type)).is_float:
            raise self.refuse(f"a result of type {type.wgsl}")
        self.channels = count_of(type)
        self.writer.line(f"return tuple({text})" if self.channels > 1 else f"return ({text},)")


def _builtin_name(attributes: tuple[Attribute, ...]) -> str | None:
    for attribute in attributes:
        if attribute.name == "builtin":
            return str(getattr(attribute.args[0], "name", ""))
    return None


def _location(attributes: tuple[Attribute, ...]) -> int | None:
    for attribute in attributes:
        if attribute.name == "location" and isinstance(attribute.args[0], Literal):
            return int(attribute.args[0].value)
    return None
