"""Translation of checked shaders between GLSL, ESSL and WGSL: `translate(program, language,
version)`.
"""

from aberration.languages.shading.translate.translate import translate

__all__ = ["translate"]
