"""Methods one after the other: what one makes is the seed program of the next."""
