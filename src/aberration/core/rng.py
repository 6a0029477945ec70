"""The one source of randomness: small, fast, the same stream on every machine and build.

A generator comes from a seed and a path of names (`Rng.of(seed, "plan", 17)`), so that what one
part draws never shifts what another part draws.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = 0xFFFFFFFFFFFFFFFF


class Rng:
    """xorshift64* generator (Marsaglia; Vigna 2016)."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        # From the state 0 the generator would give nothing but 0.
        self.state = (state & _MASK) or 0x9E3779B97F4A7C15

    @classmethod
    def of(cls, rng_seed: int, *path: str | int) -> "Rng":
        """Return the generator that belongs to `path` under `rng_seed`."""
        text = "/".join([str(rng_seed), *(str(step) for step in path)])
        digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
        return cls(int.from_bytes(digest, "little"))

    def bits(self) -> int:
        """Return the next 32 random bits."""
        x = self.state
        x ^= x >> 12
        x ^= (x << 25) & _MASK
        x ^= x >> 27
        self.state = x
        return ((x * 0x2545F4914F6CDD1D) & _MASK) >> 32

    def below(self, bound: int) -> int:
        """Return an integer in 0..bound-1; `bound` is at least 1 and at most 2**32."""
        return (self.bits() * bound) >> 32

    def between(self, low: int, high: int) -> int:
        """Return an integer in low..high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, probability: float) -> bool:
        """Return true with the given probability."""
        return self.bits() < probability * 4294967296.0

    def uniform(self, low: float, high: float) -> float:
        """Return a float in [low, high)."""
        return low + (high - low) * (self.bits() / 4294967296.0)

    def choose(self, items: Sequence[T]) -> T:
        """Return one of `items`, which is not empty, uniformly."""
        return items[(self.bits() * len(items)) >> 32]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates)."""
        out = list(items)
        for i in range(len(out) - 1, 0, -1):
            j = self.below(i + 1)
            out[i], out[j] = out[j], out[i]
        return out
