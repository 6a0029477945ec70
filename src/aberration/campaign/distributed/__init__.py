"""Campaigns over many machines, on Dask: `fuzz --cluster` and `aberration worker`.

Nothing outside of this package imports Dask, and this package only where a cluster is used.
"""
