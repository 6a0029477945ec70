"""Our table of built-in functions against glslang's, compared as sets, for each version and stage.

What glslang knows and we leave out is left out by a rule with a name, never by silence: each
function has to fall under one, and each rule has to leave something out.
"""

import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from helpers.glslang_symbols import Symbol, dump
from helpers.sampling import one_in

from aberration.languages.shading.builtins.extensions import BROUGHT
from aberration.languages.shading.builtins.legacy_texture import COMPATIBILITY
from aberration.languages.shading.builtins.lookup import Lookup, lookup
from aberration.languages.shading.builtins.row import Language, Stage
from aberration.languages.shading.builtins.signature import BuiltinParameter, Overload
from aberration.languages.shading.types import (
    ABSTRACT_FLOAT,
    FLOAT,
    INT,
    UINT,
    Type,
    atomic,
    vector,
)

STAGES: dict[str, Stage] = {"frag": "fragment", "comp": "compute", "vert": "vertex"}
GLSL = (110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460)
ESSL = (100, 300, 310, 320)
PROGRAMS: list[tuple[Language, int, str]] = [
    *(
        ("glsl", version, stage)
        for version in GLSL
        for stage in STAGES
        if stage != "comp" or version >= 430
    ),
    *(
        ("essl", version, stage)
        for version in ESSL
        for stage in STAGES
        if stage != "comp" or version >= 310
    ),
]
EACH_RULE: list[tuple[Language, int, str]] = [
    *(
        ("glsl", version, stage)
        for version in (110, 330, 460)
        for stage in STAGES
        if stage != "comp" or version >= 430
    ),
    *(("essl", version, "frag") for version in ESSL),
]
"""Enough of them for each rule to leave something out."""
Rule = Callable[[Symbol, Language, int, str], bool]

EXTENSION_TYPES = re.compile(
    r"float16_t|f16|int8|int16|int64|i64|u64|f64|subpass|acceler|rayQ|hitO|coop|2DY2Y|ExternalOES|structure"
)
SHADOW_LOD = ("texture", "textureLod", "textureOffset", "textureLodOffset", "textureGrad")
SHADOW_LOD_SHAPES = ("sampler2DArrayShadow", "samplerCubeShadow", "samplerCubeArrayShadow")
INTEL = (
    "absoluteDifference addSaturate average averageRounded countLeadingZeros "
    "countTrailingZeros multiply32x16"
)
LATER = {
    "glsl": {
        **dict.fromkeys(
            ("fma", "frexp", "ldexp", "packDouble2x32", "unpackDouble2x32", "textureQueryLod"), 400
        ),
        **dict.fromkeys(("textureGather", "textureGatherOffset", "textureGatherOffsets"), 400),
        **dict.fromkeys(("imageLoad", "imageStore"), 420),
        **dict.fromkeys(("imageSamples", "textureSamples"), 450),
    },
    "essl": {
        **dict.fromkeys(("textureGather", "textureGatherOffset", "imageLoad", "imageStore"), 310),
        **dict.fromkeys(("textureGatherOffsets", "fma"), 320),
    },
}
"""Functions that glslang has earlier for the sake of an extension, and the version that has
them without one.
"""
GLSLANG_LATER = {("inverse", 140)}
"""Functions that glslang has one version later than the specification."""
LATER_SHAPES = {
    ("glsl", "CubeArray"): 400,
    ("glsl", "2DRect"): 140,
    ("essl", "CubeArray"): 320,
    ("essl", "Buffer"): 320,
    ("essl", "2DMSArray"): 320,
}


def an_argument(symbol: Symbol, *types: str) -> bool:
    return any(parameter.split()[-1] in types for parameter in symbol.parameters)


