"""Places that tell what some values are there, as C."""

from __future__ import annotations

from typing import Final

from aberration.languages.spirv.instruction import Block

from .writer import NativeWriter

_KINDS: Final = ("U", "B", "J", "E")


def write_probes(w: NativeWriter, block: Block, at: int) -> None:
    """Write the probes of a place."""
    for number, probe in w.unit.probes_at.get((block.id, at), ()):
        texts = [_value(w, value_id) for value_id in probe.values]
        w.put(f"{{ int64_t row_[] = {{{', '.join([*texts, '0'])}}};")
        w.put(f"probe({number}, {len(texts)}, row_); }}")


def _value(w: NativeWriter, value_id: int) -> str:
    (cell,) = w.values[value_id]
    assert cell.kind in _KINDS
    leaf = w.leaf_of(value_id)
    return f"PROBE_{cell.kind}({cell.text}, {int(leaf.kind == 'int' and leaf.signed)})"
