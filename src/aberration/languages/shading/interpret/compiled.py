"""A shader made ready to run: checked, generated, compiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from aberration.core.constants import Constant
from aberration.core.errors import BadInput, InternalError

from ..analysis.facts import Facts
from ..builtins.row import Stage
from ..checker import check
from ..checker.symbols import UNKNOWN
from ..checker.typing import Typing
from ..given_constants import with_given_constants
from ..glsl.semantics import ESSL, GLSL
from ..read import Shader as Read
from ..sampled.given import GivenTextures
from ..sampled.implicit import derivatives_of
from ..semantics import Semantics
from ..tree import LanguageName, TypeName
from ..tree.walk import walk
from ..wgsl.semantics import WGSL
from .attachments import WRITTEN_DEPTH
from .block_arrays import refuse_varying_blocks
from .generator import Generator
from .images.lowering import with_buffers_for_images
from .interface import InterfaceReader, ShaderInterface
from .locate import FILE, Locator
from .module import Text, write_module
from .options import Options
from .pair import first_stage
from .probes import Probes
from .runtime import helpers
from .tables import TABLES
from .trap import Refused, Undefined

SEMANTICS: Final[Mapping[LanguageName, Semantics]] = MappingProxyType(
    {"glsl": GLSL, "essl": ESSL, "wgsl": WGSL}
)
Make = Callable[
    [list[Any], object, object, object],
    Callable[[list[Any], int, int, tuple[Any, ...]], Callable[[], Any]],
]


class _End(NamedTuple):
    """One stage as read and checked, and what is looked at in it."""

    read: Read
    typing: Typing
    probes: Probes | None = None


class Compiled:
    """One shader for one stage, and for the textures, attributes and specialisation constants that
    it is given.

    `make` takes resources and the logs of buffers, of shared memory and of buffers that are not
    coherent, and gives what makes invocations.
    """

    def __init__(
        self,
        read: Read,
        stage: Stage,
        options: Options,
        probes: Probes | None = None,
        given: GivenTextures | None = None,
        constants: tuple[Constant, ...] = (),
    ) -> None:
        self.options: Final = options
        self.constants: Final = constants
        if constants and read.companion is not None:
            raise Refused("values of specialisation constants in a pair")
        try:
            read = with_given_constants(read, stage, constants)
        except BadInput as error:
            raise Refused(error.message) from None
        self.given: Final = given or GivenTextures()
        plain = with_buffers_for_images(read, stage, dict(self.given.images))
        if probes is not None and plain is not read:
            raise Refused("probes in a shader with storage images")
        read = plain
        self.source: Final = read.source
        self.semantics: Final = SEMANTICS[read.module.language]
        self.typing: Final = check(read.module, stage, read.source)
        _refuse_open_sizes(self.typing)
        generator, self.shader, self.text = self._write(read, stage, probes)
        self.rounding: Final = generator.rounding
        self.locator: Final = Locator(self.text, self.typing, read.source, read.companion)
        self.counted: Final = [0]
        names = self._compile()
        self.make: Final[Make] = names["make"]
        self.shared_memory: Final[Callable[[], list[Any]]] = names["shared_memory"]

    def _write(
        self, read: Read, stage: Stage, probes: Probes | None
    ) -> tuple[Generator, ShaderInterface, Text]:
        """Write the text of a shader, or of a pair; a shader's interface has the resources of
        both stages.
        """
        own = _End(read, self.typing, probes)
        if read.companion is None:
            generator, shader = self._stage(own, stage)
            return generator, shader, write_module(generator, shader)
        other: Stage = "fragment" if stage == "vertex" else "vertex"
        typing = check(read.companion.module, other, read.companion.source)
        beside = _End(read.companion, typing)
        begin, end = (own, beside) if stage == "vertex" else (beside, own)
        vertex, given = self._stage(begin, "vertex", paired=True)
        fragment, taken = self._stage(end, "fragment", paired=True, beside=vertex)
        text = write_module(fragment, taken, first_stage(vertex, given, fragment, taken))
        whole = replace(taken, resources=given.resources + taken.resources)
        return fragment, whole, text

    def _stage(
        self, end: _End, stage: Stage, *, paired: bool = False, beside: Generator | None = None
    ) -> tuple[Generator, ShaderInterface]:
        refuse_varying_blocks(end.typing)
        derives = derivatives_of(end.typing, stage, self.given)
        facts = Facts(end.typing, self.semantics, derives)
        reader = InterfaceReader(end.typing, stage, paired=paired)
        generator = Generator(
            facts,
            end.read.rules,
            self.semantics,
            self.options,
            TABLES,
            end.probes,
            self.given,
            beside,
        )
        return generator, _without_unused(reader.read(), facts)

    @property
    def inexact(self) -> tuple[str, ...]:
        """Why results may differ in their last bits between implementations; nothing where they
        may not.
        """
        return self.text.inexact

    def _compile(self) -> dict[str, Any]:
        names: dict[str, Any] = {
            **helpers(self.semantics, self.options, self.rounding),
            **self.text.objects,
            "written": _output_components,
            WRITTEN_DEPTH: _depth_components,
            "counted": self.counted,
        }
        try:
            exec(compile(self.text.source, FILE, "exec"), names)
        except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
            if "too many statically nested blocks" in str(error):
                raise Refused("loops and switches nested more than 20 deep") from None
            raise InternalError(f"the generated text does not compile: {error}") from error
        return names


def _refuse_open_sizes(typing: Typing) -> None:
    """Refuse an array whose size hangs on an override, which our types do not have (WGSL, 6.2.9
    "Array Types").
    """
    if typing.module.language != "wgsl":
        return
    arrays = (one for one in walk(typing.module) if isinstance(one, TypeName) and one.args)
    if any(
        one.name == "array" and typing.constants.get(id(one.args[-1])) is UNKNOWN for one in arrays
    ):
        raise Refused("an array whose size hangs on an override")


def _without_unused(shader: ShaderInterface, facts: Facts) -> ShaderInterface:
    """Return the outside without resources and shared variables that only other entry points
    name.
    """
    named = facts.named_by(facts.reached_from(shader.entry))
    resources = tuple(
        [resource for resource in shader.resources if named.intersection(resource.symbols)]
    )
    return replace(
        shader, resources=resources, shared=tuple([one for one in shader.shared if one in named])
    )


def _output_components(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the components of an output; raise `TypeError` where one was never written."""
    if any(value is None for value in values):
        raise TypeError
    if not all(math.isfinite(value) for value in values):
        raise Undefined("nan", f"an output is {values}")
    return values


def _depth_components(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the components of a depth; outside of 0 to 1, nobody says what is kept (Vulkan,
    "Depth Clamping and Range Adjustment").
    """
    depth, *_ = _output_components(values)
    if not 0.0 <= depth <= 1.0:
        raise Undefined("domain", f"a depth of {depth}, which is not in 0 to 1")
    return values
