"""The entry point: what the language gives to it, and the colour that it gives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from aberration.core.program import DRAWN

from ..builtins.row import Stage
from ..checker.symbols import VariableSymbol
from ..stage_inputs import located_inputs, parts_of_param, struct_node
from ..tree import Attribute, Function, Member, Param, StructDecl
from ..types import VOID, Array, Scalar, Struct, Type, is_numeric, stored_type
from .attachments import check_output, component_texts, goes_to, hand_over, output_at, pad_channels
from .generator import DISCARDED, Generator
from .geometry import return_emitted
from .handed import HANDED, Handed, taken_texts
from .interface import ShaderInterface
from .pair import FirstStage, write_handing_on
from .trap import Refused
from .value import count_of, scalar_of
from .vertex import (
    VERTEX,
    check_inputs,
    check_point,
    check_position,
    check_result,
    input_texts,
)

_POSITION: Final = ("ids[0] + 0.5", "ids[1] + 0.5", "0.0", "1.0")
BUILTINS: Final[dict[str, tuple[str, ...]]] = {
    "gl_FragCoord": _POSITION,
    "gl_HelperInvocation": ("ids[2]",),
    "gl_FrontFacing": ("False",),
    "gl_GlobalInvocationID": ("ids[0]", "ids[1]", "ids[2]"),
    "gl_LocalInvocationID": ("ids[3]", "ids[4]", "ids[5]"),
    "gl_WorkGroupID": ("ids[6]", "ids[7]", "ids[8]"),
    "gl_LocalInvocationIndex": ("ids[9]",),
    "gl_NumWorkGroups": ("ids[10]", "ids[11]", "ids[12]"),
    "gl_VertexID": (VERTEX,),
    "gl_InstanceID": ("0",),
    "gl_PrimitiveIDIn": (VERTEX,),
    "gl_InvocationID": ("0",),
    "position": _POSITION,
    "front_facing": ("False",),
    "global_invocation_id": ("ids[0]", "ids[1]", "ids[2]"),
    "local_invocation_id": ("ids[3]", "ids[4]", "ids[5]"),
    "workgroup_id": ("ids[6]", "ids[7]", "ids[8]"),
    "local_invocation_index": ("ids[9]",),
    "num_workgroups": ("ids[10]", "ids[11]", "ids[12]"),
    "vertex_index": (VERTEX,),
    "instance_index": ("0",),
}
"""What an invocation knows of itself, in `ids`: of a pixel x, y, whether it only helps, and width
and height of the image; of compute its numbers.

