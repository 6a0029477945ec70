"""The text of GLSL and ESSL trees."""

from __future__ import annotations

from collections.abc import Mapping

from aberration.core.errors import InternalError
from aberration.languages.shading.glsl.printing import GlslPieces
from aberration.languages.shading.printer.printer import NOTHING_KEPT
from aberration.languages.shading.rules import Rules
from aberration.languages.shading.tree import (
    ArrayOf,
    AssignExpr,
    Clause,
    Comma,
    Conditional,
    Declare,
    DoWhile,
    Evaluate,
    For,
    Function,
    IncrementExpr,
    InitList,
    Interface,
    Module,
    Param,
    Precision,
    Requalify,
    StructDecl,
    Switch,
    TypeSyntax,
    Variable,
    While,
)


class GlslPrinter(GlslPieces):
    """Prints whole shaders."""

    def __init__(self, rules: Rules, kept: Mapping[int, str] = NOTHING_KEPT) -> None:
        super().__init__(rules, kept)
        self.table |= {
            Conditional: self.conditional,
            AssignExpr: self.assign_expression,
            IncrementExpr: self.increment_expression,
            Comma: self.comma,
            InitList: self.init_list,
            Evaluate: self._evaluate,
            Switch: self._switch,
            Clause: self._clause,
            For: self._for,
            While: self._while,
            DoWhile: self._do,
            Declare: self._declare,
            Function: self._function,
            StructDecl: self._struct,
            Interface: self._interface,
            Precision: self._precision,
            Requalify: self._requalify,
        }

    def module(self, node: Module) -> str:
        """Return the text of a whole shader."""
        profile = f" {node.profile}" if node.profile else ""
        if node.language == "essl" and node.version > 100:
            profile = " es"
        version = f"#version {node.version}{profile}\n"
        directives = "".join(f"#{one.kind} {' : '.join(one.args)}\n" for one in node.directives)
        return version + directives + "".join(f"{self.full(decl)}\n" for decl in node.decls)

    def _evaluate(self, node: Evaluate) -> str:
        return self.text(node.value)

    def _switch(self, node: Switch) -> str:
        self.depth += 1
        clauses = [self.line() + self.text(clause) for clause in node.clauses]
        self.depth -= 1
        return f"switch ({self.text(node.selector)}) {{{''.join(clauses)}{self.line()}}}"

    def _clause(self, node: Clause) -> str:
        labels = [f"case {self.text(label)}:" for label in node.labels]
        if node.has_default:
            labels.append("default:")
        head = self.line().join(labels)
        self.depth += 1
        lines = [self.line() + self.full(statement) for statement in node.body.statements]
        if not node.falls_through:
            lines.append(f"{self.line()}break;")
        self.depth -= 1
        return head + "".join(lines)

    def _for(self, node: For) -> str:
        condition = "" if node.condition is None else f" {self.text(node.condition)}"
        step = "" if node.step is None else f" {self.bare(node.step)}"
        return f"for ({self.bare(node.init)};{condition};{step}) {self.block(node.body)}"

    def _while(self, node: While) -> str:
        return f"while {self.condition(node.condition)} {self.block(node.body)}"

    def _do(self, node: DoWhile) -> str:
        return f"do {self.block(node.body)} while ({self.text(node.condition)})"

    def _declare(self, node: Declare) -> str:
        if not node.variables or any(
            _before(variable) != _before(node.variables[0]) for variable in node.variables[1:]
        ):
            raise InternalError(
                "expected a declaration of variables of one base type and one set of qualifiers"
            )
        first = node.variables[0]
        constant = "const " if first.kind == "const" else ""
        before = self.qualifier_text(first.storage, first.qualifiers, first.attributes)
        precision = f"{first.precision} " if first.precision else ""
        base = self.split(first.type)[0] if first.type is not None else ""
        return (
            f"{before}{constant}{precision}{base} "
            f"{', '.join(map(self._declarator, node.variables))}"
        )

    def _declarator(self, node: Variable) -> str:
        dimensions = self.split(node.type)[1] if isinstance(node.type, ArrayOf) else ""
        init = "" if node.init is None else f" = {self.argument(node.init)}"
        return f"{node.name}{dimensions}{init}"

    def _function(self, node: Function) -> str:
        result = "void" if node.result is None else self.type_syntax(node.result)
        before = self.qualifier_text("", node.qualifiers, (), node.precision)
        head = f"{before}{result} {node.name}({', '.join(map(self._param, node.params))})"
        return f"{head};" if node.body is None else f"{head} {self.block(node.body)}"

    def _param(self, node: Param) -> str:
        direction = {"in": "", "const_in": "const "}.get(node.direction, f"{node.direction} ")
        before = self.qualifier_text("", node.qualifiers, ())
        precision = f"{node.precision} " if node.precision else ""
        return f"{before}{direction}{precision}{self.typed_name(node.type, node.name)}"

    def _struct(self, node: StructDecl) -> str:
        return f"struct {node.name} {self.members(node.members)};"

    def _interface(self, node: Interface) -> str:
        before = self.qualifier_text(node.storage, node.qualifiers, node.attributes)
        sizes = "".join("[]" if size is None else f"[{self.text(size)}]" for size in node.array)
        instance = f" {node.instance}{sizes}" if node.instance else ""
        return f"{before}{node.name} {self.members(node.members)}{instance}"

    def _precision(self, node: Precision) -> str:
        return f"precision {node.level} {self.type_syntax(node.type)}"

    def _requalify(self, node: Requalify) -> str:
        before = self.qualifier_text(node.storage, node.qualifiers, node.attributes)
        return f"{before}{', '.join(node.names)}".rstrip()


def _before(node: Variable) -> tuple[object, ...]:
    """Return what all variables of one declaration have to share."""
    base: TypeSyntax | None = node.type
    while isinstance(base, ArrayOf):
        base = base.element
    return base, node.kind, node.storage, node.precision, node.qualifiers, node.attributes
