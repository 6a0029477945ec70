"""What the result of a fused program is of the results of its parts: one relation in each file."""
