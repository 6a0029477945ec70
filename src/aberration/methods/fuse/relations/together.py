"""The buffers of both compute shaders stand side by side, each as its own part leaves them."""

from .relation import Relation

RELATION = Relation("together", stage="compute")
