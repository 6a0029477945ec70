"""What the parsers of all languages share."""
