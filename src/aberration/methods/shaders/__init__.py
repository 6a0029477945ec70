"""Tests of shaders whose result our interpreter knows: for the methods that make such programs."""
