"""Random compute shaders of one workgroup that use subgroups: assignments to four local variables,
in branches and loops that differ between invocations or do not.
"""

from __future__ import annotations

from typing import Final

from helpers.grouped import grouped
from helpers.interpret import prepared

from aberration.core.program import Program
from aberration.core.rng import Rng

SIZES: Final = (1, 4, 8, 33, 64)
VARIABLES: Final = 4
PLAIN: Final = ("OpIAdd", "OpISub", "OpIMul", "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor")
WORD_REDUCTIONS: Final = (
    *("IAdd", "IMul", "UMin", "UMax", "BitwiseAnd", "BitwiseOr", "BitwiseXor"),
)
LOGICAL: Final = ("LogicalAnd", "LogicalOr", "LogicalXor")
OPERATIONS: Final = ("Reduce", "InclusiveScan", "ExclusiveScan")
MOVES: Final = (
    "ShuffleXor %uint %u3 {} %u0",
    "ShuffleUp %uint %u3 {} %u0",
    "ShuffleDown %uint %u3 {} %u0",
    "ShuffleXor %uint %u3 {} %u1",
    "BroadcastFirst %uint %u3 {}",
    "Broadcast %uint %u3 {} %u0",
    "QuadSwap %uint %u3 {} %u1",
)
ATOMICS: Final = (("IAdd", "IAdd"), ("UMax", "UMax"), ("BitwiseOr", "Or"), ("BitwiseXor", "Xor"))
DEEPEST: Final = 2
ELECTION: Final = """
        %r{n} = OpGroupNonUniform{reduce} %uint %u3 Reduce {value}
        %e{n} = OpGroupNonUniformElect %bool %u3
        OpSelectionMerge %m{n} None
        OpBranchConditional %e{n} %t{n} %m{n}
        %t{n} = OpLabel
        %o{n} = OpAtomic{atomic} %uint %total %u1 %u0 %r{n}
        OpBranch %m{n}
        %m{n} = OpLabel
"""
BRANCH: Final = """
        {condition}
        OpSelectionMerge %m{n} None
        OpBranchConditional {name} %t{n} %m{n}
        %t{n} = OpLabel
        {inside}
        OpBranch %m{n}
        %m{n} = OpLabel
"""
LOOP: Final = """
        OpStore %k{depth} %u0
        OpBranch %h{n}
        %h{n} = OpLabel
        OpLoopMerge %m{n} %c{n} None
        OpBranch %t{n}
        %t{n} = OpLabel
        %k{n} = OpLoad %uint %k{depth}
        %g{n} = OpULessThan %bool %k{n} {bound}
        OpBranchConditional %g{n} %b{n} %m{n}
        %b{n} = OpLabel
        {inside}
        OpBranch %c{n}
        %c{n} = OpLabel
        %i{n} = OpLoad %uint %k{depth}
        %j{n} = OpIAdd %uint %i{n} %u1
        OpStore %k{depth} %j{n}
        OpBranch %h{n}
        %m{n} = OpLabel
"""


