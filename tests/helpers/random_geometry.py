"""Random programs for the geometry stage: fragment shaders of the generator `smith`, whose colour
is that of a point, emitted in one of several ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from helpers.pair_texts import ATTRIBUTES
from helpers.random_pairs import COLOUR, SIDE, UNIFORM, declared_text, defined_fragments, given_text

from aberration.core.inputs import Inputs
from aberration.core.program import Program
from aberration.languages.shading.interpret.run import Interpreter
from aberration.languages.shading.interpret.trap import Refused
from aberration.languages.shading.read import read_program
from aberration.languages.shading.tree import LanguageName

_GIVEN: Final = "in vec2 aberration_place[]; in vec4 a[1]; in vec3 b[]; in ivec2 n[]; in uvec3 u[];"
_ATTRIBUTE: Final = re.compile(r"\b([abnu])\[")
_PLACED: Final = "gl_Position = gl_in[0].gl_Position;"
_POINT: Final = "gl_Position = vec4(aberration_place[0], 0.0, 1.0);"
_WAYS: Final = (
    f"{_POINT} aberration_result = colour; EmitVertex();",
    f"""{_PLACED} aberration_result = vec4(0.25); EmitVertex(); EndPrimitive();
    {_POINT} aberration_result = colour; EmitVertex();""",
    f"""for (int turn = 0; turn < 3; turn++) {{
      {_POINT} aberration_result = turn < 2 ? vec4(float(turn)) : colour; EmitVertex();
    }}""",
    f"""if (gl_PrimitiveIDIn % 7 == 3) return;
    if (colour.x > 0.5) {{ {_PLACED} aberration_result = colour.wzyx; EmitVertex(); return; }}
    {_POINT} aberration_result = colour; EmitVertex();
    gl_Position = vec4(aberration_place[0], colour.y > 0.25 ? 2.5 : -7.0, 1.0); EmitVertex();""",
)


def random_geometry(language: LanguageName, version: int, count: int) -> Iterator[Program]:
    """Yield so many programs of which everything is defined."""
    fragments = defined_fragments(language, version)
    made = 0
    while made < count:
        found = _geometry(next(fragments), made)
        if found is not None:
            yield found
            made += 1


def _geometry(fragment: Program, number: int) -> Program | None:
    text = fragment.source.decode()
    if "discard" in text:
        return None
    own = list(UNIFORM.finditer(text))[number % 2 :: 2]
    begin = "\n".join(given_text(one, 5 * k + 1) for k, one in enumerate(own))
    begin = _ATTRIBUTE.sub(r"\1[0][", begin)
    begin += f"\nfrag = vec4((aberration_place[0] + 1.0) * {SIDE / 2}, 0.0, 1.0);"
    for one in own:
        text = text.replace(one[0], declared_text(one[0]))
    head = (
        "layout(points) in; layout(points, max_vertices = 3) out;\n"
        f"vec4 colour; vec4 frag;\n{_GIVEN}\nflat out vec4 aberration_result;"
    )
    text = COLOUR.sub(head, text).replace("gl_FragCoord", "frag")
    text = text.replace("void main()", "void first_main()")
    text += f"\nvoid main() {{\n{begin}\nfirst_main();\n{_WAYS[number % len(_WAYS)]}\n}}\n"
    inputs = Inputs(fragment.inputs.uniforms, (), SIDE, SIDE, attributes=ATTRIBUTES)
    made = Program(fragment.language, "geometry", text.encode(), inputs, fragment.name)
    try:
        Interpreter(read_program(made), "geometry", inputs)
    except Refused:
        return None
    return made
