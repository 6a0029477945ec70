"""The file of inputs as it is written: which keys there are, and the line of each."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aberration.core.errors import BadInput
from aberration.core.inputs_file import KNOWN, InputsFile, read_file

TEXT = """{
  "injectionSwitch": {"func": "glUniform2f", "args": [0.0, 1.0]},
  "steps": {
    "func": "glUniform1i", "args": [6],
    "push_constant": true
  },
  "tint": {"func": "glUniform1fv", "args":[0.5,0.75], "count":2, "binding":4, "set":1, "offset":16},
  "$compute": {"num_groups": [1, 2, 3], "buffer": {"binding": 2, "fields": [{"type": "int",
  "data": [1, 2]}]}},
  "$framebuffer": {"width": 64, "height": 32}
}
"""


def test_all_that_a_file_says() -> None:
    found = read_file(TEXT, "x.json")
    switch, steps, tint = found.entries
    assert (switch.binding, switch.push_constant, switch.offset) == (None, False, None)
    assert (steps.push_constant, steps.binding) == (True, None)
    assert (tint.binding, tint.group, tint.offset) == (4, 1, 16)
    assert [entry.value.title for entry in found.entries if entry.value] == [
        "vec2",
        "int",
        "float[2]",
    ]
    assert (found.width, found.height, found.groups) == (64, 32, (1, 2, 3))
    assert [(one.binding, [value.title for value in one.fields]) for one in found.buffers] == [
        (2, ["int[2]"])
    ]


def test_whether_it_says_the_size_of_the_image() -> None:
    assert read_file(TEXT, "x.json").sized
    assert read_file('{"$render": {"height": 256}}', "x.json").sized
    assert not read_file("{}", "x.json").sized


def test_textures_are_known_by_name() -> None:
    text = """{"s": {"func": "sampler3D", "args": [], "texture": "DEFAULT"},
    "t": {"texture": "wood.png"}, "u": {"func": "glUniform1f", "args": [1]}}"""
    found = read_file(text, "x.json")
    assert found.textures == ("s", "t")
    assert [entry.name for entry in found.entries] == ["u"]


def test_the_line_of_each_key() -> None:
    found = read_file(TEXT, "x.json")
    assert [found.place(key) for key in ("injectionSwitch", "steps", "tint", "$compute")] == [
        "x.json:2", "x.json:3", "x.json:7", "x.json:8",
    ]  # fmt: skip
    assert found.place("none") == "x.json"


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        ("{", "expected a JSON object of uniforms", "x.json"),
        (
            '{\n"u": 3}',
            "uniform 'u': expected an object with 'func' and 'args', but 3 came",
            "x.json:2",
        ),
        (
            '{"$grid": {"dimensions": [2, 2]}}',
            "$grid is not supported: the whole image is drawn",
            "x.json:1",
        ),
        (
            '{"$frame": {}}',
            f"expected {', '.join(KNOWN)} or the name of a uniform, but '$frame' came",
            "x.json:1",
        ),
        (
            '{"$compute": [1]}',
            "$compute: expected an object with num_groups, buffer, buffers, but [1] came",
            "x.json:1",
        ),
        (
            '{"$compute": {"num_group": [1, 1, 1]}}',
            "$compute: expected num_groups, buffer, buffers, but 'num_group'",
            "x",
        ),
        (
            '{"$compute": {"num_groups": [true, 1, 1]}}',
            "'num_groups' of three numbers 1 to 65535",
            "x.json:1",
        ),
        (
            '{"u": {"func": "glUniform1f", "args": [1], "push_constant": 1}}',
            "expected true or false",
            "x.json:1",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, message: str, where: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_file(text, "x.json")
    assert message in caught.value.message
    assert caught.value.where.startswith(where)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70000) | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["func", "args", "binding", "buffer", "fields", "width"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["u", "$compute", "$render", "$grid", "$else"])


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(KEYS, JSON, max_size=3))
def test_any_other_json_is_bad_input_only(value: dict[str, object]) -> None:
    with contextlib.suppress(BadInput):
        assert isinstance(read_file(json.dumps(value), "x.json"), InputsFile)
