"""New names: those of the parts are apart, and variables of one name are told apart."""

from __future__ import annotations

import re

from helpers.fusing import fused, fusion, part, program

SHADOWS = """float scale = 0.5;
struct Pair { float x; float y; };
float step(float x, float scale) { return x * scale; }
void main() {
  float x = 0.25;
  { float min = min(0.5, 0.75); x = min; }
  Pair pair = Pair(x, step(0.5, 0.5));
  colour = vec4(pair.x, pair.y, scale, 1.0);
}
"""


def test_a_part_can_be_fused_with_itself() -> None:
    text = fused(fusion(program(SHADOWS), program(SHADOWS)))
    assert "struct a_Pair" in text
    assert "struct b_Pair" in text


def test_names_that_hide_functions_of_the_language_do_not_any_more() -> None:
    text = fused(fusion(program(SHADOWS), program(SHADOWS)))
    assert "= min(0.5, 0.75)" in text
    assert "a_step(0.5, 0.5)" in text
    assert "pair.x" in text


def test_no_two_variables_of_a_part_share_a_name() -> None:
    made = part(program(SHADOWS))
    text = "\n".join(one.text(made.module) for one in made.decls)
    declared = re.findall(r"float (\w+) =", text)
    assert len(declared) == len(set(declared)) == 3, text


def test_names_with_leading_underscores_stay_legal_and_apart() -> None:
    text = "void main() { float _x = 0.25; float x = 0.5; colour = vec4(_x, x, 0.0, 1.0); }"
    made = fused(fusion(program(text), program(text)))
    assert "a0_x" in made
    assert "a_x" in made
    assert "__" not in made


def test_types_of_variables_are_known_by_their_new_names() -> None:
    types = part(program("void main() { vec2 place = vec2(1.0); colour = place.xyxy; }")).types
    assert types["a_place"].glsl == "vec2"