RULES: dict[str, Rule] = {
    "it is marked with an extension, or its name ends in one's vendor": lambda s, *_: (
        bool(s.extensions) or bool(re.search(r"(ARB|NV|EXT|AMD|QCOM|OES)$", s.name))
    ),
    "a type of an extension": lambda s, *_: any(
        EXTENSION_TYPES.search(t) for t in (s.result, *s.parameters)
    ),
    "GL_KHR_memory_scope_semantics: scope and semantics as arguments": lambda s, *_: (
        s.name == "controlBarrier"
        or (
            s.name.startswith(("atomic", "imageAtomic", "memoryBarrier"))
            and s.parameters[-3:] == ("int",) * 3
        )
    ),
    "GL_ARB_shader_memory barriers before their version": lambda s, language, version, _: (
        s.name == "memoryBarrier" and version < (420 if language == "glsl" else 310)
    ),
    "GL_EXT_shader_atomic_float: atomics of floats": lambda s, language, version, _: (
        "tomic" in s.name
        and s.parameters[-1:] in (("float",), ("double",))
        and (not s.name.startswith("imageAtomicExchange") or version < 450)
    ),
    "GL_KHR_shader_subgroup": lambda s, *_: s.name.startswith("subgroup"),
    "GL_INTEL_shader_integer_functions2": lambda s, *_: (
        s.name in (*INTEL.split(), "subtractSaturate")
    ),
    "glslang combines words to functions that no specification has": lambda s, *_: (
        s.name.startswith(("texelGrad", "texelProj"))
    ),
    "the fixed pipeline's": lambda s, *_: s.name == "ftransform",
    "noise: always zero, and gone from the core": lambda s, *_: bool(
        re.fullmatch(r"noise\d", s.name)
    ),
    "the old texture functions, gone from the core and from ESSL": lambda s, *_: bool(
        re.match(r"(texture|shadow)([123]D|Cube)", s.name)
    ),
    "GL_EXT_texture_shadow_lod": lambda s, *_: (
        s.name in SHADOW_LOD and an_argument(s, *SHADOW_LOD_SHAPES)
    ),
    "doubles, before GLSL 4.00 and in ESSL": lambda s, language, version, _: (
        (language == "essl" or version < 400)
        and bool(re.match(r"double|d(vec|mat)", s.parameters[0] if s.parameters else s.result))
    ),
    "derivatives and interpolation of doubles": lambda s, *_: (
        s.name.startswith(("dFd", "fwidth", "interpolateAt"))
        and bool(re.match(r"double|dvec", s.parameters[0]))
    ),
    "a sampler of a later version": lambda s, language, version, _: any(
        language == of and version < since and shape in parameter
        for (of, shape), since in LATER_SHAPES.items()
        for parameter in s.parameters
    ),
    "a function of a later version": lambda s, language, version, _: (
        version < LATER[language].get(s.name, 0)
    ),
    "GL_EXT_shader_integer_mix before its version": lambda s, language, version, _: (
        s.name == "mix"
        and s.parameters[-1].startswith("b")
        and version < (450 if language == "glsl" else 310)
    ),
    "atomics on images before their version": lambda s, language, version, _: (
        s.name.startswith("imageAtomic") and version < (420 if language == "glsl" else 320)
    ),
    "GL_ARB_texture_query_lod spells it otherwise": lambda s, *_: s.name == "textureQueryLOD",
    (
        "GL_NV_compute_shader_derivatives: biases outside of fragment shaders"
    ): lambda s, _, __, stage: (
        stage == "comp"
        and s.name
        in ("texture", "textureOffset", "textureProj", "textureProjOffset", "textureQueryLod")
    ),
    "GL_AMD_texture_gather_bias_lod": lambda s, *_: (
        s.name.startswith("textureGather")
        and "Shadow" not in s.parameters[0]
        and s.parameters[-1] == "float"
    ),
}


def spelled(parameter: BuiltinParameter) -> str:
    return (
        parameter.type.glsl
        if parameter.direction == "in"
        else f"{parameter.direction} {parameter.type.glsl}"
    )


def table(
    language: Language, version: int, stage: str, extensions: frozenset[str] = frozenset()
) -> set[tuple[str, str, tuple[str, ...]]]:
    known = lookup(language, version, STAGES[stage], extensions)
    found: list[Overload] = [overload for name in known.names for overload in known.overloads(name)]
    return {(one.name, one.result.glsl, tuple(map(spelled, one.parameters))) for one in found}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("symbols")


@pytest.mark.parametrize("program", one_in(5, PROGRAMS))
def test_the_table_is_that_of_glslang(program: tuple[Language, int, str], folder: Path) -> None:
    language, version, stage = program
    symbols = dump(language, version, stage, folder)
    known = table(language, version, stage)
    assert len(known) > 200
    theirs = {(symbol.name, symbol.result, symbol.parameters) for symbol in symbols}
    assert {one for one in known - theirs if (one[0], version) not in GLSLANG_LATER} == set()
    missing = [symbol for symbol in symbols if symbol[:3] not in known]
    assert [
        s for s in missing if not any(rule(s, language, version, stage) for rule in RULES.values())
    ] == []


