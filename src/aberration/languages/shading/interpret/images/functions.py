"""What the functions of storage images are in a language, and what stands for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ...tree import Call, Declaration, Expression, Module
from .declared import ImageVariable


class ImageFunctions(msgspec.Struct, frozen=True):
    """The functions of storage images in a language. What is called in place of one is a stem with
    its suffix behind it; `writes` are those that change the image.

    `declarations` gives the block and the functions of an image, whose names begin with a stem;
    `arguments` what they are given in place of those of a call.
    """

    suffixes: Mapping[str, str]
    writes: frozenset[str]
    declarations: Callable[[Module, ImageVariable, str], tuple[Declaration, ...]]
    arguments: Callable[[Call, ImageVariable], tuple[Expression, ...]]
