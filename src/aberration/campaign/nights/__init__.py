"""Nights: what a team runs again and again, and what of it is news (docs/nightly.md)."""
