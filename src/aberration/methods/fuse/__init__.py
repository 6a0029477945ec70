"""The method `fuse`: two defined shaders become one (see `method.py`)."""
