"""Fragment shaders for tests of the lanes engine: by hand around a few lines, or random with every kind of flow."""

from __future__ import annotations

from typing import Final

from helpers.spirv_tools import run
from helpers.transform import numbered

from aberration.core.inputs import Inputs
from aberration.core.outcome import Image
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.lanes.tiles import Tiles
from aberration.languages.spirv.interpret.options import Options
from aberration.languages.spirv.interpret.run import Interpreter
from aberration.languages.spirv.interpret.undefined import Trap
from aberration.languages.spirv.validate import validate

HEAD: Final = """
       OpCapability Shader
       OpCapability DerivativeControl
       %glsl = OpExtInstImport "GLSL.std.450"
       OpMemoryModel Logical GLSL450
       OpEntryPoint Fragment %main "main" %coordinates %colour
       OpExecutionMode %main OriginUpperLeft
       OpDecorate %coordinates BuiltIn FragCoord
       OpDecorate %colour Location 0
       %void = OpTypeVoid
       %main_type = OpTypeFunction %void
       %bool = OpTypeBool
       %int = OpTypeInt 32 1
       %uint = OpTypeInt 32 0
       %float = OpTypeFloat 32
       %v2bool = OpTypeVector %bool 2
       %v2int = OpTypeVector %int 2
       %v2uint = OpTypeVector %uint 2
       %v2float = OpTypeVector %float 2
       %v3float = OpTypeVector %float 3
       %v4float = OpTypeVector %float 4
       %m2float = OpTypeMatrix %v2float 2
       %v4_input = OpTypePointer Input %v4float
       %float_input = OpTypePointer Input %float
       %v4_output = OpTypePointer Output %v4float
       %local_uint = OpTypePointer Function %uint
       %local_float = OpTypePointer Function %float
       %local_bool = OpTypePointer Function %bool
       %private_uint = OpTypePointer Private %uint
       %true = OpConstantTrue %bool
       %false = OpConstantFalse %bool
       %u0 = OpConstant %uint 0
       %u1 = OpConstant %uint 1
       %u2 = OpConstant %uint 2
       %u3 = OpConstant %uint 3
       %u4 = OpConstant %uint 4
       %u7 = OpConstant %uint 7
       %u16 = OpConstant %uint 16
       %u65535 = OpConstant %uint 65535
       %u_mix = OpConstant %uint 2654435769
       %i0 = OpConstant %int 0
       %i1 = OpConstant %int 1
       %i_1 = OpConstant %int -1
       %f0 = OpConstant %float 0
       %f1 = OpConstant %float 1
       %four_words = OpTypeArray %uint %u4
       %local_words = OpTypePointer Function %four_words
       %mixed = OpTypeStruct %uint %float %bool
       %local_mixed = OpTypePointer Function %mixed
       %four_mixed = OpTypeArray %mixed %u4
       %local_four_mixed = OpTypePointer Function %four_mixed
       %to_uint = OpTypeFunction %uint %uint
       %by_pointer = OpTypeFunction %uint %local_uint %uint
       %by_array = OpTypeFunction %uint %local_words %uint
       %coordinates = OpVariable %v4_input Input
       %colour = OpVariable %v4_output Output
       %shared = OpVariable %private_uint Private
"""
MAIN: Final = """
       %main = OpFunction %void None %main_type
       %entry = OpLabel
"""
LOADS: Final = """
       %x_pointer = OpAccessChain %float_input %coordinates %u0
       %y_pointer = OpAccessChain %float_input %coordinates %u1
       %xf = OpLoad %float %x_pointer
       %yf = OpLoad %float %y_pointer
       %x = OpConvertFToU %uint %xf
       %y = OpConvertFToU %uint %yf
       %xi = OpBitcast %int %x
       %yi = OpBitcast %int %y
       OpStore %shared %u0
"""


