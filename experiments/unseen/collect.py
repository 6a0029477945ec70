"""Makes seeds of shader code that nobody here wrote: transitions and functions of installed npm
packages.

`python -m experiments.unseen.collect PACKAGES OUT`: PACKAGES is a folder with `node_modules` (`npm
install --ignore-scripts gl-transitions lygia`). What OUT gets are fragment shaders with their
inputs in a `.json` beside, as GraphicsFuzz keeps them: ESSL 3.20, plain uniforms. All of a kind is
taken, whatever becomes of it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

HEAD: Final = "#version 320 es\nprecision highp float;\nprecision highp int;\n"
OUTPUT: Final = "layout(location = 0) out vec4 _GLF_color;\n"
_UNIFORM: Final = re.compile(
    r"^[ \t]*uniform\s+(?P<type>\w+)\s+(?P<name>\w+)\s*(?:;\s*(?://|/\*)?|/\*)\s*=?\s*(?P<value>[^\n*]*)",
    re.MULTILINE,
)
_SETTERS: Final = {
    "float": "glUniform1f",
    "vec2": "glUniform2f",
    "vec3": "glUniform3f",
    "vec4": "glUniform4f",
    "int": "glUniform1i",
    "bool": "glUniform1i",
    "ivec2": "glUniform2i",
    "ivec3": "glUniform3i",
}
_COUNTS: Final = {"vec2": 2, "vec3": 3, "vec4": 4, "ivec2": 2, "ivec3": 3}
_PICTURES: Final = """
vec4 getFromColor(vec2 p) { p = clamp(p, 0.0, 1.0); return vec4(p.x, p.y * p.x, 1.0 - p.y, 1.0); }
vec4 getToColor(vec2 p) {
  ivec2 cell = ivec2(floor(clamp(p, 0.0, 1.0) * 8.0));
  return ((cell.x + cell.y) & 1) == 0 ? vec4(0.9, 0.2, 0.1, 1.0) : vec4(0.1, 0.4, 0.8, 1.0);
}
"""
"""In place of the two images that a transition blends."""
_INCLUDE: Final = re.compile(r'^[ \t]*#include\s+"([^"]+)"[^\n]*$', re.MULTILINE)
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_ARGUMENTS: Final = {
    "float": "q.x",
    "vec2": "q.xy",
    "vec3": "q",
    "vec4": "vec4(q, q.x - q.y)",
    "int": "int(floor(q.x * 3.0))",
    "ivec2": "ivec2(p)",
    "bool": "q.x > q.y",
    "uint": "uint(p.x)",
    "mat2": "mat2(q.x, q.y, -q.y, q.x)",
    "mat3": "mat3(q, q.yzx, q.zxy)",
}
_RESULTS: Final = {
    "float": "vec4({0})",
    "vec2": "vec4({0}, 0.5, 1.0)",
    "vec3": "vec4({0}, 1.0)",
    "vec4": "{0}",
    "int": "vec4(float({0} & 255) / 255.0)",
    "bool": "vec4({0} ? 1.0 : 0.0)",
    "uint": "vec4(float({0} & 255u) / 255.0)",
    "mat2": "vec4({0}[0], {0}[1])",
}


class Made(msgspec.Struct, frozen=True):
    """One seed: the text of a fragment shader, and its uniforms as GraphicsFuzz's JSON has them."""

    name: str
    text: str
    uniforms: dict[str, object]


def transitions(folder: Path) -> Iterator[Made]:
    """Yield each transition, drawn half way, with the default values that its comments name."""
    for path in sorted(folder.glob("*.glsl")):
        text = path.read_text("utf-8")
        uniforms: dict[str, object] = {
            "progress": _entry("float", [0.4]),
            "ratio": _entry("float", [1.0]),
        }
        for found in _UNIFORM.finditer(text):
            if found["type"] in _SETTERS:
                uniforms[found["name"]] = _entry(
                    found["type"], _values(found["type"], found["value"])
                )
        before = f"{HEAD}{OUTPUT}uniform float progress;\nuniform float ratio;\n{_PICTURES}"
        main = "void main() { _GLF_color = transition(gl_FragCoord.xy / 256.0); }\n"
        yield Made(path.stem, f"{before}{text}\n{main}", uniforms)


