"""What a generated program may hold, and how large it gets: settings, their presets, and what one
program draws of them.
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.rng import Rng

from .group import ALONE, Group, draw_group

Weights = tuple[tuple[str, int], ...]
"""Kinds of statements or expressions by name, each with how often it is drawn among the others."""

STATEMENTS: Final[Weights] = (
    ("declaration", 8),
    ("assignment", 10),
    ("call", 3),
    ("if", 2),
    ("switch", 1),
    ("guided switch", 1),
    ("while", 2),
    ("for", 1),
    ("guided for", 1),
    ("do", 1),
    ("loop", 2),
    ("break", 1),
    ("continue", 1),
    ("return", 1),
    ("discard", 1),
    ("increment", 1),
    ("evaluate", 1),
    ("block", 1),
    ("idiom", 5),
    ("together", 3),
)
"""GLSLsmith's weights; from `loop` on those that it has not. What a language lacks is left out."""
EXPRESSIONS: Final[Weights] = (
    ("binary", 8),
    ("unary", 6),
    ("conditional", 4),
    ("builtin", 4),
    ("user call", 2),
    ("conversion", 2),
    ("writing builtin", 1),
    ("idiom", 3),
    ("length", 1),
    ("part of result", 1),
    ("assign", 3),
    ("increment", 2),
    ("comma", 1),
)
"""The last three change variables inside of expressions, which WGSL lacks."""
LOOKS: Final[Weights] = (("look", 5),)
SAMPLES: Final[Weights] = (("texture", 3),)
"""The kinds of statements and expressions that programs with textures have beside the others."""
TYPES: Final = ("int", "uint", "bool", "float", "vectors", "matrices", "arrays", "structs")
MORE: Final = ("globals", "functions", "shadowing", "swizzles", "pointers", "constants", "aliases",
               "uninitialised", "directions", "exchange", "derivatives")  # fmt: skip
LITERALS: Final = ("small", "high", "full", "special")
_ALWAYS: Final = frozenset(("declaration", "assignment", "binary", "int", "uint"))


class Settings(msgspec.Struct, frozen=True):
    """Sizes are the largest that are drawn; the smallest is 1, of functions, their parameters,
    globals and structures 0. Those that GLSLsmith has are its own ("Program reconditioning", 2.9;
    there the maximum is exclusive, so its 25 is 24 here).

    `statements` and `expressions` are weights, `types`, `more` and `literals` what there may be at
    all. `swarm` is the probability that a program leaves out some of these, `left_out` that of each
    to be left out then (swarm testing). `program_statements` bounds a program as a whole.
    `fragment_share` is the probability of a fragment shader where the version has both stages;
    `wide_share` that of a compute shader with several invocations. `function_calls` are calls of
    the program's functions that a function may hold. Up to so many `idioms` stand at each end of
    `main`, and a third at least; so does what all invocations do `together`: exchanges of values,
    derivatives. `steered` is how much of each kind of what is rare a program holds for certain
    (`steering`). `sampled_share` is the probability of textures. `seen` is the probability that a
    block lets one of its variables be seen at its end. `inexact_floats`: whether built-in functions
    may be called anywhere whose float results compilers may round differently.
    """

    input_buffers: int = 4
    output_buffers: int = 2
    buffer_members: int = 3
    main_length: int = 24
    block_length: int = 24
    loop_length: int = 9
    case_length: int = 4
    switch_cases: int = 9
    program_statements: int = 60
    scope_depth: int = 3
    expression_depth: int = 4
    array_length: int = 9
    swizzle_depth: int = 3
    for_increment: int = 9
    for_length: int = 24
    functions: int = 4
    function_length: int = 6
    function_calls: int = 4
    parameters: int = 4
    globals: int = 3
    structs: int = 3
    struct_members: int = 4
    idioms: int = 7
    together: int = 2
    steered: int = 3
    seen: float = 0.4
    statements: Weights = STATEMENTS
    expressions: Weights = EXPRESSIONS
    types: tuple[str, ...] = TYPES
    more: tuple[str, ...] = MORE
    literals: tuple[str, ...] = LITERALS
    swarm: float = 0.5
    left_out: float = 0.25
    fragment_share: float = 0.25
    wide_share: float = 0.35
    sampled_share: float = 0.3
    inexact_floats: bool = False


class Features(msgspec.Struct, frozen=True):
    """What one program has: see `Settings`. `group`: the invocations of a compute shader."""

    statements: Weights
    expressions: Weights
    types: frozenset[str]
    more: frozenset[str]
    literals: tuple[str, ...]
    group: Group

    @property
    def wide(self) -> bool:
        """Whether there are several invocations, of which each writes cells of its own."""
        return self.group.invocations > 1


def draw_features(rng: Rng, settings: Settings) -> Features:
    """Draw what a program has; integers, declarations and assignments it always has."""
    chance = settings.left_out if rng.chance(settings.swarm) else 0.0

    def keeps(name: str) -> bool:
        return name in _ALWAYS or not rng.chance(chance)

    literals = tuple(one for one in settings.literals if keeps(one))
    return Features(
        statements=tuple(one for one in settings.statements if keeps(one[0])),
        expressions=tuple(one for one in settings.expressions if keeps(one[0])),
        types=frozenset(one for one in settings.types if keeps(one)),
        more=frozenset(one for one in settings.more if keeps(one)),
        literals=literals or settings.literals,
        group=draw_group(rng) if rng.chance(settings.wide_share) else ALONE,
    )


