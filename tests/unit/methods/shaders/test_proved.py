from __future__ import annotations

import pytest
from helpers.live_modules import MODULE, live_module
from helpers.shading_runs import needs_compiler
from helpers.transform import numbered
from msgspec.structs import replace

from aberration.core.errors import BadInput
from aberration.core.limits import beyond
from aberration.core.outcome import Image
from aberration.languages.spirv.assembly import assemble
from aberration.methods.shaders.proved import Proofs, claim_of

pytestmark = needs_compiler


def test_the_claim_is_what_is_proved() -> None:
    proofs = Proofs()
    found = proofs.of(live_module())
    assert proofs.of(live_module()) is found
    claim = claim_of(found)
    assert isinstance(claim.outcome, Image)
    assert claim.outcome.format == "rgba8"
    assert claim.limits is not None
    assert beyond(claim.outcome, claim.limits).beyond == 0


def test_what_is_undefined_is_no_test() -> None:
    text = MODULE.replace("OpStore %shade %float_1", "")
    seed = replace(live_module(), source=assemble(numbered(text), (1, 3)))
    with pytest.raises(BadInput, match=r"it is no test: .*never written|nothing of its result"):
        Proofs().of(seed)
    assert Proofs().any_of(seed).outcome is None or not Proofs().any_of(seed).compared
