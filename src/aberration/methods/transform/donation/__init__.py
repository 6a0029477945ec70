"""Functions of other modules as data: made livesafe, made smaller."""
