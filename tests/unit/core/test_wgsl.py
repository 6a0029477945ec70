"""Comments and entry points of WGSL, before it is parsed."""

import pytest

from aberration.core.wgsl import enabled_extensions, entry_point, without_comments


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a // b\nc", "a  \nc"),
        ("a // b\u2028c", "a  \u2028c"),
        ("a // b /* c\nd", "a  \nd"),
        ("a /* b /* c */ d */ e", "a   e"),
        ("a /* b // */ c", "a   c"),
        ("a /* b", "a  "),
        ("a */ b", "a */ b"),
        ("a / b * c", "a / b * c"),
        ("//", " "),
        ("", ""),
    ],
)
def test_a_comment_is_a_space(text: str, left: str) -> None:
    assert without_comments(text) == left


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@fragment fn main() {}", ("fragment", "main")),
        ("@compute @workgroup_size(8, 4)\nfn go() {}", ("compute", "go")),
        ("@workgroup_size(1) @ compute fn go() {}", ("compute", "go")),
        ("// @fragment fn a() {}\n@compute fn b() {}", ("compute", "b")),
        ("/* @fragment /* */ fn a() {} */ @compute /* fn b */ fn c() {}", ("compute", "c")),
        ("@vertex fn a() {} @fragment fn b() {} @compute fn c() {}", ("fragment", "b")),
        ("@vertex fn a() {}", ("vertex", "a")),
        ("fn fragment() {}", None),
        ("@fragment", None),
        ("@fragment const x = 1; fn main() {}", None),
        ("", None),
    ],
)
def test_the_first_entry_point_counts(text: str, found: tuple[str, str] | None) -> None:
    assert entry_point(text) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("enable subgroups;", {"subgroups"}),
        (
            "enable f16 ,subgroups, ; enable\nclip_distances;",
            {"f16", "subgroups", "clip_distances"},
        ),
        ("// enable f16;\nrequires subgroups; /* enable f16; */", set()),
        ("", set()),
    ],
)
def test_directives_switch_extensions_on(text: str, words: set[str]) -> None:
    assert enabled_extensions(text) == words