def _weights_with(weights: Weights, **changes: int) -> Weights:
    named = {name.strip("_").replace("_", " "): weight for name, weight in changes.items()}
    return tuple((name, named.get(name, weight)) for name, weight in weights)


LARGE: Final = Settings()
_OF_GLSLSMITH: Final = frozenset(
    ("declaration", "assignment", "call", "if", "switch", "guided switch", "while", "for",
     "guided for", "do", "break", "continue")
)  # fmt: skip
_AS_PUBLISHED: Final = replace(
    LARGE,
    program_statements=85,
    globals=0,
    idioms=0,
    together=0,
    steered=0,
    seen=0.0,
    swarm=0.0,
    fragment_share=0.0,
    wide_share=0.0,
    sampled_share=0.0,
)
"""One invocation, nothing steered: what the two tools of the paper have in common."""
PRESETS: Final[dict[str, Settings]] = {
    "large": LARGE,
    "tiny": Settings(
        input_buffers=1,
        output_buffers=1,
        main_length=3,
        block_length=2,
        loop_length=2,
        case_length=2,
        switch_cases=2,
        program_statements=8,
        scope_depth=2,
        expression_depth=3,
        array_length=3,
        functions=1,
        function_length=2,
        globals=1,
        structs=1,
        idioms=0,
        together=1,
        steered=0,
        seen=0.0,
        statements=_weights_with(STATEMENTS, idiom=0),
        expressions=_weights_with(EXPRESSIONS, idiom=0),
    ),
    "small": Settings(
        input_buffers=2,
        output_buffers=1,
        main_length=6,
        block_length=3,
        loop_length=3,
        case_length=2,
        switch_cases=3,
        program_statements=14,
        expression_depth=3,
        array_length=4,
        functions=2,
        function_length=3,
        globals=2,
        structs=1,
        idioms=4,
        together=1,
        steered=1,
    ),
    "loops": replace(
        LARGE,
        scope_depth=4,
        block_length=6,
        statements=_weights_with(
            STATEMENTS, while_=6, for_=6, guided_for=8, do=6, loop=8, break_=2, continue_=3
        ),
    ),
    "memory": replace(
        LARGE,
        input_buffers=4,
        expression_depth=3,
        structs=4,
        globals=5,
        statements=_weights_with(STATEMENTS, declaration=10, assignment=16),
        types=tuple(one for one in TYPES if one not in ("bool", "float")),
    ),
    "arithmetic": replace(
        LARGE,
        expression_depth=6,
        functions=1,
        program_statements=40,
        statements=_weights_with(STATEMENTS, while_=0, do=0, loop=0, for_=0, switch=0),
        expressions=_weights_with(EXPRESSIONS, binary=16, builtin=12, conversion=4),
    ),
    # No functions but `main`, no structures or matrices; effects in a third of the expressions
    # ("Program reconditioning", 2).
    "glslsmith": replace(
        _AS_PUBLISHED,
        functions=0,
        structs=0,
        types=("int", "uint", "bool", "float", "vectors", "arrays"),
        more=("shadowing", "swizzles", "constants"),
        statements=tuple(one for one in STATEMENTS if one[0] in _OF_GLSLSMITH),
        expressions=(
            ("binary", 6),
            ("unary", 4),
            ("conditional", 4),
            ("builtin", 3),
            ("conversion", 1),
            ("assign", 4),
            ("increment", 2),
        ),
    ),
    # Short blocks, functions, structures; no pointers, which it leaves out by default (4).
    "wgslsmith": replace(
        _AS_PUBLISHED,
        main_length=9,
        block_length=5,
        loop_length=5,
        case_length=5,
        switch_cases=5,
        expression_depth=5,
        functions=5,
        function_length=5,
        globals=5,
        structs=5,
        struct_members=5,
        more=("globals", "functions", "swizzles", "constants"),
        statements=(
            ("declaration", 20),
            ("assignment", 10),
            ("if", 5),
            ("loop", 5),
            ("switch", 5),
            ("for", 5),
            ("while", 5),
            ("return", 1),
            ("break", 5),
            ("continue", 5),
        ),
        expressions=(
            ("binary", 1),
            ("unary", 1),
            ("builtin", 1),
            ("user call", 1),
            ("conversion", 1),
        ),
    ),
    "calls": replace(
        LARGE,
        functions=8,
        function_length=4,
        main_length=12,
        statements=_weights_with(STATEMENTS, call=10, return_=3),
        expressions=_weights_with(EXPRESSIONS, user_call=12),
    ),
    "control": replace(
        LARGE,
        scope_depth=5,
        block_length=5,
        expression_depth=3,
        statements=_weights_with(
            STATEMENTS, if_=10, switch=6, guided_switch=6, break_=3, continue_=3, return_=3
        ),
    ),
}
"""Settings by name: `tiny`, `small` and `large` by size, `glslsmith` and `wgslsmith` to compare
with those tools, the others each for one thing.
"""
