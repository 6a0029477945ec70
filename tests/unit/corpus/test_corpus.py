"""The bundled corpus: complete, reproducible, valid, with inputs that fit, and donors that are
safe to call.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from helpers.corpus import ROOT, SUFFIXES, all_modules, donor_modules, inputs_of, modules, sources
from helpers.spirv_tools import spirv_dis

from aberration.campaign.loading.module_asked import attributes_of_module
from aberration.core.inputs import Inputs
from aberration.core.storage_images import ImageShape, TexelFormat, scalar_of_format
from aberration.languages.spirv import opcodes as op
from aberration.languages.spirv.instruction import Instruction
from aberration.languages.spirv.interpret.images import declared_image
from aberration.languages.spirv.interpret.leaves import Leaves
from aberration.languages.spirv.interpret.storage_images import declared_storage
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.preamble import decorations
from aberration.languages.spirv.types import pointee
from aberration.languages.spirv.validate import validate

KINDS = tuple(SUFFIXES)
MINIMUM = {"references": 36, "compute": 18, "vertex": 4, "donors": 20}
BINDING, ARRAY_STRIDE, MATRIX_STRIDE, OFFSET = 33, 6, 7, 35
UNIFORM_CONSTANT, PUSH_CONSTANT = 0, 9

DIVISIONS = (op.OpUDiv, op.OpSDiv, op.OpUMod, op.OpSMod, op.OpSRem, op.OpFDiv, op.OpFMod, op.OpFRem)
SHIFTS = (op.OpShiftLeftLogical, op.OpShiftRightLogical, op.OpShiftRightArithmetic)
NEEDS_GUARD = (*DIVISIONS, *SHIFTS)
CONVERSIONS = (op.OpConvertFToS, op.OpConvertFToU)
DERIVATIVES = (op.OpDPdx, op.OpDPdy, op.OpFwidth, op.OpDPdxFine, op.OpDPdyFine, op.OpFwidthFine)
NEVER = (*CONVERSIONS, *DERIVATIVES)


@pytest.mark.parametrize("kind", KINDS)
def test_there_are_enough_shaders(kind: str) -> None:
    assert len(sources(kind)) >= MINIMUM[kind]
    assert len(modules(kind)) == 2 * len(sources(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_every_shader_has_its_inputs_beside_it_and_nothing_is_left_over(kind: str) -> None:
    stems = [path.stem for path in sources(kind)]
    assert sorted(path.stem for path in (ROOT / kind).glob("*.json")) == stems
    assert {path.suffix for path in (ROOT / kind).iterdir()} == {SUFFIXES[kind], ".json"}
    assert [name for name, _ in modules(kind) if not name.endswith(".opt")] == stems


@pytest.mark.slow
def test_the_modules_are_what_the_sources_compile_to() -> None:
    command = [sys.executable, str(ROOT.parent / "tools" / "compile_corpus.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize(("name", "code"), all_modules(), ids=[name for name, _ in all_modules()])
def test_a_module_is_valid_and_of_a_useful_size(name: str, code: bytes) -> None:
    assert validate(code) is None
    assert 80 <= len(spirv_dis(code).splitlines()) <= 1000, name


@pytest.mark.parametrize("kind", KINDS)
def test_the_inputs_name_exactly_the_bindings_of_the_module_with_their_sizes(kind: str) -> None:
    for name, code in modules(kind):
        if name.endswith(".opt"):
            continue
        assert sorted(_expected(inputs_of(kind, name))) == sorted(_declared(Module.parse(code))), (
            name
        )


def test_sources_differ_in_kind_of_control_flow() -> None:
    texts = [path.read_text() for path in sources("references")]
    wanted = (
        "switch (",
        "discard;",
        "while (",
        "do {",
        "for (",
        "continue;",
        "break;",
        "struct ",
        "inout ",
        "falls thr",
    )
    for word in wanted:
        assert sum(word in text for text in texts) >= 2, word


def test_a_donor_tolerates_any_argument() -> None:
    for name, code in donor_modules():
        module = Module.parse(code)
        assert not [found for kind in NEVER for found in module.by_opcode(kind)], name
        unguarded = [
            found
            for kind in NEEDS_GUARD
            for found in module.by_opcode(kind)
            if not _constant(module, found.ops[1])
        ]
        assert unguarded == [], name


def test_a_donor_brings_functions_with_parameters_and_loops() -> None:
    shapes: Counter[str] = Counter()
    for name, code in donor_modules():
        if name.endswith(".opt"):
            continue
        module = Module.parse(code)
        assert len(module.functions) >= 4, name
        shapes.update(
            loops=bool(module.by_opcode(op.OpLoopMerge)),
            switches=bool(module.by_opcode(op.OpSwitch)),
            kills=bool(module.by_opcode(op.OpKill)),
            structs=any(re.search(r"^struct ", line) for line in _source_lines(name)),
        )
    assert shapes["loops"] >= 15
    assert min(shapes["switches"], shapes["structs"]) >= 5
    assert shapes["kills"] >= 1


def _kind(texels: TexelFormat, shape: ImageShape) -> str:
    """Return what has to be the same of an image: a buffer that is sampled tells its numbers."""
    return f"{scalar_of_format(texels) if shape == 'Buffer' else texels} {shape}"


def _source_lines(name: str) -> list[str]:
    return (ROOT / "donors" / f"{name}.frag").read_text().splitlines()


def _constant(module: Module, value_id: int) -> bool:
    """A constant scalar or vector without a zero among its parts."""
    definition = module.definition(value_id)
    if definition is None:
        return False
    if definition.op == op.OpConstantComposite:
        return all(_constant(module, part) for part in definition.ops)
    return definition.op == op.OpConstant and any(definition.ops)


def _expected(inputs: Inputs) -> Iterator[tuple[str, int, int]]:
    for uniform in inputs.uniforms:
        kind = "push" if uniform.push_constant else "block"
        yield kind, 0 if uniform.push_constant else uniform.binding, len(uniform.data)
    for buffer in inputs.buffers:
        image = inputs.storage_images.get(buffer.place)
        if image is None:
            yield "block", buffer.binding, len(buffer.data)
        else:
            yield _kind(image.format, image.shape), buffer.binding, 0
    for texture in inputs.textures:
        yield f"{texture.shape} of {texture.numbers}", texture.binding, 0
    for attribute in inputs.attributes:
        yield attribute.setter, attribute.location, attribute.columns


def _declared(module: Module) -> Iterator[tuple[str, int, int]]:
    for attribute in attributes_of_module(module):
        yield attribute.setter, attribute.location, attribute.columns
    leaves, stored = Leaves(module), declared_storage(module)
    for variable in module.by_opcode(op.OpVariable):
        if variable.block is not None:
            continue
        if variable.result_id in stored:
            kind, place = stored[variable.result_id].type, stored[variable.result_id].place
            yield _kind(kind.format, kind.shape), place[1], 0
            continue
        if variable.ops[0] == UNIFORM_CONSTANT:
            image = declared_image(leaves, variable)
            yield f"{image.type.shape} of {image.type.numbers}", image.place[1], 0
            continue
        block = module.definition(pointee(module, variable.type_id))
        assert block is not None
        if variable.ops[0] == PUSH_CONSTANT:
            yield "push", 0, _size(module, block)
        for binding in _decoration(module, variable.result_id, BINDING):
            yield "block", binding, _size(module, block)


def _decoration(module: Module, target_id: int, decoration: int) -> list[int]:
    return [found.ops[2] for found in decorations(module, target_id) if found.ops[1] == decoration]


def _size(module: Module, kind: Instruction) -> int:
    """Bytes of a type as laid out by its decorations, without padding at the end."""
    if kind.op == op.OpTypeStruct:
        return max(
            offset + _member_size(module, kind, index)
            for index, offset in _members(module, kind, OFFSET)
        )
    parts = module.definition(kind.ops[0])
    if kind.op == op.OpTypeArray and parts is not None:
        length = module.definition(kind.ops[1])
        assert length is not None
        return int(length.ops[0]) * _decoration(module, kind.result_id, ARRAY_STRIDE)[0]
    if kind.op == op.OpTypeVector:
        return 4 * int(kind.ops[1])
    return 4


def _member_size(module: Module, struct: Instruction, index: int) -> int:
    member = module.definition(struct.ops[index])
    assert member is not None
    if member.op == op.OpTypeMatrix:
        strides = dict(_members(module, struct, MATRIX_STRIDE))
        return int(member.ops[1]) * strides[index]
    return _size(module, member)


def _members(module: Module, struct: Instruction, decoration: int) -> list[tuple[int, int]]:
    return [
        (user.ops[1], user.ops[3])
        for user in module.users(struct.result_id)
        if user.op == op.OpMemberDecorate and user.ops[2] == decoration
    ]