def emitted(first: str, second: str, tag: str = "") -> str:
    """Return the lines that show two unsigned numbers as the colour, half by half: exact in 32-bit floats."""
    lines = []
    for k, name in enumerate((first, second)):
        lines += [
            f"%low{tag}_{k} = OpBitwiseAnd %uint {name} %u65535",
            f"%high{tag}_{k} = OpShiftRightLogical %uint {name} %u16",
            f"%r{tag}_{k} = OpConvertUToF %float %low{tag}_{k}",
            f"%s{tag}_{k} = OpConvertUToF %float %high{tag}_{k}",
        ]
    lines.append(f"%shown{tag} = OpCompositeConstruct %v4float %r{tag}_0 %s{tag}_0 %r{tag}_1 %s{tag}_1")
    return "\n".join([*lines, f"OpStore %colour %shown{tag}"])


def fragment(body: str, *, functions: str = "", globals_: str = "") -> bytes:
    """Return a shader; the body sees the pixel as `%x`, `%y` (also `%xi`, `%yi`, `%xf`, `%yf`)."""
    variables = "\n".join(line for line in body.splitlines() if "OpVariable" in line)
    rest = "\n".join(line for line in body.splitlines() if "OpVariable" not in line)
    text = numbered(f"{HEAD}\n{globals_}\n{MAIN}\n{variables}\n{LOADS}\n{rest}\nOpFunctionEnd\n{functions}")
    data = assemble(text, (1, 3))
    flaw = validate(data, "vulkan1.1")
    assert flaw is None, f"the test's own module is invalid: {flaw}\n{text}"
    return data


def optimised(data: bytes) -> bytes:
    """Return the shader with its variables turned into phis, its functions inlined."""
    passes = ["--ssa-rewrite", "--eliminate-dead-code-aggressive"]
    done = run("spirv-opt", [*passes, "-o", "-", "-"], data)
    assert done.returncode == 0, done.stderr
    return done.stdout


def lanes_of(data: bytes, width: int = 16, height: int = 16, options: Options | None = None) -> Tiles:
    """Return the lanes engine for a shader, however small the image is."""
    found = Interpreter(data, Inputs(width=width, height=height), options)
    return Tiles(found.module, found.leaves, found.interface, found.outputs, found.inputs, found.options, found.pixel)


def both(data: bytes, width: int = 16, height: int = 16, options: Options | None = None) -> Image | Trap:
    """Run a shader in both engines; return what both give."""
    expected = Interpreter(data, Inputs(width=width, height=height), options).scalar_image("rgba32f")
    found = lanes_of(data, width, height, options).image("rgba32f")
    assert found == expected, _difference(found, expected)
    return expected


