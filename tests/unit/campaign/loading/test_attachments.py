"""Files beside shaders that name attachments."""

from pathlib import Path

import pytest

from aberration.campaign.loading.files import load_file
from aberration.core.attachments import DEPTH, Attachment
from aberration.core.errors import BadInput
from aberration.core.program import Program

SHADER = (
    "#version 430\nlayout(location = 0) out vec3 c; layout(location = 1) out ivec2 n;\n"
    "void main() { c = vec3(1.0); n = ivec2(2); }\n"
)


def loaded(folder: Path, inputs: str, text: str = SHADER) -> tuple[Program, tuple[str, ...]]:
    path = folder / "two.frag"
    path.write_text(text)
    path.with_suffix(".json").write_text(inputs)
    found = load_file(path)
    return found.programs[0], found.notes


def test_a_shader_with_attachments_stays_as_it_is(tmp_path: Path) -> None:
    program, notes = loaded(tmp_path, '{"$attachments": {"0": "rgb8", "1": "rg32i"}}')
    assert program.source.decode() == SHADER
    assert program.inputs.attachments == (Attachment(0, "rgb8"), Attachment(1, "rg32i"))
    assert not notes


def test_without_them_its_outputs_are_folded_into_one_colour(tmp_path: Path) -> None:
    program, notes = loaded(tmp_path, "{}")
    assert b"aberration_colour" in program.source
    assert notes


@pytest.mark.parametrize(
    ("attachments", "reason"),
    [
        ('{"0": "rgba8"}', "the output of attachment 0"),
        ('{"2": "rgba8"}', "no output goes to attachment 2"),
    ],
)
def test_an_attachment_that_no_output_goes_to_is_an_error(
    tmp_path: Path, attachments: str, reason: str
) -> None:
    with pytest.raises(BadInput, match=reason) as caught:
        loaded(tmp_path, f'{{"$attachments": {attachments}}}')
    assert caught.value.where.endswith("two.json:1")


def test_a_compute_shader_has_none(tmp_path: Path) -> None:
    path = tmp_path / "none.comp"
    path.write_text("#version 430\nlayout(local_size_x = 1) in;\nvoid main() { }\n")
    path.with_suffix(".json").write_text('{"$attachments": {"0": "rgba8"}}')
    with pytest.raises(BadInput, match="a fragment shader alone"):
        load_file(path)


def test_a_depth_is_that_of_a_shader_which_gives_one(tmp_path: Path) -> None:
    text = "#version 430\nvoid main() { gl_FragDepth = 0.5; }\n"
    program, notes = loaded(tmp_path, '{"$attachments": {"depth": "d32f"}}', text)
    assert program.inputs.attachments == (Attachment(DEPTH, "d32f"),)
    assert not notes


def test_a_depth_that_no_shader_gives_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no output goes to attachment depth"):
        loaded(tmp_path, '{"$attachments": {"depth": "d32f"}}')
