"""Loading programs: which files hold them, and whether what lies beside gives them what they
ask for.
"""
