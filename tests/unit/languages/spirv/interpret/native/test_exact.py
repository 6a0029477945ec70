"""Both paths on the same images: bit by bit the same pixels, or the same trap."""

from __future__ import annotations

import msgspec
import pytest
from helpers.corpus import programs
from helpers.fragments import both, emitted, exact_of, fragment
from helpers.shading_runs import needs_compiler

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.languages.native import compiler
from aberration.languages.native.compiler import COMPILERS, Unsupported, available
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.outputs import pixel_bytes
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap

pytestmark = needs_compiler

FEW = (
    "ackermann_stack",
    "discard_lattice.opt",
    "seven_segments",
    "sine_waves.opt",
    "wide_multiply",
    "voxel_march.opt",
)
FRAGMENTS = {
    program.name: program for kind in ("references", "donors") for program in programs(kind)
}


def _same_pixels(name: str, every: int, compiler: str = "") -> None:
    """Compare all pixels of every n-th row of the full image."""
    program = FRAGMENTS[name]
    interpreter = Interpreter(program.source, program.inputs)
    image = exact_of(interpreter, compiler).image("rgba32f")
    assert isinstance(image, Image)
    for y in range(every // 2, image.height, every):
        for x in range(image.width):
            colour = interpreter.pixel(x, y)
            assert not isinstance(colour, Trap)
            at = 16 * (y * image.width + x)
            assert image.data[at : at + 16] == pixel_bytes(colour, "rgba32f"), (x, y)


@pytest.mark.parametrize("name", [name for name, _ in COMPILERS])
def test_each_compiler_gives_the_same(name: str) -> None:
    assert name in available(), "`make setup` installs it"
    _same_pixels("lit_spheres", 64, name)


@pytest.mark.parametrize("name", FEW)
def test_corpus(name: str) -> None:
    _same_pixels(name, 128)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_whole_corpus(name: str) -> None:
    _same_pixels(name, 16)


# ---- what is undefined in one pixel


def planted(lines: str) -> bytes:
    """Return a shader in which `%here` holds in pixel (9, 6) alone and `%v` is 1 elsewhere, 0
    there.
    """
    body = f"""
       %six = OpIAdd %uint %u3 %u3
       %nine = OpIAdd %uint %six %u3
       %at_x = OpIEqual %bool %x %nine
       %at_y = OpIEqual %bool %y %six
       %here = OpLogicalAnd %bool %at_x %at_y
       %v = OpSelect %uint %here %u0 %u1
       %wrong = OpSelect %uint %here %u65535 %u1
       {lines}
       {emitted("%result", "%v")}
       OpReturn
"""
    return fragment(body, globals_="%infinite = OpConstant %uint 2139095040")


PLANTED = {
    "division": "%result = OpUDiv %uint %x %v",
    "shift": "%result = OpShiftLeftLogical %uint %x %wrong",
    "out-of-bounds": """
       %words = OpVariable %local_words Function
       %all = OpCompositeConstruct %four_words %x %y %x %y
       OpStore %words %all
       %place = OpAccessChain %local_uint %words %wrong
       %result = OpLoad %uint %place""",
    "uninitialised": """
       %words = OpVariable %local_words Function
       %place = OpAccessChain %local_uint %words %v
       OpStore %place %x
       %other = OpAccessChain %local_uint %words %u1
       %loaded = OpLoad %uint %other
       %result = OpIAdd %uint %loaded %u1""",
    "nan": """
       %bits = OpSelect %uint %here %infinite %u0
       %large = OpBitcast %float %bits
       %not = OpFSub %float %large %large
       %compared = OpFOrdLessThan %bool %not %xf
       %result = OpSelect %uint %compared %u1 %u2""",
    "conversion": """
       %vf = OpConvertUToF %float %wrong
       %square = OpFMul %float %vf %vf
       %cube = OpFMul %float %square %vf
       %result = OpConvertFToU %uint %cube""",
    "invalid-argument": """
       %vi = OpBitcast %int %v
       %less = OpISub %int %vi %i1
       %negative = OpConvertSToF %float %less
       %root = OpExtInst %float %glsl Sqrt %negative
       %result = OpBitcast %uint %root""",
    "unreachable": """
       OpSelectionMerge %merge None
       OpBranchConditional %here %never %merge
       %never = OpLabel
       OpUnreachable
       %merge = OpLabel
       %result = OpIAdd %uint %x %y""",
    "derivative": """
       OpSelectionMerge %merge None
       OpBranchConditional %here %merge %sides
       %sides = OpLabel
       %slope = OpDPdx %float %xf
       OpBranch %merge
       %merge = OpLabel
       %result = OpIAdd %uint %x %y""",
}


@pytest.mark.parametrize("kind", sorted(PLANTED))
def test_an_undefined_operation_in_one_pixel_is_found_and_named(kind: str) -> None:
    trap = both(planted(PLANTED[kind]))
    assert isinstance(trap, Trap)
    assert trap.kind == kind
    assert trap.invocation == (9, 6)


def test_a_loop_that_does_not_end_in_one_pixel_is_found() -> None:
    data = planted("""
       OpBranch %head
       %head = OpLabel
       OpLoopMerge %after %next None
       OpBranchConditional %here %next %after
       %next = OpLabel
       OpBranch %head
       %after = OpLabel
       %result = OpIAdd %uint %x %y""")
    trap = both(data, options=Options(steps=500))
    assert isinstance(trap, Trap)
    assert trap.kind == "loop-limit"
    assert trap.invocation == (9, 6)


def test_a_value_that_is_not_used_may_be_unwritten() -> None:
    data = planted("""
       %words = OpVariable %local_words Function
       %place = OpAccessChain %local_uint %words %v
       OpStore %place %x
       %all = OpLoad %four_words %words
       %result = OpIAdd %uint %x %y""")
    assert isinstance(both(data), Image)


def test_the_first_pixel_of_several_is_named() -> None:
    data = fragment(f"""
       %rest = OpISub %uint %y %x
       %result = OpUDiv %uint %x %rest
       {emitted("%result", "%x")}
       OpReturn
""")
    trap = both(data)
    assert isinstance(trap, Trap)
    assert trap.invocation == (0, 0)


def test_an_output_that_is_not_written_everywhere_is_a_trap() -> None:
    data = fragment(f"""
       %odd = OpIEqual %bool %x %u7
       OpSelectionMerge %merge None
       OpBranchConditional %odd %merge %shows
       %shows = OpLabel
       {emitted("%x", "%y")}
       OpBranch %merge
       %merge = OpLabel
       OpReturn
""")
    trap = both(data)
    assert isinstance(trap, Trap)
    assert (trap.kind, trap.invocation) == ("uninitialised", (7, 0))


def test_undefs_are_those_of_the_seed() -> None:
    data = fragment(f"""
       %any = OpUndef %uint
       {emitted("%any", "%x")}
       OpReturn
""")
    images = [both(data, options=Options(rng_seed=seed)) for seed in (0, 1)]
    assert images[0] != images[1]


# ---- choosing a path


def test_many_pixels_run_in_c_and_few_one_by_one() -> None:
    data = fragment(f"{emitted('%x', '%y')}\nOpReturn")
    few = Interpreter(data, Inputs(width=8, height=8))
    assert few.exact(64) is None
    assert (
        Interpreter(data, Inputs(width=8, height=8), Options(path="native")).exact(64) is not None
    )
    interpreter = Interpreter(data, Inputs(width=64, height=64))
    assert interpreter.exact(64 * 64) is not None
    assert interpreter.image() == interpreter.scalar_image()
    assert (
        Interpreter(data, Inputs(width=64, height=64), Options(path="python")).exact(64 * 64)
        is None
    )


def test_without_a_compiler_python_runs_all(monkeypatch: pytest.MonkeyPatch) -> None:
    data = fragment(f"{emitted('%x', '%y')}\nOpReturn")
    with_c = Interpreter(data, Inputs(width=16, height=16)).image()
    monkeypatch.setattr(compiler, "COMPILERS", (("no-such-compiler", ()),))
    interpreter = Interpreter(data, Inputs(width=16, height=16))
    assert interpreter.exact(256) is None
    assert interpreter.image() == with_c
    with pytest.raises(Unsupported, match="there is no C compiler"):
        Interpreter(data, Inputs(width=16, height=16), Options(path="native")).image()


def test_eight_bits_are_rounded_alike() -> None:
    data = fragment(
        """
       %a = OpFMul %float %xf %scale
       %v = OpCompositeConstruct %v4float %a %a %a %a
       OpStore %colour %v
       OpReturn
""",
        globals_="%scale = OpConstant %float 0.0019607844296842813873291015625",
    )
    interpreter = Interpreter(data, Inputs(width=512, height=2))
    assert exact_of(interpreter).image("rgba8") == interpreter.scalar_image("rgba8")


def test_large_arrays() -> None:
    """A megabyte for each invocation."""
    globals_ = """
       %many = OpConstant %uint 262144
       %large = OpTypeArray %uint %many
       %local_large = OpTypePointer Function %large
"""
    body = f"""
       %words = OpVariable %local_large Function
       %copies = OpVariable %local_large Function
       %far = OpIMul %uint %x %u65535
       %at = OpShiftRightLogical %uint %far %u2
       %place = OpAccessChain %local_uint %words %at
       OpStore %place %y
       %all = OpLoad %large %words
       OpStore %copies %all
       %other = OpAccessChain %local_uint %copies %at
       %found = OpLoad %uint %other
       {emitted("%found", "%x")}
       OpReturn
"""
    assert isinstance(both(fragment(body, globals_=globals_), 4, 2), Image)


def test_sizes_that_no_tile_fits() -> None:
    program = msgspec.structs.replace(FRAGMENTS["hash_noise"], inputs=Inputs(width=37, height=53))
    interpreter = Interpreter(program.source, program.inputs)
    assert interpreter.image("rgba32f") == interpreter.scalar_image("rgba32f")
