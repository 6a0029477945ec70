"""The generator of random shaders."""

from .generate import Generated, generate
from .settings import PRESETS, Features, Settings

__all__ = ["PRESETS", "Features", "Generated", "Settings", "generate"]
