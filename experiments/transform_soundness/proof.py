"""Proof that a variant is what it claims to be, by the interpreter: same result, and every declared
fact is true.

- The variant gives what its reference gives, to the last bit, on the places looked at, and traps on
  none.
- Blocks that are known to be dead are never entered.
- Synonyms are equal wherever both are available: a copy of the variant compares them and divides by
  zero if not.
- Irrelevant constants may have any other value: a copy of the variant with random ones gives the
  same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.core.recipe import Recipe
from aberration.core.rng import Rng
from aberration.languages.spirv import types
from aberration.languages.spirv.availability import available_before
from aberration.languages.spirv.instruction import Block, Instruction
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.opcodes import (
    OpBitcast,
    OpConstant,
    OpConstantFalse,
    OpConstantTrue,
    OpIEqual,
    OpLabel,
    OpLogicalEqual,
    OpLoopMerge,
    OpPhi,
    OpSelect,
    OpSelectionMerge,
    OpTypeBool,
    OpTypeInt,
    OpUDiv,
    OpVariable,
)
from aberration.methods.transform.known_inputs import given_to, with_given
from aberration.methods.transform.method import parse_module
from aberration.methods.transform.registry import from_steps
from aberration.methods.transform.scheduler import no_collector

from .lowering import without_images

Place = tuple[int, int]
PAIRS: Final = 40
"""So many pairs of synonyms are compared in a variant, at most."""
STEPS: Final = 4_000_000
KEPT: Final = 64
"""Results of seeds that are kept."""


def places_of(inputs: Inputs, rng: Rng, count: int) -> list[Place]:
    """Return pixels to look at: the corners of the image, and random ones."""
    width, height = inputs.width, inputs.height
    corners = [(0, 0), (width - 1, height - 1), (width // 2, height // 2)]
    return [
        *corners,
        *((rng.below(width), rng.below(height)) for _ in range(max(0, count - len(corners)))),
    ]


def results(
    program: Program, places: Sequence[Place], options: Options | None = None
) -> tuple[object, Interpreter]:
    """Return what a program gives at the places (compute: all its buffers), or the first trap;
    and who told.
    """
    source = program.source if program.inputs.textures else without_images(program.source)
    interpreter = Interpreter(source, program.inputs, options or Options(steps=STEPS))
    if program.stage != "fragment":
        return interpreter.dispatch(), interpreter
    found = []
    for x, y in places:
        colour = interpreter.pixel(x, y)
        if isinstance(colour, Trap):
            return colour, interpreter
        found.append(colour)
    return found, interpreter


def replayed(recipe: Recipe, program: Program) -> Module:
    """Return the variant of a recipe with all its facts; `program` is the seed."""
    module = parse_module(program)
    for step in from_steps(recipe.steps):
        step.apply_if_applicable(module)
    return module


def problems(recipe: Recipe, program: Program, rng: Rng, count: int = 6) -> list[str]:
    """Return all that is wrong with the variant of a recipe; looks at `count` pixels of an
    image.
    """
    with no_collector():
        module = replayed(recipe, program)
        dead = {block.id for block in module.blocks if block.dead}
        places = places_of(program.inputs, rng, count)
        wanted = _wanted(program, tuple(places))
        variant = _of(module, program)
        given, interpreter = results(variant, places, Options(steps=STEPS, trace_blocks=True))
        told = _differences("the variant", wanted, given)
        entered = sorted(
            dead & {block for block, times in interpreter.entered_blocks().items() if times}
        )
        if entered:
            told.append(f"dead blocks are entered: {entered}")
        random = variant if told else _with_random_constants(module, variant, rng)
        if random.source != variant.source:
            told += _differences(
                "with random irrelevant constants", wanted, results(random, places)[0]
            )
        compared = 0 if told else compare_synonyms(module, rng)
        if compared:
            checked, _ = results(_of(module, program), places)
            told += _differences(f"with {compared} comparisons of synonyms", wanted, checked)
        module.clear()
    return told


@lru_cache(maxsize=KEPT)
def _wanted(program: Program, places: tuple[Place, ...]) -> object:
    """Return what a seed gives: asked again for each variant of it, and part of a variant."""
    return results(program, places)[0]


def _of(module: Module, program: Program) -> Program:
    """Return a program with a module in place of its own, and what that is run with."""
    inputs = with_given(program.inputs, given_to(module))
    return Program(program.language, program.stage, module.to_bytes(), inputs, program.name)


def _with(program: Program, source: bytes) -> Program:
    return Program(program.language, program.stage, source, program.inputs, program.name)


def _differences(what: str, wanted: object, given: object) -> list[str]:
    if isinstance(given, Trap):
        return [f"{what}: {given}"]
    return [] if given == wanted else [f"{what}: another result"]


def _with_random_constants(module: Module, variant: Program, rng: Rng) -> Program:
    """Return the variant with random values for its irrelevant integer and boolean constants."""
    changed = Module.parse(variant.source)
    for value in module.facts.irrelevant_ids():
        constant = changed.definition(value)
        if constant is None or constant.block is not None:
            continue
        if (
            constant.op == OpConstant
            and types.is_int(changed, constant.type_id)
            and len(constant.ops) == 1
        ):
            if types.width(changed, constant.type_id) == 32:
                constant.ops[0] = rng.bits() & 0xFFFFFFFF
        elif constant.op in (OpConstantTrue, OpConstantFalse) and rng.bits() & 1:
            constant.op = OpConstantFalse if constant.op == OpConstantTrue else OpConstantTrue
    source = changed.to_bytes()
    changed.clear()
    return _with(variant, source)


def compare_synonyms(module: Module, rng: Rng, most: int = PAIRS) -> int:
    """Insert comparisons of synonyms that trap where they differ; return how many. The facts do
    not survive this.
    """
    pairs = list(dict.fromkeys(_pairs(module, rng, most)))
    bool_type, uint = _declared(module, OpTypeBool), _declared(module, OpTypeInt, 32, 0)
    zero, one = _constant(module, uint, 0), _constant(module, uint, 1)
    done = 0
    for a, b in pairs:
        block = _where(module, a, b)
        anchor = None if block is None else _end(block)
        if anchor is None or not _comparable(module, a, b):
            continue
        left, right = (_as_word(module, value, uint, anchor) for value in (a, b))
        op = OpLogicalEqual if types.is_bool(module, module.type_of(a)) else OpIEqual
        equal = _inserted(module, anchor, op, bool_type, left, right)
        divisor = _inserted(module, anchor, OpSelect, uint, equal, one, zero)
        _inserted(module, anchor, OpUDiv, uint, one, divisor)
        done += 1
    return done


def _pairs(module: Module, rng: Rng, most: int) -> list[tuple[int, int]]:
    known = module.facts.synonym_ids
    found = []
    for _ in range(4 * most if known else 0):
        value = rng.choose(known)
        other = rng.choose(module.facts.synonym_class(value))
        if value != other and module.definition(value) and module.definition(other):
            found.append((value, other))
    return found[:most]


def _comparable(module: Module, a: int, b: int) -> bool:
    """Say whether both are booleans, both integers or both floats, of 32 bits.

    An integer is not compared with its bit cast to a float: the interpreter keeps no payload of a
    NaN.
    """
    first, second = module.type_of(a), module.type_of(b)
    if first == second and types.is_bool(module, first):
        return True
    words = [
        types.is_numeric_scalar(module, kind) and types.width(module, kind) == 32
        for kind in (first, second)
    ]
    return all(words) and (first == second or types.equal_up_to_sign(module, first, second))


def _where(module: Module, a: int, b: int) -> Block | None:
    """Return the block of the later of two definitions, the entry block of the entry point for
    two constants.
    """
    blocks = [
        found.block
        for found in map(module.definition, (a, b))
        if found is not None and found.block is not None
    ]
    if not blocks:
        return (
            module.functions[-1].blocks[0]
            if module.functions and module.functions[-1].blocks
            else None
        )
    for block in blocks:
        end = _end(block)
        if (
            not block.dead
            and end is not None
            and all(available_before(module, value, end) for value in (a, b))
        ):
            return block
    return None


def _end(block: Block) -> Instruction | None:
    """Return the instruction before which one may be inserted at the end of a block."""
    body = block.instructions
    place = len(body) - 1
    if place and body[place - 1].op in (OpLoopMerge, OpSelectionMerge):
        place -= 1
    return None if body[place].op in (OpPhi, OpVariable, OpLabel) else body[place]


def _as_word(module: Module, value: int, uint: int, anchor: Instruction) -> int:
    if types.is_float(module, module.type_of(value)):
        return _inserted(module, anchor, OpBitcast, uint, value)
    return value


def _inserted(module: Module, anchor: Instruction, op: int, type_id: int, *operands: int) -> int:
    fresh = module.fresh_id()
    module.insert_before(anchor, Instruction(op, type_id, fresh, list(operands)))
    return fresh


def _declared(module: Module, op: int, *operands: int) -> int:
    found = module.find(op, 0, *operands)
    if not found:
        found = module.fresh_id()
        module.append_global(Instruction(op, 0, found, list(operands)))
    return found


def _constant(module: Module, type_id: int, value: int) -> int:
    found = module.find(OpConstant, type_id, value)
    if not found:
        found = module.fresh_id()
        module.append_global(Instruction(OpConstant, type_id, found, [value]))
    return found
