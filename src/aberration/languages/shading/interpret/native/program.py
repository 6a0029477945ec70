"""A whole generated text as C: the shader's resources, its functions, and the functions that
Python calls.
"""

from __future__ import annotations

import ast
from typing import Final

import msgspec

from aberration.core.program import DRAWN

from ...semantics import Semantics
from ...types import stored_type
from ..attachments import WRITTEN_DEPTH
from ..builtin import Origin
from ..interface import ShaderInterface
from ..module import Text
from .calls import switch_lines
from .driver import ALONE, LOGS, NUMBERS, OPEN, TOGETHER
from .fences import FENCES, NO_FENCES
from .kinds import FLOAT, Kind, Unsupported, cells, kind_of, kind_text, result_kinds, variable_kind
from .lists import called_name, write_cells
from .prelude import CELLS, HELPERS
from .tables import TABLES
from .terms import Term
from .texels import TEXEL_MEANINGS, TEXELS
from .writer import NativeFunction, NativeVariable, NativeWriter

_IDS: Final = 13
"""As many numbers as `BUILTINS` of `entry` name in `ids`."""
_OWN: Final = f"jmp_buf jump; uint32_t now; int64_t me, turns, ids[{_IDS}];"
_WAITING: Final = (
    "ucontext_t context; int64_t waits, workgroup, storage, ended, code, way, width; cell "
    "colour[4], sent[4], got[16];"
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


def write_program(text: Text, shader: ShaderInterface, semantics: Semantics) -> Program:
    """Return a whole text as C; raise `Unsupported` for what C lacks, and for text of a form that
    is not known here.
    """
    resources = tuple([kind_of(resource.type) for resource in shader.resources])
    shared = tuple(
        [variable_kind(stored_type(symbol.type), listed=True) for symbol in shader.shared]
    )
    tree = ast.parse(text.source)
    owner, outside = (
        "own->" if text.suspends else "own.",
        {"resources": resources, "shared": shared},
    )
    w = NativeWriter(
        owner, semantics, text.objects, text.origins, TABLES, outside, holds_none=_holds_none(tree)
    )
    w.known.update(
        {name: variable_kind(type, listed) for name, (type, listed) in text.variable_types.items()}
    )
    if shader.stage in DRAWN and any(resource.buffer for resource in shader.resources):
        raise Unsupported(f"a {shader.stage} shader with storage buffers")
    try:
        source = _c_text(w, text, tree)
    except AssertionError as error:
        raise Unsupported("generated text of a form that the translation does not know") from error
    return Program(source, tuple(w.hosted.items()), text.suspends, resources, shared)


def _c_text(w: NativeWriter, text: Text, tree: ast.Module) -> str:
    make, shared_memory = tree.body
    assert isinstance(make, ast.FunctionDef)
    assert isinstance(shared_memory, ast.FunctionDef)
    _make(w, text, make)
    _write_shared_variables(w, shared_memory)
    return _source(w, text)


# ---- the three levels of the text


def _make(w: NativeWriter, text: Text, node: ast.FunctionDef) -> None:
    """Resources are bound once; then comes the invocation."""
    w.statements([statement for statement in node.body if isinstance(statement, ast.Assign)])
    w.bodies.append(_finish(w, "static void make(void)"))
    (invocation,) = [statement for statement in node.body if isinstance(statement, ast.FunctionDef)]
    _invocation(w, text, invocation)


def _invocation(w: NativeWriter, text: Text, node: ast.FunctionDef) -> None:
    w.scope = "invocation"
    functions = [statement for statement in node.body if isinstance(statement, ast.FunctionDef)]
    first = node.body.index(functions[0])
    w.statements(node.body[:first])
    begun = _finish(w, "static void begin(void)")
    for function in functions[:-1]:
        _function(w, text, function)
    _run(w, text, functions[-1])
    w.bodies.append(begun)


def _function(w: NativeWriter, text: Text, node: ast.FunctionDef) -> None:
    results = result_kinds(text.return_types[node.name])
    function = w.function = NativeFunction(node.name, results)
    w.scope, w.written, w.alive = "function", set(), True
    given = [_parameter(w, argument.arg) for argument in node.args.args]
    w.statements(node.body)
    w.functions[node.name] = function
    ctype = "void"
    if function.gives_number:
        ctype = kind_text(results[0])
    elif results:
        given.insert(0, "cell *out")
    w.bodies.append(_finish(w, f"static {ctype} {node.name}({', '.join(given) or 'void'})"))


def _parameter(w: NativeWriter, name: str) -> str:
    kind = w.known[name]
    w.variables[name] = NativeVariable(name, kind)
    w.written.add(name)
    return f"{kind_text(kind)}{name}"


def _run(w: NativeWriter, text: Text, node: ast.FunctionDef) -> None:
    w.scope, w.written, w.alive = "function", set(), True
    for statement in node.body:
        if isinstance(statement, ast.Return):
            _colour(w, text, statement.value)
        elif isinstance(statement, ast.Try):
            (inner,) = statement.body
            if isinstance(inner, ast.Return):
                _colour(w, text, inner.value)
            else:
                w.statements([inner])
        else:
            w.statements([statement])
    w.bodies.append(_finish(w, "static void run(cell *out)"))


def _colour(w: NativeWriter, text: Text, node: ast.expr | None) -> None:
    """`written((...))`, of a depth `written_depth((...))`, `tuple(list)` or a tuple of one: the
    colour of a pixel. An empty tuple is none.
    """
    if isinstance(node, ast.Tuple) and not node.elts:
        return
    for k, missing in enumerate(("0.0", "0.0", "0.0", "1.0")[text.channels :], text.channels):
        w.line(f"out[{k}].d = {missing};")
    if isinstance(node, ast.Call) and called_name(node) == "tuple":
        list_ = w.term(node.args[0])
        for k in range(text.channels):
            w.line(f"out[{k}].d = {list_.cell(k, FLOAT)};")
            w.line(f"if (out[{k}].d - out[{k}].d != 0.0) stop(REFUSED);")
    elif isinstance(node, ast.Call):
        (values,) = node.args
        assert isinstance(values, ast.Tuple)
        for k, value in enumerate(values.elts):
            w.line(f"out[{k}].d = {w.number(value).text};")
            w.stop_if(f"out[{k}].d - out[{k}].d != 0.0")
        if called_name(node) == WRITTEN_DEPTH:
            w.stop_if("out[0].d < 0.0 || out[0].d > 1.0")
    else:
        assert isinstance(node, ast.Tuple)
        w.line(f"out[0].d = {w.number(node.elts[0]).text};")
        w.line("if (out[0].d - out[0].d != 0.0) stop(REFUSED);")


def _write_shared_variables(w: NativeWriter, node: ast.FunctionDef) -> None:
    """The variables of a workgroup, as they are before it runs."""
    w.scope, w.written, w.alive = "function", set(), True
    (returned,) = node.body
    assert isinstance(returned, ast.Return)
    assert isinstance(returned.value, ast.List)
    for k, (part, kind) in enumerate(zip(returned.value.elts, w.outside["shared"], strict=True)):
        write_cells(w, part, Term(f"shared_{k}", kind))
    w.bodies.append(_finish(w, "static void make_shared(void)"))


def _finish(w: NativeWriter, head: str) -> str:
    """Return a function of what was written since the last one."""
    text = "\n".join([f"{head} {{", *w.locals, *w.lines, "}"])
    w.lines, w.locals, w.alive = [], [], True
    return text


# ---- the whole


def _source(w: NativeWriter, text: Text) -> str:
    together = text.suspends
    fields = [_OWN, *([_WAITING] if together else []), *w.fields]
    own = "static Own *own;" if together else "static Own own;"
    # Each variable that lies on the stack takes more characters of text than its eight bytes.
    size = sum([len(body) for body in w.bodies]) // 4096 * 4096
    stack = (_STACK_OF_PYTHON if w.hosted else _STACK) + size
    outside = [
        f"static cell *{name}_{k};" for name, kinds in w.outside.items() for k in range(len(kinds))
    ]
    return "\n".join(
        [
            CELLS,
            f"#define OWN {w.owner}",
            f"#define STACK {stack}",
            f"#define DISCARD_RETURNS {int(w.semantics.discard_returns)}",
            "typedef struct Own {",
            *fields,
            "} Own;",
            own,
            f"static int64_t ids[{_IDS}];",
            *outside,
            HELPERS,
            TEXELS if _looks_up(text) else "",
            LOGS,
            FENCES if together and text.fenced else NO_FENCES,
            *w.meanings.lines,
            *switch_lines(w),
            *w.statics,
            *w.bodies,
            NUMBERS,
            _place_text(w),
            TOGETHER if together else ALONE,
        ]
    )


def _looks_up(text: Text) -> bool:
    """Whether any function looks a texel up."""
    origins = [origin for origin in text.origins.values() if isinstance(origin, Origin)]
    return any(origin.overload.builtin.name in TEXEL_MEANINGS for origin in origins)


def _place_text(w: NativeWriter) -> str:
    """A function that says where each resource and shared variable lies."""
    lines = ["static void place(cell *given, int64_t *at, cell *shared) {"]
    lines += [f"resources_{k} = given + at[{k}];" for k in range(len(w.outside["resources"]))]
    offset = 0
    for k, kind in enumerate(w.outside["shared"]):
        lines.append(f"shared_{k} = shared + {offset};")
        offset += cells(kind)
    return "\n".join([*lines, "}", OPEN])


def _holds_none(tree: ast.Module) -> bool:
    """Whether any list may hold None: whether one is made with it."""
    return any(
        isinstance(part, ast.Constant) and part.value is None
        for node in ast.walk(tree)
        if isinstance(node, ast.List)
        for part in node.elts
    )
