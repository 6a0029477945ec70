"""A whole generated text as C: the shader's resources, its functions, and the functions that
Python calls.
"""

from __future__ import annotations

import ast
from typing import Final

import msgspec

from ...semantics import Semantics
from ...types import Type
from ..interface import Shader
from ..module import Text
from ..value import stored
from .calls import Function
from .driver import ALONE, LOGS, NUMBERS, OPEN, TOGETHER
from .fences import FENCES, NO_FENCES
from .kinds import (
    FLOAT,
    INT,
    Address,
    Kind,
    Number,
    Unsupported,
    cells,
    kind_of,
    result_kinds,
    variable_kind,
)
from .lines import Term, Variable
from .lists import called_name, integer_of
from .prelude import CELLS, HELPERS
from .scalars import kind_text
from .statements import StatementsPart

_IDS: Final = 13
_OWN: Final = f"jmp_buf jump; uint32_t now; int64_t me, turns, ids[{_IDS}];"
_WAITING: Final = (
    "ucontext_t context; int64_t waits, workgroup, storage, ended, code, way, width; cell "
    "colour[4], sent[4], got[4];"
)
_STACK: Final = 1 << 16
_STACK_OF_PYTHON: Final = 1 << 18


class Program(msgspec.Struct, frozen=True, eq=False):
    """C text. `hosted` are the functions of Python that it calls, by number, with the kinds of
    their results; `together`: invocations wait for each other; `resources` are the kinds of the
    resources, `shared` of a workgroup's variables.
    """

    source: str
    hosted: tuple[tuple[str, Kind], ...]
    together: bool
    resources: tuple[Kind, ...]
    shared: tuple[Kind, ...]


