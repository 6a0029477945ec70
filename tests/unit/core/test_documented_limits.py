"""What front ends say that they do not take."""

from __future__ import annotations

import re

from aberration.core.documented_limits import LIMITS, limit_of, words_for


def test_each_limit_has_a_name_of_its_own_and_a_source() -> None:
    assert len({limit.name for limit in LIMITS}) == len(LIMITS)
    for limit in LIMITS:
        assert limit.source
        assert limit.front_end
        assert re.compile(limit.words)
        assert limit.name in words_for(limit)


def test_a_refusal_by_a_limit_is_told_from_another() -> None:
    found = limit_of("0:1(10): error: GLSL 4.50 is not supported. Supported versions are: 1.10")
    assert found is not None
    assert found.name == "mesa-version"
    assert limit_of("0:7(3): error: syntax error, unexpected '}'") is None
    assert limit_of("") is None


def test_a_pointer_that_an_extension_lets_pass_is_a_limit() -> None:
    """Babylon's shaders pass storage buffers by pointer, as Dawn allows; naga lacks the feature."""
    space = "Storage { access: StorageAccess(LOAD | STORE) }"
    said = f"Argument 'cell' at index 0 is a pointer of space {space}, which can't be passed into"
    found = limit_of(f"{said} functions.")
    assert found is not None
    assert found.name == "naga-pointer-parameter"


def test_a_capability_that_no_device_was_asked_for_is_a_limit() -> None:
    said = "Shader requires capability Capabilities(SUBGROUP | SUBGROUP_BARRIER)"
    found = limit_of(said)
    assert found is not None
    assert found.name == "naga-capability"


def test_what_glsl_for_opengl_does_not_have_is_a_limit_of_spirv_cross() -> None:
    """A uniform block was laid out otherwise, and a seed asked its subgroup."""
    layout = (
        "SPIRV-Cross threw an exception: Push constant block cannot be expressed as neither std430 "
        "nor std140. ES-targets do not support GL_ARB_enhanced_layouts."
    )
    subgroup = "This subgroup operation is only supported in Vulkan semantics."
    for said, name in ((layout, "es-layout"), (subgroup, "subgroup")):
        found = limit_of(said)
        assert found is not None
        assert found.name == f"spirv-cross-{name}"
