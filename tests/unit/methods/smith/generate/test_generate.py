"""Whole programs: legal, the same again, with all kinds of nodes, and with inputs that fit."""

from __future__ import annotations

from functools import cache
from math import prod

import pytest
from helpers.hash_orders import lines_in_each_order

from aberration.core.errors import BadInput
from aberration.core.inputs import read_inputs, write_inputs
from aberration.languages.shading.checker import check
from aberration.languages.shading.dialects import rules_for
from aberration.languages.shading.interpret.options import Options
from aberration.languages.shading.interpret.run import Interpreter, execute
from aberration.languages.shading.read import read
from aberration.languages.shading.resources import declarations_of
from aberration.languages.shading.tree import (
    EXPRESSIONS,
    STATEMENTS,
    TYPES,
    Alias,
    Assign,
    AssignExpr,
    Binary,
    ConstAssert,
    Declare,
    Function,
    Interface,
    LanguageName,
    Node,
    Param,
    Precision,
    Requalify,
    StructDecl,
    Switch,
    Unary,
)
from aberration.languages.shading.tree.walk import walk
from aberration.languages.shading.write import write
from aberration.methods.smith.generate import PRESETS, Generated, Settings, generate

VERSIONS: tuple[tuple[LanguageName, int], ...] = (
    ("wgsl", 0),
    ("glsl", 330),
    ("glsl", 430),
    ("glsl", 450),
    ("essl", 300),
    ("essl", 310),
    ("essl", 320),
)
MAIN: tuple[tuple[LanguageName, int], ...] = (("wgsl", 0), ("glsl", 450), ("essl", 310))
SEEDS = 60
FEWER = 20
"""Programs of versions that differ little from another one."""


@cache
def programs(language: LanguageName, version: int) -> tuple[Generated, ...]:
    count = SEEDS if (language, version) in MAIN else FEWER
    return tuple(generate(language, version, rng_seed) for rng_seed in range(count))


def assert_legal(made: Generated) -> None:
    """Our front end accepts the program, and its text reads as the same tree."""
    check(made.module, made.stage)
    text = write(made.module)
    assert read(text, made.module.language).module == made.module


@pytest.mark.parametrize(("language", "version"), VERSIONS)
def test_programs_are_legal_and_read_back(language: LanguageName, version: int) -> None:
    for made in programs(language, version):
        assert_legal(made)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("language", "version"), MAIN)
def test_programs_of_each_preset_are_legal(
    preset: str, language: LanguageName, version: int
) -> None:
    for rng_seed in range(1000, 1004):
        assert_legal(generate(language, version, rng_seed, PRESETS[preset]))


def test_presets_differ() -> None:
    texts = {write(generate("wgsl", 0, 5, settings).module) for settings in PRESETS.values()}
    assert len(texts) == len(PRESETS)


def test_a_tiny_program_is_small_and_a_large_one_is_bounded() -> None:
    tiny = [write(generate("glsl", 450, k, PRESETS["tiny"]).module) for k in range(30)]
    assert max(text.count("\n") for text in tiny) < 80
    large = [write(made.module).count("\n") for made in programs("glsl", 450)]
    assert 100 < sum(large) / len(large) < 400
    assert max(large) < 1000


def test_an_old_version_is_refused() -> None:
    with pytest.raises(BadInput, match="expected version 330 or later of glsl, came 130"):
        generate("glsl", 130, 1)


# ---- the same again


def test_a_seed_gives_the_same_program_again() -> None:
    for language, version in MAIN:
        assert generate(language, version, 7) == programs(language, version)[7]
        assert programs(language, version)[7] != programs(language, version)[8]


def test_the_same_bytes_in_another_process_with_another_order_of_hashes() -> None:
    code = (
        "import hashlib\n"
        "from aberration.core.inputs import write_inputs\n"
        "from aberration.languages.shading.write import write\n"
        "from aberration.methods.smith.generate import generate\n"
        "for language, version in (('wgsl', 0), ('glsl', 450), ('essl', 310)):\n"
        "    for rng_seed in range(12):\n"
        "        made = generate(language, version, rng_seed)\n"
        "        text = write(made.module).encode() + write_inputs(made.inputs)\n"
        "        print(hashlib.sha256(text).hexdigest())\n"
    )
    assert len(set(lines_in_each_order(code))) == 36


# ---- what occurs


def nodes_of(language: LanguageName, version: int) -> list[Node]:
    return [node for made in programs(language, version) for node in walk(made.module)]