class ProgramWriter(StatementsPart):
    """Writes one text."""

    def __init__(self, text: Text, shader: Shader, semantics: Semantics) -> None:
        super().__init__(
            "own->" if text.suspends else "own.", semantics, text.objects, text.origins
        )
        self.text: Final = text
        self.shader: Final = shader
        self.resource_kinds: Final = tuple(
            [kind_of(resource.type) for resource in shader.resources]
        )
        self.shared_kinds: Final = tuple(
            [_shared_kind(stored(symbol.type)) for symbol in shader.shared]
        )
        self.known.update(
            {name: variable_kind(type, listed) for name, (type, listed) in text.held.items()}
        )
        self.bodies: Final[list[str]] = []

    def program(self) -> Program:
        """Return the whole; raise `Unsupported` for what C lacks, and for text of a form that
        is not known here.
        """
        try:
            return self._program()
        except AssertionError as error:
            raise Unsupported(
                "generated text of a form that the translation does not know"
            ) from error

    def _program(self) -> Program:
        if self.shader.stage == "fragment" and any(
            resource.buffer for resource in self.shader.resources
        ):
            raise Unsupported("a fragment shader with storage buffers")
        tree = ast.parse(self.text.source)
        self.holds_none = _holds_none(tree)
        make, shared = tree.body
        assert isinstance(make, ast.FunctionDef)
        assert isinstance(shared, ast.FunctionDef)
        self._make(make)
        self._shared(shared)
        hosted = tuple(self.hosted.items())
        return Program(
            self._source(), hosted, self.text.suspends, self.resource_kinds, self.shared_kinds
        )

    # ---- what is given from outside

    def read(self, name: str) -> Term:
        return Term(f"{self.owner}{name}", INT) if name in ("me", "turns") else super().read(name)

    def element(self, node: ast.Subscript) -> Term:
        outside = self._outside(node)
        return outside if outside is not None else super().element(node)

    def pointer(self, node: ast.Tuple) -> Term | None:
        """A resource that is one number lies in the list of all."""
        if (
            len(node.elts) == 2
            and isinstance(node.elts[0], ast.Name)
            and node.elts[0].id == "resources"
        ):
            found = self._outside(ast.Subscript(node.elts[0], node.elts[1]))
            if found is not None and isinstance(found.kind, Number):
                return Term(f"((cell *)&{found.text})", Address(found.kind))
        return super().pointer(node)

    def _outside(self, node: ast.Subscript) -> Term | None:
        """An element of what an invocation is given."""
        if not isinstance(node.value, ast.Name) or not isinstance(node.slice, ast.Constant):
            return None
        name, number = node.value.id, integer_of(node.slice)
        if name == "ids":
            return Term(f"{self.owner}ids[{number}]", INT, below_zero=False)
        if name in ("resources", "shared"):
            kind = self.resource_kinds[number] if name == "resources" else self.shared_kinds[number]
            text = f"{name}_{number}"
            return (
                Term(f"{text}[0].{kind.field}", kind)
                if isinstance(kind, Number)
                else Term(text, kind)
            )
        return None

    # ---- the three levels of the text

    def _make(self, node: ast.FunctionDef) -> None:
        """Resources are bound once; then comes the invocation."""
        self.statements([statement for statement in node.body if isinstance(statement, ast.Assign)])
        self.bodies.append(self._finished("static void make(void)"))
        (invocation,) = [
            statement for statement in node.body if isinstance(statement, ast.FunctionDef)
        ]
        self._invocation(invocation)

    def _invocation(self, node: ast.FunctionDef) -> None:
        self.scope = "invocation"
        functions = [statement for statement in node.body if isinstance(statement, ast.FunctionDef)]
        first = node.body.index(functions[0])
        self.statements(node.body[:first])
        begun = self._finished("static void begin(void)")
        for function in functions[:-1]:
            self._function(function)
        self._run(functions[-1])
        self.bodies.append(begun)

    def _function(self, node: ast.FunctionDef) -> None:
        results = result_kinds(self.text.given[node.name])
        function = self.function = Function(node.name, results)
        self.scope, self.written, self.alive = "function", set(), True
        given = [self._parameter(argument.arg) for argument in node.args.args]
        self.statements(node.body)
        self.functions[node.name] = function
        ctype = "void"
        if function.gives_number:
            ctype = kind_text(results[0])
        elif results:
            given.insert(0, "cell *out")
        self.bodies.append(
            self._finished(f"static {ctype} {node.name}({', '.join(given) or 'void'})")
        )

    def _parameter(self, name: str) -> str:
        kind = self.known[name]
        self.variables[name] = Variable(name, kind)
        self.written.add(name)
        return f"{kind_text(kind)}{name}"

    def _run(self, node: ast.FunctionDef) -> None:
        self.scope, self.written, self.alive = "function", set(), True
        for statement in node.body:
            if isinstance(statement, ast.Return):
                self._colour(statement.value)
            elif isinstance(statement, ast.Try):
                (inner,) = statement.body
                assert isinstance(inner, ast.Return)
                self._colour(inner.value)
            else:
                self.statements([statement])
        self.bodies.append(self._finished("static void run(cell *out)"))

    def _colour(self, node: ast.expr | None) -> None:
        """`written((...))`, `tuple(list)` or a tuple of one: the colour of a pixel. An empty
        tuple is none.
        """
        if isinstance(node, ast.Tuple) and not node.elts:
            return
        for k, missing in enumerate(
            ("0.0", "0.0", "0.0", "1.0")[self.text.channels :], self.text.channels
        ):
            self.line(f"out[{k}].d = {missing};")
        if isinstance(node, ast.Call) and called_name(node) == "tuple":
            self._put_colour(self.term(node.args[0]))
        elif isinstance(node, ast.Call):
            (values,) = node.args
            assert isinstance(values, ast.Tuple)
            for k, value in enumerate(values.elts):
                self._put_channel(k, self.number(value))
        else:
            assert isinstance(node, ast.Tuple)
            self.line(f"out[0].d = {self.number(node.elts[0]).text};")
            self.line("if (out[0].d - out[0].d != 0.0) stop(REFUSED);")

    def _put_colour(self, list_: Term) -> None:
        for k in range(self.text.channels):
            self.line(f"out[{k}].d = {list_.cell(k, FLOAT)};")
            self.line(f"if (out[{k}].d - out[{k}].d != 0.0) stop(REFUSED);")

    def _put_channel(self, k: int, value: Term) -> None:
        self.line(f"out[{k}].d = {value.text};")
        self.stop_if(f"out[{k}].d - out[{k}].d != 0.0")

    def _shared(self, node: ast.FunctionDef) -> None:
        """The variables of a workgroup, as they are before it runs."""
        self.scope, self.written, self.alive = "function", set(), True
        (returned,) = node.body
        assert isinstance(returned, ast.Return)
        assert isinstance(returned.value, ast.List)
        for k, (part, kind) in enumerate(zip(returned.value.elts, self.shared_kinds, strict=True)):
            self.write(part, Term(f"shared_{k}", kind))
        self.bodies.append(self._finished("static void make_shared(void)"))

    def _finished(self, head: str) -> str:
        """Return a function of what was written since the last one."""
        text = "\n".join([f"{head} {{", *self.locals, *self.lines, "}"])
        self.lines, self.locals, self.alive = [], [], True
        return text

    # ---- the whole

    def _source(self) -> str:
        together = self.text.suspends
        fields = [_OWN, *([_WAITING] if together else []), *self.fields]
        own = "static Own *own;" if together else "static Own own;"
        count = self._size()
        stack = (_STACK_OF_PYTHON if self.hosted else _STACK) + count
        outside = [
            f"static cell *{name}_{k};"
            for name, kinds in self._outsides()
            for k in range(len(kinds))
        ]
        return "\n".join(
            [
                CELLS,
                f"#define OWN {self.owner}",
                f"#define STACK {stack}",
                f"#define DISCARD_RETURNS {int(self.semantics.discard_returns)}",
                "typedef struct Own {",
                *fields,
                "} Own;",
                own,
                f"static int64_t ids[{_IDS}];",
                *outside,
                HELPERS,
                LOGS,
                FENCES if together and self.text.fenced else NO_FENCES,
                *self.meanings.lines,
                *self.table_lines(),
                *self.statics,
                *self.bodies,
                NUMBERS,
                self._opened(),
                TOGETHER if together else ALONE,
            ]
        )

    def _outsides(self) -> tuple[tuple[str, tuple[Kind, ...]], ...]:
        return ("resources", self.resource_kinds), ("shared", self.shared_kinds)

    def _size(self) -> int:
        """Characters of the functions: each variable that lies on the stack takes more than its
        eight bytes there.
        """
        return sum([len(body) for body in self.bodies]) // 4096 * 4096

    def _opened(self) -> str:
        """A function that says where each resource and shared variable lies."""
        lines = ["static void place(cell *given, int64_t *at, cell *shared) {"]
        lines += [f"resources_{k} = given + at[{k}];" for k in range(len(self.resource_kinds))]
        offset = 0
        for k, kind in enumerate(self.shared_kinds):
            lines.append(f"shared_{k} = shared + {offset};")
            offset += cells(kind)
        return "\n".join([*lines, "}", OPEN])


def _shared_kind(type: Type) -> Kind:
    return variable_kind(type, listed=True)


def _holds_none(tree: ast.Module) -> bool:
    """Whether any list may hold None: whether one is made with it."""
    return any(
        isinstance(part, ast.Constant) and part.value is None
        for node in ast.walk(tree)
        if isinstance(node, ast.List)
        for part in node.elts
    )
