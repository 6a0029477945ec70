"""Fragment shaders in GLSL and ESSL whose outputs are not one colour of four floats: a new `main`
calls the old one and makes such a colour of what it gave.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput

from ..checker import Typing, check
from ..read import Shader, read_beside
from ..rules import SECOND_GENERATION
from ..tree import Declaration, Declare, Function, Interface, Requalify, Variable
from ..types import Type, size_of
from ..write import write
from .colour import FOLDED, leaves_of, sum_lines
from .names import MAIN, PREFIX, refuse_names
from .spelling import fold_functions, plain_qualifiers, spelling, zero_of

_COLOUR_NAME: Final = f"{PREFIX}colour"
_WITH_LOCATION: Final = {"glsl": 330, "essl": 300}
"""The first versions in which a fragment shader says where its outputs are."""
_OPAQUE: Final = {1: "{0}, 0.0, 0.0, 1.0", 2: "{0}, 0.0, 1.0", 3: "{0}, 1.0", 4: "{0}"}
"""The colour of one output, by its number of floats."""


def with_one_colour(shader: Shader) -> str:
    """Return the text of a fragment shader that gives one colour of four floats.

    One output of floats is that colour, with zeros for green and blue and one for alpha where it
    has none; several outputs, and those of integers, are folded as those of a vertex shader are.
    Raise `BadInput` where there is no output, or one of another kind.
    """
    refuse_names(shader)
    return _OneColour(shader).text()


class _OneColour:
    """Makes one shader."""

    def __init__(self, shader: Shader) -> None:
        self._module: Final = shader.module
        self._typing: Final[Typing] = check(shader.module, "fragment", shader.source)
        self._highp: Final = "highp " * (shader.module.language == "essl")
        self._outputs: Final = [
            one
            for declaration in shader.module.decls
            if isinstance(declaration, Declare)
            for one in declaration.variables
            if one.storage == "out"
        ]

    def text(self) -> str:
        """Return the shader as text."""
        module = self._module
        if module.version < SECOND_GENERATION[module.language]:
            raise BadInput("expected a version of the language in which outputs are declared")
        if not self._outputs:
            raise BadInput("expected a fragment shader that gives a colour, but it has no output")
        kept = [made for one in module.decls for made in self._declaration(one)]
        return write(replace(module, decls=(*kept, *self._tail())))

    def _declaration(self, node: Declaration) -> Iterator[Declaration]:
        if isinstance(node, Declare):
            yield replace(node, variables=tuple(map(_plain, node.variables)))
        elif isinstance(node, Interface) and node.storage == "out":
            raise BadInput(f"a fragment shader has no block of outputs, as {node.name} is one")
        elif isinstance(node, Requalify) and any(one.name in node.names for one in self._outputs):
            return
        elif isinstance(node, Function) and node.name == "main":
            yield replace(node, name=MAIN)
        else:
            yield node

    def _tail(self) -> tuple[Declaration, ...]:
        """Return what stands behind the shader: the colour, functions, `main`."""
        module, highp = self._module, self._highp
        place = module.version >= _WITH_LOCATION[module.language]
        typed = [(one.name, self._typing.declared[id(one)].type) for one in self._outputs]
        leaves = [leaf for name, type in typed for leaf in leaves_of(name, type)]
        plain = _plain_colour(typed)
        folded = () if plain else sum_lines(leaves, spelling(highp))
        lines = (
            f"{'layout(location = 0) ' * place}out {highp}vec4 {_COLOUR_NAME};",
            *(() if plain else fold_functions(leaves, highp)),
            "void main() {",
            *(f"{one.text} = {zero_of(one)};" for one in leaves),
            f"{MAIN}();",
            *folded,
            f"{_COLOUR_NAME} = {plain or FOLDED}; }}",
        )
        return read_beside(module, "\n".join(lines))


def _plain(node: Variable) -> Variable:
    if node.storage != "out":
        return node
    return replace(node, storage="private", qualifiers=plain_qualifiers(node), attributes=())


def _plain_colour(outputs: list[tuple[str, Type]]) -> str:
    """Return the colour that a single output of floats is; nothing for others."""
    (name, type), *more = outputs
    leaves = list(leaves_of(name, type))
    if more or len(leaves) > 1 or not leaves[0].scalar.is_float:
        return ""
    return f"vec4({_OPAQUE[size_of(leaves[0].type)].format(leaves[0].text)})"
