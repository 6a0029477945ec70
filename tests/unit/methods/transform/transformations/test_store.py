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
from aberration.methods.transform.transformations.store import Store

BODY = """
    %local = OpVariable %local_int Function %int_0
    %sum = OpIAdd %int %i %i
    OpSelectionMerge %merge None
    OpBranchConditional %condition %then %merge
    %then = OpLabel
    %product = OpIMul %int %i %i
    OpBranch %merge
    %merge = OpLabel
    %last = OpIAdd %int %i %sum
"""


def free(module: Module) -> None:
    module.facts.add_pointee_irrelevant(ident("%local"))


def dead(module: Module) -> None:
    block(module, "%then").dead = True


def test_stores_where_memory_does_not_matter() -> None:
    step = Store(ident("%local"), ident("%sum"), at("%last"))
    expect(BODY, step, "OpStore %local %sum\n%last = OpIAdd %int %i %sum", prepare=free)


def test_stores_anything_in_a_dead_block() -> None:
    expect(
        BODY,
        Store(ident("%local"), ident("%sum"), at("%product")),
        "OpStore %local %sum",
        prepare=dead,
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("memory that matters", Store(ident("%out_color"), ident("%sum"), at("%last"))),
        ("the value has another type", Store(ident("%local"), ident("%f"), at("%last"))),
        ("the value is not available", Store(ident("%local"), ident("%product"), at("%last"))),
        ("no pointer", Store(ident("%sum"), ident("%sum"), at("%last"))),
        ("no value", Store(ident("%local"), ident("%nowhere"), at("%last"))),
        (
            "between merge and branch",
            Store(ident("%local"), ident("%i"), at("%sum", "OpBranchConditional")),
        ),
    ],
)
def test_refuses(reason: str, step: Transformation) -> None:
    refuse(BODY, step, reason, free)


def test_refuses_live_memory_inputs_and_undefined_values() -> None:
    refuse(BODY, Store(ident("%local"), ident("%sum"), at("%last")), "the memory matters")
    refuse(
        BODY, Store(ident("%in_int"), ident("%sum"), at("%product")), "an input is read-only", dead
    )
    module = module_of(BODY, globals_="%undef = OpUndef %int\n")
    refuse(module, Store(ident("%local"), ident("%undef"), at("%last")), "an undefined value", free)


def test_a_function_is_no_value() -> None:
    functions = (
        "%number = OpFunction %int None %number_type\n%only = OpLabel\n"
        "OpReturnValue %int_5\nOpFunctionEnd\n"
    )
    module = module_of(BODY, globals_="%number_type = OpTypeFunction %int\n", functions=functions)
    refuse(
        module,
        Store(ident("%local"), ident("%number"), at("%last")),
        "a function that returns an int",
        free,
    )


def test_workgroup_memory_is_shared() -> None:
    globals_ = (
        "%shared_type = OpTypePointer Workgroup %int\n%shared = OpVariable %shared_type Workgroup\n"
    )
    module = module_of(BODY, globals_=globals_, valid=False)
    module.facts.add_pointee_irrelevant(ident("%shared"))
    assert not Store(ident("%shared"), ident("%i"), at("%last")).is_applicable(module)


def test_a_builtin_output_stays_unwritten() -> None:
    text = HEAD.replace(
        "OpDecorate %out_color Location 0", "OpDecorate %out_color BuiltIn FragDepth", 1
    )
    text = text.replace(
        "%out_type = OpTypePointer Output %v4float", "%out_type = OpTypePointer Output %float", 1
    )
    text = text.replace(
        "OriginUpperLeft", "OriginUpperLeft\n OpExecutionMode %main DepthReplacing", 1
    )
    local, body = BODY.split("\n", 2)[1:]
    module = Module.parse(assemble(numbered(text + MAIN + local + INPUTS + body + TAIL), (1, 3)))
    assert flaw_of(module.to_bytes()) is None
    refuse(
        module,
        Store(ident("%out_color"), ident("%f"), at("%product")),
        "the depth is undefined elsewhere",
        dead,
    )


def atomic(
    pointer: str,
    scope: str = "%device",
    semantics: str = "%relaxed",
    before: str = "%dead_value",
    value: str = "%workgroup",
) -> Store:
    return Store(ident(pointer), ident(value), at(before), True, ident(scope), ident(semantics))


@pytest.mark.parametrize(
    ("pointer", "scope", "semantics"),
    [
        ("%word", "%device", "%relaxed"),
        ("%word", "%invocation", "%relaxed"),
        ("%word", "%device", "%release_buffer"),
        ("%shared", "%device", "%release_shared"),
        ("%shared", "%invocation", "%relaxed"),
    ],
)
def test_stores_atomically_in_a_dead_block(pointer: str, scope: str, semantics: str) -> None:
    expected = f"OpAtomicStore {pointer} {scope} {semantics} %workgroup\n%dead_value"
    expect(shared_memory(), atomic(pointer, scope, semantics), expected)


@pytest.mark.parametrize("semantics", ["%relaxed", "%release_shared"])
def test_stores_atomically_in_irrelevant_workgroup_memory(semantics: str) -> None:
    step = atomic("%shared", "%device", semantics, "%live_value")
    expect(
        shared_memory(), step, f"OpAtomicStore %shared %device {semantics} %workgroup\n%live_value"
    )


@pytest.mark.parametrize(
    ("reason", "step"),
    [
        ("two invocations race", atomic("%shared", "%invocation", before="%live_value")),
        ("the value is undefined", atomic("%shared", before="%live_value", value="%undef")),
        ("the memory matters", atomic("%word", before="%live_value")),
        ("an invocation orders nothing", atomic("%word", "%invocation", "%release_buffer")),
        ("a store does not acquire", atomic("%word", "%device", "%acquire_buffer")),
        ("the order is of another class", atomic("%word", "%device", "%release_shared")),
        ("no such scope", atomic("%word", "%workgroup")),
        ("no scope", atomic("%word", "%nowhere")),
        ("no semantics", atomic("%word", "%device", "%nowhere")),
        ("a float", atomic("%number", value="%float_1")),
        ("memory of the invocation", atomic("%private")),
        ("read-only memory", atomic("%fixed")),
    ],
)
def test_refuses_atomics(reason: str, step: Store) -> None:
    refuse(shared_memory(), step, reason)


def test_irrelevant_memory_of_a_buffer_may_be_stored_otherwise() -> None:
    module = shared_memory()
    module.facts.add_pointee_irrelevant(ident("%word"))
    refuse(module, atomic("%word", before="%live_value"), "others may store there, not atomically")


def test_device_is_a_capability_of_the_vulkan_memory_model() -> None:
    refuse(shared_memory(True), atomic("%word"), "the capability is missing")
    refuse(
        shared_memory(True), atomic("%shared", before="%live_value"), "the capability is missing"
    )
    expected = "OpAtomicStore %word %invocation %relaxed %workgroup"
    expect(shared_memory(True), atomic("%word", "%invocation"), expected)


def test_old_recipes_stay_readable() -> None:
    step = {"type": "Store", "pointer": 3, "value": 5, "before": [4, 0, 0]}
    assert from_steps([step]) == [Store(3, 5, Place(4))]


test_sound = soundness(Store)