def functions(folder: Path) -> Iterator[Made]:
    """Yield each file of a library of functions: what it defines last, called with numbers that
    follow the pixel.
    """
    for path in sorted(folder.rglob("*.glsl")):
        text = _with_includes(path, folder, set())
        call = _call(_COMMENT.sub(" ", path.read_text("utf-8")), path.stem)
        if call is None or "sampler" in _COMMENT.sub(" ", text):
            continue
        main = (
            "void main() {\n  vec2 p = gl_FragCoord.xy;\n"
            "  vec3 q = vec3(p / 64.0 - 2.0, pixel_scale);\n"
        )
        body = (
            f"{HEAD}{OUTPUT}uniform float pixel_scale;\n{text}\n{main}  _GLF_color = {call};\n}}\n"
        )
        name = "_".join(path.relative_to(folder).with_suffix("").parts)
        yield Made(name, body, {"pixel_scale": _entry("float", [0.75])})


def _entry(kind: str, values: list[float]) -> dict[str, object]:
    whole = kind in ("int", "bool", "ivec2", "ivec3")
    return {"func": _SETTERS[kind], "args": [int(value) for value in values] if whole else values}


def _values(kind: str, text: str) -> list[float]:
    """Return the numbers that a default such as `vec2(0.5)` holds; ones where there is none."""
    count = _COUNTS.get(kind, 1)
    text = re.sub(r"\b[iu]?vec[234]\b", "", text.split(";")[0])
    if kind == "bool":
        return [1.0 if "true" in text else 0.0]
    numbers = [float(each) for each in re.findall(r"[-+]?(?:\d+\.?\d*|\.\d+)", text)]
    if len(numbers) == 1:
        numbers *= count
    return (numbers + [1.0] * count)[:count]


def _with_includes(path: Path, root: Path, seen: set[Path]) -> str:
    """Return a file with those that it includes in their places, each once."""
    resolved = path.resolve()
    if resolved in seen or not path.is_file():
        return ""
    seen.add(resolved)
    text = path.read_text("utf-8")
    return _INCLUDE.sub(
        lambda found: _with_includes(_included(path, root, found[1]), root, seen), text
    )


def _included(path: Path, root: Path, name: str) -> Path:
    beside = path.parent / name
    return beside if beside.is_file() else root / name


def _call(text: str, stem: str) -> str | None:
    """Return a call of the last function of a file's own name whose parameters we have numbers
    for, as a colour.
    """
    pattern = re.compile(
        rf"\b(?P<type>\w+)\s+{re.escape(stem)}\s*\((?P<parameters>[^()]*)\)\s*\{{", re.IGNORECASE
    )
    for found in reversed(list(pattern.finditer(text))):
        kinds = [
            _kind(one) for one in found["parameters"].split(",") if one.strip() not in ("", "void")
        ]
        if found["type"] in _RESULTS and kinds and all(kind in _ARGUMENTS for kind in kinds):
            name = found[0].split("(")[0].split()[-1]
            given = ", ".join(_ARGUMENTS[kind] for kind in kinds)
            return _RESULTS[found["type"]].format(f"{name}({given})")
    return None


def _kind(parameter: str) -> str:
    words = [
        word
        for word in parameter.split()
        if word not in ("const", "in", "highp", "mediump", "lowp")
    ]
    return words[0] if len(words) == 2 and "[" not in parameter else ""


def write(seeds: Iterator[Made], folder: Path) -> int:
    """Write seeds into a folder; return how many."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for seed in seeds:
        (folder / f"{seed.name}.frag").write_text(seed.text, "utf-8")
        (folder / f"{seed.name}.json").write_text(
            json.dumps(seed.uniforms, indent=1) + "\n", "utf-8"
        )
        count += 1
    return count


def main(arguments: list[str]) -> int:
    """Collect all."""
    packages, out = Path(arguments[0]) / "node_modules", Path(arguments[1])
    made = {
        "transitions": write(
            transitions(packages / "gl-transitions" / "transitions"), out / "transitions"
        ),
        "functions": write(functions(packages / "lygia"), out / "functions"),
    }
    print(", ".join(f"{count} {name}" for name, count in made.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
