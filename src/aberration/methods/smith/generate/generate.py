"""The entry point: a random program that is legal and well typed, and blind to undefined behaviour.

The idea is GLSLsmith's and WGSLsmith's ("Program reconditioning", 2 and 4): a tree is built from
the root in one pass, by what the scopes offer, and nothing is tried and thrown away; what it does
that is undefined is written away afterwards (`languages.shading.recondition`).
"""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.rng import Rng
from aberration.languages.shading.builtins.row import Stage
from aberration.languages.shading.tree import (
    Alias,
    Assign,
    Attribute,
    Block,
    Declaration,
    Declare,
    Field,
    Function,
    LanguageName,
    Literal,
    Member,
    Module,
    Name,
    Param,
    Precision,
    Requalify,
    Return,
    Statement,
    StructDecl,
    StructSyntax,
    TypeName,
)
from aberration.languages.shading.tree import Variable as Declared
from aberration.languages.shading.types import FLOAT, INT, UINT, Struct, TypeMember, vector

from .constants import constant
from .declarations import const_assertion, global_variable
from .expressions import expression, makers_for
from .fold import FOLD, bits_function, checksum, colour_of, fold_all
from .functions import functions
from .group import CELL, OWN, number_of
from .idioms.helpers import helpers
from .idioms.table import statement as idiom
from .looks import look, look_together
from .pictures import declare_pictures
from .resources import Outside, buffers, uniforms
from .scope import Variable
from .settings import LARGE, LOOKS, SAMPLES, Features, Settings, draw_features
from .state import Generator
from .statements import statements, together
from .steering import nest_statements, rare_statements
from .workgroup import first_values, workgroup_variables

__all__ = ["Features", "Generated", "Settings", "generate"]

FIRST_VERSIONS: Final = {"glsl": 330, "essl": 300, "wgsl": 0}
_COMPUTE_SINCE: Final = {"glsl": 430, "essl": 310, "wgsl": 0}
_LOOKS: Final = 2
_COLOUR: Final = "colour"
_POSITION: Final = "position"
_LOCAL: Final = "local_number"
_GROUP: Final = "group_number"


class Generated(msgspec.Struct, frozen=True):
    """A program, its stage ("compute" or "fragment"), and what it runs on."""

    module: Module
    stage: Stage
    inputs: Inputs


def generate(
    language: LanguageName, version: int, rng_seed: int, settings: Settings = LARGE
) -> Generated:
    """Return the program of a seed: GLSL from 330, ESSL from 300, or WGSL (version 0).

    Raise `BadInput` for an older version.
    """
    if version < FIRST_VERSIONS[language]:
        raise BadInput(
            f"expected version {FIRST_VERSIONS[language]} or later of {language}, came {version}"
        )
    rng = Rng.of(rng_seed, "smith", "generate", language, version)
    features = draw_features(rng, settings)
    has_compute = version >= _COMPUTE_SINCE[language]
    stage: Stage = (
        "fragment" if not has_compute or rng.chance(settings.fragment_share) else "compute"
    )
    if stage == "fragment":
        features = _without_one(rng, features)
    sampling = Rng.of(rng_seed, "smith", "textures", language, version)
    is_sampled = sampling.chance(settings.sampled_share) and "float" in features.types
    if is_sampled:
        features = _with_textures(features)
    makers = makers_for(features, wgsl=language == "wgsl")
    steering = Rng.of(rng_seed, "smith", "steering", language, version)
    gen = Generator(
        rng, steering, language, version, stage, settings, features, makers, expression, statements
    )
    return _program(gen, sampling if is_sampled else None)


def _without_one(rng: Rng, features: Features) -> Features:
    """Return features without `discard`, or without derivatives: a pixel that is gone has none."""
    if rng.chance(0.5):
        return replace(features, more=features.more - {"derivatives"})
    kept = tuple(one for one in features.statements if one[0] != "discard")
    return replace(features, statements=kept)


def _with_textures(features: Features) -> Features:
    return replace(
        features,
        statements=(*features.statements, *LOOKS),
        expressions=(*features.expressions, *SAMPLES),
    )


