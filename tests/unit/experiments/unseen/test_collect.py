"""What packages hold becomes a whole shader with numbers for its uniforms."""

import json
from pathlib import Path

from experiments.unseen.collect import functions, transitions, write

TRANSITION = """
uniform float strength; // = 0.25
uniform vec2 middle /* = vec2(0.5) */;
uniform ivec2 cells; // = ivec2(4, 6)
uniform bool turned; // = true
vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }
"""


def test_a_transition_gets_its_defaults(tmp_path: Path) -> None:
    (tmp_path / "fade.glsl").write_text(TRANSITION)
    (made,) = transitions(tmp_path)
    assert {
        name: entry["args"] for name, entry in made.uniforms.items() if isinstance(entry, dict)
    } == {
        "progress": [0.4],
        "ratio": [1.0],
        "strength": [0.25],
        "middle": [0.5, 0.5],
        "cells": [4, 6],
        "turned": [1],
    }
    assert made.text.startswith("#version 320 es\n")
    assert made.text.rstrip().endswith(
        "void main() { _GLF_color = transition(gl_FragCoord.xy / 256.0); }"
    )


def test_a_function_is_called_with_what_it_includes_in_front(tmp_path: Path) -> None:
    (tmp_path / "half.glsl").write_text("float half_(float x) { return x / 2.0; }")
    (tmp_path / "twist.glsl").write_text(
        '#include "half.glsl"\nvec2 twist(in vec2 p, float by) { return p * half_(by); }'
    )
    (tmp_path / "sampled.glsl").write_text(
        "vec4 sampled(sampler2D t, vec2 p) { return texture(t, p); }"
    )
    (made,) = functions(tmp_path)
    assert made.name == "twist"
    assert made.text.index("half_(float x)") < made.text.index("vec2 twist(")
    assert "vec4(twist(q.xy, q.x), 0.5, 1.0)" in made.text
    assert write(iter([made]), tmp_path / "out") == 1
    assert json.loads((tmp_path / "out" / "twist.json").read_text())["pixel_scale"]["args"] == [
        0.75
    ]
