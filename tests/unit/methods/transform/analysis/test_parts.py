from __future__ import annotations

import pytest
from helpers.additions import add_capability
from helpers.composites import NARROW, composites, dead_entry
from helpers.transform import ident, numbered, the

from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.enums import Capability
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.parts import (
    can_be_made,
    has_storage_only_numbers,
    is_usable,
    part_type,
    parts_to_make,
    record_equal_parts,
)
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.composite_values import (
    composite_before,
    draw_path,
    value_or_zero,
)

SMALL = """
    %uint = OpTypeInt 32 0
    %uint_2 = OpConstant %uint 2
    %byte = OpTypeInt 8 0
    %short = OpTypeInt 16 1
    %bytes = OpTypeVector %byte 2
    %inner = OpTypeStruct %int %bytes
    %outer = OpTypeArray %inner %uint_2
    %shorts = OpTypeStruct %short
    %matrix = OpTypeMatrix %v2half 2
    %buffer =
"""


def small(*capabilities: int) -> Module:
    module = Module.parse(assemble(numbered(NARROW.replace("%buffer =", SMALL.strip(), 1)), (1, 3)))
    for capability in capabilities:
        add_capability(module, capability)
    return module


@pytest.mark.parametrize(
    ("name", "capability"),
    [
        *(("%byte", Capability.INT8), ("%bytes", Capability.INT8), ("%outer", Capability.INT8)),
        *(("%shorts", Capability.INT16), ("%matrix", Capability.FLOAT16)),
    ],
)
def test_small_numbers_are_only_stored_without_the_capability(name: str, capability: int) -> None:
    assert has_storage_only_numbers(small(), ident(name))
    assert not can_be_made(small(), ident(name))
    assert can_be_made(small(capability), ident(name))


def test_other_numbers_are_for_all_uses() -> None:
    assert not has_storage_only_numbers(small(), ident("%int"))
    assert not has_storage_only_numbers(composites(), ident("%struct"))


def test_paths_lead_to_types() -> None:
    module = composites()
    assert part_type(module, ident("%struct"), (0, 1, 1)) == ident("%v2float")
    assert part_type(module, ident("%struct"), ()) == ident("%struct")
    for path in ((3,), (-1,), (0, 2), (2, 0)):
        assert part_type(module, ident("%struct"), path) == 0
    assert part_type(module, 9999, (0,)) == 0
    assert parts_to_make(module, ident("%pair")) == [ident("%int"), ident("%v2float")]
    assert parts_to_make(module, ident("%int")) == []


def test_values_are_usable_where_they_are_available() -> None:
    module = composites()
    here = the(module, "%w2")
    for name in ("%v2", "%ones", "%f"):
        assert is_usable(module, ident(name), here)
    for name in ("%w2", "%w3", "%main", "%int", "%entry", "%undef_int", "%nowhere"):
        assert not is_usable(module, ident(name), here), name
    dead_entry(module)
    assert is_usable(module, ident("%undef_int"), here)


def test_facts_are_recorded_of_what_can_be_a_synonym() -> None:
    module = composites()
    record_equal_parts(module, ident("%v2"), (1,), ident("%j"))
    record_equal_parts(module, ident("%no_pair"), (0,), ident("%i"))
    record_equal_parts(module, ident("%nowhere"), (0,), ident("%end"))
    assert module.facts.parts_synonymous(ident("%v2"), (1,), ident("%j"))
    assert not module.facts.has_synonyms(ident("%i"))
    assert not module.facts.has_synonyms(ident("%end"))


def test_composites_and_paths_in_them_are_drawn() -> None:
    module = composites()
    draw, here = Draw(module, Rng.of(1, "parts")), the(module, "%s")
    drawn = {composite_before(draw, here) for _ in range(200)} - {0}
    assert drawn >= {ident(name) for name in ("%v2", "%w2", "%w3", "%m", "%p", "%a", "%ones")}
    assert ident("%s") not in drawn
    paths = {draw_path(draw, ident("%pair")) for _ in range(100)}
    assert paths == {(0,), (1,), (1, 0), (1, 1)}
    assert draw_path(draw, ident("%int")) == ()


def test_a_missing_value_is_a_zero_of_modest_size() -> None:
    globals_ = "%uint_65 = OpConstant %uint 65\n%long = OpTypeArray %int %uint_65\n"
    module = composites(globals_=globals_)
    draw, here = Draw(module, Rng.of(1, "parts")), the(module, "%i")
    assert value_or_zero(draw, ident("%long"), here) == 0
    assert value_or_zero(draw, ident("%v2float"), here) == ident("%ones")
    zero = value_or_zero(draw, ident("%v3bool"), here, irrelevant=True)
    assert module.facts.is_declared_irrelevant(zero)
    assert module.type_of(zero) == ident("%v3bool")
