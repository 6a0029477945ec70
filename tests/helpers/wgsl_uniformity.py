"""Random WGSL modules whose control flow and values depend on what is uniform and what is not.

Barriers, derivatives and uniform loads stand anywhere in them, so that about half are against the
rules of uniformity; all other rules they keep.
"""

from __future__ import annotations

from random import Random
from typing import Final

_HEAD: Final = """
struct Four { a: i32, b: i32, c: array<i32, 4>, v: vec2i }
@group(0) @binding(0) var<uniform> fixed: vec4i;
@group(0) @binding(1) var<storage, read> table: array<i32, 4>;
@group(0) @binding(2) var<storage, read_write> shared_rw: array<i32, 4>;
@group(0) @binding(3) var picture: texture_2d<f32>;
@group(0) @binding(4) var taker: sampler;
var<private> own: i32;
"""
_COMPUTE: Final = "var<workgroup> cell: i32;\nvar<workgroup> cells: array<i32, 4>;\n"
_KINDS: Final = ("i32", "ptr<function, i32>", "ptr<function, array<i32, 4>>", "ptr<function, Four>")
_MOST_FUNCTIONS: Final = 3
_DEEPEST: Final = 3


class _Function:
    """What callers know: its name, its parameters' types, whether it gives a number."""

    def __init__(self, name: str, kinds: tuple[str, ...], *, gives: bool) -> None:
        self.name = name
        self.kinds = kinds
        self.gives = gives


