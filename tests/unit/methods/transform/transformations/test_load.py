from __future__ import annotations

import pytest
from helpers.functions import block
from helpers.shared_memory import shared_memory
from helpers.transform import (
    HEAD,
    INPUTS,
    MAIN,
    TAIL,
    at,
    expect,
    flaw_of,
    ident,
    module_of,
    numbered,
    refuse,
    soundness,
)

from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.place import Place
from aberration.methods.transform.registry import from_steps
from aberration.methods.transform.transformation import Transformation
from aberration.methods.transform.transformations.load import Load

BODY = """
    %written = OpVariable %local_int Function
    %given = OpVariable %local_int Function %int_5
    %unwritten = OpVariable %local_int Function
    %first = OpIAdd %int %i %i
    OpStore %written %i
    %second = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    OpStore %unwritten %i
    OpBranch %merge
    %merge = OpLabel
    %third = OpIAdd %int %i %i
"""


def load(pointer: str, before: str = "%third") -> Load:
    return Load(20, ident(pointer), at(before))


@pytest.mark.parametrize("pointer", ["%written", "%given", "%in_int"])
def test_loads_what_is_surely_defined(pointer: str) -> None:
    expect(BODY, load(pointer), f"%20 = OpLoad %int {pointer}\n%third = OpIAdd %int %i %i")


def test_an_undefined_value_may_be_loaded_in_a_dead_block() -> None:
    def dead(module: Module) -> None:
        block(module, "%then").dead = True

    step = Load(20, ident("%unwritten"), at("%then", "OpStore"))
    expect(BODY, step, "%20 = OpLoad %int %unwritten\nOpStore %unwritten %i", prepare=dead)
    refuse(BODY, step, "the block is live")


def test_a_written_undef_is_undefined() -> None:
    body = "%v = OpVariable %local_int Function\nOpStore %v %undef\n%sum = OpIAdd %int %i %i"
    refuse(
        module_of(body, globals_="%undef = OpUndef %int\n"),
        Load(20, ident("%v"), at("%sum")),
        "undefined",
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("not yet written", load("%written", "%first")),
        ("written on one way only", load("%unwritten")),
        ("no pointer", load("%i")),
        ("no id", load("%nowhere")),
        (
            "between merge and branch",
            Load(20, ident("%given"), at("%second", "OpBranchConditional")),
        ),
        ("the id is in use", Load(ident("%first"), ident("%given"), at("%third"))),
        ("an output that was not written", load("%out_color")),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason)


ARRAY = """
    %array_type = OpTypeArray %int %uint_3
    %array_pointer = OpTypePointer Private %array_type
    %element_pointer = OpTypePointer Private %int
    %numbers = OpConstantNull %array_type
    %array = OpVariable %array_pointer Private %numbers
"""
CHAINS = """
    %fixed = OpAccessChain %element_pointer %array %int_1
    %open = OpAccessChain %element_pointer %array %i
    %beyond = OpAccessChain %element_pointer %array %int_5
    %first = OpIAdd %int %i %i
    %read = OpLoad %int %open
    %second = OpIAdd %int %i %i
"""


def test_a_live_pointer_is_within_bounds() -> None:
    module = module_of(CHAINS, globals_=ARRAY)
    refuse(module, load("%open", "%first"), "the index may be out of bounds")
    refuse(module, load("%beyond", "%second"), "the index is out of bounds")
    expect(module, load("%fixed", "%first"), "%20 = OpLoad %int %fixed")
    expect(module, Load(21, ident("%open"), at("%second")), "%21 = OpLoad %int %open")


CLAMPED = """
    %in_range = OpULessThanEqual %bool {index} {last}
    %clamped = OpSelect %int {selection}
    %pointer = OpAccessChain %element_pointer %array %clamped
    %sum = OpIAdd %int %i %i
"""


