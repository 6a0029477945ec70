from __future__ import annotations

from helpers.composites import composites, dead_entry
from helpers.transform import ident

from aberration.core.rng import Rng
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.module import Module
from aberration.methods.transform.analysis.synonymy import can_be_synonym
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import FuzzerPass
from aberration.methods.transform.passes.apply_id_synonyms import apply_id_synonyms
from aberration.methods.transform.passes.push_ids_through_composites import (
    push_ids_through_composites,
)
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.composite_extract import CompositeExtract
from aberration.methods.transform.transformations.composite_insert import CompositeInsert
from aberration.methods.transform.transformations.replace_id_with_synonym import (
    ReplaceIdWithSynonym,
)
from aberration.methods.transform.transformations.vector_shuffle import VectorShuffle


def applied(known: FuzzerPass, module: Module, attempts: int = 60) -> list[Transformation]:
    """Let a pass make some attempts; return what was applied."""
    draw = Draw(module, Rng.of(1, known.name))
    for _ in range(attempts):
        draw.begin()
        proposed = known.attempt(draw)
        if proposed is not None:
            draw.apply(proposed)
    assert contradictions(module) == []
    return draw.log


def know_part(module: Module) -> None:
    module.facts.add_part_synonym(ident("%v2"), (1,), ident("%j"))


PHI = """
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpBranch %merge
    %merge = OpLabel
    %phi = OpPhi %int %j %entry %i %then
"""


def test_apply_id_synonyms_takes_a_part_out_and_uses_it() -> None:
    module = composites()
    know_part(module)
    steps = applied(apply_id_synonyms, module)
    assert {CompositeExtract, ReplaceIdWithSynonym} == {type(step) for step in steps}
    first = next(step for step in steps if isinstance(step, CompositeExtract))
    assert (first.composite, first.path) == (ident("%v2"), (1,))
    following = steps[steps.index(first) + 1]
    assert isinstance(following, ReplaceIdWithSynonym)
    assert following.synonym == first.fresh


def test_apply_id_synonyms_takes_the_part_of_a_phi_out_before() -> None:
    module = composites(PHI)
    know_part(module)
    phi = module.definition(ident("%phi"))
    assert phi is not None
    applied(apply_id_synonyms, module, 200)
    value = module.definition(phi.ops[0])
    assert value is not None
    assert value.block is module.block(ident("%entry"))
    assert value.result_id != ident("%j")


def test_apply_id_synonyms_takes_nothing_out_in_dead_blocks() -> None:
    module = composites()
    know_part(module)
    dead_entry(module)
    assert applied(apply_id_synonyms, module) == []


def test_push_ids_through_composites_gives_values_again() -> None:
    module = composites()
    steps = applied(push_ids_through_composites, module)
    inserted = {step.fresh: step for step in steps if isinstance(step, CompositeInsert)}
    assert {len(step.path) for step in inserted.values()} == {1, 2, 3}
    shuffled = {step.fresh: step for step in steps if isinstance(step, VectorShuffle)}
    assert any(step.left == step.right and max(step.components) >= 2 for step in shuffled.values())
    assert any(isinstance(step, ReplaceIdWithSynonym) for step in steps)
    for extract in steps:
        if isinstance(extract, CompositeExtract):
            source = (
                shuffled[extract.composite].left
                if extract.composite in shuffled
                else extract.composite
            )
            part = module.definition(inserted[source].part)
            assert part is not None
            assert module.facts.synonymous(extract.fresh, part.result_id) == can_be_synonym(
                module, part
            )
