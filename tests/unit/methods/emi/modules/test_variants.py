from __future__ import annotations

import pytest
from helpers.grouped import grouped
from helpers.live_modules import MODULE, live_module
from helpers.shading_runs import needs_compiler
from helpers.transform import ident, numbered
from msgspec.structs import replace

from aberration.core.errors import BadInput, InternalError
from aberration.core.inputs import Inputs
from aberration.core.method import Request
from aberration.core.oracle import Expected
from aberration.core.program import Program
from aberration.core.recipe import TestCase
from aberration.core.rng import Rng
from aberration.languages.spirv.assembly import assemble
from aberration.languages.spirv.interpret.proof import Budget
from aberration.languages.spirv.module import Module
from aberration.languages.spirv.validate import environment_of, validate
from aberration.methods.emi.method import EmiMethod
from aberration.methods.emi.modules.variants import ModuleVariants
from aberration.methods.shaders import proved

pytestmark = needs_compiler
METHOD = EmiMethod()


def made(variants: int = 2, **options: str) -> list[TestCase]:
    request = Request(5, variants, live_module(), options=options, language="spirv")
    return list(METHOD.make(request))


def test_variants_are_made_again_byte_for_byte() -> None:
    cases = made(3)
    assert len({case.programs["program"].source for case in cases}) == 3
    for case in cases:
        source = case.programs["program"].source
        assert validate(source, environment_of(source)) is None
        assert METHOD.replay(case.recipe).case == case
        assert METHOD.replay(case.recipe).skipped == 0
        assert isinstance(case.oracle, Expected)
        assert METHOD.permitted_otherwise(case, case.oracle.outcome).reason == ""
        assert METHOD.with_checks(case) is None
        assert METHOD.precise(case) is None


def test_every_subset_of_the_steps_is_a_variant() -> None:
    case = made(1)[0]
    for number in range(8):
        rng = Rng.of(number, "subset")
        steps = tuple(step for step in case.recipe.steps if rng.chance(0.4))
        again = METHOD.replay(case.recipe.with_steps(steps)).case
        source = again.programs["program"].source
        assert validate(source, environment_of(source)) is None
        assert again.oracle == case.oracle


def test_smaller_steps_keep_the_claim() -> None:
    case = made(1)[0]
    for number, smaller in enumerate(METHOD.simplify(case.recipe)):
        if number % 8 == 0:
            assert METHOD.replay(smaller).case.oracle == case.oracle


def test_a_variant_that_gives_something_else_is_a_defect_of_ours() -> None:
    case = made(1, kinds="TrueGuard")[0]
    steps = [{**step, "choice": _opposite(step["choice"])} for step in case.recipe.steps]
    with pytest.raises(InternalError, match="does not give what its seed gives"):
        METHOD.replay(case.recipe.with_steps(tuple(steps)))


def _opposite(choice: object) -> dict[str, object]:
    assert isinstance(choice, dict)
    return {**choice, "value": not choice["value"]}


def test_a_variant_that_is_too_much_work_is_no_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    case = made(1)[0]
    monkeypatch.setattr(proved, "BUDGET", Budget(steps=10, whole_steps=10))
    with pytest.raises(BadInput, match="too much work"):
        EmiMethod().replay(case.recipe)


def test_in_a_smaller_program_the_claim_is_what_it_gives_itself() -> None:
    case = made(1)[0]
    seed = case.recipe.seeds["seed"]
    module = Module.parse(seed.source)
    start = module.definition(ident("%int_1"))
    assert start is not None
    module.set_operands(start, [2])
    smaller = replace(seed, source=module.to_bytes())
    bare = replace(case.recipe, seeds={"seed": smaller}, steps=())
    again = METHOD.replay(bare).case
    assert again.oracle != case.oracle


def test_a_difference_is_one_of_assemblies() -> None:
    first, second = made(2)
    text = METHOD.delta(first, second)
    assert text.startswith("--- passing")
    assert "OpBranchConditional" in text


def test_large_images_are_drawn_in_tiles_and_odd_ones_made_even() -> None:
    variants = ModuleVariants("emi", 1)
    wide = replace(live_module(), inputs=Inputs(width=67, height=67))
    (case,) = variants.make(Request(1, 1, wide))
    inputs = case.programs["program"].inputs
    assert (inputs.width, inputs.height) == (66, 66)
    assert len(inputs.tiles) == 16
    assert case.recipe.seeds["seed"].inputs == inputs


@pytest.mark.parametrize("entries", [0, 2])
def test_seeds_are_refused(entries: int) -> None:
    module = Module.parse(live_module().source)
    (entry,) = [each for each in module.preamble if each.ops[-2:] == [ident("%in"), ident("%out")]]
    if entries:
        module.insert_preamble(module.preamble.index(entry), entry.copy())
    else:
        module.remove(entry)
    seed = replace(live_module(), source=module.to_bytes())
    with pytest.raises(BadInput, match="one entry point"):
        METHOD.make(Request(5, 1, seed, language="spirv"))


def test_a_seed_that_chooses_one_of_a_subgroup_is_refused() -> None:
    data = grouped("%r = OpGroupNonUniformElect %bool %u3")
    seed = replace(live_module(), source=data)
    with pytest.raises(BadInput, match="chooses one invocation of each subgroup"):
        METHOD.make(Request(5, 1, seed, language="spirv"))


def test_a_seed_that_asks_for_its_number_in_a_subgroup_is_refused() -> None:
    data = grouped(
        "%n = OpLoad %uint %number",
        globals_="%number = OpVariable %uint_input Input",
        annotations="OpDecorate %number BuiltIn SubgroupLocalInvocationId",
        interface="%number",
    )
    seed = replace(live_module(), source=data)
    with pytest.raises(BadInput, match="its number in a subgroup"):
        METHOD.make(Request(5, 1, seed, language="spirv"))


def test_what_is_no_module_is_refused() -> None:
    with pytest.raises(BadInput, match="expected a SPIR-V module"):
        METHOD.make(Request(5, 1, None, language="spirv"))
    with pytest.raises(BadInput, match="places that run"):
        METHOD.make(Request(5, 1, nothing(), language="spirv"))


def nothing() -> Program:
    """Return a module that does next to nothing."""
    before, _, _ = MODULE.partition("%main = OpFunction")
    body = """
        %black = OpConstantNull %v4float
        %main = OpFunction %void None %main_type
        %entry = OpLabel
        OpStore %out %black
        OpReturn
        OpFunctionEnd
    """
    return replace(live_module(), source=assemble(numbered(before + body), (1, 3)))
