"""A case in ESSL 1.00, ESSL 3.00 or WGSL as one page, which runs it in the browser that opens it:
WebGL or WebGPU.

The page holds the very scripts with which our workers run programs in a browser, so it draws,
supplies and reads back as they do.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from aberration.core.errors import BadInput
from aberration.core.oracle import Expected
from aberration.core.outcome import Buffers, Image, Outcome, Rejected
from aberration.core.program import Program, shading_version
from aberration.core.recipe import TestCase
from aberration.report.formats.format import Files, Outcomes, pair_of, programs_of
from aberration.targets.runners import webgpu
from aberration.targets.runners.webgpu.client import WEBGPU, Frame
from aberration.targets.runners.webgpu.prepare import TRIANGLE
from aberration.targets.runners.webgpu.webgl_client import WEBGL

if TYPE_CHECKING:
    from jinja2 import Template

_DIALECTS: Final = {"essl": ("webgl", WEBGL), "wgsl": ("webgpu", WEBGPU)}
_DEVICE: Final = {
    "format": "rgba8unorm",
    "pixelBytes": 4,
    "vertex": TRIANGLE,
    "executes": True,
    "featureLevel": "core",
}
_WEBGL_VERSIONS: Final = (100, 300)
_IMPORT: Final = re.compile(r"^import \{[^}]*\} from '\./(?P<name>\w+\.mjs)';$", re.MULTILINE)


def write(case: TestCase, outcomes: Outcomes) -> Files:
    """Return the page; raise `BadInput` for what browsers do not run."""
    programs = programs_of(case)
    languages = sorted({program.language for program in programs.values()})
    if len(languages) > 1 or languages[0] not in _DIALECTS:
        raise BadInput(
            f"browsers take ESSL and WGSL, and this case is in {' and '.join(languages)}"
        )
    api, dialect = _DIALECTS[languages[0]]
    data = {
        "api": api,
        "device": _DEVICE,
        "programs": [
            _program(role, program, _frame(program, dialect.framed(program)))
            for role, program in programs.items()
        ],
        "pair": pair_of(case),
        "expected": _expected_parts(case),
        "tolerance": msgspec.to_builtins(case.oracle.tolerance),
    }
    script = _whole(f"{api}_device.mjs")
    if "</script" in script:
        raise BadInput("the device's script holds the end of a script, and cannot stand in a page")
    page = _template().render(
        api=api,
        device=script,
        given=_json_for_script(data),
        roles=list(programs),
        sources=[(role, program.source.decode("utf-8")) for role, program in programs.items()],
    )
    return {"test.html": page}


def _whole(name: str) -> str:
    """Return a script of the runners with those that it imports in place: a page has no files
    beside it.
    """
    text = Path(webgpu.__file__).with_name(name).read_text("utf-8")
    return _IMPORT.sub(lambda found: _whole(found["name"]), text)


def _template() -> Template:
    # Loading it takes a fifth of a second, which commands that write no page would feel.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("aberration.report")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True
    )
    return environment.get_template("case.html.j2")


def _json_for_script(data: dict[str, object]) -> str:
    """Return JSON that may stand in a script: no text in it can end the script."""
    return msgspec.json.encode(data).decode().replace("<", "\\u003c")


def _frame(program: Program, framed: Frame | Rejected) -> Frame:
    if isinstance(framed, Rejected):
        raise BadInput(framed.message)
    if program.language != "wgsl" and program.inputs.constants:
        raise BadInput("WebGL cannot give values to specialisation constants")
    version, _ = shading_version(program.source)
    if program.language == "essl" and version not in _WEBGL_VERSIONS:
        raise BadInput(f"WebGL takes ESSL 1.00 and 3.00, and this is version {version}")
    return framed


def _program(role: str, program: Program, frame: Frame) -> dict[str, object]:
    header, payload = frame
    buffers = program.inputs.buffers
    return {
        "role": role,
        "stage": program.stage,
        "header": header,
        "bytes": base64.b64encode(payload).decode(),
        "lengths": [len(buffer.data) for buffer in buffers],
        "fields": [buffer.fields for buffer in buffers],
    }


def _expected_parts(case: TestCase) -> dict[str, object] | None:
    if not isinstance(case.oracle, Expected):
        return None
    wanted: Outcome = case.oracle.outcome
    if isinstance(wanted, Image) and wanted.format == "rgba8":
        return {"parts": [base64.b64encode(wanted.data).decode()]}
    if isinstance(wanted, Buffers):
        return {"parts": [base64.b64encode(data).decode() for data in wanted.data]}
    raise BadInput("the known result is no image of 8 bits a channel, which pages read back")
