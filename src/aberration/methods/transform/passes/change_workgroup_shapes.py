"""Propose other shapes of the workgroup."""

from __future__ import annotations

from aberration.languages.spirv.enums import BuiltIn, StorageClass
from aberration.methods.transform.analysis.convergence import is_compute
from aberration.methods.transform.analysis.workgroup_shape import built_in_variable, shape_of
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.add_built_in_input import AddBuiltInInput
from aberration.methods.transform.transformations.change_workgroup_shape import (
    COUNT,
    MOST,
    ChangeWorkgroupShape,
)


@fuzzer_pass(chance=(0.03, 0.15), followed_by=("add_loads", "push_ids_through_variables"))
def change_workgroup_shapes(draw: Draw) -> Transformation | None:
    """One attempt: any three numbers whose product is the number of invocations."""
    module = draw.module
    old = shape_of(module) if is_compute(module) else None
    count = 0 if old is None else old[0] * old[1] * old[2]
    if old is None or count > MOST:
        return None
    x = draw.rng.choose(_divisors(count))
    y = draw.rng.choose(_divisors(count // x))
    shape = x, y, count // x // y
    if shape == old:
        return None
    uint = draw.int_type(32, False)
    vector = draw.vector_type(uint, 3)
    for pointee in (uint, vector):
        draw.pointer_type(StorageClass.INPUT, pointee)
        draw.pointer_type(StorageClass.PRIVATE, pointee)
    for size in dict.fromkeys(old):
        draw.int_constant(uint, size)
    for built_in in (BuiltIn.LOCAL_INVOCATION_INDEX, BuiltIn.WORKGROUP_ID):
        if built_in_variable(module, built_in) is None and not draw.apply(
            AddBuiltInInput(draw.fresh(), built_in)
        ):
            return None
    return ChangeWorkgroupShape(shape, tuple(draw.fresh() for _ in range(COUNT)))


def _divisors(number: int) -> list[int]:
    return [each for each in range(1, number + 1) if number % each == 0]