WANTED: tuple[type[Node], ...] = (
    *EXPRESSIONS,
    *STATEMENTS,
    *TYPES,
    Declare,
    Function,
    StructDecl,
    Alias,
    ConstAssert,
    Interface,
    Precision,
    Requalify,
)
OPTIONAL: frozenset[type[Node]] = frozenset((Precision,))
"""GLSL reads precisions and does nothing with them."""


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_each_kind_of_node_that_the_language_has_occurs(
    language: LanguageName, version: int
) -> None:
    rules = rules_for(programs(language, version)[0].module)
    there = {type(node) for node in nodes_of(language, version)}
    missing = [
        kind.__name__
        for kind in WANTED
        if not rules.reason(kind.__name__) and kind not in there | OPTIONAL
    ]
    assert missing == []
    # And nothing that it lacks: `check` alone would let some of that through.
    assert not any(rules.refusal(node) for node in nodes_of(language, version))


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_each_operator_of_the_language_occurs(language: LanguageName, version: int) -> None:
    rules = rules_for(programs(language, version)[0].module)
    nodes = nodes_of(language, version)

    def operators(kind: type[Unary | Binary | Assign | AssignExpr]) -> set[str]:
        return {node.op for node in nodes if isinstance(node, kind)}

    assert operators(Binary) == set(rules.operators)
    assert operators(Unary) == set(rules.prefixes)
    assert operators(Assign) == set(rules.assignments)
    assert operators(AssignExpr) == (set() if language == "wgsl" else set(rules.assignments))


def test_switches_of_glsl_fall_through_and_have_their_default_anywhere() -> None:
    found = [node for node in nodes_of("glsl", 450) if isinstance(node, Switch)]
    clauses = [clause for node in found for clause in node.clauses]
    assert any(clause.falls_through for clause in clauses)
    assert any(not clause.falls_through for clause in clauses)
    places = {
        (k == 0, k == len(node.clauses) - 1)
        for node in found
        for k, clause in enumerate(node.clauses)
        if clause.has_default
    }
    assert {(True, False), (False, False), (False, True)} <= places


def test_parameters_have_all_directions() -> None:
    found = {node.direction for node in nodes_of("essl", 310) if isinstance(node, Param)}
    assert found == {"in", "out", "inout", "const_in"}


def test_both_stages_occur_where_the_version_has_both() -> None:
    for language, version in MAIN:
        assert {made.stage for made in programs(language, version)} == {"compute", "fragment"}
    assert {made.stage for made in programs("glsl", 330)} == {"fragment"}


def test_swarm_leaves_features_out() -> None:
    settings = Settings(swarm=1.0, left_out=0.5)
    loops = [
        any("while" in line for line in write(generate("glsl", 450, k, settings).module).split())
        for k in range(20)
    ]
    assert any(loops)
    assert not all(loops)


# ---- inputs


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_inputs_are_those_that_the_program_declares(language: LanguageName, version: int) -> None:
    for made in programs(language, version)[:30]:
        declared = declarations_of(write(made.module), language, made.stage)
        buffers = {block.binding: block.size for block in declared.of("buffer")}
        assert buffers == {one.binding: len(one.data) for one in made.inputs.buffers}
        for one in made.inputs.buffers:
            assert sum(count for _, count in one.fields) * 4 == len(one.data)
        loose = [piece.name for piece in declared.loose]
        blocks = [block.name for block in declared.of("uniform")]
        assert sorted(loose + blocks) == sorted(one.name for one in made.inputs.uniforms)
        assert read_inputs(write_inputs(made.inputs), "inputs") == made.inputs


@pytest.mark.parametrize(("language", "version"), MAIN)
def test_the_interpreter_runs_them(language: LanguageName, version: int) -> None:
    """Whatever comes of it: what raises is refused input, or a crash."""
    for made in programs(language, version)[:12]:
        shader = read(write(made.module), language)
        execute(shader, made.stage, made.inputs, Options(turns=300, path="python"))


@pytest.mark.parametrize(("language", "version"), [("glsl", 450), ("essl", 310)])
def test_the_order_of_two_calls_decides_nothing_that_the_interpreter_refuses(
    language: LanguageName, version: int
) -> None:
    for rng_seed in range(25):
        made = generate(language, version, rng_seed, PRESETS["calls"])
        Interpreter(read(write(made.module), language), made.stage, made.inputs)


def test_several_invocations_write_cells_of_their_own() -> None:
    settings = Settings(wide_share=1.0, fragment_share=0.0, left_out=0.0)
    for language, version in MAIN:
        made = generate(language, version, 3, settings)
        declared = declarations_of(write(made.module), language, "compute")
        total = prod(declared.local_size) * prod(made.inputs.groups)
        assert prod(declared.local_size) > 1
        written = declared.blocks[-1]
        assert all(piece.count == total or not piece.count for piece in written.pieces)
        assert "invocation" in write(made.module).lower()
