"""Random fragment shaders with every kind of flow, for tests that compare two engines."""

from __future__ import annotations

from typing import Final

from helpers.fragments import FUNCTIONS, emitted, fragment

from aberration.core.rng import Rng

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
_COMPARISONS: Final = (
    "OpIEqual",
    "OpINotEqual",
    "OpULessThan",
    "OpUGreaterThan",
    "OpSLessThan",
    "OpSLessThanEqual",
)


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
            self.put(
                f"{place} = OpAccessChain %local_uint %words %u{k}", f"OpStore {place} {initial}"
            )
        for _ in range(3):
            self.statement(2)
        first, second = (self.fresh() for _ in range(2))
        self.put(
            f"{first} = OpIMul %uint {self.value()} %u_mix",
            f"{second} = OpIAdd %uint {first} {self.value()}",
        )
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
                self.put(
                    f"{right} = {sign} %uint {tamed} {'%u1' if sign == 'OpBitwiseOr' else '%u7'}"
                )
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
            self.put(
                f"{name} = OpFunctionCall %uint %bumps {self.rng.choose(VARIABLES)} {self.value()}"
            )
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
        self.put(
            f"{limit} = OpBitwiseAnd %uint {self.value()} %u7",
            f"OpStore {counter} %u0",
            f"OpBranch {head}",
        )
        self.put(
            f"{head} = OpLabel",
            f"OpLoopMerge {merge} {following} None",
            f"OpBranch {test}",
            f"{test} = OpLabel",
        )
        self.put(f"{old} = OpLoad %uint {counter}", f"{more} = OpULessThan %bool {old} {limit}")
        self.put(f"OpBranchConditional {more} {body} {merge}", f"{body} = OpLabel")
        self.loops.append((merge, following))
        self.block(depth - 1)
        self.loops.pop()
        again = self.fresh()
        self.put(
            f"OpBranch {following}", f"{following} = OpLabel", f"{again} = OpLoad %uint {counter}"
        )
        self.put(
            f"{new} = OpIAdd %uint {again} %u1", f"OpStore {counter} {new}", f"OpBranch {head}"
        )
        self.put(f"{merge} = OpLabel")

    def switch(self, depth: int) -> None:
        selector = self.fresh()
        self.put(f"{selector} = OpBitwiseAnd %uint {self.value()} %u7")
        labels = [self.fresh("block") for _ in range(3)]
        default, merge = self.fresh("block"), self.fresh("block")
        cases = " ".join(
            f"{value} {label}"
            for value, label in zip((0, 6, 1, 5), (labels[0], *labels), strict=True)
        )
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