Which way a triangle faces is the harness's, and so is its depth: it faces away, at depth 0.
"""
OF_POINTS: Final[dict[str, tuple[str, ...]]] = {**BUILTINS, "gl_FrontFacing": ("True",)}
"""The same in the fragment shader of a pair: a point faces its viewer (OpenGL 4.6, 15.2.2), and
depths range from 0 to 0.
"""


def write_entry(gen: Generator, shader: ShaderInterface, first: FirstStage | None = None) -> int:
    """Write `run`, which runs the vertex stage of a pair `first`; return the numbers of a pixel's
    colour, 0 where it has none.
    """
    entry = shader.entry
    suspends = entry in gen.facts.suspending
    node = gen.facts.definitions[entry]
    gen.writer.at(node)
    if shader.stage == "vertex":
        check_inputs(gen, located_inputs(gen.typing, "vertex"))
    with gen.writer.block("def run():"):
        if first is not None:
            _run_first(first)
            gen.writer.at(node)
        call = _call_text(gen, shader, {} if first is None else first.handed)
        result = f"(yield from {call})" if suspends else call
        if entry.result is VOID:
            gen.writer.line(result)
            _leave_discarded(gen)
            if shader.stage == "vertex":
                check_point(gen, shader)
            return _return_output(gen, shader)
        gen.writer.line(f"result = {result}")
        _leave_discarded(gen)
        if shader.stage == "vertex":
            check_result(gen, _struct_of(gen, entry.result), entry.result)
        return _return_result(gen, node, entry.result)


def _run_first(first: FirstStage) -> None:
    """Write the vertex stage of a pair."""
    gen, entry = first.gen, first.shader.entry
    gen.writer.at(gen.facts.definitions[entry])
    if gen.typing.module.language == "wgsl":
        check_inputs(gen, located_inputs(gen.typing, "vertex"))
        gen.writer.line(f"{HANDED} = {_call_text(gen, first.shader, {})}")
        node = _struct_of(gen, entry.result)
        assert node is not None
        check_position(gen, node.members, HANDED)
        return
    gen.writer.line(f"{gen.functions[entry]}()")
    check_point(gen, first.shader, paired=True)
    write_handing_on(first)


def _call_text(gen: Generator, shader: ShaderInterface, handed: Mapping[int, Handed]) -> str:
    """Return the call of an entry point, with what it is given."""
    node = gen.facts.definitions[shader.entry]
    arguments = ", ".join(
        text
        for param, type in zip(node.params, shader.entry.types, strict=True)
        for text in _argument(gen, param, type, shader.stage, handed)
    )
    return f"{gen.functions[shader.entry]}({arguments})"


def _leave_discarded(gen: Generator) -> None:
    if DISCARDED in gen.globals:
        gen.writer.line(f"if {DISCARDED}: raise Discarded")


def _return_output(gen: Generator, shader: ShaderInterface) -> int:
    """Write the colour, which the output at location 0 holds; return its numbers."""
    if shader.stage not in DRAWN:
        return 0
    if shader.stage == "geometry":
        return return_emitted(gen)
    if gen.given.attachment is not None:
        return _return_attachment(gen, output_at(gen, shader, gen.given.attachment))
    symbol = _colour_output(gen, shader)
    if symbol is None:
        gen.writer.line("return ()")
        return 0
    type = symbol.type
    names = list(gen.names_of(symbol))
    if isinstance(type, Array):
        type, names = type.element, [f"{names[0]}[0]"]
    if not is_numeric(type) or not scalar_of(type).is_float:
        raise Refused(f"the output {symbol.name} of type {symbol.type.glsl}")
    channels = count_of(type)
    if gen.is_in_memory(symbol) and channels > 1:
        names = [f"{names[0]}[{k}]" for k in range(channels)]
    _return_written(gen, symbol, names)
    return channels


def _return_attachment(gen: Generator, symbol: VariableSymbol) -> int:
    """Write what goes to the attachment; return its numbers."""
    one = gen.given.attachment
    assert one is not None
    check_output(symbol.type, one, f"the output {symbol.name}")
    texts = pad_channels(component_texts(gen, symbol), one)
    _return_written(gen, symbol, texts)
    return len(texts)


def _return_written(gen: Generator, symbol: VariableSymbol, texts: Sequence[str]) -> None:
    function = hand_over(gen.given.attachment)
    gen.writer.line(f"try: return {function}(({', '.join(texts)},))")
    message = f"the output {symbol.name} is never written, or not as a whole"
    gen.writer.line(
        f"except (NameError, TypeError): raise Undefined('unwritten-output', {message!r}) from None"
    )


def _colour_output(gen: Generator, shader: ShaderInterface) -> VariableSymbol | None:
    own = [symbol for symbol in dict.fromkeys(gen.typing.symbols.values()) if symbol.node is None]
    for symbol in own:
        if symbol.name in ("gl_FragColor", "gl_FragData") and symbol.role == "out":
            return symbol
    return next((symbol for location, symbol in shader.outputs if location == 0), None)


def _argument(
    gen: Generator, param: Param, type: Type, stage: Stage, handed: Mapping[int, Handed]
) -> list[str]:
    """What an entry point of WGSL is given."""
    if not isinstance(type, Struct):
        texts = _input_texts(gen, param, type, stage, handed)
        return _as_argument(gen, texts, gen.typing.declared.get(id(param)))
    joined = []
    for node, inner in parts_of_param(gen.typing, param):
        texts = _input_texts(gen, node, inner, stage, handed)
        joined.append(texts[0] if isinstance(inner, Scalar) else f"[{', '.join(texts)}]")
    return [f"[{', '.join(joined)}]"]


def _as_argument(gen: Generator, texts: list[str], symbol: VariableSymbol | None) -> list[str]:
    if symbol is not None and gen.is_in_memory(symbol):
        return [f"[{', '.join(texts)}]"]
    return texts


def _input_texts(
    gen: Generator,
    node: Param | Member,
    type: Type,
    stage: Stage,
    handed: Mapping[int, Handed],
) -> list[str]:
    name = _builtin_name(node.attributes)
    if name is None and stage == "vertex":
        return input_texts(gen, node, type)
    if name is None and gen.beside is not None:
        return taken_texts(gen, node, handed)
    if name == "front_facing" and gen.beside is not None:
        # WGSL says it of primitives, and WebGPU which way polygons face.
        raise Refused("the input front_facing of a point")
    texts = BUILTINS.get(name or "")
    if texts is None or len(texts) != count_of(type):
        raise Refused(f"the input {name or 'at a location'}")
    return list(texts)


def _struct_of(gen: Generator, type: Type) -> StructDecl | None:
    return struct_node(gen.typing, type) if isinstance(type, Struct) else None


def _return_result(gen: Generator, node: Function, type: Type) -> int:
    """Write the colour that an entry point of WGSL gives; return its numbers."""
    one = gen.given.attachment
    if isinstance(type, Struct):
        members = struct_node(gen.typing, type).members
        number = next(
            (k for k, member in enumerate(members) if goes_to(gen, member.attributes, one)),
            None,
        )
        if number is None:
            gen.writer.line("return ()")
            return 0
        type, text = type.members[number].type, f"result[{number}]"
    elif not goes_to(gen, node.result_attributes, one):
        gen.writer.line("return ()")
        return 0
    else:
        text = "result"
    if one is not None:
        check_output(stored_type(type), one, f"a result of type {type.wgsl}")
        parts = [f"{text}[{k}]" for k in range(one.channels)] if one.channels > 1 else [text]
        gen.writer.line(f"return {hand_over(one)}(({', '.join(pad_channels(parts, one))},))")
        return len(pad_channels(parts, one))
    if not is_numeric(type) or not scalar_of(stored_type(type)).is_float:
        raise Refused(f"a result of type {type.wgsl}")
    channels = count_of(type)
    gen.writer.line(f"return tuple({text})" if channels > 1 else f"return ({text},)")
    return channels


def _builtin_name(attributes: tuple[Attribute, ...]) -> str | None:
    for attribute in attributes:
        if attribute.name == "builtin":
            return str(getattr(attribute.args[0], "name", ""))
    return None
