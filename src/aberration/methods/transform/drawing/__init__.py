"""What several passes need to find or prepare a site."""
