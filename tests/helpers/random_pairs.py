"""Random pairs: two fragment shaders of the generator `smith`, of which one becomes the vertex
shader. The uniforms of the other are what it hands on, beside its colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from helpers.pair_texts import ATTRIBUTES
from helpers.smith_programs import program_of
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program, ShaderStage
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read_program
from aberration.languages.shading.tree import LanguageName
from aberration.languages.shading.write import write
from aberration.methods.shaders.defined import defined_text

SIDE: Final = 16
UNIFORM: Final = re.compile(
    r"^uniform (?P<precision>(?:\w+p )?)(?P<type>[biu]?vec[234]|mat\w+|float|int|uint|bool) "
    r"(?P<name>\w+)(?:\[(?P<count>\d+)\])?;$",
    re.MULTILINE,
)
COLOUR: Final = re.compile(
    r"^(?:layout\(location = 0\) )?out (?:highp )?vec4 colour;$", re.MULTILINE
)
_ASKS: Final = re.compile(r"\b(?:dFd[xy]\w*|fwidth\w*|gl_HelperInvocation|gl_FrontFacing)\b")
_POINT: Final = "gl_Position = vec4(aberration_place, 0.0, 1.0); gl_PointSize = 1.0;"
_ASKED: Final = "in vec2 aberration_place; in vec4 a; in vec3 b; in ivec2 n; in uvec3 u;"
_SCALARS: Final = {"": "float", "i": "int", "u": "uint", "b": "bool"}
_INTERPOLATED: Final = ("", "flat ", "noperspective ", "centroid ", "smooth ")
_LOCATED: Final = 410
"""The first version of GLSL with locations between stages."""
_IN_ESSL: Final = ("", "flat ", "centroid ", "smooth ")


def random_pairs(language: LanguageName, version: int, count: int) -> Iterator[Program]:
    """Yield so many pairs of which everything is defined, the stages under test by turns."""
    fragments = defined_fragments(language, version)
    made = 0
    while made < count:
        vertex, fragment = next(fragments), next(fragments)
        stage: ShaderStage = "vertex" if made % 2 else "fragment"
        found = _pair(vertex, fragment, made, stage)
        if found is not None:
            yield found
            made += 1


def defined_fragments(language: LanguageName, version: int) -> Iterator[Program]:
    """Yield fragment shaders in which everything is defined, whatever their inputs; no texture is
    bound with them, for a pair has none.
    """
    number = 0
    while True:
        drawn = program_of(language, number, version)
        number += 1
        text = write(drawn.module)
        if drawn.stage != "fragment" or drawn.inputs.textures or _ASKS.search(text):
            continue
        program = Program(language, "fragment", text.encode(), drawn.inputs, f"smith {number - 1}")
        try:
            source = defined_text(program, "all").encode()
        except BadInput:
            continue
        yield replace(program, source=source)


def _pair(first: Program, second: Program, number: int, stage: ShaderStage) -> Program | None:
    vertex, fragment = first.source.decode(), second.source.decode()
    words = _IN_ESSL if first.language == "essl" else _INTERPOLATED
    handed = list(UNIFORM.finditer(fragment))
    if "discard" in vertex or "uniform" in UNIFORM.sub("", vertex):
        return None
    if any(one["type"].startswith("b") for one in handed):
        return None
    version = int(fragment[9:12])
    places = _places(handed) if version >= _LOCATED else [""] * len(handed)
    last = f"layout(location = {_rows(handed)}) " if version >= _LOCATED else ""
    taken = {
        one[0]: f"{place}{_word(one, number + k, words)}"
        for k, (one, place) in enumerate(zip(handed, places, strict=True))
    }
    for old, word in taken.items():
        fragment = fragment.replace(old, f"{word}in {declared_text(old)}")
    fragment = COLOUR.sub(lambda found: f"{last}flat in vec4 handed;\n{found[0]}", fragment)
    fragment = fragment.rstrip().removesuffix("}")
    fragment += "    colour.rgb = abs(colour.rgb - handed.rgb);\n}\n"
    outputs = "\n".join(f"{word}out {declared_text(old)}" for old, word in taken.items())
    source = _as_vertex(vertex, f"{last}flat out vec4 handed;\n{outputs}", handed)
    inputs = Inputs(second.inputs.uniforms, (), SIDE, SIDE, attributes=ATTRIBUTES)
    name = f"{first.name} before {second.name}"
    pair = Program(first.language, "fragment", fragment.encode(), inputs, name, source.encode())
    pair = pair.companion_program() if stage == "vertex" else pair
    try:
        Interpreter(read_program(pair), pair.shader_stage, inputs)
    except Refused:
        return None
    return pair


def _places(handed: list[re.Match[str]]) -> list[str]:
    """Return the layouts of variables that follow each other, the last one first."""
    return [f"layout(location = {_rows(handed[k + 1 :])}) " for k in range(len(handed))]


def _rows(handed: list[re.Match[str]]) -> int:
    """Return how many locations variables take."""
    return sum(
        int(one["count"] or 1) * (int(one["type"][3]) if one["type"].startswith("mat") else 1)
        for one in handed
    )


def _word(uniform: re.Match[str], number: int, words: tuple[str, ...]) -> str:
    whole = uniform["type"].startswith(("i", "u"))
    return "flat " if whole else words[number % len(words)]


def declared_text(uniform: str) -> str:
    return uniform.removeprefix("uniform ")


def _as_vertex(text: str, outputs: str, handed: list[re.Match[str]]) -> str:
    """Return a fragment shader as the vertex shader: with other names, so that those of what it
    hands on are free, and with variables in place of its uniforms.
    """
    own = list(UNIFORM.finditer(text))
    begin = "\n".join(given_text(one, 5 * k + 1) for k, one in enumerate(own))
    begin += f"\nfrag = vec4((aberration_place + 1.0) * {SIDE / 2}, 0.0, 1.0);"
    for one in own:
        text = text.replace(one[0], declared_text(one[0]))
    text = COLOUR.sub(f"vec4 colour; vec4 frag;\n{_ASKED}\n#OUT", text)
    text = text.replace("gl_FragCoord", "frag")
    for name in {one["name"] for one in handed}:
        text = re.sub(rf"\b{name}\b", f"own_{name}", text)
        begin = re.sub(rf"\b{name}\b", f"own_{name}", begin)
    text = text.replace("#OUT", outputs).replace("void main()", "void first_main()")
    end = "\n".join(given_text(one, 3 * k) for k, one in enumerate(handed))
    return (
        f"{text}\nvoid main() {{\n{begin}\nfirst_main();\nhanded = colour;\n{end}\n{_POINT}\n}}\n"
    )


def given_text(uniform: re.Match[str], k: int) -> str:
    """Return the statements that give a variable its values, each vertex others."""
    name, type, count = uniform["name"], uniform["type"], uniform["count"]
    if count is None:
        return f"{name} = {_value(type, k)};"
    return " ".join(f"{name}[{one}] = {_value(type, k + one)};" for one in range(int(count)))


def _value(type: str, k: int) -> str:
    if type.startswith("mat"):
        columns, rows = (type[3:].split("x") * 2)[:2]
        return f"{type}({', '.join(_value(f'vec{rows}', k + c) for c in range(int(columns)))})"
    if type[-4:-1] == "vec":
        scalar = _SCALARS[type[:-4]]
        return f"{type}({', '.join(_value(scalar, k + c) for c in range(int(type[-1])))})"
    return {
        "float": f"{'ab'[k % 2]}[{k % 3}] * {k % 7 + 1}.5",
        "int": f"n[{k % 2}] * {k * 7919 % 1000 - 300}",
        "uint": f"u[{k % 3}] * {k * 104729 % 5000 + 1}u",
        "bool": f"n[{k % 2}] > {k * 37 % 200}",
    }[type]
