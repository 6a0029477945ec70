"""Scripts that bring the compilers and drivers under test: `aberration setup` runs them, and so do
`make setup` and `make compilers` in a checkout.

Each leaves alone what is there, says what it could not bring, and goes on without. They read
`ABERRATION_TOOLS`, the folder that they fill, and `PYTHON`, a Python with pip.
"""