@pytest.mark.parametrize(
    ("index", "last", "selection", "within"),
    [
        ("%i", "%int_1", "%in_range %i %int_1", True),
        ("%i", "%int_5", "%in_range %i %int_5", False),
        ("%i", "%int_1", "%in_range %int_1 %i", False),
        ("%i", "%int_1", "%condition %i %int_1", False),
        ("%i", "%i", "%in_range %i %i", False),
        ("%undef", "%int_1", "%in_range %undef %int_1", False),
    ],
)
def test_a_clamped_index_is_within_bounds(
    index: str, last: str, selection: str, within: bool
) -> None:
    body = CLAMPED.format(index=index, last=last, selection=selection)
    module = module_of(body, globals_=ARRAY + "%undef = OpUndef %int\n")
    assert load("%pointer", "%sum").is_applicable(module) == within


def test_the_storage_buffers_of_old_may_be_written_by_others() -> None:
    globals_ = """
    %member = OpTypePointer Uniform %int
    %block_type = OpTypeStruct %int
    %buffer_type = OpTypePointer Uniform %block_type
    %buffer = OpVariable %buffer_type Uniform
    """
    decorations = """
    OpDecorate %block_type BufferBlock
    OpMemberDecorate %block_type 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 0
    %void = OpTypeVoid
    """
    body = "%pointer = OpAccessChain %member %buffer %int_0\n%sum = OpIAdd %int %i %i\n"
    text = (
        HEAD.replace("%void = OpTypeVoid", decorations, 1) + globals_ + MAIN + INPUTS + body + TAIL
    )
    module = Module.parse(assemble(numbered(text), (1, 0)))
    assert flaw_of(module.to_bytes()) is None
    refuse(module, load("%pointer", "%sum"), "others may write it")


def atomic(
    pointer: str, scope: str = "%device", semantics: str = "%relaxed", before: str = "%dead_value"
) -> Load:
    return Load(20, ident(pointer), at(before), True, ident(scope), ident(semantics))


@pytest.mark.parametrize(
    ("pointer", "scope", "semantics"),
    [
        ("%word", "%device", "%relaxed"),
        ("%word", "%invocation", "%relaxed"),
        ("%word", "%device", "%acquire_buffer"),
        ("%shared", "%device", "%acquire_shared"),
        ("%shared", "%invocation", "%relaxed"),
    ],
)
def test_loads_atomically_in_a_dead_block(pointer: str, scope: str, semantics: str) -> None:
    expected = f"%20 = OpAtomicLoad %uint {pointer} {scope} {semantics}\n%dead_value"
    expect(shared_memory(), atomic(pointer, scope, semantics), expected)


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("the block is live", atomic("%word", before="%live_value")),
        ("the block is live, and the memory irrelevant", atomic("%shared", before="%live_value")),
        ("Workgroup is no scope of every stage", atomic("%word", "%workgroup")),
        ("an invocation orders nothing", atomic("%word", "%invocation", "%acquire_buffer")),
        ("a load does not release", atomic("%word", "%device", "%release_buffer")),
        ("the order is of another class", atomic("%word", "%device", "%acquire_shared")),
        ("an order is missing", atomic("%word", "%device", "%only_buffer")),
        ("a scope that is no constant", atomic("%word", "%dead_value")),
        ("a scope that is undefined", atomic("%word", "%undef")),
        ("a scope of another type", atomic("%word", "%float_1")),
        ("no scope", atomic("%word", "%nowhere")),
        ("no semantics", atomic("%word", "%device", "%nowhere")),
        ("semantics of another type", atomic("%word", "%device", "%float_1")),
        ("a float", atomic("%number")),
        ("a whole buffer", atomic("%buffer")),
        ("memory of the invocation", atomic("%private")),
        ("an input of another class", atomic("%nowhere")),
        ("some devices write where they load atomically", atomic("%fixed")),
    ],
)
def test_refuses_atomics(reason: str, step: Load) -> None:
    refuse(shared_memory(), step, reason)


def test_device_is_a_capability_of_the_vulkan_memory_model() -> None:
    refuse(shared_memory(True), atomic("%word"), "the capability is missing")
    expected = "%20 = OpAtomicLoad %uint %word %invocation %relaxed"
    expect(shared_memory(True), atomic("%word", "%invocation"), expected)


def test_old_recipes_stay_readable() -> None:
    step = {"type": "Load", "fresh": 20, "pointer": 3, "before": [4, 0, 0]}
    assert from_steps([step]) == [Load(20, 3, Place(4))]


test_sound = soundness(Load)