OLD = re.compile(r"(texture|shadow)([123]D|Cube)(Proj)?(Lod)?")


@pytest.mark.parametrize("stage", ["frag", "vert"])
@pytest.mark.parametrize("version", [330, 460])
def test_the_compatibility_profile_has_the_old_functions_as_glslang(
    version: int, stage: str, folder: Path
) -> None:
    old = table("glsl", version, stage, frozenset((COMPATIBILITY,))) - table("glsl", version, stage)
    assert len(old) > 20
    theirs = dump("glsl", version, stage, folder, "compatibility")
    assert old == {symbol[:3] for symbol in theirs if OLD.fullmatch(symbol.name)}


def test_each_rule_leaves_something_out(folder: Path) -> None:
    unused = set(RULES)
    for language, version, stage in EACH_RULE:
        known = table(language, version, stage)
        for symbol in dump(language, version, stage, folder):
            if symbol[:3] not in known:
                unused -= {name for name in unused if RULES[name](symbol, language, version, stage)}
    assert unused == set()


@pytest.mark.parametrize(
    ("name", "types", "result"),
    [
        ("clamp", (INT, INT, INT), INT),
        ("clamp", (ABSTRACT_FLOAT,) * 3, ABSTRACT_FLOAT),
        ("mix", (vector(FLOAT, 3), vector(FLOAT, 3), FLOAT), vector(FLOAT, 3)),
        ("extractBits", (vector(INT, 2), UINT, UINT), vector(INT, 2)),
        ("dot", (vector(UINT, 4), vector(UINT, 4)), UINT),
        ("atomicAdd", (atomic(UINT).pointer("workgroup", "read_write"), UINT), UINT),
    ],
)
def test_wgsl_has(name: str, types: tuple[Type, ...], result: Type) -> None:
    found = lookup("wgsl", 0, "compute").exact(name, types)
    assert found is not None
    assert found.result is result


def test_wgsl_has_no_mixed_clamp_and_no_derivative_in_compute() -> None:
    known = lookup("wgsl", 0, "compute")
    assert known.exact("clamp", (vector(FLOAT, 2), FLOAT, FLOAT)) is None
    assert not known.has("dpdx")
    assert lookup("wgsl", 0, "fragment").has("dpdx")


@pytest.mark.parametrize(
    ("extension", "name"),
    [
        ("GL_ARB_gpu_shader5", "bitfieldExtract"),
        ("GL_ARB_shading_language_packing", "unpackHalf2x16"),
        ("GL_ARB_derivative_control", "dFdxFine"),
        ("GL_ARB_texture_gather", "textureGather"),
        ("GL_ARB_shader_image_load_store", "imageAtomicAdd"),
    ],
)
def test_an_extension_brings_functions_of_later_versions(extension: str, name: str) -> None:
    assert not lookup("glsl", 330, "fragment").has(name)
    assert lookup("glsl", 330, "fragment", frozenset((extension,))).has(name)


def test_each_function_that_an_extension_brings_is_in_the_table() -> None:
    later = lookup("glsl", 460, "fragment").names
    assert [name for names in BROUGHT.values() for name in sorted(names) if name not in later] == []


def test_threads_that_ask_for_a_name_at_once_get_the_same() -> None:
    """Seeds are read in threads: one that came second once got no overloads at all."""
    forms = lookup("wgsl", 0, "compute")._forms
    names = ("atomicLoad", "dot", "max", "select")
    want = {name: len(lookup("wgsl", 0, "compute").overloads(name)) for name in names}
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(40):
            fresh = Lookup(forms)
            asked = [name for name in names for _ in range(4)]
            with ThreadPoolExecutor(4) as threads:
                came = list(threads.map(fresh.overloads, asked))
            for name, found in zip(asked, came, strict=True):
                assert len(found) == want[name]
                assert found is fresh.overloads(name)
                assert all(fresh.exact(name, each.types) is each for each in found)
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize(
    ("language", "version", "has"),
    [("glsl", 420, False), ("glsl", 430, True), ("essl", 320, False)],
)
def test_comparisons_of_layers_have_an_offset_late(
    language: Language, version: int, has: bool
) -> None:
    """glslang has the function in its table and refuses its call; Mesa and ANGLE lack it."""
    overloads = lookup(language, version, "fragment").overloads("textureOffset")
    assert any(one.types[0].glsl == "sampler2DArrayShadow" for one in overloads) is has
