"""Propose copies of values and pointers."""

from __future__ import annotations

from aberration.languages.spirv.place import Place
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_synonym import AddSynonym


@fuzzer_pass(chance=(0.2, 0.5), followed_by=("apply_id_synonyms", "replace_copy_objects_with_stores_loads"))
def copy_objects(draw: Draw) -> Transformation | None:
    """One attempt: any insertion point and any value there."""
    anchor = draw.insertion_point()
    if anchor is None or anchor.block is None or anchor.block.dead:
        return None
    source = draw.value_before(anchor)
    return AddSynonym(source, "copy", draw.fresh(), Place.of(draw.module, anchor)) if source else None
