"""Faults of machines, networks and disks in a campaign on a cluster: see README.md."""
