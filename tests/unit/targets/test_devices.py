"""Devices of whatever drivers there are, as targets."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from aberration.core.errors import BadInput
from aberration.core.target import BY_REQUEST, OLDER, Target
from aberration.targets import devices, opengl, vulkan, webgpu
from aberration.targets.answers import Answer, DeviceDescription, Question
from aberration.targets.devices import RESIDENT, providers, silent_drivers, slug_of
from aberration.targets.drivers import loader_manifests, named_manifests
from aberration.targets.user_drivers import drivers_of
from aberration.targets.user_file import VARIABLE

pytestmark = pytest.mark.usefixtures("without_roots")

H200 = DeviceDescription(
    "NVIDIA H200", "NVIDIA H200, NVIDIA 580.159.03", "580.159.03", "NVIDIA", uuid="aa"
)
RADEON = DeviceDescription(
    "AMD Radeon RX 7900 XTX (RADV NAVI31)",
    "AMD Radeon RX 7900 XTX (RADV NAVI31), radv Mesa 26.2.6",
    "26.2.6",
    "radv",
)
LLVMPIPE = DeviceDescription(
    "llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6", "22.3.6", "llvmpipe", software=True
)

Driven = Callable[[dict[str, Answer | None]], dict[str, Target]]


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Driven:
    """Return the targets of a machine whose manifests have these names and give these answers;
    `EGL` is EGL's.
    """
    monkeypatch.setattr(vulkan, "reported_devices", lambda: {LLVMPIPE.reported})
    monkeypatch.setattr(opengl, "reported_devices", lambda: set())
    monkeypatch.setattr(vulkan, "used_manifests", list)

    def targets(answers: dict[str, Answer | None]) -> dict[str, Target]:
        manifests = [tmp_path / f"{name}.json" for name in answers if name != "EGL"]
        for path in manifests:
            path.touch()
        monkeypatch.setattr(devices, "loader_manifests", lambda _: manifests)

        def ask_all(questions: list[Question]) -> list[Answer | None]:
            return [
                answers.get(Path(question.manifest).stem or "EGL", Answer())
                for question in questions
            ]

        monkeypatch.setattr(devices, "ask_all", ask_all)
        return {target.id: target for target in providers()}

    return targets


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("NVIDIA H200", "nvidia-h200"),
        ("NVIDIA GeForce RTX 4090/PCIe/SSE2", "nvidia-geforce-rtx-4090"),
        ("AMD Radeon RX 7900 XTX (RADV NAVI31)", "amd-radeon-rx-7900-xtx"),
        (
            "AMD Radeon RX 7900 XTX (radeonsi, navi31, LLVM 15.0.7, DRM 3.54)",
            "amd-radeon-rx-7900-xtx",
        ),
        ("Intel(R) UHD Graphics 620 (KBL GT2)", "intel-uhd-graphics-620"),
        ("llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe"),
        ("zink Vulkan 1.4(llvmpipe (LLVM 22.1.8, 256 bits) (MESA_LLVMPIPE))", "zink-vulkan-1-4"),
        ("Apple M2 Max", "apple-m2-max"),
        ("()", "device"),
        ("x" * 99, "x" * 40),
    ],
)
def test_ids_have_short_names(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_every_device_of_every_driver_is_a_target(driven: Driven) -> None:
    found = driven(
        {
            "nvidia_icd": Answer((H200,)),
            "radeon_icd": Answer((RADEON,)),
            "lvp_icd": Answer((LLVMPIPE,)),
        }
    )
    assert list(found) == [
        "vulkan:nvidia-h200@580.159.03",
        "vulkan:nvidia-h200@580.159.03:rgba32f",
        "vulkan:amd-radeon-rx-7900-xtx@26.2.6",
        "vulkan:amd-radeon-rx-7900-xtx@26.2.6:rgba32f",
    ]
    target = found["vulkan:nvidia-h200@580.159.03"]
    assert (target.family, target.groups, target.languages) == (
        "nvidia",
        ("vulkan", "devices"),
        ("spirv",),
    )
    assert found["vulkan:amd-radeon-rx-7900-xtx@26.2.6"].family == "radv-aco"
    worker = target.stages[0].worker
    assert (worker.memory, worker.resident) == (0, RESIDENT)
    assert (worker.option("device"), worker.option("uuid")) == (H200.reported, "aa")
    assert dict(worker.environment)["VK_DRIVER_FILES"].endswith("/nvidia_icd.json")
    floats = found["vulkan:nvidia-h200@580.159.03:rgba32f"]
    assert (floats.groups, floats.stages[0].worker.option("format")) == (
        ("float-images",),
        "rgba32f",
    )


def test_two_alike_have_numbers_and_two_drivers_of_one_device_are_no_versions_of_each_other(
    driven: Driven,
) -> None:
    twin = msgspec.structs.replace(H200, uuid="bb")
    amdvlk = msgspec.structs.replace(
        RADEON, reported="AMDVLK", version="2.0.302", driver="AMD open-source driver"
    )
    found = driven(
        {"nvidia": Answer((H200, twin)), "radeon": Answer((RADEON,)), "amd": Answer((amdvlk,))}
    )
    assert found["vulkan:nvidia-h200-2@580.159.03"].stages[0].worker.option("uuid") == "bb"
    assert not any(OLDER in target.groups for target in found.values())
    assert found["vulkan:amd-radeon-rx-7900-xtx@2.0.302"].family == "amd-open-source-driver"


def test_of_two_versions_of_a_driver_the_newer_one_is_taken(driven: Driven) -> None:
    older = msgspec.structs.replace(RADEON, reported="older", version="25.0.7")
    found = driven({"radeon": Answer((RADEON,)), "other": Answer((older,))})
    assert OLDER in found["vulkan:amd-radeon-rx-7900-xtx@25.0.7"].groups
    assert OLDER not in found["vulkan:amd-radeon-rx-7900-xtx@26.2.6"].groups


def test_devices_of_egl_take_glsl_and_essl(driven: Driven) -> None:
    renderer = DeviceDescription(
        "NVIDIA H200/PCIe/SSE2", "NVIDIA H200/PCIe/SSE2, 4.6.0 NVIDIA 580.159.03", "580.159.03"
    )
    found = driven({"EGL": Answer((LLVMPIPE, renderer))})
    assert list(found) == ["opengl:nvidia-h200@580.159.03", "opengl:nvidia-h200@580.159.03:rgba32f"]
    target = found["opengl:nvidia-h200@580.159.03"]
    assert (target.languages, target.stages[0].worker.runner) == (("glsl", "essl"), "opengl")
    options = dict(target.stages[0].worker.options)
    chosen = {"renderer": "NVIDIA H200/PCIe/SSE2", "told": renderer.reported}
    assert options == chosen | {"devices": "all"}


def test_the_same_driver_is_one_target_unless_the_user_names_it(
    driven: Driven, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    manifest = tmp_path / "mine.json"
    manifest.touch()
    monkeypatch.setenv("VK_ADD_DRIVER_FILES", str(manifest))
    found = driven({"lvp_icd": Answer((LLVMPIPE,)), "mine": Answer((LLVMPIPE,))})
    assert {name: target.groups for name, target in found.items()} == {
        "vulkan:llvmpipe@22.3.6": ("vulkan", "devices", "mine", BY_REQUEST),
        "vulkan:llvmpipe@22.3.6:rgba32f": ("float-images", BY_REQUEST),
    }


def test_a_users_driver_is_named_in_one_line(
    driven: Driven, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "built.json").touch()
    (tmp_path / "lost.json").touch()
    text = 'driver.my-mesa.vulkan = "build"\ndriver.lost.vulkan = "lost.json"\n'
    (tmp_path / "mine.toml").write_text(text)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "mine.toml"))
    found = driven({"built": Answer((RADEON,)), "lost": Answer(failure="it has no device here")})
    assert found["vulkan:amd-radeon-rx-7900-xtx@26.2.6"].groups == ("vulkan", "devices", "my-mesa")
    lost = found["vulkan:lost"]
    assert (lost.available, lost.reason, lost.groups) == (
        False,
        "lost.json: it has no device here",
        ("vulkan", "devices", "lost"),
    )


def test_drivers_without_a_device_are_told(driven: Driven) -> None:
    driven(
        {
            "intel_icd": Answer(failure="it has no device here"),
            "busy_icd": None,
            "nvidia_icd": Answer((H200,)),
        }
    )
    assert ("intel_icd.json", "it has no device here") in silent_drivers()
    assert not [
        label for label, _ in silent_drivers() if label in ("busy_icd.json", "nvidia_icd.json")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("driver = 3", "driver: expected tables [driver.NAME]"),
        ("driver.a = 3", "driver.a: Expected `object`, got `int`"),
        ('driver.a.vulcan = "x"', "driver.a: Object contains unknown field `vulcan`"),
        (
            'driver.a.environment = {X = "1"}',
            "driver.a: expected the key vulkan or egl, but neither came",
        ),
        (
            'driver.a.vulkan = "nowhere"',
            "driver.a.vulkan: expected a manifest or a folder of them (*.json), but none",
        ),
        (
            'driver."a b".vulkan = "x"',
            "expected a driver name of letters, digits and ._-, but 'a b' came",
        ),
    ],
)
def test_what_is_wrong_in_the_users_file_is_told(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(BadInput) as raised:
        drivers_of(path)
    assert message in str(raised.value)
    assert str(path) in str(raised.value)


def test_a_users_driver_brings_its_variables(tmp_path: Path) -> None:
    for name in ("a.json", "b.json", "mesa.json"):
        (tmp_path / name).write_text(json.dumps({}))
    line = (
        '[driver.mine]\nvulkan = "a.json"\negl = "mesa.json"\n'
        'environment = { LD_LIBRARY_PATH = "/opt/lib" }\n'
    )
    (tmp_path / "mine.toml").write_text(line)
    (driver,) = drivers_of(tmp_path / "mine.toml")
    assert (driver.name, driver.manifests, driver.vendors) == (
        "mine",
        (tmp_path / "a.json",),
        (tmp_path / "mesa.json",),
    )
    assert driver.environment == (("LD_LIBRARY_PATH", "/opt/lib"),)


def test_manifests_are_looked_for_where_the_loader_does(tmp_path: Path) -> None:
    places = {
        "config": "XDG_CONFIG_HOME",
        "data": "XDG_DATA_HOME",
        "shared": "XDG_DATA_DIRS",
        "etc": "XDG_CONFIG_DIRS",
    }
    for name in places:
        (tmp_path / name / "vulkan" / "icd.d").mkdir(parents=True)
        (tmp_path / name / "vulkan" / "icd.d" / f"{name}.json").touch()
    (tmp_path / "added.json").touch()
    (tmp_path / "config" / "vulkan" / "icd.d" / "added.json").symlink_to(tmp_path / "added.json")
    environment = {variable: str(tmp_path / name) for name, variable in places.items()}
    environment["VK_ADD_DRIVER_FILES"] = str(tmp_path / "added.json")
    found = [path for path in loader_manifests(environment) if tmp_path in path.parents]
    assert [path.stem for path in found] == ["added", "config", "etc", "data", "shared"]


def test_the_users_variables_name_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in ("folder/b.json", "folder/a.json", "one.json"):
        (tmp_path / name).touch()
    words = {
        "VK_ICD_FILENAMES": f"{tmp_path}/one.json:{tmp_path}/gone.json",
        "VK_DRIVER_FILES": f"{tmp_path}/folder",
    }
    assert [path.name for path in named_manifests(words)] == ["a.json", "b.json", "one.json"]
    assert named_manifests({}) == []


def test_compilers_of_webgpu_stand_upon_every_device(driven: Driven) -> None:
    driven({"nvidia_icd": Answer((H200,)), "EGL": Answer((RADEON,))})
    below = webgpu.all_below()
    assert set(below) == {"lavapipe", "swiftshader", "gl-llvmpipe", "nvidia-h200@580.159.03"}
    found = below["nvidia-h200@580.159.03"]
    assert (found.device, found.memory, found.resident, found.groups) == (
        "NVIDIA H200",
        0,
        RESIDENT,
        (),
    )
