"""Demoted invocations: their pixels, what goes on in them, and what is refused beside them."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from helpers.fragments import both, emitted, fragment

from aberration.core.inputs import Buffer, Inputs
from aberration.core.outcome import Image
from aberration.core.program import Program
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.proof import Proof, prove
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Refused, Trap

DEMOTES: Final = """
       OpCapability DemoteToHelperInvocation
       OpExtension "SPV_EXT_demote_to_helper_invocation"
"""
ODD: Final = """
       %odd = OpBitwiseAnd %uint %x %u1
       %is_odd = OpIEqual %bool %odd %u1
       OpSelectionMerge %alive None
       OpBranchConditional %is_odd %dead %alive
       %dead = OpLabel
       OpDemoteToHelperInvocation
       OpBranch %alive
       %alive = OpLabel
"""
STEPS: Final = f"""
       {ODD}
       %dx = OpDPdxFine %float %xf
       %step = OpConvertFToU %uint %dx
       %dy = OpDPdyFine %float %xf
       %none = OpConvertFToU %uint %dy
       {emitted("%step", "%none")}
       OpReturn
"""
DEMOTING_CALL: Final = """
       %demoting = OpFunction %uint None %to_uint
       %n = OpFunctionParameter %uint
       %demoting_entry = OpLabel
       %n_odd = OpBitwiseAnd %uint %n %u1
       %n_is_odd = OpIEqual %bool %n_odd %u1
       OpSelectionMerge %n_alive None
       OpBranchConditional %n_is_odd %n_dead %n_alive
       %n_dead = OpLabel
       OpDemoteToHelperInvocation
       OpBranch %n_alive
       %n_alive = OpLabel
       OpReturnValue %n_odd
       OpFunctionEnd
"""


def demoting(body: str, **parts: str) -> bytes:
    return fragment(body, **{"extensions": DEMOTES, **parts})


def pixels(image: Image | Trap) -> np.ndarray:
    assert isinstance(image, Image), str(image)
    return np.frombuffer(image.data, "<f4").reshape(image.height, image.width, 4)


def proved(data: bytes, width: int = 16, height: int = 16) -> Proof:
    return prove(Program("spirv", "fragment", data, Inputs(width=width, height=height)))


def test_the_pixel_of_a_helper_is_left_as_it_was() -> None:
    found = pixels(both(demoting(f"{ODD}\n{emitted('%u7', '%y')}\nOpReturn")))
    assert (found[:, 1::2] == 0).all()
    assert (found[:, ::2, 0] == 7).all()
    assert (found[3, ::2, 2] == 3).all()


def test_a_helper_need_not_write_the_output() -> None:
    body = f"""
       {ODD}
       OpSelectionMerge %end None
       OpBranchConditional %is_odd %end %write
       %write = OpLabel
       {emitted("%u7", "%y")}
       OpBranch %end
       %end = OpLabel
       OpReturn
    """
    assert (pixels(both(demoting(body)))[:, ::2, 0] == 7).all()


def test_derivatives_beside_a_helper_are_defined() -> None:
    found = pixels(both(demoting(STEPS)))
    assert (found[:, ::2, 0] == 1).all()
    assert (found[:, 1::2] == 0).all()
    proof = proved(demoting(STEPS))
    assert (proof.answer, proof.compared) == ("defined", 256)


def test_derivatives_beside_a_discarded_pixel_are_not() -> None:
    """The other way to discard, for comparison: the neighbours of what ended derive nothing."""
    killing = STEPS.replace("OpDemoteToHelperInvocation\n       OpBranch %alive", "OpKill")
    trap = both(fragment(killing))
    assert isinstance(trap, Trap)
    assert trap.kind == "derivative"


def test_memory_of_its_own_changes_on() -> None:
    """A helper's derivative sees what was stored after the demotion."""
    body = f"""
       %kept = OpVariable %local_float Function
       OpStore %kept %f0
       {ODD}
       OpStore %kept %xf
       %after = OpLoad %float %kept
       %dx = OpDPdxFine %float %after
       %step = OpConvertFToU %uint %dx
       {emitted("%step", "%y")}
       OpReturn
    """
    assert (pixels(both(demoting(body)))[:, ::2, 0] == 1).all()


def test_a_call_may_demote() -> None:
    body = f"""
       %r = OpFunctionCall %uint %demoting %x
       {emitted("%r", "%y")}
       OpReturn
    """
    found = pixels(both(demoting(body, functions=DEMOTING_CALL)))
    assert (found[:, 1::2] == 0).all()
    assert (found[1:, ::2, 2] > 0).all()


def test_an_invocation_knows_that_it_is_a_helper() -> None:
    """The loop of a helper is not left unless it knows that it is one."""
    body = f"""
       %early = OpIsHelperInvocationEXT %bool
       {ODD}
       %late = OpIsHelperInvocationEXT %bool
       %same = OpLogicalEqual %bool %late %is_odd
       OpBranch %head
       %head = OpLabel
       OpLoopMerge %after %next None
       OpBranchConditional %same %after %next
       %next = OpLabel
       OpBranch %head
       %after = OpLabel
       %first = OpSelect %uint %early %u7 %u3
       %second = OpSelect %uint %late %u7 %u4
       {emitted("%first", "%second")}
       OpReturn
    """
    found = pixels(both(demoting(body)))
    assert (found[:, ::2] == (3, 0, 4, 0)).all()
    assert (found[:, 1::2] == 0).all()


def test_without_a_demotion_none_is_a_helper() -> None:
    body = f"""
       %helps = OpIsHelperInvocationEXT %bool
       %n = OpSelect %uint %helps %u7 %u3
       {emitted("%n", "%y")}
       OpReturn
    """
    assert (pixels(both(demoting(body)))[:, :, 0] == 3).all()


