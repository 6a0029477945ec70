"""Names of what a test was made of."""

import pytest
from helpers.dashboard import corpus_case
from helpers.toy import add, toy_case

from aberration.campaign.coverage import features_of, kinds_of, stage_of
from aberration.core.program import Language, Program, Stage

C = b"// while\nint main(void) { /* goto */ for (;;) return 0; }"
GLSL = b"void main() { if (sin(x) > 0.0) discard; my_for = clamp(y, 0.0, 1.0); } // texture"
WGSL = b"fn f() { loop { continuing { } } switch textureSampleLevel(t) { default { } } }"


@pytest.mark.parametrize(
    ("language", "stage", "source", "features"),
    [
        ("c", "program", C, {"int", "void", "for", "return"}),
        ("glsl", "fragment", GLSL, {"if", "sin", "discard", "clamp"}),
        ("essl", "fragment", GLSL, {"if", "sin", "discard", "clamp"}),
        ("wgsl", "compute", WGSL, {"loop", "continuing", "switch", "textureSampleLevel"}),
        ("glsl", "fragment", b"\xff\xfe", set()),
        ("spirv", "fragment", b"no module", set()),
        ("spirv", "fragment", b"\x03\x02\x23\x07" + b"\0" * 64, set()),
        ("spirv", "fragment", b"", set()),
    ],
)
def test_features(language: Language, stage: Stage, source: bytes, features: set[str]) -> None:
    assert features_of(Program(language, stage, source)) == tuple(sorted(features))


def test_a_module_is_made_of_its_instructions() -> None:
    case = corpus_case("spirv-opt-fission-wrong-value")
    features = features_of(case.recipe.seeds["seed"])
    assert {"OpEntryPoint", "OpTypeFloat", "OpLoopMerge", "OpReturn"} <= {*features}
    assert list(features) == sorted({*features})


def test_an_instruction_that_is_longer_than_its_module_is_the_last() -> None:
    words = (0x07230203, 0x10000, 0, 9, 0, 0xFFFF << 16 | 253)
    source = b"".join(word.to_bytes(4, "little") for word in words)
    assert features_of(Program("spirv", "fragment", source)) == ("OpReturn",)


def test_kinds_and_stage_of_a_test() -> None:
    case = corpus_case("spirv-opt-fission-wrong-value")
    assert stage_of(case) == "spirv fragment"
    assert kinds_of(case) == tuple(sorted({str(step["type"]) for step in case.recipe.steps}))
    assert kinds_of(toy_case(add("a"), add("b"))) == (str(add("a")["type"]),)
