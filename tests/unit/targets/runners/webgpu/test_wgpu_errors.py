"""What wgpu says went wrong, and whose fault it is."""

import logging

import pytest

from aberration.core.outcome import Rejected
from aberration.core.program import Language
from aberration.targets.runners.webgpu.wgpu_errors import (
    Complaints,
    WgpuFailure,
    check_refusal,
    refusal_of,
)


def test_an_error_in_passing_is_a_failure() -> None:
    complaints = Complaints()
    try:
        complaints.check()
        logging.getLogger("wgpu").warning("slow")
        complaints.check()
        logging.getLogger("wgpu").error("The WGPU device was lost (%s)", "unknown")
        with pytest.raises(WgpuFailure, match=r"^The WGPU device was lost \(unknown\)$"):
            complaints.check()
        complaints.forget()
        complaints.check()
    finally:
        complaints.close()
    logging.getLogger("wgpu").error("nobody listens")
    complaints.check()


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            (
                "Validation Error\n\nCaused by:\n  In wgpuDeviceCreateTexture\n"
                "    Not enough memory left.\n"
            ),
            "^out of memory: Not",
        ),
        (
            "Validation Error\n\nCaused by:\n  In wgpuQueueSubmit\n    Parent device is lost\n",
            "^Parent device is lost$",
        ),
    ],
)
def test_a_broken_device_is_no_refusal(message: str, told: str) -> None:
    with pytest.raises(WgpuFailure, match=told):
        check_refusal(ValueError(message))


def test_a_message_about_the_program_is_a_refusal() -> None:
    check_refusal(
        ValueError("Shader error\n  12 | fn f() {} // Not enough memory left\n expected ';'")
    )


HEAD = "Validation Error\n\nCaused by:\n  In wgpuDeviceCreateShaderModule\n    "


@pytest.mark.parametrize(
    ("language", "message", "unasked"),
    [
        ("spirv", "unsupported instruction SpecConstantOp at Type", True),
        ("spirv", "invalid id 7", False),
        (
            "glsl",
            'Error { kind: NotImplemented("variable qualifier"), meta: Span { start: 1, end: 2 } }',
            True,
        ),
        (
            "glsl",
            'Error { kind: UnknownVariable("hue"), meta: Span { start: 67, end: 71 } }',
            False,
        ),
        ("wgsl", "unsupported instruction", False),
    ],
)
def test_what_naga_says_that_it_lacks_is_no_verdict(
    language: Language, message: str, unasked: bool
) -> None:
    assert refusal_of(RuntimeError(HEAD + message), language) == Rejected(
        HEAD + message, unasked=unasked
    )
