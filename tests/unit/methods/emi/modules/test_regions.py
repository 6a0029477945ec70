from __future__ import annotations

from helpers.live_modules import live_module
from helpers.transform import ident, module_of, the

from aberration.languages.spirv import opcodes as o
from aberration.languages.spirv.enums import Decoration
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorate
from aberration.methods.emi.modules.regions import region_from

MODULE = Module.parse(live_module().source)


def opcodes_from(name: str, most: int) -> list[int]:
    return [each.op for each in region_from(MODULE, the(MODULE, name), most)]


def test_a_region_ends_before_the_terminator() -> None:
    assert opcodes_from("%old", 9) == [o.OpLoad, o.OpIAdd, o.OpStore]
    assert opcodes_from("%old", 2) == [o.OpLoad, o.OpIAdd]
    assert opcodes_from("%total", 9) == [o.OpLoad, o.OpSGreaterThan]
    assert opcodes_from("%i", 9) == []


def test_what_waits_for_others_stays_outside() -> None:
    module = module_of("%double = OpFAdd %float %f %f\n%slope = OpDPdx %float %double")
    region = region_from(module, the(module, "%double"), 5)
    assert [each.result_id for each in region] == [ident("%double")]
    assert region_from(module, the(module, "%slope"), 5) == []


def test_pointers_do_not_come_out() -> None:
    body = """
        %local = OpVariable %local_int Function
        %same = OpCopyObject %local_int %local
        OpStore %same %i
        %kept = OpLoad %int %same
    """
    module = module_of(body)
    whole = region_from(module, the(module, "%same"), 3)
    assert len(whole) == 3
    assert region_from(module, the(module, "%same"), 1) == []


def test_decorations_that_an_op_phi_would_lose_stay() -> None:
    module = Module.parse(live_module().source)
    total = the(module, "%total")
    decorate(module, total.result_id, Decoration.NO_CONTRACTION)
    assert len(region_from(module, total, 1)) == 1
    decorate(module, total.result_id, Decoration.NON_UNIFORM)
    assert region_from(module, total, 1) == []
