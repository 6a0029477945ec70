"""The entry point: a program in, the same program in another language out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from aberration.core.errors import BadInput, MalformedShader, Untranslatable
from aberration.core.inputs import Inputs
from aberration.core.program import POINTED, Program

from ..allowed import first_refusal
from ..analysis.facts import Facts
from ..builtins.row import Stage
from ..checker import check
from ..checker.stage_variables import stage_variables
from ..dialects import dialect_of
from ..interpret.compiled import SEMANTICS
from ..interpret.interface import InterfaceReader
from ..interpret.trap import Refused
from ..read import Shader as Read
from ..read import read
from ..rules import Rules
from ..tree import Interface, LanguageName, Module, Node
from ..tree.walk import walk
from ..write import write
from .family_to_family import FamilyToFamily
from .family_to_wgsl import FamilyToWgsl
from .glsl.emitter import FamilyEmitter
from .reader import Given
from .refusals import untranslatable
from .wgsl.emitter import WgslEmitter
from .wgsl_to_family import WgslToFamily

_LANGUAGES: Final[Mapping[str, LanguageName]] = {"glsl": "glsl", "essl": "essl", "wgsl": "wgsl"}
_NEWEST: Final[Mapping[LanguageName, int]] = {"glsl": 460, "essl": 320, "wgsl": 0}
_OLDEST: Final[Mapping[LanguageName, int]] = {"glsl": 330, "essl": 100, "wgsl": 0}
"""Older versions are sources only."""


def translate(program: Program, language: str, version: int | str = "") -> Program:
    """Return the same program in another language, or another version of its own, with inputs that
    fit.

    `language` is "glsl", "essl" or "wgsl"; `version` a number as `#version` has it (330 to 460;
    300, 310 or 320, also as "310 es"); empty for the newest, and nothing for WGSL. What the source
    defines is what the target defines: where the target leaves open what the source has a result
    for, the translation guards it. Integers are the same to the bit; floats as far as both
    languages promise.

    Raise `Untranslatable`, with one of `refusals.REASONS`, where the target has no such thing,
    `MalformedShader` for a program that is none, and `BadInput` for a language or version that is
    not known.
    """
    rules = _rules(language, version)
    given = _LANGUAGES.get(program.language)
    if given is None:
        raise BadInput(f"expected a program in GLSL, ESSL or WGSL, came one in {program.language}")
    found = read(program.source, given, program.name)
    stage = _stage(program, found, rules)
    if given == rules.language == "wgsl":
        return program
    module, inputs = _translate(program, found, stage, rules)
    refused = first_refusal(module, rules)
    if refused is not None:
        raise untranslatable(
            "target version", refused[1], found.source, _origin(found.module, rules, refused[1])
        )
    text = write(module)
    _prove(text, stage, rules, found)
    return replace(program, language=rules.language, source=text.encode(), inputs=inputs)


def _rules(language: str, version: int | str) -> Rules:
    name = _LANGUAGES.get(language)
    if name is None:
        raise BadInput(f"expected the language glsl, essl or wgsl, came {language!r}")
    digits = str(version).removesuffix("es").removesuffix("core").strip()
    number = int(digits) if digits.isdecimal() else _NEWEST[name]
    known = tuple(one for one in dialect_of(name).versions if one >= _OLDEST[name])
    if number not in known or (digits and not digits.isdecimal()):
        expected = ", ".join(map(str, known))
        raise BadInput(f"expected a version of {language} ({expected}), came {version!r}")
    return dialect_of(name).rules(number)


def _stage(program: Program, found: Read, rules: Rules) -> Stage:
    if program.stage == "program":
        raise untranslatable("stage", "a program without a stage", found.source)
    if program.is_pair:
        raise untranslatable("stage", "a pair of a vertex and a fragment shader", found.source)
    if program.stage in POINTED:
        what = f"a program for the {program.stage} stage"
        raise untranslatable("stage", what, found.source)
    if program.inputs.constants:
        what = "values of specialisation constants"
        raise untranslatable("given constants", what, found.source)
    stage: Stage = program.stage
    old = rules.language == "essl" and rules.version < 300
    if old or (rules.language != "wgsl" and not _has_stage(rules, stage)):
        raise untranslatable("target version", f"a {stage} shader for {rules.title}", found.source)
    return stage


def _has_stage(rules: Rules, stage: Stage) -> bool:
    variables = stage_variables(rules.language, rules.version, stage)
    return any(use in ("in", "out") for use, _ in variables.values())


def _translate(program: Program, found: Read, stage: Stage, rules: Rules) -> tuple[Module, Inputs]:
    typing = check(found.module, stage, found.source)
    for node in found.module.decls:
        if isinstance(node, Interface) and (node.array or node.storage in ("in", "out")):
            raise untranslatable("blocks", f"the block {node.name}", found.source, node)
    language, wanted = found.module.language, rules.language
    target = rules, stage, SEMANTICS[language], SEMANTICS[wanted], found.source
    try:
        facts = Facts(typing, SEMANTICS[language])
        given = Given(found.rules, facts, InterfaceReader(typing, stage).read(), program.inputs)
        if wanted == "wgsl":
            return FamilyToWgsl(given, WgslEmitter(*target)).module()
        if language == "wgsl":
            return WgslToFamily(given, FamilyEmitter(*target)).module()
        return FamilyToFamily(given, FamilyEmitter(*target)).module()
    except Refused as error:
        raise untranslatable("interpreter", error.message, found.source) from None
    except RecursionError:
        raise untranslatable("size", "a tree that is too deep", found.source) from None


def _origin(module: Module, rules: Rules, reason: str) -> Node | None:
    """Return what of the source a target lacks for the same reason."""
    return next((node for node in walk(module) if rules.refusal(node) == reason), None)


def _prove(text: str, stage: Stage, rules: Rules, found: Read) -> None:
    """Refuse what the target's own rules refuse, which are the last word."""
    try:
        made = read(text, rules.language)
        check(made.module, stage, made.source)
    except Untranslatable:
        raise
    except MalformedShader as error:
        raise untranslatable("target rules", f"({error.message})", found.source) from None
