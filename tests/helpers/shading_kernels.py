"""Random compute shaders that are legal by types too, in the three languages, for tests that
compare two engines.

They work on the buffer of `shading_runs`. Some operations may be undefined: both engines then have
to say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from aberration.languages.shading.tree import LanguageName

KINDS: Final = ("int", "uint", "float", "bool")
_WGSL_TYPES: Final = {"int": "i32", "uint": "u32", "float": "f32", "bool": "bool"}
_RING: Final = ("+", "-", "*")
_BITS: Final = ("&", "|", "^")
_COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")
_FLOATS: Final = ("0.0", "1.0", "0.5", "-2.75", "3.0", "100.0", "0.001", "16777216.0")
_ONE: Final = {
    "int": ("abs", "sign"),
    "float": (
        "abs",
        "sign",
        "floor",
        "ceil",
        "fract",
        "sin",
        "cos",
        "exp",
        "exp2",
        "round",
        "trunc",
        "atan",
    ),
}
_TWO: Final = {"int": ("min", "max"), "uint": ("min", "max"), "float": ("min", "max", "step")}
_DEEP: Final = 3


class Kernel:
    """One shader, drawn from a seed: `before` stands before the entry point, `body` in it.

    `risk` is the share of operations that may be undefined.
    """

    def __init__(self, language: LanguageName, seed: int, risk: float = 0.02) -> None:
        self.random: Final = Random(seed)
        self.language: Final = language
        self.wgsl: Final = language == "wgsl"
        self.risk: Final = risk
        self.lines: list[str] = []
        self.names: dict[str, list[str]] = {kind: [] for kind in KINDS}
        self.fixed: set[str] = set()
        self.count = 0
        self.nesting = 0
        self.loops = 0
        self.functions: dict[str, list[tuple[str, tuple[str, ...]]]] = {kind: [] for kind in KINDS}
        self.before: Final = self._before()
        self.lines = []
        self.body: Final = self._body()

    # ---- the whole

    def _before(self) -> str:
        struct = "struct Both {{ {0} }}{1}"
        fields = [("number", "int"), ("wide", "float"), ("word", "uint")]
        if self.wgsl:
            text = struct.format(
                ", ".join(f"{name}: {_WGSL_TYPES[kind]}" for name, kind in fields), ""
            )
        else:
            text = struct.format(" ".join(f"{kind} {name};" for name, kind in fields), ";")
        parts = [text, self._global("kept", "int"), self._global("level", "float")]
        parts += [self._function(kind) for kind in self.random.sample(KINDS, 3)]
        parts.append(self._changer())
        return self._placed("\n".join(parts))

    def _global(self, name: str, kind: str) -> str:
        self.names[kind].append(name)
        value = "3" if kind == "int" else "1.5"
        return (
            f"var<private> {name}: {_WGSL_TYPES[kind]} = {value};"
            if self.wgsl
            else f"{kind} {name} = {value};"
        )

    def _function(self, kind: str) -> str:
        """A function that changes nothing: a few statements on its parameters."""
        name, kinds = self._fresh("fun"), tuple(self.random.choices(KINDS, k=2))
        saved, self.names = self.names, {other: list(names) for other, names in self.names.items()}
        given = [(self._fresh("p"), own) for own in kinds]
        for parameter, own in given:
            self.names[own].append(parameter)
            self.fixed.add(parameter)
        before, self.lines = self.lines, []
        writable, self.fixed = self.fixed, self.fixed | {"kept", "level"}
        for _ in range(2):
            self._declare(self.random.choice(KINDS))
        result, inner = self.expression(kind, 1), self.lines
        self.lines, self.names, self.fixed = before, saved, writable
        self.functions[kind].append((name, kinds))
        if self.wgsl:
            parameters = ", ".join(f"{parameter}: {_WGSL_TYPES[own]}" for parameter, own in given)
            head = f"fn {name}({parameters}) -> {_WGSL_TYPES[kind]}"
        else:
            head = f"{kind} {name}({', '.join(f'{own} {parameter}' for parameter, own in given)})"
        return "\n".join([f"{head} {{", *inner, f"return {result};", "}"])

    def _changer(self) -> str:
        """A function that changes what it is given, and a global variable."""
        if self.wgsl:
            return (
                "fn change(p: ptr<function, i32>, q: ptr<function, Both>) -> i32 "
                "{ *p = *p * 3 + kept; (*q).number += *p; kept++; return (*q).number - 1; }"
            )
        return (
            "int change(inout int p, inout Both q, out int left) "
            "{ p = p * 3 + kept; q.number += p; kept++; left = p - q.number; return q.number - 1; }"
        )

    def _body(self) -> str:
        self._declare_all()
        for _ in range(self.random.randint(3, 7)):
            self.statement()
        for k, kind in enumerate(("int", "int", "uint", "bool")):
            value = self.expression(kind, 1)
            self.lines.append(f"data[{k}] = {self.cast(value, kind, 'int')};")
        self.lines.append(
            f"real[0] = {self.expression('float', 1)}; real[1] = level; data[4] = kept;"
        )
        return self._placed("\n".join(self.lines))

    def _placed(self, text: str) -> str:
        """In WGSL the buffer has a name."""
        for name in ("data", "real") if self.wgsl else ():
            text = re.sub(rf"\b{name}\[", f"held.{name}[", text)
        return text

    def _declare_all(self) -> None:
        for kind in KINDS:
            self._declare(kind)
        for name, kind in (("list", "int"), ("reals", "float")):
            self.lines.append(self._array(name, kind))
        both = (
            f"Both({self.expression('int')}, {self.expression('float')}, {self.expression('uint')})"
        )
        self.lines.append(f"var both = {both};" if self.wgsl else f"Both both = {both};")
        parts = ", ".join(self.expression("int") for _ in range(3))
        self.lines.append(
            f"var three = vec3i({parts});" if self.wgsl else f"ivec3 three = ivec3({parts});"
        )
        self.names["int"] += ["both.number", "three.x", "three.z"]
        self.names["float"].append("both.wide")
        self.names["uint"].append("both.word")

    def _array(self, name: str, kind: str) -> str:
        values = ", ".join(self.expression(kind) for _ in range(4))
        if self.wgsl:
            return f"var {name} = array<{_WGSL_TYPES[kind]}, 4>({values});"
        blank = self.random.random() < self.risk
        return (
            f"{kind} {name}[4]; {name}[1] = {kind}(1);"
            if blank
            else f"{kind} {name}[4] = {kind}[4]({values});"
        )

    # ---- statements

    def statement(self) -> None:
        makers: list[Callable[[], None]] = [
            self._assign,
            self._assign,
            self._assign_element,
            self._swap,
            self._call,
        ]
        if self.nesting < _DEEP:
            makers += [self._if, self._for, self._while, self._switch]
        if self.loops and self.random.random() < 0.2:
            makers = [self._leave]
        self.random.choice(makers)()

    def _declare(self, kind: str) -> None:
        name = self._fresh("v")
        value = self.expression(kind, 1)
        if self.wgsl:
            self.lines.append(f"var {name}: {_WGSL_TYPES[kind]} = {value};")
        elif self.random.random() < self.risk:
            self.lines.append(f"{kind} {name};")
        else:
            self.lines.append(f"{kind} {name} = {value};")
        self.names[kind].append(name)

    def _assign(self) -> None:
        kind = self.random.choice(KINDS)
        name = self._target(kind)
        op = self.random.choice(("=", "=", "+=", "*=")) if kind != "bool" else "="
        self.lines.append(f"{name} {op} {self.expression(kind)};")

    def _target(self, kind: str) -> str:
        return self.random.choice([name for name in self.names[kind] if name not in self.fixed])

    def _assign_element(self) -> None:
        name, kind = self.random.choice((("list", "int"), ("reals", "float"), ("three", "int")))
        count = 3 if name == "three" else 4
        self.lines.append(f"{name}[{self.index(count)}] = {self.expression(kind)};")

    def _swap(self) -> None:
        self.lines.append(
            "three = three.zxy;"
            if self.random.random() < 0.5
            else "three = three * three.yyx - three;"
        )

    def _call(self) -> None:
        own = self._fresh("v")
        if self.wgsl:
            self.lines.append(
                f"var {own}: i32 = {self.expression('int')}; {own} = change(&{own}, &both);"
            )
        else:
            self.lines.append(f"int {own} = {self.expression('int')}; int {own}_left;")
            self.lines.append(
                f"{own} = {own} + change({own}_given, both, {own}_left) + {own}_left;"
            )
            self.lines[-1] = (
                f"int {own}_given = {own}; int {own}_back = change({own}_given, both, {own}_left);"
            )
            self.lines.append(f"{own} = {own}_back + {own}_left;")
        self.names["int"].append(own)
        if self.nesting:
            self.names["int"].pop()

    def _block(self, head: str, *first: str) -> None:
        self.lines += [f"{head} {{", *first]
        saved = {kind: list(names) for kind, names in self.names.items()}
        self.nesting += 1
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        self.nesting -= 1
        self.names = saved

    def _if(self) -> None:
        self._block(f"if ({self.expression('bool')})")
        if self.random.random() < 0.5:
            self._block("} else")
        self.lines.append("}")

    def _for(self) -> None:
        name = self._fresh("turn")
        first, last, step = (
            self.random.randint(-2, 2),
            self.random.randint(0, 5),
            self.random.choice((1, 1, 2)),
        )
        begin = f"var {name}: i32 = {first}" if self.wgsl else f"int {name} = {first}"
        change = self.random.choice((f"{name}++", f"{name} += {step}"))
        self.names["int"].append(name)
        self.fixed.add(name)
        self.loops += 1
        self._block(f"for ({begin}; {name} < {last}; {change})")
        self.loops -= 1
        self.lines.append("}")
        self.names["int"].remove(name)

    def _while(self) -> None:
        name = self._fresh("w")
        self.lines.append(
            f"var {name}: u32 = {self.random.randint(1, 4)}u;"
            if self.wgsl
            else f"uint {name} = 3u;"
        )
        self.loops += 1
        self._block(f"while ({name} > 0u)", f"{name} -= 1u;")
        self.loops -= 1
        self.lines.append("}")

    def _switch(self) -> None:
        outer, self.loops = self.loops, 0
        self.lines.append(f"switch ({self.name('int')} & 3) {{")
        for label in ("case 0:", "case 2:", "default:"):
            self._block(label)
            self.lines.append("}" if self.wgsl else "break; }")
        self.lines.append("}")
        self.loops = outer

    def _leave(self) -> None:
        word = self.random.choice(("break", "continue"))
        self.lines.append(f"if ({self.expression('bool')}) {{ {word}; }}")

    # ---- expressions

    def expression(self, kind: str, depth: int = 0) -> str:
        if depth >= _DEEP or self.random.random() < 0.2:
            return self.leaf(kind)
        if self.random.random() < 0.15:
            return self._converted(kind, depth)
        if kind == "bool":
            return self._condition(depth)
        if self.random.random() < 0.2:
            return self._called(kind, depth)
        if kind == "float":
            return self._float(depth)
        return self._integer(kind, depth)

    def leaf(self, kind: str) -> str:
        if not self.names[kind] or self.random.random() < 0.2:
            return self._literal(kind)
        return self.name(kind)

    def name(self, kind: str) -> str:
        """A variable, of which there is one; so that no whole expression is a constant."""
        if kind == "int" and self.random.random() < 0.2:
            return f"data[{self.random.randint(0, 7)}]"
        if self.lines and self.nesting and kind in ("int", "float") and self.random.random() < 0.2:
            return f"{'list' if kind == 'int' else 'reals'}[{self.index(4)}]"
        return self.random.choice(self.names[kind] or ["data[1]"])

    def _literal(self, kind: str) -> str:
        if kind == "float":
            return f"({self.random.choice(_FLOATS)})"
        if kind == "bool":
            return self.random.choice(("true", "false"))
        value = self.random.choice((0, 1, 2, 3, 7, 255, 65535, 2147483647))
        return f"{value}u" if kind == "uint" else f"({self.random.choice(('', '-'))}{value})"

    def index(self, count: int) -> str:
        if self.random.random() < self.risk:
            return self.name("int")
        known = self.cast(f"({self.name('int')} & {count - 1 if count == 4 else 1})", "int", "int")
        return self.random.choice((known, str(self.random.randrange(count))))

    def _variable(self, kind: str, depth: int) -> str:
        """An operand that is not constant."""
        base = self.name(kind) if self.names[kind] else self.cast("data[2]", "int", kind)
        return (
            base
            if depth >= _DEEP
            else f"({base} {self._join(kind)} {self.expression(kind, depth + 1)})"
        )

    def _join(self, kind: str) -> str:
        return self.random.choice(_RING if kind != "bool" else ("==", "!="))

    def _integer(self, kind: str, depth: int) -> str:
        left, right = self._variable(kind, depth + 1), self.expression(kind, depth + 1)
        choice = self.random.random()
        if choice < 0.4:
            return f"({left} {self.random.choice(_RING)} {right})"
        if choice < 0.6:
            return f"({left} {self.random.choice(_BITS)} ({right}))"
        if choice < 0.75:
            return f"({left} {self.random.choice(('<<', '>>'))} {self._amount()})"
        return self._quotient(kind, left, depth)

    def _amount(self) -> str:
        word = self.cast(self.name("int"), "int", "uint")
        return word if self.random.random() < self.risk else f"({word} & 31u)"

    def _quotient(self, kind: str, left: str, depth: int) -> str:
        right = self.expression(kind, depth + 1)
        if self.random.random() < self.risk:
            return (
                f"({left} {self.random.choice('/%')} {self.name(kind)})"
                if self.names[kind]
                else left
            )
        end = "" if kind == "int" else "u"
        divisor = f"((({right}) & 255{end}) + 1{end})"
        return f"(({left} & 65535{end}) {self.random.choice('/%')} {divisor})"

    def _float(self, depth: int) -> str:
        left, right = self._variable("float", depth + 1), self.expression("float", depth + 1)
        if self.random.random() < 0.2:
            return f"({left} / ({right} * 0.0 + 3.0))"
        return f"({left} {self.random.choice(_RING)} {right})"

    def _condition(self, depth: int) -> str:
        choice = self.random.random()
        if choice < 0.5:
            kind = self.random.choice(("int", "uint", "float"))
            left, right = self._variable(kind, depth + 1), self.expression(kind, depth + 1)
            return f"({left} {self.random.choice(_COMPARISONS)} {right})"
        if choice < 0.8:
            left, right = self.expression("bool", depth + 1), self.expression("bool", depth + 1)
            return f"({left} {self.random.choice(('&&', '||'))} {right})"
        return f"(!{self.expression('bool', depth + 1)})"

    def _called(self, kind: str, depth: int) -> str:
        if self.functions[kind] and self.random.random() < 0.5:
            name, kinds = self.random.choice(self.functions[kind])
            return f"{name}({', '.join(self.expression(own, depth + 1) for own in kinds)})"
        if self.random.random() < 0.3 and not self.wgsl:
            branches = [self.expression(kind, depth + 1) for _ in range(2)]
            return f"({self.expression('bool', depth + 1)} ? {branches[0]} : {branches[1]})"
        names = (*_ONE.get(kind, ()), *_TWO[kind])
        name = self.random.choice(names)
        given = [self._variable(kind, depth + 1)]
        if name in _TWO[kind]:
            given.append(self.expression(kind, depth + 1))
        return f"{name}({', '.join(given)})"

    def _converted(self, kind: str, depth: int) -> str:
        """From another kind. Floats become integers within their range, but for the risk."""
        other = self.random.choice([name for name in KINDS if name != kind])
        value = self._variable(other, depth + 1)
        if other == "float" and kind in ("int", "uint") and self.random.random() >= self.risk:
            value = f"clamp({value}, 0.0, 1000.0)"
        return self.cast(value, other, kind)

    def cast(self, value: str, kind: str, to: str) -> str:
        if kind == to:
            return value
        return f"{_WGSL_TYPES[to]}({value})" if self.wgsl else f"{to}({value})"

    def _fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"
