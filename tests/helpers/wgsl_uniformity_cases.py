"""WGSL modules of one rule of uniformity each: `wgsl_uniformity_cases.txt` holds them with the
verdict.

A line is `legal` or `varies`, the stage, declarations, and the body of the entry point, with `#`
between; `-` stands for no entry point. Declarations that all may use stand here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

_ALL: Final = """
@group(0) @binding(0) var<uniform> u: vec4i;
@group(0) @binding(1) var<storage> ro: array<i32>;
@group(0) @binding(2) var<storage, read_write> rw: array<i32>;
@group(0) @binding(3) var<storage, read_write> at: atomic<i32>;
@group(0) @binding(4) var t: texture_2d<f32>;
@group(0) @binding(5) var s: sampler;
@group(0) @binding(6) var st: texture_storage_2d<r32float, read_write>;
@group(0) @binding(7) var sr: texture_storage_2d<r32float, read>;
var<private> pv: i32;
override ov: i32 = 1;
"""
_WORKGROUP: Final = """
var<workgroup> w: i32;
var<workgroup> wa: array<i32, 4>;
var<workgroup> wat: atomic<i32>;
"""
_COMPUTE: Final = """
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) lid: u32, @builtin(workgroup_id) wid: vec3u,
        @builtin(num_workgroups) nw: vec3u, @builtin(local_invocation_id) l3: vec3u,
        @builtin(global_invocation_id) g: vec3u) {{
  {body}
}}
"""
_FRAGMENT: Final = """
@fragment
fn main(@builtin(position) p: vec4f, @builtin(front_facing) ff: bool,
@location(0) v: vec2f) -> @location(0) vec4f {{
  var c = vec4f();
  {body}
  return c;
}}
"""
_PLACE: Final = Path(__file__).with_suffix(".txt")


class Case(NamedTuple):
    name: str
    legal: bool
    text: str


def cases() -> list[Case]:
    return [_case(line) for line in _PLACE.read_text().splitlines() if line]


def _case(line: str) -> Case:
    verdict, stage, declared, body = (part.strip() for part in line.split("#"))
    assert verdict in ("legal", "varies"), line
    directive, found, rest = (
        declared.partition(";")
        if declared.startswith(("diagnostic", "enable"))
        else ("", "", declared)
    )
    entry = "" if body == "-" else (_COMPUTE if stage == "compute" else _FRAGMENT).format(body=body)
    shared = _ALL + (_WORKGROUP if stage == "compute" else "")
    return Case(
        f"{declared} {body}".strip(),
        verdict == "legal",
        f"{directive}{found}{shared}{rest}\n{entry}",
    )
