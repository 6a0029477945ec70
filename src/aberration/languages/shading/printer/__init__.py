"""Trees back to text: canonical, and with as little change to an original as can be."""
