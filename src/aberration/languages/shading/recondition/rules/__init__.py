"""The rules, one hazard a file."""
