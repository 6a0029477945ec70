"""Programs from files."""

import struct
from pathlib import Path

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.core.inputs import Inputs
from aberration.core.program import Program, load_program, shading_version


def spirv(model: int) -> bytes:
    """Return a header and one entry point."""
    return struct.pack("<5I", 0x07230203, 0x10000, 0, 9, 0) + struct.pack(
        "<5I", 5 << 16 | 15, model, 4, 0x6E69616D, 0
    )


def test_a_shader_comes_with_the_json_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.frag").write_text("#version 330\nvoid main() {}")
    (tmp_path / "a.json").write_text('{"$render": {"width": 8, "height": 4}}')
    program = load_program(tmp_path / "a.frag")
    assert program == Program(
        "glsl", "fragment", b"#version 330\nvoid main() {}", Inputs(width=8, height=4), "a"
    )


@pytest.mark.parametrize(
    ("text", "version", "language"),
    [
        ("void main() {}", (100, "es"), "essl"),
        ("precision lowp float;\nuniform float t;", (100, "es"), "essl"),
        ("uniform float t;\n#ifdef GL_ES\nprecision lowp float;\n#endif", (100, "es"), "essl"),
        ("uniform float t; // mediump", (110, ""), "glsl"),
        ("void main() { gl_FragColor = vec4(1.0); }", (100, "es"), "essl"),
        ("#version 100\n", (100, "es"), "essl"),
        ("#version 300 es\n", (300, "es"), "essl"),
        ("  #  version\t310   es\n", (310, "es"), "essl"),
        ("// #version 330\n/*\n#version 450\n*/ #version 320 es\n", (320, "es"), "essl"),
        ("#version 110\n", (110, ""), "glsl"),
        ("#version 450\n", (450, ""), "glsl"),
        ("#version 450 core\n", (450, "core"), "glsl"),
        ("// es\n#version 330 // es\n", (330, ""), "glsl"),
        ("#version 300\n", (300, ""), "glsl"),
    ],
)
def test_the_version_tells_essl_from_glsl(
    tmp_path: Path, text: str, version: tuple[int, str], language: str
) -> None:
    assert shading_version(text.encode()) == version
    for suffix, stage in ((".frag", "fragment"), (".comp", "compute")):
        path = tmp_path / f"a{suffix}"
        path.write_text(text)
        program = load_program(path)
        assert (program.language, program.stage, program.suffix) == (language, stage, suffix)


def test_a_vertex_shader_without_a_version_needs_no_precision_to_be_essl(tmp_path: Path) -> None:
    text = b"attribute vec3 p; void main() { gl_Position = vec4(p, 1.0); }"
    assert shading_version(text) == (110, "")
    assert shading_version(text, "vertex") == (100, "es")
    (tmp_path / "a.vert").write_bytes(text)
    assert load_program(tmp_path / "a.vert").language == "essl"


def test_variants_of_a_file_share_its_json(tmp_path: Path) -> None:
    (tmp_path / "a.opt.spv").write_bytes(spirv(4))
    (tmp_path / "a.json").write_text('{"$render": {"width": 8, "height": 4}}')
    assert load_program(tmp_path / "a.opt.spv").inputs.width == 8


@pytest.mark.parametrize(("model", "stage"), [(4, "fragment"), (5, "compute")])
def test_the_stage_of_spirv_is_read_from_its_entry_point(
    tmp_path: Path, model: int, stage: str
) -> None:
    (tmp_path / "a.spv").write_bytes(spirv(model))
    assert load_program(tmp_path / "a.spv").stage == stage


@pytest.mark.parametrize(
    ("attribute", "stage"), [("fragment", "fragment"), ("compute @workgroup_size(1)", "compute")]
)
def test_the_stage_of_wgsl_is_read_from_its_entry_point(
    tmp_path: Path, attribute: str, stage: str
) -> None:
    (tmp_path / "a.wgsl").write_text(f"// @vertex\n@{attribute} fn main() {{}}")
    program = load_program(tmp_path / "a.wgsl")
    assert (program.language, program.stage, program.suffix) == ("wgsl", stage, ".wgsl")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "a.spv",
            spirv(3),
            "expected a vertex, fragment or compute entry point, but execution model 3 came",
        ),
        ("a.spv", b"", "expected a SPIR-V module with an entry point"),
        ("a.spv", bytes(64), "expected a SPIR-V module with an entry point"),
        (
            "a.wgsl",
            b"fn main() {}",
            "expected WGSL with a @vertex, @fragment or @compute function, but none was found",
        ),
        ("a.wgsl", b"\xff\xfe", "expected WGSL with"),
        ("a.txt", b"", r"expected a program \(.*\), but a .txt file came"),
    ],
)
def test_what_is_no_program_is_refused(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(BadInput, match=message):
        load_program(tmp_path / name)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.c: cannot be read"):
        load_program(tmp_path / "none.c")


def test_the_digest_tells_programs_apart_but_not_names() -> None:
    program = Program("c", "program", b"x")
    others = [
        Program("glsl", "fragment", b"x"),
        Program("c", "program", b"y"),
        msgspec.structs.replace(program, inputs=Inputs(width=9)),
    ]
    assert len({program.digest, *(other.digest for other in others)}) == 4
    assert msgspec.structs.replace(program, name="n").digest == program.digest


def test_a_pair_has_two_stages_and_a_digest_of_both() -> None:
    alone = Program("glsl", "fragment", b"own", Inputs(), "a")
    pair = msgspec.structs.replace(alone, companion=b"other")
    assert not alone.is_pair
    assert alone.stages() == (("fragment", b"own"),)
    assert pair.stages() == (("vertex", b"other"), ("fragment", b"own"))
    assert pair.companion_program().stages() == pair.stages()
    assert pair.companion_program().companion_program() == pair
    assert (pair.vertices, alone.vertices) == (True, False)
    digests = {
        one.digest
        for one in (
            alone,
            pair,
            pair.companion_program(),
            msgspec.structs.replace(pair, companion=b"another"),
            msgspec.structs.replace(alone, source=b"ownother"),
        )
    }
    assert len(digests) == 5


def test_the_digest_of_a_program_without_companion_is_what_it_always_was() -> None:
    assert Program("glsl", "fragment", b"void main() {}").digest == "60455c0cc6db93b0"
