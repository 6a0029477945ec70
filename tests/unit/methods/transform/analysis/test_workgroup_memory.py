from __future__ import annotations

from helpers.corpus import compute_modules

from aberration.core.rng import Rng
from aberration.languages.spirv.check import contradictions
from aberration.languages.spirv.enums import StorageClass
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import OpVariable
from aberration.languages.spirv.types import pointee
from aberration.methods.transform.analysis.workgroup_memory import MOST_BYTES
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.variables import scalars
from aberration.methods.transform.passes.add_composite_types import add_composite_types
from aberration.methods.transform.passes.add_global_variables import add_global_variables


def test_workgroup_variables_stay_small_in_sum() -> None:
    name, data = compute_modules()[0]
    draw = Draw(Module.parse(data), Rng.of(1, name))
    for attempt in range(1500):
        draw.begin()
        known = add_composite_types if attempt % 10 == 0 else add_global_variables
        proposal = known.attempt(draw)
        if proposal is not None:
            draw.apply(proposal)
    module = draw.module
    variables = [
        each for each in module.by_opcode(OpVariable) if each.ops[0] == StorageClass.WORKGROUP
    ]
    taken = sum(4 * scalars(draw, pointee(module, each.type_id)) for each in variables)
    assert MOST_BYTES // 4 < taken <= MOST_BYTES
    assert contradictions(module) == []
