"""Addresses are shown without the passwords in them, wherever they turn up in a text."""

import re

_LOGIN = re.compile(r"(?<=://)([^/\s:@]*):[^@\s]*@")
_PARAMETER = re.compile(r"(?i)([?&][a-z]*(?:password|secret)=)[^&#\s]*")


def without_passwords(text: str) -> str:
    """Return a text with `***` in place of each password in an address."""
    return _PARAMETER.sub(r"\1***", _LOGIN.sub(r"\1:***@", text))