def test_what_is_undefined_in_a_helper_counts() -> None:
    body = f"""
       {ODD}
       %m = OpISub %uint %u1 %odd
       %q = OpUDiv %uint %x %m
       {emitted("%q", "%y")}
       OpReturn
    """
    trap = both(demoting(body))
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.invocation) == ("division", (1, 0))


def test_a_helper_without_an_end_counts() -> None:
    body = f"""
       {ODD}
       OpBranch %head
       %head = OpLabel
       OpLoopMerge %after %next None
       OpBranchConditional %is_odd %next %after
       %next = OpLabel
       OpBranch %head
       %after = OpLabel
       {emitted("%x", "%y")}
       OpReturn
    """
    trap = both(demoting(body), options=Options(steps=100))
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.invocation) == ("loop-limit", (1, 0))
    assert proved(demoting(body)).answer == "too-long"


# ---- decisions that hang on rounding

ROUNDED: Final = """
       %three = OpConvertUToF %float %u3
       %part = OpFDiv %float %f1 %three
       %whole = OpFMul %float %part %three
       %near = OpFOrdEqual %bool %whole %f1
       OpSelectionMerge %meet None
       OpBranchConditional %near %left %meet
       %left = OpLabel
       {left}
       OpBranch %meet
       %meet = OpLabel
"""


def test_what_is_open_after_a_demotion_leaves_the_pixel_as_it_is() -> None:
    rounded = ROUNDED.replace("{left}", emitted("%u1", "%u1", "l"))
    proof = proved(demoting(f"{emitted('%x', '%y')}\n{ODD}\n{rounded}\nOpReturn"))
    assert proof.answer == "partly"
    assert proof.compared == 128


def test_an_open_demotion_leaves_the_pixel_open() -> None:
    rounded = ROUNDED.replace("{left}", "OpDemoteToHelperInvocation")
    proof = proved(demoting(f"{emitted('%x', '%y')}\n{rounded}\nOpReturn"))
    assert proof.compared == 0
    assert {masked.kind for masked in proof.masked} == {"rounding"}


def test_derivatives_beside_an_open_demotion_are_not_compared() -> None:
    rounded = ROUNDED.replace("{left}", "OpDemoteToHelperInvocation")
    proof = proved(demoting(f"{rounded}\n{STEPS}"))
    assert proof.compared == 0


# ---- what is refused

HELPER_INPUT: Final = """
       %bool_input = OpTypePointer Input %bool
       %helps = OpVariable %bool_input Input
"""


def test_the_built_in_beside_a_demotion_is_refused() -> None:
    data = demoting(
        f"{ODD}\n%h = OpLoad %bool %helps\n{emitted('%x', '%y')}\nOpReturn",
        globals_=HELPER_INPUT,
        interface="%helps",
        modes="OpDecorate %helps BuiltIn HelperInvocation",
    )
    assert proved(data).reason.endswith(
        "OpDemoteToHelperInvocation beside the built-in HelperInvocation"
    )


def test_the_built_in_alone_is_false() -> None:
    data = fragment(
        f"%h = OpLoad %bool %helps\n%n = OpSelect %uint %h %u7 %u3\n{emitted('%n', '%y')}\n"
        "OpReturn",
        globals_=HELPER_INPUT,
        interface="%helps",
        modes="OpDecorate %helps BuiltIn HelperInvocation",
    )
    assert (pixels(both(data))[:, :, 0] == 3).all()


def test_derivatives_beside_the_question_who_is_a_helper_are_refused() -> None:
    data = demoting(f"%h = OpIsHelperInvocationEXT %bool\n{STEPS}")
    assert proved(data).reason.endswith("which invocations are helpers")
    seeing = fragment(
        f"%dx = OpDPdx %float %xf\n%h = OpLoad %bool %helps\n{emitted('%x', '%y')}\nOpReturn",
        globals_=HELPER_INPUT,
        interface="%helps",
        modes="OpDecorate %helps BuiltIn HelperInvocation",
    )
    assert proved(seeing).reason.endswith("which invocations are helpers")


def test_ranges_of_what_asks_are_not_known() -> None:
    """Drivers may run helpers beside our invocations, where the values are others."""
    asking = demoting(f"%h = OpIsHelperInvocationEXT %bool\n{emitted('%x', '%y')}\nOpReturn")
    plain = demoting(f"{ODD}\n{emitted('%x', '%y')}\nOpReturn")
    assert proved(asking).answer == "defined"
    assert proved(asking).ranges == {}
    assert proved(plain).ranges


BUFFER: Final = """
       %block = OpTypeStruct %uint
       %block_pointer = OpTypePointer Uniform %block
       %word_pointer = OpTypePointer Uniform %uint
       %buffer = OpVariable %block_pointer Uniform
"""
MARKS: Final = """
       OpDecorate %block BufferBlock
       OpMemberDecorate %block 0 Offset 0
       OpDecorate %buffer DescriptorSet 0
       OpDecorate %buffer Binding 0
"""


def test_stores_to_a_buffer_beside_a_demotion_are_refused() -> None:
    data = demoting(
        f"{ODD}\n%p = OpAccessChain %word_pointer %buffer %u0\nOpStore %p %u7\n"
        f"{emitted('%x', '%y')}\nOpReturn",
        globals_=BUFFER,
        modes=MARKS,
    )
    inputs = Inputs(width=4, height=4, buffers=(Buffer(0, bytes(4)),))
    with pytest.raises(Refused, match="beside stores to a buffer"):
        Interpreter(data, inputs)
    assert prove(Program("spirv", "fragment", data, inputs)).answer == "refused"
