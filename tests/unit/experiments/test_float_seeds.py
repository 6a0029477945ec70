"""Shaders of other people become seeds: blocks for plain uniforms, inputs with their bindings."""

from __future__ import annotations

import json
from pathlib import Path

from experiments.float_mutants.seeds import OWN, in_blocks, seed_of, seeds_in, with_bindings

SHADER = """#version 320 es
precision highp float;
layout(location = 0) out vec4 colour;
uniform float rate;
uniform highp vec2 size;
void main() { colour = vec4(rate * gl_FragCoord.xy / size, 0.0, 1.0); }
"""
INPUTS = {
    "rate": {"func": "glUniform1f", "args": [0.5]},
    "size": {"func": "glUniform2f", "args": [256.0, 256.0]},
    "unused": {"func": "glUniform1f", "args": [1.0]},
}


def test_plain_uniforms_get_blocks() -> None:
    text, bindings = in_blocks(SHADER)
    assert bindings == {"rate": 0, "size": 1}
    assert "layout(set = 0, binding = 1) uniform Block1 { highp vec2 size; };" in text
    assert json.loads(with_bindings(json.dumps(INPUTS), bindings)) == {
        "rate": INPUTS["rate"] | {"binding": 0},
        "size": INPUTS["size"] | {"binding": 1},
    }


def test_a_file_is_a_seed_with_its_inputs(tmp_path: Path) -> None:
    (tmp_path / "a.frag").write_text(SHADER)
    (tmp_path / "a.json").write_text(json.dumps(INPUTS))
    (tmp_path / "b.frag").write_text("no shader")
    (seed,) = seeds_in((tmp_path,))
    assert (seed.name, seed.stage, len(seed.inputs.uniforms)) == ("a", "fragment", 2)
    assert seed_of(tmp_path / "b.frag") is None


def test_the_shaders_beside_the_experiment_are_seeds() -> None:
    shaders = {path.stem for path in OWN.iterdir() if path.suffix != ".json"}
    assert {seed.name for seed in seeds_in((OWN,))} == shaders
