"""What a worker, and all that it starts, may see and touch of the machine (docs/sandbox.md)."""