class Maker:
    """One shader under way."""

    def __init__(self, rng: Rng, clusters: bool) -> None:
        self.rng = rng
        self.clusters = clusters
        self.count = 0

    def number(self) -> str:
        """Return an end for new names."""
        self.count += 1
        return f"_{self.count}"

    def value(self) -> tuple[str, str]:
        """Return lines, and the name of a word that they give."""
        n = self.number()
        kind = self.rng.below(10)
        if kind < 5:
            variable = self.rng.below(VARIABLES)
            return f"%v{n} = OpLoad %uint %var{variable}", f"%v{n}"
        if kind < 8:
            return "", self.rng.choose(["%u0", "%u1", "%u2", "%u8", "%fixed"])
        return "", self.rng.choose(["%x", "%local"])

    def condition(self) -> tuple[str, str]:
        """Return lines, and the name of a boolean."""
        lines, value = self.value()
        n = self.number()
        text = f"{lines}\n%w{n} = OpBitwiseAnd %uint {value} %u3"
        test = f"%c{n} = OpULessThan %bool %w{n} {self.rng.choose(['%u1', '%u2', '%u4'])}"
        return f"{text}\n{test}", f"%c{n}"

    def assigned(self) -> str:
        """Return an assignment of what an operation gives."""
        n = self.number()
        lines, value = self.value()
        more, other = self.value()
        name, kind = f"%a{n}", self.rng.below(8)
        if kind < 2:
            text = f"{name} = {self.rng.choose(PLAIN)} %uint {value} {other}"
        elif kind < 4:
            reduction = self.rng.choose(WORD_REDUCTIONS)
            operation = self.rng.choose(OPERATIONS)
            text = f"{name} = OpGroupNonUniform{reduction} %uint %u3 {operation} {value}"
        elif kind == 4 and self.clusters:
            reduction = self.rng.choose(WORD_REDUCTIONS)
            text = f"{name} = OpGroupNonUniform{reduction} %uint %u3 ClusteredReduce {value} %u1"
        elif kind in (4, 5):
            text = f"{name} = OpGroupNonUniform{self.rng.choose(MOVES).format(value)}"
        else:
            text = self.voted(name)
        return f"{lines}\n{more}\n{text}\nOpStore %var{self.rng.below(VARIABLES)} {name}"

    def voted(self, name: str) -> str:
        """Return the lines that give 0 or 1 by a vote."""
        lines, condition = self.condition()
        n, kind = self.number(), self.rng.below(5)
        given = f"%bool %u3 {condition}"
        if kind == 0:
            vote = f"OpGroupNonUniform{self.rng.choose(['All', 'Any', 'AllEqual'])} {given}"
        elif kind == 1:
            reduction, operation = self.rng.choose(LOGICAL), self.rng.choose(OPERATIONS)
            vote = f"OpGroupNonUniform{reduction} %bool %u3 {operation} {condition}"
        elif kind == 2:
            vote = "OpGroupNonUniformElect %bool %u3"
        elif kind == 3:
            lines += f"\n%q{n} = OpGroupNonUniformBallot %v4uint %u3 {condition}"
            vote = f"OpGroupNonUniformInverseBallot %bool %u3 %q{n}"
        else:
            lines += f"\n%q{n} = OpGroupNonUniformBallot %v4uint %u3 {condition}"
            lines += f"\n%p{n} = OpGroupNonUniformBallotBitCount %uint %u3 Reduce %q{n}"
            vote = f"OpULessThan %bool %p{n} %u1"
        return f"{lines}\n%b{n} = {vote}\n{name} = OpSelect %uint %b{n} %u1 %u0"

    def statement(self, depth: int) -> str:
        """Return a statement."""
        kind, n = self.rng.below(10), self.number()
        if kind == 0:
            lines, value = self.value()
            reduce, atomic = ATOMICS[self.family]
            return lines + ELECTION.format(n=n, reduce=reduce, atomic=atomic, value=value)
        if kind == 1 and depth < DEEPEST:
            condition, name = self.condition()
            inside = self.statements(depth + 1)
            return BRANCH.format(n=n, condition=condition, name=name, inside=inside)
        if kind == 2 and depth < DEEPEST:
            bound = self.rng.choose(["%u2", "%u3", "%small"])
            inside = self.statements(depth + 1)
            return LOOP.format(n=n, depth=depth, bound=bound, inside=inside)
        return self.assigned()

    def statements(self, depth: int) -> str:
        """Return some statements."""
        return "\n".join(self.statement(depth) for _ in range(self.rng.between(1, 4)))

    def body(self) -> str:
        """Return a body."""
        self.family = self.rng.below(len(ATOMICS))
        variables = [f"%var{k} = OpVariable %local_uint Function" for k in range(VARIABLES)]
        variables += [f"%k{k} = OpVariable %local_uint Function" for k in range(DEEPEST)]
        given = ["%x", "%local", "%fixed", "%u1"]
        stores = [f"OpStore %var{k} {value}" for k, value in enumerate(given)]
        start = """
            %total = OpAccessChain %word_pointer %output %u0 %total_at
            %fixed_at = OpAccessChain %word_pointer %input %u0 %u1
            %fixed = OpLoad %uint %fixed_at
            %small = OpBitwiseAnd %uint %x %u3
        """
        written = [f"%z{k} = OpLoad %uint %var{k}\nWRITE {k} %z{k}" for k in range(VARIABLES)]
        parts = [self.statements(0) for _ in range(3)]
        return "\n".join([*variables, start, *stores, *parts, *written])


def random_grouped(seed: int, clusters: bool = True) -> Program:
    """Return the program of a seed; not all drivers have `clusters`."""
    rng = Rng.of(seed, "grouped")
    size = rng.choose(SIZES)
    # One word more than the invocations write: there all add up.
    total = f"%total_at = OpConstant %uint {4 * size}"
    data = grouped(Maker(rng, clusters).body(), size, globals_=total, clusters=clusters)
    rows = [(rng.below(12), 5, 0) for _ in range(size + 1)]
    inputs = prepared(data, rows, groups=1).inputs
    return Program("spirv", "compute", data, inputs, name=f"grouped-{seed}")
