"""How much of the shaders that well-known packages assemble our front end takes."""
