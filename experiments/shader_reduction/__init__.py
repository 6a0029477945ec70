"""How small random shaders become that show a planted bug, and after how many tries."""
