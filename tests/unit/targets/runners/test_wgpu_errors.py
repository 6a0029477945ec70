"""What wgpu says went wrong, and whose fault it is."""

import logging

import pytest

from aberration.targets.runners.wgpu_errors import Complaints, WgpuFailure, check_refusal


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
            "Validation Error\n\nCaused by:\n  In wgpuDeviceCreateTexture\n    Not enough memory left.\n",
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
    check_refusal(ValueError("Shader error\n  12 | fn f() {} // Not enough memory left\n expected ';'"))