def _difference(found: Image | Trap, expected: Image | Trap) -> str:
    if isinstance(found, Trap) or isinstance(expected, Trap):
        lanes, scalar = (str(x) if isinstance(x, Trap) else "an image" for x in (found, expected))
        return f"lanes: {lanes}\nscalar: {scalar}"
    pixels = [
        (k // 16 % found.width, k // 16 // found.width)
        for k in range(0, len(found.data), 16)
        if found.data[k : k + 16] != expected.data[k : k + 16]
    ]
    return f"{len(pixels)} pixels differ, the first {pixels[0]}"


# ---- random shaders

VARIABLES: Final = ("%a", "%b", "%c", "%d")
_SAFE: Final = ("OpIAdd", "OpISub", "OpIMul", "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor")
_RISKY: Final = (
    "OpUDiv",
    "OpUMod",
    "OpSDiv",
    "OpSRem",
    "OpSMod",
    "OpShiftLeftLogical",
    "OpShiftRightLogical",
    "OpShiftRightArithmetic",
)
_COMPARISONS: Final = ("OpIEqual", "OpINotEqual", "OpULessThan", "OpUGreaterThan", "OpSLessThan", "OpSLessThanEqual")


class RandomShader:
    """Writes a shader of nested statements on four variables and an array, drawn from a seed.

    With `risk`, that share of the operations may be undefined.
    """

    def __init__(self, seed: int, risk: float = 0.0) -> None:
        self.rng = Rng.of(seed, "random shader")
        self.risk = risk
        self.count = 0
        self.lines: list[str] = []
        self.loops: list[tuple[str, str]] = []
        self.nesting = 0
        self.extra: list[str] = []

    def shader(self) -> bytes:
        """Return the module."""
        variables = [f"{name} = OpVariable %local_uint Function" for name in VARIABLES]
        variables.append("%words = OpVariable %local_words Function")
        self.put("OpStore %a %x", "OpStore %b %y")
        for name, source in (("%c", "%x"), ("%d", "%y")):
            mixed = self.fresh()
            self.put(f"{mixed} = OpIMul %uint {source} %u_mix", f"OpStore {name} {mixed}")
        for k in range(4):
            place, initial = self.fresh(), self.rng.choose(("%x", "%y", "%u7", "%u65535"))
            self.put(f"{place} = OpAccessChain %local_uint %words %u{k}", f"OpStore {place} {initial}")
        for _ in range(3):
            self.statement(2)
        first, second = (self.fresh() for _ in range(2))
        self.put(f"{first} = OpIMul %uint {self.value()} %u_mix", f"{second} = OpIAdd %uint {first} {self.value()}")
        self.put(emitted(first, second), "OpReturn")
        return fragment("\n".join([*variables, *self.extra, *self.lines]), functions=FUNCTIONS)

    def put(self, *lines: str) -> None:
        self.lines.extend(lines)

    def fresh(self, name: str = "t") -> str:
        self.count += 1
        return f"%{name}{self.count}_"

    # ---- expressions

    def value(self) -> str:
        """Write an expression; return its id."""
        kind = self.rng.below(10 if self.nesting < 3 else 5)
        name = self.fresh()
        self.nesting += 1
        try:
            return self._value(kind, name)
        finally:
            self.nesting -= 1

    def _value(self, kind: int, name: str) -> str:
        if kind < 4:
            self.put(f"{name} = OpLoad %uint {self.rng.choose(VARIABLES)}")
        elif kind < 5:
            return self.rng.choose(("%u0", "%u1", "%u2", "%u3", "%u7", "%u65535", "%x", "%y"))
        elif kind < 6:
            place = self.place()
            self.put(f"{name} = OpLoad %uint {place}")
        elif kind < 7:
            condition, yes, no = self.condition(), self.value(), self.value()
            self.put(f"{name} = OpSelect %uint {condition} {yes} {no}")
        elif kind < 8:
            self.call(name)
        else:
            self.operation(name)
        return name

    def operation(self, name: str) -> None:
        left, right = self.value(), self.value()
        if self.rng.chance(0.35):
            risky = self.rng.choose(_RISKY)
            if not self.rng.chance(self.risk):
                tamed, right = right, self.fresh()
                sign = "OpBitwiseOr" if "Shift" not in risky else "OpBitwiseAnd"
                self.put(f"{right} = {sign} %uint {tamed} {'%u1' if sign == 'OpBitwiseOr' else '%u7'}")
                if risky in ("OpSDiv", "OpSRem", "OpSMod"):
                    tamed, right = right, self.fresh()
                    self.put(f"{right} = OpBitwiseAnd %uint {tamed} %u65535")
            self.put(f"{name} = {risky} %uint {left} {right}")
        else:
            self.put(f"{name} = {self.rng.choose(_SAFE)} %uint {left} {right}")

    def call(self, name: str) -> None:
        kind = self.rng.below(3)
        if kind == 0:
            self.put(f"{name} = OpFunctionCall %uint %folds {self.value()}")
        elif kind == 1:
            self.put(f"{name} = OpFunctionCall %uint %bumps {self.rng.choose(VARIABLES)} {self.value()}")
        else:
            self.put(f"{name} = OpFunctionCall %uint %turns %words {self.value()}")

    def place(self) -> str:
        index, name = self.value(), self.fresh()
        if not self.rng.chance(self.risk / 4):
            wild, index = index, self.fresh()
            self.put(f"{index} = OpBitwiseAnd %uint {wild} %u3")
        self.put(f"{name} = OpAccessChain %local_uint %words {index}")
        return name

    def condition(self) -> str:
        left, right, name = self.value(), self.value(), self.fresh()
        if self.rng.chance(0.5):
            small, right = right, self.rng.choose(("%u0", "%u1", "%u3", "%u7"))
            masked = self.fresh()
            self.put(f"{masked} = OpBitwiseAnd %uint {small} %u7")
            left = masked
        self.put(f"{name} = {self.rng.choose(_COMPARISONS)} %bool {left} {right}")
        return name

    # ---- statements

    def block(self, depth: int) -> None:
        for _ in range(self.rng.between(1, 2)):
            self.statement(depth)

    def statement(self, depth: int) -> None:
        kind = self.rng.below(10)
        if depth == 0 or kind < 4:
            self.put(f"OpStore {self.rng.choose(VARIABLES)} {self.value()}")
        elif kind < 5:
            value = self.value()
            self.put(f"OpStore {self.place()} {value}")
        elif kind < 7:
            self.branch(depth)
        elif kind < 9:
            self.loop(depth)
        else:
            self.switch(depth)

    def branch(self, depth: int) -> None:
        condition = self.condition()
        yes, no, merge = (self.fresh("block") for _ in range(3))
        self.put(f"OpSelectionMerge {merge} None", f"OpBranchConditional {condition} {yes} {no}")
        for label in (yes, no):
            self.put(f"{label} = OpLabel")
            self.block(depth - 1)
            self.put(self.leaving() or f"OpBranch {merge}")
        self.put(f"{merge} = OpLabel")

    def leaving(self) -> str:
        """Return a way out of more than the selection, now and then."""
        kind = self.rng.below(16)
        if kind == 0:
            return "OpKill"
        if kind == 1:
            return emitted(self.value(), "%u7", self.fresh("r")[1:]) + "\nOpReturn"
        if kind < 6 and self.loops:
            return f"OpBranch {self.loops[-1][kind % 2]}"
        return ""

    def loop(self, depth: int) -> None:
        head, test, body, following, merge = (self.fresh("block") for _ in range(5))
        counter, old, new, more = (self.fresh() for _ in range(4))
        self.extra.append(f"{counter} = OpVariable %local_uint Function")
        limit = self.fresh()
        self.put(f"{limit} = OpBitwiseAnd %uint {self.value()} %u7", f"OpStore {counter} %u0", f"OpBranch {head}")
        self.put(f"{head} = OpLabel", f"OpLoopMerge {merge} {following} None", f"OpBranch {test}", f"{test} = OpLabel")
        self.put(f"{old} = OpLoad %uint {counter}", f"{more} = OpULessThan %bool {old} {limit}")
        self.put(f"OpBranchConditional {more} {body} {merge}", f"{body} = OpLabel")
        self.loops.append((merge, following))
        self.block(depth - 1)
        self.loops.pop()
        again = self.fresh()
        self.put(f"OpBranch {following}", f"{following} = OpLabel", f"{again} = OpLoad %uint {counter}")
        self.put(f"{new} = OpIAdd %uint {again} %u1", f"OpStore {counter} {new}", f"OpBranch {head}")
        self.put(f"{merge} = OpLabel")

    def switch(self, depth: int) -> None:
        selector = self.fresh()
        self.put(f"{selector} = OpBitwiseAnd %uint {self.value()} %u7")
        labels = [self.fresh("block") for _ in range(3)]
        default, merge = self.fresh("block"), self.fresh("block")
        cases = " ".join(f"{value} {label}" for value, label in zip((0, 6, 1, 5), (labels[0], *labels), strict=True))
        self.put(f"OpSelectionMerge {merge} None", f"OpSwitch {selector} {default} {cases}")
        outer, self.loops = self.loops, []
        for k, label in enumerate(labels):
            self.put(f"{label} = OpLabel")
            self.block(depth - 1)
            falls = k + 1 < len(labels) and self.rng.chance(0.5)
            self.put(f"OpBranch {labels[k + 1] if falls else merge}")
        self.put(f"{default} = OpLabel")
        self.block(depth - 1)
        self.put(f"OpBranch {merge}", f"{merge} = OpLabel")
        self.loops = outer


FUNCTIONS: Final = """
       %folds = OpFunction %uint None %to_uint
       %folds_n = OpFunctionParameter %uint
       %folds_entry = OpLabel
       %folds_low = OpBitwiseAnd %uint %folds_n %u3
       %folds_none = OpIEqual %bool %folds_low %u0
       OpSelectionMerge %folds_rest None
       OpBranchConditional %folds_none %folds_early %folds_rest
       %folds_early = OpLabel
       OpReturnValue %u7
       %folds_rest = OpLabel
       OpBranch %folds_head
       %folds_head = OpLabel
       %folds_k = OpPhi %uint %folds_low %folds_rest %folds_next %folds_following
       %folds_sum = OpPhi %uint %u1 %folds_rest %folds_more %folds_following
       OpLoopMerge %folds_merge %folds_following None
       OpBranch %folds_test
       %folds_test = OpLabel
       %folds_go = OpINotEqual %bool %folds_k %u0
       OpBranchConditional %folds_go %folds_following %folds_merge
       %folds_following = OpLabel
       %folds_product = OpIMul %uint %folds_sum %folds_n
       %folds_more = OpIAdd %uint %folds_product %folds_k
       %folds_next = OpISub %uint %folds_k %u1
       OpBranch %folds_head
       %folds_merge = OpLabel
       OpReturnValue %folds_sum
       OpFunctionEnd
       %bumps = OpFunction %uint None %by_pointer
       %bumps_place = OpFunctionParameter %local_uint
       %bumps_n = OpFunctionParameter %uint
       %bumps_entry = OpLabel
       %bumps_old = OpLoad %uint %bumps_place
       %bumps_low = OpBitwiseAnd %uint %bumps_n %u1
       %bumps_odd = OpIEqual %bool %bumps_low %u1
       OpSelectionMerge %bumps_rest None
       OpBranchConditional %bumps_odd %bumps_then %bumps_rest
       %bumps_then = OpLabel
       %bumps_new = OpIAdd %uint %bumps_old %bumps_n
       OpStore %bumps_place %bumps_new
       %bumps_count = OpLoad %uint %shared
       %bumps_counted = OpIAdd %uint %bumps_count %u1
       OpStore %shared %bumps_counted
       OpBranch %bumps_rest
       %bumps_rest = OpLabel
       %bumps_folded = OpFunctionCall %uint %folds %bumps_old
       %bumps_shared = OpLoad %uint %shared
       %bumps_result = OpBitwiseXor %uint %bumps_folded %bumps_shared
       OpReturnValue %bumps_result
       OpFunctionEnd
       %turns = OpFunction %uint None %by_array
       %turns_words = OpFunctionParameter %local_words
       %turns_n = OpFunctionParameter %uint
       %turns_entry = OpLabel
       %turns_at = OpBitwiseAnd %uint %turns_n %u3
       %turns_place = OpAccessChain %local_uint %turns_words %turns_at
       %turns_old = OpLoad %uint %turns_place
       %turns_first = OpAccessChain %local_uint %turns_words %u0
       %turns_value = OpLoad %uint %turns_first
       OpStore %turns_place %turns_value
       OpStore %turns_first %turns_n
       OpReturnValue %turns_old
       OpFunctionEnd
"""
