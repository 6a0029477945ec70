"""A bug as one archive: written for strangers, and read as if a stranger had written it."""
