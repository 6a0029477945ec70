"""Whether what invocations do together is done where all come to it (WGSL specification,
"Uniformity").

Each function becomes a graph. Its nodes are values and control flow at places of the text; an edge
says that the one is uniform (the same for all invocations that matter) only where the other is.
What a barrier or derivative asks for may not reach the node that stands for "differs". What it asks
of the caller, of the arguments, and what results depend on, is the function's summary, by which
calls of it are judged.
"""

from __future__ import annotations

from .functions import check_uniformity

__all__ = ["check_uniformity"]