def _program(gen: Generator, sampling: Rng | None) -> Generated:
    """Return the program; `sampling` draws its textures, where it has any."""
    gen.scopes.enter()
    before = [*_heading(gen), *_structs(gen), *_aliases(gen)]
    outside = uniforms(gen) if gen.stage == "fragment" else buffers(gen)
    before += outside.declarations
    inputs = outside.inputs
    if sampling is not None:
        given = declare_pictures(gen, sampling, len(inputs.uniforms) + len(inputs.buffers))
        before += given.declarations
        inputs = replace(inputs, textures=given.textures, samplers=given.samplers)
    before += [*_interface(gen), *workgroup_variables(gen)]
    if gen.has("globals"):
        before += [global_variable(gen) for _ in range(gen.rng.between(0, gen.settings.globals))]
    if FLOAT in gen.scalars:
        before.append(bits_function(gen.syntax))
    before.append(checksum(gen))
    if gen.settings.idioms:
        with gen.shared.hide_all():
            # Idioms call them wherever they stand.
            before += helpers(gen)
    before += functions(gen)
    main = _main(gen, outside)
    module = Module(language=gen.language, version=gen.version, decls=(*before, main))
    return Generated(module, gen.stage, inputs)


# ---- what stands at the head


def _heading(gen: Generator) -> list[Declaration]:
    if gen.language != "essl":
        return [const_assertion(gen)] if gen.wgsl and gen.rng.chance(0.1) else []
    return [
        Precision(level="highp", type=gen.syntax.type(FLOAT)),
        Precision(level="highp", type=gen.syntax.type(INT)),
    ]


def _structs(gen: Generator) -> list[Declaration]:
    if "structs" not in gen.features.types:
        return []
    found: list[Declaration] = []
    for _ in range(gen.rng.between(0, gen.settings.structs)):
        made = Struct(gen.name("Struct"), _members(gen))
        found.append(_declare_struct(gen, made))
        gen.structs.append(made)
    return found


def _members(gen: Generator) -> tuple[TypeMember, ...]:
    """Return the members of a structure, at times several neighbours of one type."""
    found: list[TypeMember] = []
    for _ in range(gen.rng.between(1, gen.settings.struct_members)):
        same = bool(found) and gen.rng.chance(0.4)
        type = found[-1].type if same else gen.any_type()
        found.append(TypeMember(gen.name("field"), type))
    return tuple(found)


def _declare_struct(gen: Generator, type: Struct) -> Declaration:
    """Declare a structure, in GLSL at times together with a variable."""
    members = tuple(Member(name=one.name, type=gen.syntax.type(one.type)) for one in type.members)
    if gen.wgsl or not gen.has("globals") or gen.rng.chance(0.8):
        return StructDecl(name=type.name, members=members)
    name = gen.name("global")
    gen.scopes.declare(Variable(name, type, Name(name=name), module=True, space="private"))
    variable = Declared(
        kind="var",
        name=name,
        type=StructSyntax(name=type.name, members=members),
        init=constant(gen, type),
        storage="private",
    )
    return Declare(variables=(variable,))


def _aliases(gen: Generator) -> list[Declaration]:
    if not gen.wgsl or not gen.has("aliases"):
        return []
    found: list[Declaration] = []
    for _ in range(gen.rng.below(3)):
        type, name = gen.any_type(), gen.name("Alias")
        found.append(Alias(name=name, type=gen.syntax.type(type)))
        gen.syntax.alias(type, name)
    return found


def _interface(gen: Generator) -> list[Declaration]:
    """Return the size of workgroups, the colour, or WGSL's copies of the invocation's numbers."""
    if gen.wgsl:
        return [_number(gen, one) for one in _numbers(gen)]
    if gen.stage == "compute":
        sizes = tuple(
            Attribute(name=f"local_size_{axis}", args=(Literal(kind="int", value=size),))
            for axis, size in zip("xyz", gen.features.group.size, strict=True)
            if axis == "x" or size > 1
        )
        return [Requalify(storage="in", attributes=sizes)]
    location = Attribute(name="location", args=(Literal(kind="int", value=0),))
    colour = Declared(
        kind="var",
        name=_COLOUR,
        type=gen.syntax.type(vector(FLOAT, 4)),
        storage="out",
        attributes=(location,),
    )
    return [Declare(variables=(colour,))]


def _numbers(gen: Generator) -> tuple[str, ...]:
    """Return the names of WGSL's copies of the invocation's numbers."""
    return (CELL, OWN) if gen.wgsl and gen.features.wide and gen.stage == "compute" else ()


def _number(gen: Generator, name: str) -> Declare:
    gen.scopes.declare(
        Variable(name, UINT, Name(name=name), writable=False, module=True, shadowable=False)
    )
    made = Declared(kind="var", name=name, type=gen.syntax.type(UINT), storage="private")
    return Declare(variables=(made,))


# ---- main


