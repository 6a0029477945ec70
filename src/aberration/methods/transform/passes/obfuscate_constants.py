"""Propose to load constants from uniforms, and to compute booleans by comparing constants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aberration.languages.spirv import types
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.opcodes import OpConstant, OpConstantFalse, OpConstantTrue
from aberration.languages.spirv.place import Place, Use
from aberration.languages.spirv.uniforms import UniformValue
from aberration.methods.transform.draw import Draw
from aberration.methods.transform.drawing.operands import use_of
from aberration.methods.transform.fuzzer_pass import fuzzer_pass
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.replace_constant_with_uniform import (
    ReplaceConstantWithUniform,
)

from ..transformations.replace_boolean_constant_with_constant_binary import (
    FLOATING,
    SIGNED,
    UNSIGNED,
    ReplaceBooleanConstantWithConstantBinary,
    comparison_result,
)

BOOLEANS: Final = (OpConstantTrue, OpConstantFalse)
TRIES: Final = 3
BY_UNIFORMS: Final = 0.75
"""Share of booleans that are computed from known uniform values, where there are any."""
DEEPER: Final = 1 / 3
"""Chance that the operands of a comparison of such values are loaded at once."""


@fuzzer_pass(chance=(0.05, 0.5))
def obfuscate_constants(draw: Draw) -> Transformation | None:
    """One attempt: half the time any use of any constant that a uniform is known to hold; else any
    use of a boolean, which is computed from known uniform values or any constants.
    """
    if draw.module.facts.uniforms.values and draw.rng.bits() & 1:
        return _replace_known(draw)
    return _replace_boolean(draw)


def _replace_known(draw: Draw) -> Transformation | None:
    module = draw.module
    for _ in range(TRIES):
        known = draw.rng.choose(module.facts.uniforms.values)
        constants = module.find_all(OpConstant, known.type_id, known.word)
        constant = module.definition(draw.rng.choose(constants)) if constants else None
        use = None if constant is None else _use(draw, constant)
        if use is not None:
            return _by_uniform(draw, use, known)
    return None


def _by_uniform(draw: Draw, use: Use, known: UniformValue) -> Transformation | None:
    """Make sure of what the access chain needs."""
    int_type = draw.int_type()
    if not int_type or not all(draw.int_constant(int_type, index) for index in known.path):
        return None
    storage = types.storage_class(draw.module, draw.module.type_of(known.variable))
    if not draw.pointer_type(storage, known.type_id):
        return None
    return ReplaceConstantWithUniform(use, known.variable, known.path, draw.fresh(), draw.fresh())


def _replace_boolean(draw: Draw) -> Transformation | None:
    for _ in range(TRIES):
        boolean = draw.instruction(BOOLEANS)
        if boolean is not None and draw.module.users(boolean.result_id):
            break
    else:
        return None
    use = _use(draw, boolean)
    if use is None:
        return None
    known = _known_pair(draw) if draw.rng.chance(BY_UNIFORMS) else None
    if known is None:
        return _comparison(draw, use, boolean, _any_pair(draw))
    constants = [draw.scalar_constant(value.type_id, [value.word]) for value in known]
    step = _comparison(draw, use, boolean, constants)
    if step is None or not draw.rng.chance(DEEPER):
        return step
    return _load_compared(draw, step, known)


def _comparison(
    draw: Draw, use: Use, boolean: Instruction, pair: Sequence[int]
) -> ReplaceBooleanConstantWithConstantBinary | None:
    """Draw a comparison of two constants; they change places, if it does not give the boolean."""
    if not all(pair):
        return None
    is_float = types.is_float(draw.module, draw.module.type_of(pair[0]))
    opcode = draw.rng.choose(FLOATING if is_float else draw.rng.choose((SIGNED, UNSIGNED)))
    a, b = pair if draw.rng.bits() & 1 else reversed(pair)
    if comparison_result(draw.module, opcode, a, b) is not (boolean.op == OpConstantTrue):
        a, b = b, a
    return ReplaceBooleanConstantWithConstantBinary(use, a, b, opcode, draw.fresh())


def _known_pair(draw: Draw) -> list[UniformValue] | None:
    """Return two different known values of one type, if there are such."""
    uniforms = draw.module.facts.uniforms
    if not uniforms.values:
        return None
    left = draw.rng.choose(uniforms.values)
    for _ in range(TRIES):
        right = draw.rng.choose(uniforms.of_type(left.type_id))
        if right.word != left.word:
            return [left, right]
    return None


def _any_pair(draw: Draw) -> list[int]:
    """Return any constant and another one of its type, a new one if there is none; 0 for one
    that is missing.
    """
    module, rng = draw.module, draw.rng
    left = draw.instruction((OpConstant,))
    if left is None:
        return [0]
    values = module.values_of_type(left.type_id)
    for _ in range(4):
        found = module.definition(rng.choose(values))
        if found is not None and found is not left and found.op == OpConstant:
            return [left.result_id, found.result_id]
    return [left.result_id, draw.int_constant(left.type_id, rng.bits())]


def _load_compared(
    draw: Draw, step: ReplaceBooleanConstantWithConstantBinary, known: Sequence[UniformValue]
) -> Transformation | None:
    """Apply a comparison of known values, and load what it compares; the last load is left to
    the caller.
    """
    if not draw.apply(step):
        return None
    left, right = known
    constant = draw.module.definition(step.left)
    if constant is None or constant.ops != [left.word]:
        left, right = right, left
    first = _by_uniform(draw, Use(step.left, Place(step.fresh), 0), left)
    if first is not None:
        draw.apply(first)
    return _by_uniform(draw, Use(step.right, Place(step.fresh), 1), right)


def _use(draw: Draw, constant: Instruction) -> Use | None:
    """Return any use of a constant in a block."""
    drawn = use_of(draw, constant)
    if drawn is None or drawn.user is None:
        return None
    return Use.of(draw.module, drawn.user, drawn.operand)