class Module:
    """One module. `text` is all of it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.compute = self.random.random() < 0.5
        self.functions: list[_Function] = []
        self.count = 0
        self.text = self._module()

    def _module(self) -> str:
        parts = []
        if not self.compute and self.random.random() < 0.1:
            severity = self.random.choice(("off", "error", "warning"))
            parts.append(f"diagnostic({severity}, derivative_uniformity);")
        parts.append(_HEAD + (_COMPUTE if self.compute else ""))
        parts += [
            self._function(number) for number in range(self.random.randrange(_MOST_FUNCTIONS + 1))
        ]
        return "\n".join([*parts, self._entry()])

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _function(self, number: int) -> str:
        kinds = [self.random.choice(_KINDS) for _ in range(self.random.randrange(4))]
        if self.compute and self._chance(0.15):
            kinds.append("ptr<workgroup, i32>")
        function = _Function(f"f{number}", tuple(kinds), gives=self._chance(0.7))
        names = [f"p{k}" for k in range(len(kinds))]
        body = _Body(self, dict(zip(names, kinds, strict=True)), gives=function.gives)
        params = ", ".join(f"{name}: {kind}" for name, kind in zip(names, kinds, strict=True))
        lines = body.statements(self.random.randrange(1, 5), 0)
        if function.gives:
            lines.append(f"return {body.number(1)};")
        attribute = (
            "@diagnostic(off, derivative_uniformity) "
            if not self.compute and self._chance(0.05)
            else ""
        )
        self.functions.append(function)
        result = " -> i32" if function.gives else ""
        return f"{attribute}fn {function.name}({params}){result} {{\n" + "\n".join(lines) + "\n}"

    def _entry(self) -> str:
        if self.compute:
            head = "@compute @workgroup_size(4) fn main"
            values = (
                "@builtin(workgroup_id) place: vec3u, @builtin(local_invocation_index) lane: u32"
            )
            begin = ["let same = i32(place.x);", "let other = i32(lane);"]
        else:
            head = "@fragment fn main"
            values = "@builtin(position) place: vec4f, @location(0) @interpolate(flat) lane: i32"
            begin = ["let same = fixed.x;", "let other = i32(place.x) + lane;"]
        body = _Body(self, {"same": "i32", "other": "i32"}, gives=False)
        lines = [*begin, *body.statements(self.random.randrange(2, 7), 0)]
        return f"{head}({values}) {{\n" + "\n".join(lines) + "\n}"


class _Body:
    """The body of one function. `known` are the names that can be read, with their types as
    parameters have them.
    """

    def __init__(self, module: Module, known: dict[str, str], *, gives: bool) -> None:
        self.module = module
        self.random = module.random
        self.known = known
        self.gives = gives
        self.around: list[str] = []

    def _new(self) -> str:
        self.module.count += 1
        return f"x{self.module.count}"

    def _of(self, *kinds: str) -> list[str]:
        return [name for name, kind in self.known.items() if kind in kinds]

    # ---- values

    def number(self, depth: int) -> str:
        choices = ["leaf"] * 5 + (["sum", "call", "index", "select"] if depth < 3 else [])
        kind = self.random.choice(choices)
        if kind == "sum":
            return (
                f"({self.number(depth + 1)} {self.random.choice('+-*&|')} {self.number(depth + 1)})"
            )
        if kind == "select":
            return (
                f"select({self.number(depth + 1)}, {self.number(depth + 1)}, "
                f"{self.truth(depth + 1)})"
            )
        if kind == "index":
            return f"{self._array()}[{self.number(depth + 1)}]"
        if kind == "call":
            return self._call(depth, gives=True) or self._leaf()
        return self._leaf()

    def _array(self) -> str:
        own = [
            name if kind == "array" else f"(*{name})"
            for name, kind in self.known.items()
            if kind in _ARRAYS
        ]
        parts = [f"{name}.c" for name in self._of("Four", _KINDS[3])]
        outside = ["table", "shared_rw", *(["cells"] if self.module.compute else [])]
        return self.random.choice([*own, *own, *parts, *outside])

    def _leaf(self) -> str:
        found = [self.random.choice(("0", "1", "2", "fixed.y", "table[1]"))]
        if self.random.random() < 0.25:
            found += [
                self.random.choice(
                    ("own", "shared_rw[0]", *(("cell",) if self.module.compute else ()))
                )
            ]
        found += 2 * self._of("i32", "var")
        found += [f"*{name}" for name in self._of(_KINDS[1], "pointer", "ptr<workgroup, i32>")]
        found += [f"{name}.{part}" for name in self._of("Four", _KINDS[3]) for part in ("a", "v.y")]
        if self.module.compute and self.random.random() < 0.05:
            found.append(f"workgroupUniformLoad({self._cell()})")
        if not self.module.compute and self.random.random() < 0.06:
            found.append(self.random.choice(_DERIVED))
        return f"({self.random.choice(found)})"

    def _cell(self) -> str:
        return self.random.choice(
            ("&cell", "&cells[1]", f"&cells[{self.number(3)}]", *self._of("ptr<workgroup, i32>"))
        )

    def truth(self, depth: int) -> str:
        if depth < 3 and self.random.random() < 0.25:
            return (
                f"({self.truth(depth + 1)} {self.random.choice(('&&', '||'))} "
                f"{self.truth(depth + 1)})"
            )
        return (
            f"({self.number(depth + 1)} {self.random.choice(('<', '==', '>'))} "
            f"{self.number(depth + 1)})"
        )

    def _call(self, depth: int, *, gives: bool) -> str:
        """A call of an earlier function; pointers never meet in it."""
        fitting = [
            function for function in self.module.functions if function.gives == gives or not gives
        ]
        if not fitting:
            return ""
        function = self.random.choice(fitting)
        taken: set[str] = set()
        given = [self._argument(kind, depth, taken) for kind in function.kinds]
        return "" if "" in given else f"{function.name}({', '.join(given)})"

    def _argument(self, kind: str, depth: int, taken: set[str]) -> str:
        if kind == "i32":
            return self.number(depth + 1)
        if kind == "ptr<workgroup, i32>":
            return self._cell()
        found = [(name, name) for name in self._of(kind)]
        if kind == _KINDS[1]:
            found += [(name, f"&{name}") for name in self._of("var")]
            found += [(name, f"&{name}[{self.number(3)}]") for name in self._of("array")]
            found += [(name, f"&{name}.b") for name in self._of("Four")]
            found += [(name, f"&(*{name})[{self.number(3)}]") for name in self._of(_KINDS[2])]
        if kind == _KINDS[2]:
            found += [(name, f"&{name}") for name in self._of("array")]
            found += [(name, f"&{name}.c") for name in self._of("Four")]
        if kind == _KINDS[3]:
            found += [(name, f"&{name}") for name in self._of("Four")]
        found = [(root, text) for root, text in found if root not in taken]
        if not found:
            return ""
        root, text = self.random.choice(found)
        taken.add(root)
        return text

    # ---- statements

    def statements(self, count: int, depth: int) -> list[str]:
        known = dict(self.known)
        lines = [line for _ in range(count) for line in self._statement(depth)]
        if depth:
            self.known = known
        return lines

    def _statement(self, depth: int) -> list[str]:
        makers = [
            *(
                self._declared,
                self._declared,
                self._declared,
                self._called,
                self._collective,
                self._collective,
            ),
            *(self._assigned, self._assigned, self._assigned, self._assigned, self._assigned),
        ]
        if depth < _DEEPEST:
            makers += [
                self._if,
                self._if,
                self._if,
                self._switch,
                self._for,
                self._while,
                self._loop,
            ]
        return self.random.choice(makers)(depth)

    def _block(self, depth: int, jump: float = 0.3) -> str:
        lines = self.statements(self.random.randrange(3), depth + 1)
        if self.random.random() < jump:
            lines.append(self._jump())
        return "\n".join(lines)

    def _jump(self) -> str:
        ways = [f"return {self.number(2)};" if self.gives else "return;"]
        if self.around:
            ways += ["break;"] * 2
        if "loop" in self.around:
            ways += ["continue;"] * 2
        if not self.module.compute:
            ways.append("discard;")
        return self.random.choice(ways)

    def _declared(self, depth: int) -> list[str]:
        name = self._new()
        way = self.random.randrange(6)
        if way < 2:
            line, kind = f"var {name} = {self.number(1)};", "var"
        elif way == 2:
            line, kind = f"let {name} = {self.number(1)};", "i32"
        elif way == 3:
            line, kind = (
                self.random.choice(
                    (
                        f"var {name}: array<i32, 4>;",
                        f"var {name} = array(1, {self.number(2)}, 3, 4);",
                    )
                ),
                "array",
            )
        elif way == 4:
            line, kind = f"var {name}: Four;", "Four"
        else:
            arrays = self._of("array")
            if not arrays:
                return []
            return [
                f"{{ let {name} = &{self.random.choice(arrays)}[{self.number(2)}];",
                *self._through(name),
                "}",
            ]
        self.known[name] = kind
        return [line]

    def _through(self, name: str) -> list[str]:
        """Statements with a pointer that is gone after them."""
        known = dict(self.known)
        self.known[name] = "pointer"
        lines = [line for _ in range(3) for line in self._assigned(2)]
        self.known = known
        return lines

    def _assigned(self, depth: int) -> list[str]:
        targets = ["own", "_", "shared_rw[1]"] + self._of("var") * 3
        targets += [f"*{name}" for name in self._of(_KINDS[1], "pointer")] * 2
        targets += [
            f"{name}.{part}"
            for name in self._of("Four", _KINDS[3])
            for part in ("a", "v.x", f"c[{self.number(3)}]")
        ]
        targets += [f"{name}[{self.number(3)}]" for name in self._of("array")]
        targets += [f"(*{name})[{self.number(3)}]" for name in self._of(_KINDS[2])]
        target = self.random.choice(targets)
        if target != "_" and self.random.random() < 0.15:
            return [f"{target}++;"]
        if target != "_" and self.random.random() < 0.2:
            return [f"{target} {self.random.choice(('+=', '-='))} {self.number(1)};"]
        return [f"{target} = {self.number(1)};"]

    def _collective(self, depth: int) -> list[str]:
        if self.module.compute:
            return [
                self.random.choice(
                    (
                        "workgroupBarrier();",
                        "storageBarrier();",
                        f"_ = workgroupUniformLoad({self._cell()});",
                    )
                )
            ]
        return [f"_ = {self.random.choice(_DERIVED)};"]

    def _called(self, depth: int) -> list[str]:
        text = self._call(1, gives=False)
        return [f"{text};"] if text else []

    def _attribute(self) -> str:
        if self.module.compute or self.random.random() > 0.06:
            return ""
        return (
            f"@diagnostic({self.random.choice(('off', 'warning', 'error'))}, "
            f"derivative_uniformity) "
        )

    def _if(self, depth: int) -> list[str]:
        text = f"{self._attribute()}if {self.truth(1)} {{\n{self._block(depth)}\n}}"
        while self.random.random() < 0.2:
            text += f" else if {self.truth(2)} {{\n{self._block(depth)}\n}}"
        if self.random.random() < 0.4:
            text += f" else {self._attribute()}{{\n{self._block(depth)}\n}}"
        return [text]

    def _switch(self, depth: int) -> list[str]:
        selector = self.number(1)
        self.around.append("switch")
        clauses = [
            f"case {k}: {{\n{self._block(depth)}\n}}" for k in range(self.random.randrange(3))
        ]
        clauses.append(f"default: {{\n{self._block(depth)}\n}}")
        self.around.pop()
        return [f"{self._attribute()}switch {selector} {{\n" + "\n".join(clauses) + "\n}"]

    def _round(self, depth: int) -> str:
        """The body of a loop."""
        self.around.append("loop")
        text = self._block(depth, 0.5)
        self.around.pop()
        return text

    def _for(self, depth: int) -> list[str]:
        name = self._new()
        known = dict(self.known)
        begin = f"var {name} = {self.number(2)}"
        self.known[name] = "var"
        step = self.random.choice((f"{name}++", f"{name} += {self.number(2)}"))
        text = (
            f"{self._attribute()}for ({begin}; {self.truth(1)}; {step}) {{\n"
            f"{self._round(depth)}\n}}"
        )
        self.known = known
        return [text]

    def _while(self, depth: int) -> list[str]:
        return [f"{self._attribute()}while {self.truth(1)} {{\n{self._round(depth)}\n}}"]

    def _loop(self, depth: int) -> list[str]:
        way_out = f"if {self.truth(1)} {{ break; }}\n" if self.random.random() < 0.5 else ""
        body = self._round(depth)
        around, self.around = self.around, []
        if way_out and self.random.random() < 0.5:
            self.around = around
            return [f"loop {{\n{way_out}{body}\n}}"]
        lines = [
            line
            for _ in range(self.random.randrange(3))
            for line in (*self._assigned(3), *self._collective(3))
        ]
        last = "" if way_out and self.random.random() < 0.3 else f"break if {self.truth(1)};"
        self.around = around
        inside = "\n".join([*lines, last])
        return [f"{self._attribute()}loop {{\n{way_out}{body}\ncontinuing {{\n{inside}\n}}\n}}"]


_ARRAYS: Final = ("array", _KINDS[2])
_DERIVED: Final = (
    "i32(dpdx(f32(fixed.x)))",
    "i32(fwidthFine(1.5))",
    "i32(textureSample(picture, taker, vec2f()).x)",
    "i32(textureSampleLevel(picture, taker, vec2f(), 0).x)",
)
"""All but the last ask for uniform control flow."""