def _main(gen: Generator, outside: Outside) -> Function:
    gen.depth, gen.loops, gen.switches, gen.result, gen.is_main = 1, 0, 0, None, True
    gen.calls_left = gen.settings.function_calls * 2
    gen.uses = set()
    gen.scopes.enter()
    first = [*_first_statements(gen), *_together(gen)]
    body = [*_idioms(gen), *rare_statements(gen), *_looks(gen), *gen.fill(gen.settings.main_length)]
    body += [*_nests(gen), *_idioms(gen)]
    body += _together(gen)
    last = fold_all(gen)
    last += _colour(gen) if gen.stage == "fragment" else _store(outside)
    gen.scopes.leave()
    return _entry_point(gen, Block(statements=(*first, *body, *last)))


def _idioms(gen: Generator) -> list[Statement]:
    """Return idioms that run in any case, before or after what is random altogether."""
    count = gen.rng.between(gen.settings.idioms // 3, gen.settings.idioms)
    return [made for _ in range(count) if (made := idiom(gen)) is not None]


def _looks(gen: Generator) -> list[Statement]:
    """Return statements that look at textures, where there are such."""
    if not gen.pictures:
        return []
    count = gen.rng.between(1, max(_LOOKS, gen.settings.steered))
    in_step = gen.wgsl and gen.stage == "fragment" and gen.is_together
    makers = (look, look_together) if in_step else (look,)
    found = [gen.rng.choose(makers)(gen) for _ in range(count)]
    return [one for one in found if one is not None]


def _nests(gen: Generator) -> list[Statement]:
    found = [
        nest_statements(gen, in_function=False) for _ in range((gen.settings.steered + 1) // 2)
    ]
    return [one for one in found if one is not None]


def _together(gen: Generator) -> list[Statement]:
    """Return what all invocations do together, where there is such a thing."""
    if not gen.is_together:
        return []
    count = gen.rng.between(0, gen.settings.together)
    return [made for _ in range(count) if (made := together(gen)) is not None]


def _first_statements(gen: Generator) -> list[Statement]:
    if gen.stage == "compute":
        values = (number_of(gen.features.group, _GROUP, _LOCAL), Name(name=_LOCAL))
        return [
            *(
                Assign(op="=", target=Name(name=name), value=value)
                for name, value in zip(_numbers(gen), values, strict=False)
            ),
            *first_values(gen),
        ]
    pixel = vector(INT, 2)
    place = Name(name=_POSITION if gen.wgsl else "gl_FragCoord")
    init = gen.syntax.construct(pixel, (Field(base=place, name="xy"),))
    name = gen.name("pixel")
    made = Declared(
        kind="var", name=name, type=gen.syntax.type(pixel), init=init, storage="function"
    )
    gen.scopes.declare(Variable(name, pixel, Name(name=name), space="function"))
    return [Declare(variables=(made,))]


def _store(outside: Outside) -> list[Statement]:
    assert outside.result is not None
    return [Assign(op="^=", target=outside.result, value=Name(name=FOLD))]


def _colour(gen: Generator) -> list[Statement]:
    colour = colour_of(gen.syntax)
    if gen.wgsl:
        return [Return(value=colour)]
    return [Assign(op="=", target=Name(name=_COLOUR), value=colour)]


def _entry_point(gen: Generator, body: Block) -> Function:
    if not gen.wgsl:
        return Function(name="main", body=body)
    if gen.stage == "fragment":
        location = Attribute(name="location", args=(Literal(kind="abstract_int", value=0),))
        four = TypeName(name="vec4", args=(TypeName(name="f32"),))
        return Function(
            name="main",
            params=(_builtin(_POSITION, _POSITION, four),),
            result_attributes=(location,),
            result=four,
            body=body,
            attributes=(Attribute(name="fragment"),),
        )
    group = gen.features.group
    sizes = tuple(Literal(kind="abstract_int", value=size) for size in group.size)
    while len(sizes) > 1 and sizes[-1].value == 1:
        sizes = sizes[:-1]
    one, three = TypeName(name="u32"), TypeName(name="vec3", args=(TypeName(name="u32"),))
    ids = (
        (_builtin(_LOCAL, "local_invocation_index", one), _builtin(_GROUP, "workgroup_id", three))
        if gen.features.wide
        else ()
    )
    return Function(
        name="main",
        params=ids,
        body=body,
        attributes=(Attribute(name="compute"), Attribute(name="workgroup_size", args=sizes)),
    )


def _builtin(name: str, builtin: str, type: TypeName) -> Param:
    attribute = Attribute(name="builtin", args=(Name(name=builtin),))
    return Param(name=name, type=type, attributes=(attribute,))
